//! A server that sends exactly the bytes a test wrote, for what no HTTP library would send.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// What the server does when a request for data is there, step by step. The connection then serves the next request.
#[derive(Clone)]
pub(super) enum Step {
    /// Sends these bytes.
    Send(Vec<u8>),
    /// Closes the connection.
    Close,
    /// Closes it with a reset.
    Reset,
    /// Leaves the connection open and does nothing any more.
    Stall,
    /// Sends these bytes again and again until nobody takes them.
    SendForEver(Vec<u8>),
}

/// The server; it ends when dropped.
pub(super) struct RawServer {
    base_url: String,
    state: Arc<State>,
    server: JoinHandle<()>,
}

struct State {
    script: Box<dyn Fn(usize) -> Vec<Step> + Send + Sync>,
    requests: Mutex<Vec<String>>,
    data_requests: AtomicUsize,
    connections: AtomicUsize,
    /// Bytes that [`Step::SendForEver`] got rid of, once the peer has left.
    taken: watch::Sender<Option<usize>>,
}

impl RawServer {
    /// Starts a server that issues tokens and answers the n-th request for data (from 1) with `script(n)`.
    pub(super) async fn start(script: impl Fn(usize) -> Vec<Step> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(State {
            script: Box::new(script),
            requests: Mutex::default(),
            data_requests: AtomicUsize::new(0),
            connections: AtomicUsize::new(0),
            taken: watch::Sender::new(None),
        });
        let server = tokio::spawn(accept(listener, Arc::clone(&state)));
        Self {
            base_url,
            state,
            server,
        }
    }

    /// Starts a server that answers every request for data alike.
    pub(super) async fn always(steps: Vec<Step>) -> Self {
        Self::start(move |_| steps.clone()).await
    }

    pub(super) fn base_url(&self) -> &str {
        &self.base_url
    }

    /// The requests, head and body, in order of arrival.
    pub(super) fn requests(&self) -> Vec<String> {
        self.state.requests.lock().unwrap().clone()
    }

    pub(super) fn data_requests(&self) -> usize {
        self.state.data_requests.load(Ordering::SeqCst)
    }

    pub(super) fn connections(&self) -> usize {
        self.state.connections.load(Ordering::SeqCst)
    }

    /// Waits until the peer of [`Step::SendForEver`] has left; returns how much it was sent.
    pub(super) async fn bytes_sent(&self) -> usize {
        let mut taken = self.state.taken.subscribe();
        let bytes = taken.wait_for(Option::is_some).await.unwrap();
        bytes.unwrap()
    }
}

impl Drop for RawServer {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// A complete answer, with the head lines given and the right length.
pub(super) fn http(head: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 {head}\r\nContent-Length: {}\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

/// A good answer to a count.
pub(super) fn counted() -> Step {
    let head = "200 OK\r\nContent-Type: application/json";
    Step::Send(http(head, br#"{"Items":[],"TotalCount":7}"#))
}

async fn accept(listener: TcpListener, state: Arc<State>) {
    while let Ok((stream, _)) = listener.accept().await {
        state.connections.fetch_add(1, Ordering::SeqCst);
        tokio::spawn(serve(stream, Arc::clone(&state)));
    }
}

async fn serve(mut stream: TcpStream, state: Arc<State>) {
    while let Some(request) = read_request(&mut stream).await {
        let asks_for_token = request.contains("oauth/token");
        state.requests.lock().unwrap().push(request);
        if asks_for_token {
            let token = http("200 OK", br#"{"access_token":"raw-server-token"}"#);
            stream.write_all(&token).await.unwrap();
            continue;
        }
        let number = state.data_requests.fetch_add(1, Ordering::SeqCst) + 1;
        for step in (state.script)(number) {
            match step {
                Step::Send(bytes) => stream.write_all(&bytes).await.unwrap(),
                Step::Close => return,
                Step::Reset => {
                    stream.set_zero_linger().unwrap();
                    return;
                }
                Step::Stall => std::future::pending().await,
                Step::SendForEver(bytes) => {
                    let mut taken = 0;
                    while stream.write_all(&bytes).await.is_ok() {
                        taken += bytes.len();
                    }
                    state.taken.send_replace(Some(taken));
                    return;
                }
            }
        }
    }
}

/// Reads a request to its end; `None` when the peer has closed.
async fn read_request(stream: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n")
            && body.len() >= content_length(head)
        {
            return Some(text);
        }
        match stream.read_buf(&mut bytes).await {
            Ok(0) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}

fn content_length(head: &str) -> usize {
    let head = head.to_ascii_lowercase();
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length:"));
    length.map_or(0, |length| length.trim().parse().unwrap())
}
