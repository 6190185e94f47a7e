//! Why the ERP may count a product otherwise: its changes here, and the messages about them that did not get through.

use super::super::code::same;
use super::super::count::Count;
use super::super::finding::{Findings, Severity};
use super::super::index::first_with;
use super::super::message::{error_said, names};
use super::super::part::Part;
use super::super::reader::Reader;
use super::super::row::Row;
use crate::easywms::{Noun, Role, ValueSet};
use crate::envelope::Section;

/// How far back changes of stock are looked at, in hours. A difference that is older has been found by a count.
const HOURS: i64 = 30 * 24;
/// Changes and messages read: the newest.
const MOST: u64 = 50;
/// Messages about these changes that are read.
const MESSAGES: u64 = 500;
/// Changes shown.
const SHOWN: usize = 5;
const VARIATION_ROLES: &[Role] = &[
    Role::Code,
    Role::Since,
    Role::Sign,
    Role::Quantity,
    Role::Unit,
    Role::Reason,
    Role::User,
    Role::Container,
];
/// What is read of a message: its content often has the other side's figure.
const UNSENT_ROLES: &[Role] = &[
    Role::Kind,
    Role::Direction,
    Role::Status,
    Role::Object,
    Role::Created,
    Role::ErrorCode,
    Role::Failure,
    Role::Content,
];

/// The changes of a product's stock and the messages about it that are not processed.
#[derive(Debug, Default)]
pub(super) struct Differences<'c> {
    variations: Option<Part<'c>>,
    unsent: Option<Part<'c>>,
    /// What messages there are about the changes, in any status.
    told: Option<Part<'c>>,
}

impl<'c> Differences<'c> {
    /// Reads them; of no product there are none.
    pub(super) async fn of(reader: &Reader<'c>, product: Option<&str>) -> Self {
        let Some(product) = product else {
            return Self::default();
        };
        let variations = reader
            .read("variations", Noun::StockVariation, |variation| {
                let since = variation.from(Role::Since, reader.hours_away(-HOURS))?;
                let filter = variation.equals(Role::Product, product)?.and(since);
                Ok(variation
                    .ask(filter, VARIATION_ROLES, MOST)
                    .newest(Role::Since))
            })
            .await;
        let codes = variations.codes(Role::Code);
        let (unsent, told) = tokio::join!(
            unsent_messages(reader, product, &codes),
            reader.read_each(
                "variation_messages",
                Noun::InterfaceMessage,
                &codes,
                |message, codes| {
                    let about = message.any_of(Role::Object, codes)?;
                    Ok(message.ask(about, &[Role::Object], MESSAGES))
                }
            ),
        );
        Self {
            variations: Some(variations),
            unsent: Some(unsent),
            told: Some(told),
        }
    }

    /// Adds each message that the other side has not got, with the change that it is about, and each change without one.
    pub(super) fn add_findings(&self, findings: &mut Findings) {
        self.add_untold(findings);
        for message in self.unsent.iter().flat_map(Part::rows) {
            let variation = self.variation(message);
            let change = variation
                .map(|row| format!("; {} has not reached the other side", change_said(row)));
            let text = if message.is(Role::Status, ValueSet::Error) {
                error_said(message)
            } else {
                format!("a message about {} still waits", message.said(Role::Object))
            };
            let text = text + &change.unwrap_or_default();
            findings.add(
                Severity::Warning,
                text,
                std::iter::once(message).chain(variation),
            );
        }
    }

    /// A change that no message is about, sent or not, the other side will never hear of.
    fn add_untold(&self, findings: &mut Findings) {
        let Some(told) = self.told.as_ref().filter(|told| told.is_complete()) else {
            return;
        };
        let objects = told.codes(Role::Object);
        let is_untold = |row: &&Row| {
            let code = row.text(Role::Code);
            code.is_some_and(|code| !objects.iter().any(|object| same(object, &code)))
        };
        let variations = self.variations.iter().flat_map(Part::rows);
        let untold: Vec<&Row> = variations.filter(is_untold).collect();
        for row in untold.iter().take(SHOWN) {
            let text = format!("no message was made of {}", change_said(row));
            findings.add(Severity::Warning, text, [*row]);
        }
        if let Some(more) = untold.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            let more = Count::Exactly(more as u64).of("more change", "more changes");
            let rest = untold.iter().skip(SHOWN).copied();
            findings.add(
                Severity::Warning,
                format!("no message was made of {more}"),
                rest,
            );
        }
    }

    pub(super) fn parts(&self) -> impl Iterator<Item = &Part<'c>> {
        self.variations.iter().chain(&self.unsent).chain(&self.told)
    }

    pub(super) fn sections(&self) -> impl Iterator<Item = Section> {
        let shown = self.variations.iter().chain(&self.unsent);
        let shown = shown.filter_map(|part| part.section(SHOWN, &[]));
        shown.chain(self.told.iter().filter_map(Part::gap))
    }

    /// The change that a message is about.
    fn variation(&self, message: &Row) -> Option<&Row<'c>> {
        let rows = self.variations.iter().flat_map(Part::rows);
        first_with(rows, Role::Code, message.code(Role::Object))
    }
}

/// Reads the messages about a product or its changes that are in error or wait.
async fn unsent_messages<'c>(reader: &Reader<'c>, product: &str, changes: &[String]) -> Part<'c> {
    let mut unsent = reader
        .read("unsent_messages", Noun::InterfaceMessage, |message| {
            let failed = message.is(Role::Status, ValueSet::Error)?;
            let waiting = message.is(Role::Status, ValueSet::Pending);
            let open = match waiting {
                Ok(waiting) => failed.or(waiting),
                Err(_) => failed,
            };
            let named = message.contains(Role::Content, product)?;
            let about = if changes.is_empty() {
                named
            } else {
                named.or(message.any_of(Role::Object, changes)?)
            };
            Ok(message
                .ask(about.and(open), UNSENT_ROLES, MOST)
                .newest(Role::Created))
        })
        .await;
    unsent.retain(|message| {
        let object = message.text(Role::Object);
        object.is_some_and(|object| changes.iter().any(|change| same(change, &object)))
            || names(message, product)
    });
    unsent
}

/// "the change of -24 UN (SV-1 of …, reason 04, asilva)".
fn change_said(row: &Row) -> String {
    format!(
        "the change of {}{} {} ({} of {}, reason {}, {})",
        row.said(Role::Sign),
        row.amount(Role::Quantity),
        row.said(Role::Unit),
        row.said(Role::Code),
        row.said(Role::Since),
        row.said(Role::Reason),
        row.said(Role::User)
    )
}
