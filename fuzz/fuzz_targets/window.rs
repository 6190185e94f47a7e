//! Any text read in windows of any size: each answer stays within its budget, and together they are the text.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use mcp_wms_api::envelope::{Addressee, Answer, Body, Budget, TextWindow, render_answer};
use serde_json::Value;

/// Room for the answer's own words and a few characters of the text.
const SMALLEST_BUDGET_BYTES: usize = 600;

fuzz_target!(|text: &str| {
    // Sizes come from the text itself, so that a corpus file is nothing but a text.
    let seed = text.bytes().fold(7_usize, |sum, byte| {
        sum.wrapping_mul(31) ^ usize::from(byte)
    });
    let budget = Budget::of_bytes(SMALLEST_BUDGET_BYTES + seed % 300);
    let max_chars = 1 + (seed >> 16) % 400;
    let whole: Arc<str> = text.into();
    let mut read = String::new();
    let mut offset = 0;
    loop {
        let window = read_window(&whole, offset, max_chars, budget);
        let data = window["data"].as_str().expect("a text");
        let chars = data.chars().count();
        assert!(chars <= max_chars);
        assert_eq!(window["data_chars"], chars);
        assert_eq!(window["data_total_chars"], text.chars().count());
        read.push_str(data);
        let Some(next) = window["next_data_offset"].as_u64() else {
            assert!(window.get("truncated").is_none());
            break;
        };
        assert!(chars > 0, "a window that makes no way: {window}");
        assert_eq!(next, (offset + chars) as u64);
        offset += chars;
    }
    assert_eq!(read, text);
    let past = text.chars().count() + 1;
    assert!(TextWindow::new(whole, past, max_chars).is_err());
});

fn read_window(text: &Arc<str>, offset: usize, max_chars: usize, budget: Budget) -> Value {
    let window = TextWindow::new(Arc::clone(text), offset, max_chars).expect("an offset within");
    let addressee = Addressee {
        tool: "get_workflow_details".into(),
        request_id: "00000000-1".into(),
        as_of: "2026-11-30T08:15:00Z".into(),
        budget,
    };
    let answer = Answer::about("NORTH", Body::Text(window));
    let rendered = render_answer(&answer, &addressee);
    assert!(
        rendered.len() <= budget.window_bytes(),
        "{} bytes",
        rendered.len()
    );
    serde_json::from_str(&rendered).expect("JSON")
}
