//! Entity types and their rows.

mod aggregate;
mod describe;
mod get;
mod list;
mod query;
mod question;
mod search;

use rmcp::{tool, tool_router};

use crate::arguments::Parameters;
use crate::server::{Call, Reply, WarehouseServer};

pub(super) use self::question::{resolve, respelled};

#[tool_router(router = entities_router, vis = "pub(crate)")]
impl WarehouseServer {
    /// Lists what can be queried on this warehouse: entity type, description, category, key field. Start here; the
    /// names are needed by the other tools. For the fields of one type use describe_entity_type.
    #[tool(title = "List entity types")]
    async fn list_entity_types(
        &self,
        call: Call,
        Parameters(params): Parameters<list::ListEntityTypesParams>,
    ) -> Reply {
        call.reply(list::answer(&call, params).await)
    }

    /// Gives the fields of an entity type: name, type, the type it points to, whether it is in the short form (lite), and
    /// an example value from a real row. Use it before filtering or ordering by a field.
    #[tool(title = "Describe an entity type")]
    async fn describe_entity_type(
        &self,
        call: Call,
        Parameters(params): Parameters<describe::DescribeEntityTypeParams>,
    ) -> Reply {
        call.reply(describe::answer(&call, params).await)
    }

    /// Reads rows of an entity type, filtered and ordered, in pages. Full rows take 4 to 5 kB each: fields "lite" and
    /// format "table" give many more per answer. For a number only use count_wms_entities; for one row by its key
    /// get_wms_entity; for the server's own filter dialect or Writing rows call_query_api.
    #[tool(title = "Query rows")]
    async fn query_wms_entities(
        &self,
        call: Call,
        Parameters(params): Parameters<query::QueryParams>,
    ) -> Reply {
        call.reply(query::rows(&call, params).await)
    }

    /// Counts the rows of an entity type that match a filter, without reading them. Same filter language as
    /// query_wms_entities.
    #[tool(title = "Count rows")]
    async fn count_wms_entities(
        &self,
        call: Call,
        Parameters(params): Parameters<query::CountParams>,
    ) -> Reply {
        call.reply(query::count(&call, params).await)
    }

    /// Reads one row whole by its key (Code, UniqueCode, Label …) or its Id. A row larger than the answer comes in
    /// verbatim windows: repeat with data_offset. For several rows use query_wms_entities.
    #[tool(title = "Get one row")]
    async fn get_wms_entity(
        &self,
        call: Call,
        Parameters(params): Parameters<get::GetEntityParams>,
    ) -> Reply {
        call.reply(get::answer(&call, params).await)
    }

    /// Groups the rows of an entity type and gives count, sum, min, max and avg of each group: stock by status, tasks by
    /// user and day, orders by carrier. Reads all matching rows and says in complete whether it could. For a number alone
    /// use count_wms_entities.
    #[tool(title = "Group and sum rows")]
    async fn aggregate_wms_entities(
        &self,
        call: Call,
        Parameters(params): Parameters<aggregate::AggregateParams>,
    ) -> Reply {
        call.reply(aggregate::answer(&call, params).await)
    }

    /// Searches a text in the codes, names, descriptions and messages of all entity types: what is this code, where does it
    /// occur. Gives the first rows of each type, with the number of all. Use query_wms_entities once you know the type;
    /// workflows and logs have their own searches.
    #[tool(title = "Search everywhere")]
    async fn search_wms_data(
        &self,
        call: Call,
        Parameters(params): Parameters<search::SearchParams>,
    ) -> Reply {
        call.reply(search::answer(&call, params).await)
    }
}
