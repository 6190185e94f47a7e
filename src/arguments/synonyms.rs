//! Names that people and models know from elsewhere, and the parameters that mean the same here.
//!
//! Spelling alone would lead them astray: `sort` looks like `format`. A name is offered only where the tool has it.

use rmcp::model::JsonObject;

/// Parameters in the order in which they are preferred, and the names they go by elsewhere, in lower case without `_`.
const SYNONYMS: [(&[&str], &[&str]); 18] = [
    (
        &["where", "condition", "conditions", "predicate", "criteria"],
        &["filter", "raw_filter", "keyword", "query", "text"],
    ),
    (
        &["filter", "query", "search"],
        &["filter", "raw_filter", "keyword", "query", "text"],
    ),
    (
        &["text", "term", "q", "keyword", "pattern", "contains"],
        &["keyword", "query", "text", "filter"],
    ),
    (
        &["sort", "sortby", "order", "orderby", "ordering"],
        &["order_by", "raw_order_by"],
    ),
    (
        &[
            "since",
            "start",
            "begin",
            "after",
            "starttime",
            "startdate",
            "datefrom",
        ],
        &["from"],
    ),
    (
        &["until", "end", "before", "endtime", "enddate", "dateto"],
        &["to"],
    ),
    (
        &["metric", "metriccode", "metricname", "name", "id", "key"],
        &["code"],
    ),
    (
        &["type", "entity", "entityname", "table"],
        &["entity_type", "entity_types"],
    ),
    (&["columns", "select", "properties"], &["fields"]),
    (
        &[
            "top",
            "take",
            "max",
            "count",
            "size",
            "pagesize",
            "maxresults",
        ],
        &["limit"],
    ),
    (
        &["offset", "skip", "page"],
        &["data_offset", "skip", "cursor"],
    ),
    (
        &["profile2", "otherwarehouse", "targetprofile"],
        &["other_profile"],
    ),
    (&["workflow2", "targetworkflow"], &["other_workflow"]),
    (
        &["application2", "targetapplication"],
        &["other_application"],
    ),
    (
        &["warehouse", "site", "tenant", "server", "connection"],
        &["profile"],
    ),
    (&["severity", "minlevel", "loglevel"], &["level"]),
    (&["pallet", "lpn", "sscc", "box"], &["container"]),
    (&["sku", "article", "item", "material"], &["product"]),
];
/// Names of the one thing that a tool is asked for.
const THE_THING: [&str; 6] = ["code", "id", "name", "key", "number", "value"];

const ENTITY_TYPE: &str = "entity_type";

/// Returns the parameters of a tool that a name means, the likeliest first; `required` are those still missing.
pub(super) fn meant(name: &str, properties: &JsonObject, required: &[&str]) -> Vec<String> {
    let plain: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    let plain = plain.to_lowercase();
    if THE_THING.contains(&plain.as_str()) {
        // A code names a row and never its type; a name may be either's.
        let mut required = required.iter().rev();
        let found = required.find(|required| plain == "name" || **required != ENTITY_TYPE);
        if let Some(found) = found {
            return vec![(*found).to_owned()];
        }
    }
    let lists = SYNONYMS
        .iter()
        .filter(|(names, _)| names.contains(&plain.as_str()));
    let mut parameters = lists.flat_map(|(_, parameters)| *parameters);
    let found = parameters.find(|parameter| properties.contains_key(**parameter));
    found
        .map(|parameter| (*parameter).to_owned())
        .into_iter()
        .collect()
}
