//! Progress of long work, for a client that asks to be told.

use serde_json::{Value, json};

use crate::process::{Session, command, request};

/// What the client is told before the answer of a call comes.
async fn told(
    session: &mut Session,
    id: u32,
    tool: &str,
    arguments: Value,
    meta: Value,
) -> Vec<Value> {
    let params = json!({"name": tool, "arguments": arguments, "_meta": meta});
    session.send(&request(id, "tools/call", params)).await;
    let mut told = Vec::new();
    loop {
        let message = session.receive().await;
        if message["id"] == id {
            assert_eq!(message["result"]["isError"], json!(false), "{message}");
            return told;
        }
        told.push(message);
    }
}

#[tokio::test]
async fn long_work_tells_how_far_it_has_come() {
    let mut session = Session::start(command(&["--demo"]));
    session.initialize().await;
    let aggregate =
        json!({"entity_type": "Product", "group_by": ["OwnerCode"], "measures": ["max(Id)"]});
    for (id, tool, arguments) in [
        (1, "get_stock", json!({"product": "P-10482"})),
        (2, "trace_container", json!({"container": "PAL-0071482"})),
        (3, "get_order_status", json!({"order": "SO-240117"})),
        (4, "list_warehouse_alerts", json!({})),
        (5, "search_wms_data", json!({"keyword": "QLK-0093"})),
        (6, "aggregate_wms_entities", aggregate),
    ] {
        let meta = json!({"progressToken": format!("token-{id}")});
        let told = told(&mut session, id, tool, arguments, meta).await;
        let mut last = 0.0;
        assert!(!told.is_empty(), "{tool}");
        for notification in told {
            assert_eq!(notification["method"], "notifications/progress", "{tool}");
            let params = &notification["params"];
            assert_eq!(params["progressToken"], format!("token-{id}"), "{tool}");
            let done = params["progress"].as_f64().unwrap();
            assert!(done > last, "{tool}: {params} after {last}");
            assert!(!params["message"].as_str().unwrap().is_empty(), "{tool}");
            last = done;
        }
    }
}

#[tokio::test]
async fn nobody_is_told_who_did_not_ask() {
    let mut session = Session::start(command(&["--demo"]));
    session.initialize().await;
    let order = json!({"order": "SO-240117"});
    let told = told(&mut session, 1, "get_order_status", order, json!({})).await;
    assert_eq!(told, Vec::<Value>::new());
}
