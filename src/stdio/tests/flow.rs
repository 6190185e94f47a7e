//! Slots, cancellation and back-pressure, with the test in rmcp's place: no step depends on time.

use std::io::{self, PipeWriter, Write, pipe};
use std::sync::mpsc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use rmcp::RoleServer;
use rmcp::model::{CustomResult, JsonRpcMessage, RequestId, ServerJsonRpcMessage, ServerResult};
use rmcp::transport::Transport;
use serde_json::{Value, json};

use super::super::{Limits, Stdio};
use super::{INITIALIZE, PATIENCE, Session, cancel, echo, hold, text};

/// A transport without a service.
struct Bench {
    stdio: Stdio,
    input: PipeWriter,
    written: mpsc::Receiver<Vec<u8>>,
}

/// An output whose every write waits until the test takes it.
struct Turnstile(mpsc::SyncSender<Vec<u8>>);

impl Write for Turnstile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.send(bytes.to_vec()) {
            Ok(()) => Ok(bytes.len()),
            Err(_) => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Bench {
    fn start(limits: Limits) -> Self {
        let (reader, input) = pipe().unwrap();
        let (sender, written) = mpsc::sync_channel(0);
        let stdio = Stdio::new(reader, Turnstile(sender), limits).unwrap();
        Self {
            stdio,
            input,
            written,
        }
    }

    fn say(&mut self, line: &str) {
        self.input
            .write_all(format!("{line}\n").as_bytes())
            .unwrap();
    }

    /// Receives the next message and names it by its id, or as `-` if it is a notification.
    async fn receive(&mut self) -> String {
        let message = tokio::time::timeout(PATIENCE, self.stdio.receive()).await;
        match message.unwrap().unwrap() {
            JsonRpcMessage::Request(request) => request.id.to_string(),
            JsonRpcMessage::Notification(_) => "-".to_owned(),
            other => format!("{other:?}"),
        }
    }

    fn answer(&mut self, id: i64, text: &str) -> BoxFuture<'static, ()> {
        let result = ServerResult::CustomResult(CustomResult::new(json!(text)));
        let answer = ServerJsonRpcMessage::response(result, RequestId::Number(id));
        let sent = self.stdio.send(answer);
        async move { sent.await.unwrap() }.boxed()
    }

    fn written(&self) -> Value {
        serde_json::from_slice(&self.written.recv_timeout(PATIENCE).unwrap()).unwrap()
    }
}

fn two_slots() -> Limits {
    Limits {
        requests_in_flight: 2,
        ..Limits::default()
    }
}

const PING: &str = r#"{"jsonrpc":"2.0","id":"ping","method":"ping"}"#;

#[tokio::test]
async fn reads_pings_and_cancellations_past_waiting_requests() {
    let mut bench = Bench::start(two_slots());
    for id in 1..=5 {
        bench.say(&hold(&json!(id)));
    }
    bench.say(PING);
    bench.say(&cancel(&json!(3)));
    bench.say(&cancel(&json!(1)));
    assert_eq!(bench.receive().await, "1");
    assert_eq!(bench.receive().await, "2");
    assert_eq!(bench.receive().await, "ping");
    // The waiting 3 is gone unheard of; the running 1 is rmcp's to cancel, and its slot is free for 4.
    assert_eq!(bench.receive().await, "-");
    assert_eq!(bench.receive().await, "4");
    bench.answer(2, "done").await;
    assert_eq!(bench.receive().await, "5");
}

#[tokio::test]
async fn stops_reading_ahead_at_the_limit() {
    let mut bench = Bench::start(Limits {
        requests_waiting: 1,
        ..two_slots()
    });
    for id in 1..=4 {
        bench.say(&hold(&json!(id)));
    }
    bench.say(PING);
    assert_eq!(bench.receive().await, "1");
    assert_eq!(bench.receive().await, "2");
    assert!(bench.stdio.receive().now_or_never().is_none());
    bench.answer(1, "done").await;
    assert_eq!(bench.receive().await, "3");
    assert!(bench.stdio.receive().now_or_never().is_none());
    bench.answer(2, "done").await;
    assert_eq!(bench.receive().await, "4");
    assert_eq!(bench.receive().await, "ping");
}

#[tokio::test]
async fn keeps_a_slot_until_the_answer_has_room_in_the_output() {
    let mut bench = Bench::start(Limits {
        output_bytes: 1000,
        ..two_slots()
    });
    for id in 1..=3 {
        bench.say(&hold(&json!(id)));
    }
    assert_eq!(bench.receive().await, "1");
    assert_eq!(bench.receive().await, "2");
    let long = "x".repeat(2000);
    bench.answer(1, &long).await;
    assert_eq!(bench.receive().await, "3");
    // The first answer fills the output, alone and beyond its bound, until somebody reads it.
    let mut second = bench.answer(2, "short");
    assert!(second.as_mut().now_or_never().is_none());
    bench.say(&hold(&json!(4)));
    assert!(bench.stdio.receive().now_or_never().is_none());
    assert_eq!(bench.written()["result"], *long);
    second.await;
    assert_eq!(bench.receive().await, "4");
    assert_eq!(bench.written()["result"], "short");
}

#[tokio::test]
async fn gives_up_on_an_unread_answer_once_the_session_is_over() {
    let mut bench = Bench::start(Limits {
        output_bytes: 1000,
        flush: Duration::from_millis(1),
        ..Limits::default()
    });
    bench.answer(1, &"x".repeat(2000)).await;
    let mut second = bench.answer(2, "short");
    assert!(second.as_mut().now_or_never().is_none());
    bench.stdio.closed().cancel();
    second.await;
    assert!(bench.stdio.receive().await.is_none());
}

#[tokio::test]
async fn refuses_a_second_request_with_an_id_in_flight_and_takes_it_again_once_answered() {
    let mut bench = Bench::start(Limits::default());
    bench.say(&hold(&json!(5)));
    assert_eq!(bench.receive().await, "5");
    bench.say(&hold(&json!(5)));
    bench.say(&hold(&json!("5")));
    assert_eq!(bench.receive().await, "5");
    let refusal = bench.written();
    assert_eq!(refusal["error"]["code"], -32600);
    assert_eq!(refusal["id"], 5);
    bench.answer(5, "done").await;
    bench.say(&hold(&json!(5)));
    assert_eq!(bench.receive().await, "5");
}

#[tokio::test]
async fn ends_when_the_output_fails_and_drops_answers_without_an_error() {
    let mut bench = Bench::start(Limits::default());
    bench.say(&hold(&json!(1)));
    assert_eq!(bench.receive().await, "1");
    let (_, unread) = mpsc::sync_channel(0);
    drop(std::mem::replace(&mut bench.written, unread));
    bench.answer(1, "nobody reads this").await;
    assert!(bench.stdio.receive().await.is_none());
    assert!(bench.stdio.closed().is_cancelled());
    bench.answer(1, "nor this").await;
    let closed: Result<(), _> = Transport::<RoleServer>::close(&mut bench.stdio).await;
    closed.unwrap();
}

#[tokio::test]
async fn writes_queued_answers_together_and_in_order() {
    let mut bench = Bench::start(Limits::default());
    for id in 1..=50 {
        bench.answer(id, "a").await;
    }
    // The first write took what there was when the writer woke; nothing passes it until the test takes it.
    let mut batches = vec![bench.written.recv_timeout(PATIENCE).unwrap()];
    if String::from_utf8_lossy(&batches[0]).lines().count() < 50 {
        batches.push(bench.written.recv_timeout(PATIENCE).unwrap());
    }
    let ids: Vec<i64> = String::from_utf8(batches.concat())
        .unwrap()
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).unwrap()["id"]
                .as_i64()
                .unwrap()
        })
        .collect();
    assert_eq!(ids, (1..=50).collect::<Vec<i64>>());
}

#[test]
fn gives_no_answer_to_a_cancelled_call_and_serves_a_ping_beside_held_calls() {
    let mut session = Session::start(two_slots());
    session.say(INITIALIZE);
    session.answer();
    for id in 1..=4 {
        session.say(&hold(&json!(id)));
    }
    session.say(PING);
    assert_eq!(session.answer()["id"], "ping");
    for id in [
        json!(1),
        json!(2),
        json!(3),
        json!(4),
        json!(99),
        json!("1"),
    ] {
        session.say(&cancel(&id));
    }
    session.say(&echo(&json!(5), "after"));
    let answer = session.answer();
    assert_eq!(answer["id"], 5, "{answer}");
    assert_eq!(text(&answer), "after");
    let (_, rest) = session.end();
    assert!(rest.is_empty(), "{rest:?}");
}
