//! ERP messages in error lately, grouped by what they are and why they failed.

use std::collections::BTreeMap;

use super::super::count::listed;
use super::super::finding::{Severity, quoted};
use super::super::line::Line;
use super::super::part::codes_of;
use super::super::row::Row;
use super::alert::Alert;
use super::kind::Kind;
use super::scope::Scope;
use crate::easywms::{Noun, Role, ValueSet};

/// Messages read; a storm of errors is told by its first ones and its number.
const ROWS: u64 = 500;
/// Objects named in a group.
const OBJECTS: usize = 5;
const MESSAGE_ROLES: &[Role] = &[
    Role::Kind,
    Role::Direction,
    Role::Object,
    Role::Created,
    Role::ErrorCode,
    Role::Field,
    Role::Failure,
];

/// Messages whose status is an error, by type, direction and error code.
pub(super) async fn errors<'c>(scope: &Scope<'c>) -> Alert<'c> {
    let from = scope.reader.hours_away(-scope.hours);
    let messages = scope
        .reader
        .read("interface_errors", Noun::InterfaceMessage, |message| {
            let failed = message.is(Role::Status, ValueSet::Error)?;
            let filter = failed.and(message.from(Role::Created, from)?);
            Ok(message
                .ask(filter, MESSAGE_ROLES, ROWS)
                .newest(Role::Created))
        })
        .await;
    let rule = format!(
        "messages in error (not pending ones) of the last {} h, grouped by type, direction and error code; 'total' counts messages",
        scope.hours
    );
    let groups = groups(messages.rows());
    let said = groups.iter().map(|group| said(group)).collect::<Vec<_>>();
    let rows = groups
        .iter()
        .filter_map(|group| shown(group).row())
        .collect();
    let alert = Alert::of_part(
        Kind::InterfaceErrors,
        rule,
        messages,
        Severity::Critical,
        |messages| {
            let groups = messages.count_of_groups(said.len()).listed(&said, 4);
            let count = messages.count().of("ERP message", "ERP messages");
            format!("{count} in error in {} h: {groups}", scope.hours)
        },
    );
    Alert {
        groups: Some(said.len()),
        rows,
        ..alert
    }
}

/// The largest group first.
fn groups<'r, 'c>(messages: &'r [Row<'c>]) -> Vec<Vec<&'r Row<'c>>> {
    let mut groups: BTreeMap<_, Vec<&Row>> = BTreeMap::new();
    for message in messages {
        let key = [Role::Kind, Role::Direction, Role::ErrorCode].map(|role| message.text(role));
        groups.entry(key).or_default().push(message);
    }
    let mut groups: Vec<Vec<&Row>> = groups.into_values().collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// The newest message of a group stands for it: its text is the first reason to look at.
fn shown(group: &[&Row]) -> Line {
    let newest = group.first();
    let of = |role| newest.and_then(|message| message.text(role));
    let objects = codes_of(group.iter().copied(), Role::Object);
    Line::default()
        .with_if("type", of(Role::Kind))
        .with_if("direction", of(Role::Direction))
        .with_if("error_code", of(Role::ErrorCode))
        .with("count", group.len())
        .with_if("field", of(Role::Field))
        .with_if("reason", of(Role::Failure))
        .with_if("newest", of(Role::Created))
        .with_list("objects", "more_objects", objects, OBJECTS)
}

fn said(group: &[&Row]) -> String {
    let newest = group.first();
    let of = |role| {
        newest
            .and_then(|message| message.text(role))
            .unwrap_or_default()
    };
    let objects = codes_of(group.iter().copied(), Role::Object);
    format!(
        "{} {} {} {} ({})",
        group.len(),
        of(Role::Kind),
        of(Role::ErrorCode),
        quoted(&of(Role::Failure)),
        listed(&objects, 3)
    )
}
