//! What the `params` of a method must be, for methods whose malformed request rmcp takes for an unknown method.

use serde_json::Value;

/// Returns what is wrong with the `params` of a request that rmcp could not read as `method`.
///
/// `None` if the method is not one of those listed, so that it really is unknown, or not served here.
pub(super) fn fault(method: &str, params: Option<&Value>) -> Option<&'static str> {
    Some(match method {
        "tools/call" => call_fault(params),
        "initialize" => {
            "params of initialize must be an object with protocolVersion, capabilities and clientInfo"
        }
        "prompts/get" => {
            "params of prompts/get must be an object with name, a string; arguments, if given, is an object"
        }
        "resources/read" => "params of resources/read must be an object with uri, a string",
        "completion/complete" => {
            "params of completion/complete must be an object with ref, a reference, and argument, a name and a value"
        }
        _ => return None,
    })
}

fn call_fault(params: Option<&Value>) -> &'static str {
    let Some(Value::Object(params)) = params else {
        return "params of tools/call must be an object with name, the tool's, and arguments, an object";
    };
    match (params.get("name"), params.get("arguments")) {
        (None, _) => "params of tools/call need name: the tool to call, a string",
        (Some(name), _) if !name.is_string() => "name in the params of tools/call must be a string",
        (_, Some(arguments)) if !arguments.is_object() && !arguments.is_null() => {
            "arguments in the params of tools/call must be an object"
        }
        _ => {
            "params of tools/call are malformed: name is a string; arguments and _meta are objects"
        }
    }
}
