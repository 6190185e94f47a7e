//! The extractor that a tool method names in its signature.

use std::borrow::Cow;

use rmcp::{
    ErrorData,
    handler::server::{common::FromContextPart, tool::ToolCallContext},
};
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{error::ArgumentError, schema::input_schema};

/// A tool's typed parameters: `async fn get_stock(&self, Parameters(query): Parameters<StockQuery>)`.
///
/// Stands in for rmcp's type of the same name, which names no field in its errors and publishes schemas that several
/// clients refuse. The name matters: rmcp's macro finds the parameter struct by it. The arguments must have gone through
/// [`prepare`](super::prepare()) before; what is left to fail here is what only the struct's own types know.
#[derive(Debug, Clone)]
pub struct Parameters<T>(pub T);

impl<S, T: DeserializeOwned> FromContextPart<ToolCallContext<'_, S>> for Parameters<T> {
    fn from_context_part(context: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData> {
        let arguments = Value::Object(context.arguments.take().unwrap_or_default());
        serde_path_to_error::deserialize(arguments)
            .map(Parameters)
            .map_err(|error| {
                let path = error.path().to_string();
                ArgumentError::rejected(&path, &error.inner().to_string()).into()
            })
    }
}

impl<T: JsonSchema> JsonSchema for Parameters<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        // rmcp's generator stamps `$schema` on the root after this returns, unless its settings say there is none.
        *generator = SchemaSettings::draft2020_12()
            .with(|settings| settings.meta_schema = None)
            .into_generator();
        Schema::from((*input_schema::<T>()).clone())
    }
}
