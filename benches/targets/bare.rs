//! The bare HTTP exchange: the same request as the server's, by the same HTTP library, with nothing around it.

use mcp_wms_api::simulator::Simulator;
use serde_json::Value;

/// A client that sends one body again and again.
#[derive(Clone)]
pub(crate) struct Bare {
    client: reqwest::Client,
    url: String,
    token: String,
    body: String,
}

impl Bare {
    pub(crate) fn new(simulator: &Simulator, body: &Value) -> Self {
        // Another process-wide provider, set before by another line, serves as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .no_proxy()
            .tls_certs_only([])
            .build()
            .expect("a client");
        Self {
            client,
            url: format!("{}/QueryService/api/QueryExecute", simulator.base_url()),
            token: simulator.issue_token("NORTH").expect("a token"),
            body: body.to_string(),
        }
    }

    /// Makes the exchange and reads its body to the end.
    pub(crate) async fn exchange(&self) -> usize {
        let request = self.client.post(&self.url).bearer_auth(&self.token);
        let request = request
            .header("content-type", "application/json")
            .body(self.body.clone());
        let response = request.send().await.expect("an answer");
        response.bytes().await.expect("a body").len()
    }
}
