//! The texts behind the addresses: a tool's answer, the catalogue's list in its place, and what a failure becomes.

use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult, JsonObject};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::{Value, json};

use crate::easywms::EntityTypeSummary;
use crate::easywms::rows::RawRow;
use crate::envelope::{Answer, Binding, Body, Code, Rows};
use crate::server::{Call, WarehouseServer, gate};

/// More entity types than any server has.
const MOST_TYPES: u64 = 10_000;

/// Makes a call as a client would; the inner `Err` is the failure object.
pub(super) async fn tool_text(
    server: &WarehouseServer,
    tool: &'static str,
    arguments: JsonObject,
    context: RequestContext<RoleServer>,
) -> Result<Result<String, Value>, ErrorData> {
    let request = CallToolRequestParams::new(tool).with_arguments(arguments);
    let CallToolResponse::Complete(result) = gate::pass(server, request, context).await? else {
        return Err(ErrorData::internal_error("the tool did not finish", None));
    };
    let text = text_of(&result).to_owned();
    Ok(if result.is_error == Some(true) {
        Err(serde_json::from_str(&text).unwrap_or(Value::Null))
    } else {
        Ok(text)
    })
}

fn text_of(result: &CallToolResult) -> &str {
    let text = result.content.first().and_then(|block| block.as_text());
    text.map(|text| text.text.as_str()).unwrap_or_default()
}

/// The catalogue's list, with a warning that says why it is not the server's; `None` if there is no catalogue either.
pub(super) fn catalogued_types(call: &Call, failure: &Value) -> Option<Answer> {
    let catalogue = call.shared().default_catalogue()?;
    let rows = catalogue.types.iter().filter_map(|entity_type| {
        RawRow::of(&EntityTypeSummary {
            name: entity_type.name.clone(),
            description: Some(entity_type.description.clone()),
            category: Some(entity_type.category.clone()),
            key: Some(entity_type.key.clone()),
        })
    });
    let binding = Binding::new("list_entity_types");
    let list = Rows {
        // The cursor of another list than the tool's would mislead it.
        binding: None,
        smaller: Some("raise MAX_RESPONSE_BYTES"),
        ..Rows::of_whole_list(rows.collect(), 0, MOST_TYPES, binding)
    };
    let cause = text_in(failure, "error");
    let warning = format!(
        "the warehouse could not be asked ({cause}): the list is the catalogue's, and a type may be absent"
    );
    Some(Answer::general(Body::Rows(list)).warnings([warning]))
}

/// The protocol error of a failure: resources have no `isError`. Clients show the message only, so it has the hint.
pub(super) fn refusal(mut failure: Value, uri: &str) -> ErrorData {
    let message = format!(
        "{}. {}",
        text_in(&failure, "error"),
        text_in(&failure, "hint")
    );
    let code = text_in(&failure, "code");
    let is = |codes: &[Code]| codes.iter().any(|known| known.as_str() == code);
    let missing = is(&[Code::NotFound, Code::UnknownEntityType, Code::RouteNotFound]);
    let malformed = is(&[Code::InvalidArguments]);
    if let Some(failure) = failure.as_object_mut() {
        failure.insert("uri".to_owned(), json!(uri));
    }
    if missing {
        ErrorData::resource_not_found(message, Some(failure))
    } else if malformed {
        ErrorData::invalid_params(message, Some(failure))
    } else {
        ErrorData::internal_error(message, Some(failure))
    }
}

fn text_in<'f>(failure: &'f Value, member: &str) -> &'f str {
    let text = failure.get(member).and_then(Value::as_str);
    text.unwrap_or_default()
}
