//! What is known of a container beyond its row, and what of that holds it.

use super::super::answer::read_of;
use super::super::finding::{Findings, Read, Severity};
use super::super::hold::{Hold, Holds, lock_said};
use super::super::log::LogLines;
use super::super::message::{self, messages_naming};
use super::super::part::Part;
use super::super::reader::Reader;
use super::super::row::Row;
use super::super::stock::STOCK_ROLES;
use super::super::subject::Subject;
use super::super::task::{self, faulty_devices, tasks};
use super::super::unavailable::settle;
use super::{CONTAINER_ROLES, read};
use crate::easywms::rows::RawRow;
use crate::easywms::{Noun, Role, ValueSet};
use crate::envelope::{Failure, Section};

/// Stock rows and containers on it that are read.
const ROWS: u64 = 200;
/// Rows shown of each part.
const SHOWN: usize = 10;
/// A box on a pallet on a trolley: deeper nesting is a mistake of the data, and may go round in circles.
const DEEPEST: usize = 5;
const RECEPTION_ROLES: &[Role] = &[
    Role::Code,
    Role::InboundOrder,
    Role::Status,
    Role::Dock,
    Role::Started,
    Role::Ended,
    Role::User,
];
const ORDER_ROLES: &[Role] = &[
    Role::Code,
    Role::Status,
    Role::Priority,
    Role::Account,
    Role::Planned,
    Role::Shipped,
];

/// What was read of a container, beyond the row itself.
pub(super) struct Traces<'c> {
    stock: Part<'c>,
    children: Part<'c>,
    tasks: Part<'c>,
    messages: Part<'c>,
    log: LogLines,
    parents: Part<'c>,
    holds: Holds<'c>,
    devices: Part<'c>,
    reception: Part<'c>,
    order: Part<'c>,
}

impl<'c> Traces<'c> {
    /// Reads first what names the container, then what that points to.
    pub(super) async fn of(
        reader: &Reader<'c>,
        code: &str,
        container: &Part<'c>,
    ) -> Result<Self, Failure> {
        let row = container.first();
        let (stock, children, tasks, messages, log, parents) = tokio::join!(
            reader.read("stock", Noun::Stock, |stock| {
                Ok(stock.ask(stock.equals(Role::Container, code)?, STOCK_ROLES, ROWS))
            }),
            reader.read("children", Noun::Container, |child| {
                Ok(child.ask(child.equals(Role::Parent, code)?, CONTAINER_ROLES, ROWS))
            }),
            tasks(reader, |task| task.equals(Role::Container, code)),
            messages_naming(reader, code),
            LogLines::naming(reader, code),
            parents(reader, code, row),
        );
        settle([container, &stock, &children, &tasks, &messages])?;
        let of = |role| row.and_then(|row| row.text(role));
        let order = of(Role::OutboundOrder).or_else(|| {
            let open = tasks
                .rows()
                .iter()
                .find(|task| task.is(Role::Status, ValueSet::Open));
            open.and_then(|task| task.text(Role::OutboundOrder))
        });
        let on: Vec<Row> = row.into_iter().chain(stock.rows()).cloned().collect();
        let (holds, devices, reception, order) = tokio::join!(
            Holds::on(reader, &on),
            faulty_devices(reader, &tasks),
            named(
                reader,
                "reception",
                Noun::Reception,
                of(Role::Reception),
                RECEPTION_ROLES
            ),
            named(
                reader,
                "outbound_order",
                Noun::OutboundOrder,
                order,
                ORDER_ROLES
            ),
        );
        Ok(Self {
            stock,
            children,
            tasks,
            messages,
            log,
            parents,
            holds,
            devices,
            reception,
            order,
        })
    }

    /// Returns the source of the log lines, which are no part.
    pub(super) fn log_source(&self) -> Option<RawRow> {
        self.log.source()
    }

    pub(super) fn parts(&self) -> impl Iterator<Item = &Part<'c>> {
        let before = [&self.stock, &self.tasks, &self.children, &self.parents];
        let after = [&self.devices, &self.reception, &self.order, &self.messages];
        before.into_iter().chain(self.holds.parts()).chain(after)
    }

    pub(super) fn sections(&self) -> impl Iterator<Item = Section> {
        let parts = [
            self.stock
                .section(SHOWN, &[Role::Container, Role::Location]),
            self.tasks.section(SHOWN, &[Role::Container]),
            self.reception.section(1, &[]),
            self.order.section(1, &[]),
            self.parents.section(DEEPEST, &[]),
            self.children.section(SHOWN, &[Role::Parent]),
            self.devices.section(SHOWN, &[]),
            self.messages.section(SHOWN / 2, &[Role::Content]),
            self.log.section(),
        ];
        parts.into_iter().flatten().chain(self.holds.gaps())
    }

    /// Adds what holds the container: its own lock, holds on its stock, tasks, messages, what the log says.
    pub(super) fn add_findings(&self, findings: &mut Findings, itself: &Part<'c>) {
        let Some(container) = itself.first() else {
            return;
        };
        let told = self.add_lock(findings, container);
        for (hold, held) in self.holds.groups(self.stock.rows()) {
            let about_itself = matches!(hold, Hold::Container(..))
                || hold.row().text(Role::Target) == container.text(Role::Code);
            if !about_itself {
                let held = held.iter().copied();
                let text = format!("its stock is held: {}", hold.said());
                findings.add(
                    Severity::Critical,
                    text,
                    std::iter::once(hold.row()).chain(held),
                );
            }
        }
        self.add_blocked(findings, container);
        self.add_statuses(findings);
        task::add_findings(findings, &self.tasks, &self.devices);
        message::add_findings(findings, &self.messages);
        self.add_order(findings);
        let is_gone = container.is(Role::Status, ValueSet::Gone);
        let place = if is_gone {
            gone_said(container)
        } else {
            place_said(container)
        };
        findings.add(Severity::Info, place, [container]);
        let told: Vec<&str> = told.iter().map(String::as_str).collect();
        self.log.add_findings(findings, &told);
        // Of a container that has left nobody asks what holds it.
        if findings.hold_nothing() && !is_gone {
            findings.add_nothing_found(match read_of(self.parts().chain([itself])) {
                Read::All if !self.log.is_read() => Read::Some,
                read => read,
            });
        }
    }

    /// Says why the container itself is locked: the lock row, or the log line that names the lock's code, or neither.
    fn add_lock(&self, findings: &mut Findings, container: &Row<'c>) -> Option<String> {
        let own = self.holds.of(container);
        let lock = own.iter().find(|hold| matches!(hold, Hold::Lock(_)));
        if let Some(hold) = lock {
            findings.add(
                Severity::Critical,
                lock_said(hold.row()),
                [hold.row(), container],
            );
            return None;
        }
        if !container.is_true(Role::Locked) {
            return None;
        }
        let code = container.said(Role::Lock);
        let why = if self.holds.looked_on(container) {
            "no lock row says why"
        } else {
            "lock rows that may say why could not all be read"
        };
        let text = format!("the container is locked with code {code}; {why}");
        let Some(line) = self.log.complaint(&code) else {
            let log = if self.log.is_read() {
                "none of the newest log lines names it"
            } else {
                "the log could not be read"
            };
            findings.add(
                Severity::Critical,
                format!("{text}, and {log}"),
                [container],
            );
            return None;
        };
        let evidence = vec![container.evidence(), line.evidence()];
        let text = format!("{text}; {}", line.said());
        findings.with_evidence(Severity::Critical, text, evidence);
        Some(line.id.clone())
    }

    /// Says what of its stock is blocked where neither a lock row nor a locked container or location explains it.
    fn add_blocked(&self, findings: &mut Findings, container: &Row<'c>) {
        if container.is_true(Role::Locked) {
            return;
        }
        for row in self.stock.rows() {
            let is_blocked = row
                .number(Role::Blocked)
                .is_some_and(|quantity| !quantity.is_zero());
            // A status that is not the normal one is told of, and is why.
            let is_told = row.is_other(Role::Status, ValueSet::Normal);
            if !is_blocked || is_told || !self.holds.of(row).is_empty() {
                continue;
            }
            let why = if self.holds.looked_on(row) {
                "no lock says why"
            } else {
                "locks that may say why could not all be read"
            };
            let text = format!(
                "{} of {} {} of {} are blocked, and {why}",
                row.amount(Role::Blocked),
                row.amount(Role::Quantity),
                row.said(Role::Unit),
                row.said(Role::Product)
            );
            findings.add(Severity::Warning, text, [row]);
        }
    }

    fn add_statuses(&self, findings: &mut Findings) {
        for row in self.stock.rows() {
            if row.text(Role::Status).is_some() && !row.is(Role::Status, ValueSet::Normal) {
                let text = format!(
                    "{} {} of {} have stock status {}",
                    row.amount(Role::Quantity),
                    row.said(Role::Unit),
                    row.said(Role::Product),
                    row.said(Role::Status)
                );
                findings.add(Severity::Warning, text, [row]);
            }
        }
    }

    fn add_order(&self, findings: &mut Findings) {
        for order in self.order.rows() {
            if !order.is(Role::Status, ValueSet::Closed) {
                let text = format!(
                    "needed by order {} ({}), planned load {}",
                    order.said(Role::Code),
                    order.said(Role::Status),
                    order.said(Role::Planned)
                );
                findings.add(Severity::Info, text, [order]);
            }
        }
    }
}

/// Reads the row of a code that another row names; without a code there is nothing to read.
async fn named<'c>(
    reader: &Reader<'c>,
    name: &'static str,
    noun: Noun,
    code: Option<String>,
    roles: &'static [Role],
) -> Part<'c> {
    let codes: Vec<String> = code.into_iter().collect();
    let ask = |subject: Subject<'c>, codes: &[String]| {
        Ok(subject.ask(subject.any_of(Role::Code, codes)?, roles, 2))
    };
    reader.read_each(name, noun, &codes, ask).await
}

/// Reads the containers that it stands on, one after the other, up to the one on the floor.
async fn parents<'c>(reader: &Reader<'c>, code: &str, row: Option<&Row<'c>>) -> Part<'c> {
    let mut seen = vec![code.to_owned()];
    let mut chain = Part::nothing("parents", Noun::Container);
    let mut next = row.and_then(|row| row.text(Role::Parent));
    while let Some(parent) = next.filter(|parent| !seen.contains(parent) && seen.len() <= DEEPEST) {
        let part = read(reader, "parents", &parent).await;
        next = part.first().and_then(|row| row.text(Role::Parent));
        seen.push(parent);
        chain = chain.joined(part);
    }
    chain
}

/// "the container has left the warehouse (OUT_WAREHOUSE) with SO-1".
fn gone_said(container: &Row) -> String {
    let order = container.text(Role::OutboundOrder);
    let order = order.map(|order| format!(" with {order}"));
    format!(
        "the container has left the warehouse ({}){}",
        container.said(Role::Status),
        order.unwrap_or_default()
    )
}

/// "the container is at AS-1 on PAL-1 since … (IN_WAREHOUSE)".
fn place_said(container: &Row) -> String {
    let place = match container.text(Role::Location) {
        Some(location) => format!("the container is at {location}"),
        None => "no location is recorded for the container".to_owned(),
    };
    let parent = container.text(Role::Parent);
    let since = container.text(Role::Since);
    format!(
        "{place}{}{} ({})",
        parent
            .map(|parent| format!(" on {parent}"))
            .unwrap_or_default(),
        since
            .map(|since| format!(" since {since}"))
            .unwrap_or_default(),
        container.said(Role::Status)
    )
}
