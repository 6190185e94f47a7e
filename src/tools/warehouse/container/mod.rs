//! `trace_container`: where a container is, what is in it, what happened to it, and what holds it.

mod traces;

use schemars::JsonSchema;
use serde::Deserialize;

use self::traces::Traces;
use super::answer::{about, concluded, sources};
use super::code::code;
use super::finding::Findings;
use super::near::Thing;
use super::part::Part;
use super::reader::Reader;
use crate::easywms::{Noun, Role};
use crate::envelope::{Answer, Failure};
use crate::server::Call;

/// What is read of a container.
const CONTAINER_ROLES: &[Role] = &[
    Role::Code,
    Role::Kind,
    Role::Status,
    Role::Location,
    Role::Since,
    Role::Parent,
    Role::Reception,
    Role::OutboundOrder,
    Role::Locked,
    Role::Lock,
];

#[derive(Deserialize, JsonSchema)]
pub(super) struct ContainerParams {
    /// Container code, e.g. PAL-0071482.
    container: String,
    /// Warehouse profile; default: the configured one.
    profile: Option<String>,
}

pub(super) async fn answer(call: &Call, params: ContainerParams) -> Result<Answer, Failure> {
    let warehouse = call.warehouse(params.profile.as_deref()).await?;
    let given = code("container", &params.container)?;
    let reader = Reader::new(call, &warehouse);
    let (container, respelled) = find(&reader, &given).await?;
    let code = container.first().map_or(given, |row| row.said(Role::Code));
    let traces = Traces::of(&reader, &code, &container).await?;
    let mut findings = Findings::default();
    traces.add_findings(&mut findings, &container);
    let parts = std::iter::once(&container).chain(traces.parts());
    let sources = sources(parts).with(traces.log_source());
    let sections = container.gap().into_iter().chain(traces.sections());
    let answer = about(&reader, sections.collect());
    let answer = match container.first().and_then(|row| row.shown(&[])) {
        Some(row) => answer.raw_fact("container", row.text()),
        None => answer.fact("container", code),
    };
    Ok(concluded(answer, findings, sources).warnings(respelled))
}

/// Reads the container; a code that only one container's code ends with is taken for that one.
async fn find<'c>(reader: &Reader<'c>, given: &str) -> Result<(Part<'c>, Option<String>), Failure> {
    let container = read(reader, "container", given).await;
    if !container.is_complete() || container.first().is_some() {
        return Ok((container, None));
    }
    let near = Thing::Container.near(reader, given).await;
    let Some(only) = near.meant(given) else {
        return Err(near.unknown(Thing::Container, given));
    };
    let said = format!("container '{given}' was read as '{only}'");
    Ok((read(reader, "container", only).await, Some(said)))
}

async fn read<'c>(reader: &Reader<'c>, name: &'static str, code: &str) -> Part<'c> {
    reader
        .read(name, Noun::Container, |container| {
            Ok(container.ask(container.equals(Role::Code, code)?, CONTAINER_ROLES, 2))
        })
        .await
}
