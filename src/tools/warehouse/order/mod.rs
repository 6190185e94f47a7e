//! `get_order_status`: an inbound or outbound order, and why it does not move.

mod goods;
mod inbound;
mod judgement;
mod missing;
mod outbound;
mod shortage;
mod supply;

use jiff::civil::DateTime;
use schemars::JsonSchema;
use serde::Deserialize;

use self::inbound::InboundOrder;
use self::outbound::OutboundOrder;
use super::answer::{about, concluded, read_of, sources, zone_warning};
use super::code::code;
use super::finding::{Evidence, Findings, Read, Severity};
use super::log::LogLines;
use super::message::{self, messages_about};
use super::near::Thing;
use super::part::Part;
use super::reader::Reader;
use super::row::Row;
use super::unavailable::settle;
use crate::easywms::{Noun, Role, ValueSet};
use crate::envelope::{Answer, Failure, Section};
use crate::server::Call;

/// Lines, containers and receptions of one order.
const ROWS: u64 = 200;
/// Rows shown of each part.
const SHOWN: usize = 10;

#[derive(Deserialize, JsonSchema)]
pub(super) struct OrderParams {
    /// Code of an outbound or inbound order, e.g. SO-240117, PO-118204.
    order: String,
    /// Warehouse profile; default: the configured one.
    profile: Option<String>,
}

/// What is read of any order by its code alone.
struct Found<'c> {
    reader: Reader<'c>,
    outbound: Part<'c>,
    inbound: Part<'c>,
    messages: Part<'c>,
    log: LogLines,
}

pub(super) async fn answer(call: &Call, params: OrderParams) -> Result<Answer, Failure> {
    let warehouse = call.warehouse(params.profile.as_deref()).await?;
    let given = code("order", &params.order)?;
    let reader = Reader::new(call, &warehouse);
    let mut found = Found::by(&reader, &given).await?;
    let mut respelled = None;
    if found.is_nothing() {
        let near = Thing::Order.near(&reader, &given).await;
        match near.meant(&given) {
            Some(only) => {
                respelled = Some(format!("order '{given}' was read as '{only}'"));
                found = Found::by(&reader, only).await?;
            }
            // A log line that names the code is all there is to tell.
            None if found.log.lines().is_empty() => {
                return Err(near.unknown(Thing::Order, &given));
            }
            None => {}
        }
    }
    let mut findings = Findings::default();
    if let Some(row) = found.outbound.first() {
        let order = OutboundOrder::of(&reader, row).await;
        order.add_findings(&mut findings, &reader);
        let answer = found.about("outbound", row, order.sections());
        return Ok(found.concluded(answer, findings, order.parts(), respelled));
    }
    if let Some(row) = found.inbound.first() {
        let order = InboundOrder::of(&reader, row).await;
        order.add_findings(&mut findings, &reader);
        let answer = found.about("inbound", row, order.sections());
        return Ok(found.concluded(answer, findings, order.parts(), respelled));
    }
    let (severity, text) = if found.outbound.is_complete() && found.inbound.is_complete() {
        let text = "here; only the messages and log lines below name it";
        (
            Severity::Critical,
            format!("there is no order {given} {text}"),
        )
    } else {
        let text = "was not found, but not every kind of order could be read";
        (Severity::Warning, format!("order {given} {text}"))
    };
    findings.add(severity, text, found.messages.rows());
    let answer = about(&reader, found.sections().collect())
        .fact("direction", "none")
        .fact("order", &given);
    Ok(found.concluded(answer, findings, Vec::new(), respelled))
}

impl<'c> Found<'c> {
    async fn by(reader: &Reader<'c>, code: &str) -> Result<Self, Failure> {
        let header = |name, noun, roles| {
            reader.read(name, noun, move |order| {
                Ok(order.ask(order.equals(Role::Code, code)?, roles, 2))
            })
        };
        let (outbound, inbound, messages, log) = tokio::join!(
            header("outbound_order", Noun::OutboundOrder, outbound::ORDER_ROLES),
            header("inbound_order", Noun::InboundOrder, inbound::ORDER_ROLES),
            messages_about(reader, code),
            LogLines::naming(reader, code),
        );
        settle([&outbound, &inbound, &messages])?;
        Ok(Self {
            reader: *reader,
            outbound,
            inbound,
            messages,
            log,
        })
    }

    /// Whether both kinds of orders were read and neither has the code, nor has any message.
    fn is_nothing(&self) -> bool {
        let read = self.outbound.is_complete() && self.inbound.is_complete();
        let rows = [&self.outbound, &self.inbound, &self.messages].map(|part| part.rows().len());
        read && rows == [0, 0, 0]
    }

    fn about(&self, direction: &str, row: &Row, sections: Vec<Section>) -> Answer {
        let sections = sections.into_iter().chain(self.sections()).collect();
        let answer = about(&self.reader, sections).fact("direction", direction);
        match row.shown(&[]) {
            Some(row) => answer.raw_fact("order", row.text()),
            None => answer,
        }
    }

    fn sections(&self) -> impl Iterator<Item = Section> {
        let orders = [self.outbound.gap(), self.inbound.gap()];
        let named = [self.messages.section(SHOWN / 2, &[]), self.log.section()];
        orders.into_iter().chain(named).flatten()
    }

    /// Adds what is the same for every order: messages, log lines, and that nothing was found.
    fn concluded(
        &self,
        answer: Answer,
        mut findings: Findings,
        parts: Vec<&Part<'c>>,
        respelled: Option<String>,
    ) -> Answer {
        let headers = [&self.outbound, &self.inbound].into_iter();
        let headers = headers.filter(|part| part.first().is_some() || self.has_no_order());
        message::add_findings(&mut findings, &self.messages);
        let quiet = findings.hold_nothing();
        self.log.add_findings(&mut findings, &[]);
        // Of an order that is over nobody asks what holds it.
        if quiet && !self.is_over() {
            let read = headers.clone().chain(parts.iter().copied());
            findings.add_nothing_found(match read_of(read.chain([&self.messages])) {
                Read::All if !self.log.is_read() => Read::Some,
                read => read,
            });
        }
        let read = headers.chain(parts).chain([&self.messages]);
        let sources = sources(read).with(self.log.source());
        let warnings = respelled.into_iter().chain(self.others());
        let warnings = warnings.chain(zone_warning(&self.reader));
        concluded(answer, findings, sources).warnings(warnings)
    }

    /// Whether the order that is told of wants nothing any more.
    fn is_over(&self) -> bool {
        let told = self.outbound.first().or(self.inbound.first());
        told.is_some_and(|order| order.is(Role::Status, ValueSet::Closed))
    }

    /// Names the orders that have the code too and are not the one that is told of.
    fn others(&self) -> Option<String> {
        let orders = [&self.outbound, &self.inbound].into_iter();
        let others = orders.flat_map(Part::rows).skip(1);
        let named = others.map(|row| {
            let Evidence { entity_type, key } = row.evidence();
            format!("{entity_type} {key}")
        });
        let named: Vec<String> = named.collect();
        (!named.is_empty()).then(|| {
            format!(
                "this order's code is also that of {}, of which nothing is told here: get_wms_entity reads the order, query_wms_entities its lines",
                named.join(" and ")
            )
        })
    }

    fn has_no_order(&self) -> bool {
        self.outbound.first().is_none() && self.inbound.first().is_none()
    }
}

/// Adds that nobody knows whether the order is over: its status is none of the catalogue's.
fn add_unknown_status(findings: &mut Findings, order: &Row) {
    if let Some(status) = order.unknown_status() {
        let text = format!(
            "the catalogue does not know status {status}: whether the order is open, held or over is not known"
        );
        findings.add(Severity::Warning, text, [order]);
    }
}

/// Whether a date has passed; one that is missing has not.
fn is_past(date: Option<DateTime>, reader: &Reader) -> bool {
    date.is_some_and(|date| date < reader.now())
}
