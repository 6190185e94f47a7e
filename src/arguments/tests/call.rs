use rmcp::{
    ServiceExt,
    handler::server::router::tool::ToolRouter,
    model::{CallToolRequestParams, ErrorData, JsonObject},
    tool, tool_handler, tool_router,
};
use serde_json::{Value, json};

use super::Query;
use crate::arguments::{Parameters, input_schema, prepare};

struct Echo {
    tool_router: ToolRouter<Self>,
}

#[tool_router]
impl Echo {
    #[tool(description = "Says what was understood.")]
    async fn echo(&self, Parameters(query): Parameters<Query>) -> String {
        format!("{} {:?}", query.entity_type, query.limit)
    }
}

#[tool_handler(router = self.tool_router)]
impl rmcp::ServerHandler for Echo {}

async fn call(arguments: Value) -> Result<String, ErrorData> {
    let (near, far) = tokio::io::duplex(1 << 16);
    let server = Echo {
        tool_router: Echo::tool_router(),
    };
    let serving = tokio::spawn(async move { server.serve(far).await.unwrap().waiting().await });
    let client = ().serve(near).await.unwrap();
    let request = CallToolRequestParams::new("echo")
        .with_arguments(serde_json::from_value(arguments).unwrap());
    let answer = client.call_tool(request).await;
    client.cancel().await.unwrap();
    serving.await.unwrap().unwrap();
    match answer {
        Ok(result) => Ok(result
            .content
            .first()
            .unwrap()
            .as_text()
            .unwrap()
            .text
            .clone()),
        Err(rmcp::ServiceError::McpError(error)) => Err(error),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn the_macro_publishes_our_schema_untouched() {
    let tools = Echo::tool_router().list_all();
    let schema = &tools.first().unwrap().input_schema;
    assert_eq!(**schema, *input_schema::<Query>());
    assert!(!schema.contains_key("$schema"));
}

#[tokio::test]
async fn hands_the_tool_its_typed_struct() {
    let answer = call(json!({"entity_type": "Product", "limit": 5})).await;
    assert_eq!(answer.unwrap(), "Product Some(5)");
}

#[tokio::test]
async fn names_the_field_that_its_own_type_refuses() {
    let error = call(json!({"entity_type": "Product", "limit": 4_294_967_296_u64}))
        .await
        .unwrap_err();
    assert_eq!(error.message, "'limit' was not understood: expected u32");
    assert_eq!(
        error.data,
        Some(json!({
            "parameter": "limit",
            "hint": "Send 'limit' in the form its description gives."
        }))
    );
}

#[test]
fn what_was_prepared_is_what_serde_reads() {
    let schema = input_schema::<Query>();
    let sent: JsonObject = serde_json::from_value(json!({
        "entity_type": 240_117,
        "limit": "5",
        "level": "FULL",
        "tags": "[\"a\", \"b\"]",
        "window": "{\"from\": \"today\", \"to\": null}",
        "in_definition": "True",
        "fields": ["Code", " Status "],
        "parts": {"name": "P1", "weight": "0.50"},
    }))
    .unwrap();
    let ready = prepare(&schema, sent).unwrap();
    let query: Query = serde_json::from_value(Value::Object(ready)).unwrap();
    insta::assert_debug_snapshot!(query, @r#"
    Query {
        entity_type: "240117",
        limit: Some(
            5,
        ),
        skip: None,
        level: Some(
            Full,
        ),
        order: Ascending,
        tags: [
            "a",
            "b",
        ],
        window: Some(
            Window {
                from: "today",
                to: None,
            },
        ),
        in_definition: true,
        fields: Some(
            NameList(
                [
                    "Code",
                    "Status",
                ],
            ),
        ),
        parts: Some(
            [
                Part {
                    name: "P1",
                    weight: Some(
                        0.5,
                    ),
                },
            ],
        ),
        code: None,
        share: None,
    }
    "#);
}
