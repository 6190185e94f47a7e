//! How a session ends: the input ends, or nobody reads the output.

use std::io::pipe;
use std::time::{Duration, Instant};

use rmcp::service::QuitReason;
use serde_json::json;

use super::{Ending, INITIALIZE, Limits, PATIENCE, Session, echo, hold, text};

fn assert_closed(ending: &Ending) {
    assert!(
        matches!(ending, Ending::Session(QuitReason::Closed)),
        "{ending:?}"
    );
}

#[test]
fn ends_at_once_when_idle() {
    let session = Session::open();
    let begun = Instant::now();
    let (ending, rest) = session.end();
    assert_closed(&ending);
    assert!(rest.is_empty(), "{rest:?}");
    assert!(
        begun.elapsed() < Limits::default().grace,
        "{:?}",
        begun.elapsed()
    );
}

#[test]
fn answers_everything_that_was_asked_before_the_end() {
    let mut session = Session::open();
    let lines: Vec<String> = (0..500).map(|id| echo(&json!(id), "x")).collect();
    session.say(&lines.join("\n"));
    let (ending, rest) = session.end();
    assert_closed(&ending);
    assert_eq!(rest.len(), 500);
}

#[test]
fn lets_a_running_call_finish_within_the_grace() {
    let mut session = Session::start(Limits {
        grace: PATIENCE,
        ..Limits::default()
    });
    session.say(INITIALIZE);
    session.answer();
    session.say(&hold(&json!(1)));
    drop(session.input.take());
    session.release.add_permits(1);
    let (ending, rest) = session.end();
    assert_closed(&ending);
    assert_eq!(rest.iter().map(text).collect::<Vec<_>>(), ["released"]);
}

#[test]
fn closes_running_calls_and_drops_waiting_ones_after_the_grace() {
    let mut session = Session::start(Limits {
        grace: Duration::from_millis(20),
        requests_in_flight: 2,
        ..Limits::default()
    });
    session.say(INITIALIZE);
    session.answer();
    for id in 0..5 {
        session.say(&hold(&json!(id)));
    }
    let begun = Instant::now();
    let (ending, rest) = session.end();
    assert_closed(&ending);
    assert_eq!(
        rest.iter().map(text).collect::<Vec<_>>(),
        ["closed", "closed"]
    );
    // Less than the 5 s that rmcp would wait for calls that go on.
    assert!(
        begun.elapsed() < Duration::from_secs(4),
        "{:?}",
        begun.elapsed()
    );
}

#[test]
fn executes_no_last_line_without_a_line_feed() {
    let mut session = Session::open();
    session.write(echo(&json!("cut"), "x").as_bytes());
    let (ending, rest) = session.end();
    assert_closed(&ending);
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert_eq!(rest[0]["error"]["code"], -32700);
    assert_eq!(rest[0]["id"], "cut");
}

#[test]
fn refuses_an_endless_line_that_ends_with_the_input() {
    let mut session = Session::open();
    session.write(&vec![b'x'; 5 << 20]);
    let (ending, rest) = session.end();
    assert_closed(&ending);
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert_eq!(rest[0]["error"]["code"], -32600);
}

#[test]
fn ends_quietly_when_the_output_is_closed() {
    let (output, writer) = pipe().unwrap();
    let (elsewhere, _kept) = pipe().unwrap();
    let mut session = Session::start_with_output(Limits::default(), writer, elsewhere);
    session.say(INITIALIZE);
    let mut first = [0; 1];
    std::io::Read::read_exact(&mut &output, &mut first).unwrap();
    session.say(&hold(&json!(1)));
    drop(output);
    session.say(&echo(&json!(2), "nobody reads this"));
    // The input stays open: the output alone has to end it, the held call included.
    assert_closed(&session.service.join().unwrap());
}
