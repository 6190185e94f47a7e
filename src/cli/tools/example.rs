//! One call a tool that answers something in the demo, for people who learn by trying.

/// The arguments of a telling call of each tool, as JSON. None holds a single quote: shells put them in such.
const EXAMPLES: [(&str, &str); 23] = [
    (
        "aggregate_wms_entities",
        r#"{"entity_type":"Stock","group_by":["StatusCode"],"measures":["count","sum(Quantity)"]}"#,
    ),
    (
        "call_query_api",
        r#"{"entity_type":"Container","query_type":0,"limit":1}"#,
    ),
    ("check_connection", "{}"),
    (
        "compare_workflows",
        r#"{"workflow":"CST_PrintPalletLabels","other_profile":"SOUTH"}"#,
    ),
    (
        "count_wms_entities",
        r#"{"entity_type":"OutboundOrder","filter":"PlannedLoadDate < now and ReleaseDate is null"}"#,
    ),
    ("describe_entity_type", r#"{"entity_type":"Container"}"#),
    ("get_log_entry", r#"{"id":"an id that search_logs gave"}"#),
    ("get_metrics", "{}"),
    ("get_order_status", r#"{"order":"SO-240117"}"#),
    ("get_server_status", "{}"),
    ("get_stock", r#"{"product":"P-10482"}"#),
    (
        "get_wms_entity",
        r#"{"entity_type":"OutboundOrder","key":"SO-240117"}"#,
    ),
    ("get_workflow_details", r#"{"workflow":"StackerCrane"}"#),
    ("list_entity_types", "{}"),
    ("list_profiles", "{}"),
    ("list_warehouse_alerts", "{}"),
    ("list_workflows", r#"{"application":"CustomApp"}"#),
    (
        "query_wms_entities",
        r#"{"entity_type":"Task","filter":"FailureMessage is not null","order_by":"CreationDate desc","fields":"lite"}"#,
    ),
    ("search_logs", r#"{"level":"Error","from":"now-2h"}"#),
    ("search_wms_data", r#"{"keyword":"PAL-0071482"}"#),
    ("search_workflows", r#"{"query":"reject"}"#),
    ("summarize_logs", r#"{"from":"now-24h"}"#),
    ("trace_container", r#"{"container":"PAL-0071482"}"#),
];

/// Returns the arguments of the tool's example.
pub(super) fn arguments(tool: &str) -> Option<&'static str> {
    let found = EXAMPLES.iter().find(|(name, _)| *name == tool);
    found.map(|(_, arguments)| *arguments)
}

/// Returns the tool to call before, where the example needs what that one gives.
pub(super) fn before(tool: &str) -> Option<&'static str> {
    (tool == "get_log_entry").then_some("search_logs")
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::arguments::prepare;
    use crate::config::{Config, Settings};
    use crate::server::{Clock, WarehouseServer};

    #[test]
    fn every_tool_has_an_example_that_it_accepts() {
        let config = Config::demo(Settings::default());
        let server = WarehouseServer::new(config, Clock::System, CancellationToken::new());
        for tool in server.tool_list() {
            let example = arguments(&tool.name).unwrap_or("none");
            assert!(!example.contains('\''), "{}", tool.name);
            let given = serde_json::from_str(example).unwrap();
            let prepared = prepare(&tool.input_schema, given);
            assert!(prepared.is_ok(), "{}: {prepared:?}", tool.name);
        }
    }
}
