//! Walking a list to its end by its cursors, as a client does.

use rmcp::RoleClient;
use rmcp::model::{CallToolRequestParams, ContentBlock};
use rmcp::service::RunningService;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

/// A client of a running server.
pub(super) type Client = RunningService<RoleClient, ()>;

/// What is read of a page: the signals, and the rows as they are written.
#[derive(serde::Deserialize, Debug)]
pub(super) struct Page {
    pub(super) returned: usize,
    pub(super) total: Option<usize>,
    #[serde(default)]
    pub(super) truncated: bool,
    pub(super) omitted: Option<usize>,
    pub(super) hint: Option<String>,
    pub(super) next_cursor: Option<String>,
    #[serde(default)]
    pub(super) warnings: Vec<String>,
    /// The names of a table's cells.
    columns: Option<Vec<String>>,
    /// What all rows of a table share.
    #[serde(default)]
    same: Map<String, Value>,
    rows: Vec<Box<RawValue>>,
    /// The whole answer's size.
    #[serde(skip)]
    pub(super) bytes: usize,
}

impl Page {
    pub(super) fn rows(&self) -> Vec<&str> {
        self.rows.iter().map(|row| row.get()).collect()
    }

    /// The rows of a table, put together again. A cell that its row does not have is null.
    pub(super) fn rows_of_table(&self) -> Vec<Value> {
        let columns = self.columns.as_ref().unwrap();
        let whole = |row: &RawValue| {
            let cells: Vec<Value> = serde_json::from_str(row.get()).unwrap();
            assert_eq!(cells.len(), columns.len());
            let mut members = self.same.clone();
            members.extend(columns.iter().cloned().zip(cells));
            members.retain(|_, value| !value.is_null());
            Value::Object(members)
        };
        self.rows.iter().map(|row| whole(row)).collect()
    }
}

/// Reads a page of the raw query, whose rows are the server's own.
pub(super) async fn page(client: &Client, limit: usize, cursor: Option<&str>) -> Page {
    page_of(
        client,
        json!({"entity_type": "Product", "limit": limit}),
        cursor,
    )
    .await
}

/// Reads a page of any question for the raw query.
pub(super) async fn page_of(client: &Client, arguments: Value, cursor: Option<&str>) -> Page {
    page_by(client, "call_query_api", arguments, cursor).await
}

/// Reads a page as a table.
pub(super) async fn table(client: &Client, limit: usize, cursor: Option<&str>) -> Page {
    let arguments = json!({"entity_type": "Product", "limit": limit, "format": "table"});
    page_by(client, "query_wms_entities", arguments, cursor).await
}

async fn page_by(
    client: &Client,
    tool: &'static str,
    mut arguments: Value,
    cursor: Option<&str>,
) -> Page {
    if let Some(cursor) = cursor {
        arguments["cursor"] = cursor.into();
    }
    let arguments = arguments.as_object().unwrap().clone();
    let params = CallToolRequestParams::new(tool).with_arguments(arguments);
    let result = client.call_tool(params).await.unwrap();
    let Some(ContentBlock::Text(text)) = result.content.first() else {
        unreachable!("{result:?}")
    };
    assert_ne!(result.is_error, Some(true), "{}", text.text);
    let mut page: Page = serde_json::from_str(&text.text).unwrap();
    assert_eq!(page.returned, page.rows.len());
    page.bytes = text.text.len();
    page
}
