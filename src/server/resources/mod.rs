//! What can be read by address: overviews that are the answers of tools, the settings in force, and the guides.
//!
//! A resource of the warehouse *is* a tool's answer, made by the same gate and within the same budget, so the two can't
//! differ and `tool` in the text says which tool reads on. It knows addresses and no entity.

mod address;
mod answers;
mod settings;

use rmcp::model::{
    CacheScope, JsonObject, ReadResourceResult, Resource, ResourceContents, ResourceTemplate,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::Value;

use self::answers::{catalogued_types, refusal, tool_text};
use super::completions::Known;
use super::handler::LIST_TTL_MILLISECONDS;
use super::{WarehouseServer, gate};

/// How long a client may keep what depends on the warehouse or the configuration.
const PRIVATE_TTL_MILLISECONDS: u64 = 60_000;
const JSON: &str = "application/json";
const MARKDOWN: &str = "text/markdown";

/// A resource at a fixed address.
struct Definition {
    uri: &'static str,
    name: &'static str,
    title: &'static str,
    description: &'static str,
    content: Content,
}

/// Where a resource's text comes from.
enum Content {
    /// The answer of a tool without arguments.
    Tool(&'static str),
    /// The answer of `list_entity_types`, or the catalogue's list if the warehouse can't be asked.
    EntityTypes,
    /// The variables with their values in force.
    Settings,
    /// A text that comes with the program.
    Guide(&'static str),
}

const RESOURCES: [Definition; 6] = [
    Definition {
        uri: "wms://profiles",
        name: "profiles",
        title: "Configured warehouses",
        description: "The profiles: name, default, address, tenant, and what is missing if one can't be used. Same as list_profiles.",
        content: Content::Tool("list_profiles"),
    },
    Definition {
        uri: "wms://entity-types",
        name: "entity-types",
        title: "Entity types",
        description: "What can be queried on the default warehouse: entity type, description, category, key. Same as list_entity_types.",
        content: Content::EntityTypes,
    },
    Definition {
        uri: "wms://settings",
        name: "settings",
        title: "Settings",
        description: "Every variable with its meaning and default, and the value in force of those that hold for all warehouses.",
        content: Content::Settings,
    },
    Definition {
        uri: "wms://guide/filters",
        name: "guide-filters",
        title: "Guide: the filter language",
        description: "How to write 'filter' and 'order_by', with examples.",
        content: Content::Guide(include_str!("../guides/filters.md")),
    },
    Definition {
        uri: "wms://guide/answers",
        name: "guide-answers",
        title: "Guide: how to read an answer",
        description: "Each member of an answer, windows, and every failure code with what to do.",
        content: Content::Guide(include_str!("../guides/answers.md")),
    },
    Definition {
        uri: "wms://guide/questions",
        name: "guide-questions",
        title: "Guide: which tool answers which question",
        description: "Questions of warehouse people, the tools that answer them, and what to beware of.",
        content: Content::Guide(include_str!("../guides/questions.md")),
    },
];

/// A family of resources that are the answers of one tool.
struct Template {
    uri: &'static str,
    name: &'static str,
    title: &'static str,
    description: &'static str,
    tool: &'static str,
    variables: &'static [Variable],
}

/// A part of an address, and the tool's parameter that it becomes.
pub(super) struct Variable {
    pub(super) name: &'static str,
    parameter: &'static str,
    pub(super) known: Known,
}

const TEMPLATES: [Template; 2] = [
    Template {
        uri: "wms://entity-types/{entity_type}",
        name: "entity-type",
        title: "Fields of an entity type",
        description: "The fields of an entity type on the default warehouse: name, type, relation, example. Same as describe_entity_type.",
        tool: "describe_entity_type",
        variables: &[Variable {
            name: "entity_type",
            parameter: "entity_type",
            known: Known::EntityTypes,
        }],
    },
    Template {
        uri: "wms://workflows/{application}/{name}",
        name: "workflow",
        title: "A workflow",
        description: "Metadata of a workflow on the default warehouse and the first window of its definition. get_workflow_details reads on.",
        tool: "get_workflow_details",
        variables: &[
            Variable {
                name: "application",
                parameter: "application",
                known: Known::Applications,
            },
            Variable {
                name: "name",
                parameter: "workflow",
                known: Known::Workflows,
            },
        ],
    },
];

/// Returns the resources at fixed addresses.
pub(super) fn list() -> Vec<Resource> {
    RESOURCES.iter().map(Definition::published).collect()
}

/// Returns the families of resources.
pub(super) fn templates() -> Vec<ResourceTemplate> {
    TEMPLATES
        .iter()
        .map(|template| {
            ResourceTemplate::new(template.uri, template.name)
                .with_title(template.title)
                .with_description(template.description)
                .with_mime_type(JSON)
        })
        .collect()
}

/// Returns the variables of a template, by its address with the braces.
pub(super) fn variables_of(uri_template: &str) -> Option<&'static [Variable]> {
    TEMPLATES
        .iter()
        .find(|template| template.uri == uri_template)
        .map(|template| template.variables)
}

/// Reads the resource at an address.
pub(super) async fn read(
    server: &WarehouseServer,
    uri: &str,
    context: RequestContext<RoleServer>,
) -> Result<ReadResourceResult, ErrorData> {
    if let Some(resource) = RESOURCES.iter().find(|resource| resource.uri == uri) {
        return resource.read(server, context).await;
    }
    let found = TEMPLATES.iter().find_map(|template| {
        let values = address::values(template.uri, uri)?;
        Some((template, values))
    });
    let Some((template, values)) = found else {
        return Err(address::unknown(
            uri,
            RESOURCES.iter().map(|resource| resource.uri),
        ));
    };
    let arguments = template.arguments(values);
    tool_answer(server, template.tool, arguments, uri, context).await
}

impl Definition {
    fn published(&self) -> Resource {
        let resource = Resource::new(self.uri, self.name)
            .with_title(self.title)
            .with_description(self.description);
        match self.content {
            Content::Guide(text) => resource
                .with_mime_type(MARKDOWN)
                .with_size(text.len() as u64),
            _ => resource.with_mime_type(JSON),
        }
    }

    async fn read(
        &self,
        server: &WarehouseServer,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResult, ErrorData> {
        match self.content {
            Content::Guide(text) => {
                let contents = ResourceContents::text(text, self.uri).with_mime_type(MARKDOWN);
                Ok(ReadResourceResult::new(vec![contents])
                    .with_ttl_ms(LIST_TTL_MILLISECONDS)
                    .with_cache_scope(CacheScope::Public))
            }
            Content::Settings => {
                let call = gate::call_of(server, self.uri.into(), &context);
                let reply = call.reply(Ok(settings::answer(&call)));
                Ok(private(reply.text, self.uri))
            }
            Content::Tool(tool) => {
                tool_answer(server, tool, JsonObject::new(), self.uri, context).await
            }
            Content::EntityTypes => entity_types(server, self.uri, context).await,
        }
    }
}

impl Template {
    fn arguments(&self, values: Vec<String>) -> JsonObject {
        let parameters = self.variables.iter().map(|variable| variable.parameter);
        parameters
            .map(str::to_owned)
            .zip(values.into_iter().map(Value::from))
            .collect()
    }
}

async fn tool_answer(
    server: &WarehouseServer,
    tool: &'static str,
    arguments: JsonObject,
    uri: &str,
    context: RequestContext<RoleServer>,
) -> Result<ReadResourceResult, ErrorData> {
    match tool_text(server, tool, arguments, context).await? {
        Ok(text) => Ok(private(text, uri)),
        Err(failure) => Err(refusal(failure, uri)),
    }
}

async fn entity_types(
    server: &WarehouseServer,
    uri: &'static str,
    context: RequestContext<RoleServer>,
) -> Result<ReadResourceResult, ErrorData> {
    let tool = "list_entity_types";
    let call = gate::call_of(server, tool.into(), &context);
    let failure = match tool_text(server, tool, JsonObject::new(), context).await? {
        Ok(text) => return Ok(private(text, uri)),
        Err(failure) => failure,
    };
    match catalogued_types(&call, &failure) {
        Some(answer) => Ok(private(call.reply(Ok(answer)).text, uri)),
        None => Err(refusal(failure, uri)),
    }
}

fn private(text: String, uri: &str) -> ReadResourceResult {
    let contents = ResourceContents::text(text, uri).with_mime_type(JSON);
    ReadResourceResult::new(vec![contents])
        .with_ttl_ms(PRIVATE_TTL_MILLISECONDS)
        .with_cache_scope(CacheScope::Private)
}
