//! Messages to and from the ERP: which are in error, which wait, and about what.

use super::code::{self, same};
use super::finding::{Findings, Severity, quoted};
use super::part::Part;
use super::reader::Reader;
use super::row::Row;
use crate::easywms::{Noun, Role, ValueSet};

/// What is read of a message.
const MESSAGE_ROLES: &[Role] = &[
    Role::Kind,
    Role::Direction,
    Role::Status,
    Role::Object,
    Role::Created,
    Role::ErrorCode,
    Role::Field,
    Role::Failure,
];
/// The same with the content, which is long and not shown.
const NAMING_ROLES: &[Role] = &[
    Role::Kind,
    Role::Direction,
    Role::Status,
    Role::Object,
    Role::Created,
    Role::ErrorCode,
    Role::Field,
    Role::Failure,
    Role::Content,
];
/// Messages read of one thing: an order has a handful.
const MESSAGES: u64 = 50;

/// Reads the messages about an object, the newest first, those in error before the others.
pub(super) async fn messages_about<'c>(reader: &Reader<'c>, code: &str) -> Part<'c> {
    let part = reader
        .read("messages", Noun::InterfaceMessage, |message| {
            let filter = message.equals(Role::Object, code)?;
            Ok(message
                .ask(filter, MESSAGE_ROLES, MESSAGES)
                .newest(Role::Created))
        })
        .await;
    errors_first(part)
}

/// Reads the messages that name a code as their object or in their content.
pub(super) async fn messages_naming<'c>(reader: &Reader<'c>, code: &str) -> Part<'c> {
    let mut part = reader
        .read("messages", Noun::InterfaceMessage, |message| {
            let object = message.equals(Role::Object, code)?;
            let filter = match message.contains(Role::Content, code) {
                Ok(content) => object.or(content),
                Err(_) => object,
            };
            Ok(message
                .ask(filter, NAMING_ROLES, MESSAGES)
                .newest(Role::Created))
        })
        .await;
    part.retain(|message| names(message, code));
    errors_first(part)
}

/// Whether a message that contains a code names it, and not a longer one. What it does not show proves nothing.
pub(super) fn names(message: &Row, code: &str) -> bool {
    let object = message.text(Role::Object);
    let content = message.text(Role::Content);
    object.is_some_and(|object| same(&object, code))
        || content.is_none_or(|content| code::names(&content, code))
}

/// Adds the messages that did not get through.
pub(super) fn add_findings(findings: &mut Findings, messages: &Part) {
    for message in messages.rows() {
        if message.is(Role::Status, ValueSet::Error) {
            findings.add(Severity::Warning, error_said(message), [message]);
        } else if message.is(Role::Status, ValueSet::Pending) {
            let text = format!("{} waits to be processed", said(message));
            findings.add(Severity::Info, text, [message]);
        }
    }
}

/// "the message OutboundOrderConfirmation (Outbound) about SO-1 of … failed: ERP-1, field X: "…"".
pub(super) fn error_said(message: &Row) -> String {
    let code = message.text(Role::ErrorCode).map(|code| format!(" {code}"));
    let field = message
        .text(Role::Field)
        .map(|field| format!(", field {field}"));
    let failure = message
        .text(Role::Failure)
        .map(|failure| format!(": {}", quoted(&failure)));
    format!(
        "{} is in error{}{}{}",
        said(message),
        code.unwrap_or_default(),
        field.unwrap_or_default(),
        failure.unwrap_or_default()
    )
}

fn said(message: &Row) -> String {
    format!(
        "the message {} ({}) about {} of {}",
        message.said(Role::Kind),
        message.said(Role::Direction),
        message.said(Role::Object),
        message.said(Role::Created)
    )
}

fn errors_first(mut part: Part<'_>) -> Part<'_> {
    part.sort_by_key(|message| !message.is(Role::Status, ValueSet::Error));
    part
}
