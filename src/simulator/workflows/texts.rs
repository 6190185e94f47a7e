//! `CST_DisplayTexts`: the definition in which hardly a character is a single byte.

use fastrand::Rng;
use serde_json::{Map, Value, json};

use super::catalogue::pick;

const ENTRIES: usize = 260;

/// Returns JSON with CJK text, emoji (joined and with modifiers), combining marks and letters beyond the basic plane.
pub(super) fn text(draw: &mut Rng) -> String {
    let texts: Map<String, Value> = (1..=ENTRIES)
        .map(|number| (format!("text-{number:03}"), entry(number, draw)))
        .collect();
    let document = json!({
        "name": "CST_DisplayTexts",
        "application": "CustomApp",
        "languages": ["ja", "zh", "ar", "hi", "symbols", "marks"],
        "texts": texts,
    });
    serde_json::to_string_pretty(&document).unwrap_or_default()
}

fn entry(number: usize, draw: &mut Rng) -> Value {
    let symbols: String = (0..24).map(|_| pick(draw, &SYMBOLS)).collect();
    json!({
        "ja": format!("{}{number}", pick(draw, &["出荷準備完了", "パレットを確認してください", "棚卸し中"])),
        "zh": format!("{}{number}", pick(draw, &["托盘已锁定", "请扫描库位", "库存不足，请补货"])),
        "ar": pick(draw, &["افحص المنصة", "الموقع مشغول", "تم التحميل"]),
        "hi": pick(draw, &["पैलेट जाँचें", "स्थान भरा है", "लोड हो गया"]),
        "symbols": symbols,
        "marks": pick(draw, &["e\u{301}tiquette\u{301}", "A\u{30a}ngstro\u{308}m", "n\u{303}u\u{302}\u{323}", "𝒫𝒶𝓁𝓁ℯ𝓉"]),
    })
}

const SYMBOLS: [&str; 10] = [
    "📦",
    "🚚",
    "🏗\u{fe0f}",
    "👷🏽\u{200d}♀\u{fe0f}",
    "👨\u{200d}👩\u{200d}👧\u{200d}👦",
    "🇪🇸",
    "🧊",
    "⚠\u{fe0f}",
    "🤝🏿",
    "🅿\u{fe0f}",
];
