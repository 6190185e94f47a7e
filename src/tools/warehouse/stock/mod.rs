//! `get_stock`: how much there is, how much of it can be promised, where, and what holds the rest.

mod absent;
mod balance;
mod differences;
mod findings;
mod recall;
mod totals;

use schemars::JsonSchema;
use serde::Deserialize;

use self::differences::Differences;
pub(super) use self::findings::amount_said;
use self::recall::Recall;
pub(super) use self::totals::{amounts, grouped, named, sum};
use self::totals::{by_location, by_lot, by_status, totals};
use super::answer::{about, concluded, sources, zone_warning};
use super::code::code;
use super::count::Count;
use super::finding::Findings;
use super::hold::Holds;
use super::part::Part;
use super::reader::Reader;
use super::subject::{Ask, Gap, Subject};
use super::unavailable::settle;
use crate::easywms::rows::RawRow;
use crate::easywms::{Noun, Role};
use crate::envelope::{Answer, Code, Failure, Section};
use crate::server::Call;
use crate::tools::bounds::{DEFAULT_LIMIT, clamped_limit};

/// Stock rows that totals are made of. More are a question for aggregate_wms_entities, which reads on.
const SCANNED_ROWS: u64 = 2_000;
/// Products whose totals are shown.
const TOTALS: usize = 20;
/// Groups shown of each further kind: what a reader looks at before asking for less.
const GROUPS: usize = 10;

/// What is read of a stock row.
pub(super) const STOCK_ROLES: &[Role] = &[
    Role::Container,
    Role::Location,
    Role::Product,
    Role::Owner,
    Role::Lot,
    Role::Status,
    Role::Quantity,
    Role::Available,
    Role::Unavailable,
    Role::Reserved,
    Role::Blocked,
    Role::Unit,
    Role::Expires,
    Role::Received,
    Role::Supplier,
];
const PRODUCT_ROLES: &[Role] = &[
    Role::Code,
    Role::Description,
    Role::Owner,
    Role::Unit,
    Role::Class,
];

#[derive(Deserialize, JsonSchema)]
pub(super) struct StockParams {
    /// Product code. At least one of product, location, container, lot, owner.
    product: Option<String>,
    /// Location label.
    location: Option<String>,
    /// Container code.
    container: Option<String>,
    /// Lot code; adds where the lot was received and shipped.
    lot: Option<String>,
    /// Owner code: whose stock.
    owner: Option<String>,
    /// Stock rows shown; default 20, 1 to 200.
    limit: Option<i64>,
    /// Warehouse profile; default: the configured one.
    profile: Option<String>,
}

/// The stock that is asked for: each code given, with its role.
struct Wanted(Vec<(Role, &'static str, String)>);

pub(super) async fn answer(call: &Call, params: StockParams) -> Result<Answer, Failure> {
    let warehouse = call.warehouse(params.profile.as_deref()).await?;
    let wanted = Wanted::of(&params)?;
    let (limit, clamped) =
        clamped_limit(params.limit, DEFAULT_LIMIT, call.settings().max_query_rows);
    let reader = Reader::new(call, &warehouse);
    let scanned = SCANNED_ROWS.min(call.settings().max_scan_rows);
    let (stock, product, differences, recall) = tokio::join!(
        reader.read("stock", Noun::Stock, |stock| wanted.ask(stock, scanned)),
        product(&reader, wanted.code(Role::Product)),
        Differences::of(&reader, wanted.code(Role::Product)),
        Recall::of(&reader, wanted.code(Role::Lot)),
    );
    let parts = [&stock].into_iter().chain(&product);
    settle(parts.chain(differences.parts()).chain(recall.parts()))?;
    let mut findings = Findings::default();
    if stock.is_complete() && stock.rows().is_empty() {
        let unread = absent::check(&reader, &wanted, product.as_ref(), &recall).await?;
        absent::add_finding(&mut findings, &wanted, product.as_ref(), &unread);
    }
    let holds = Holds::on(&reader, stock.rows()).await;
    findings::add(&mut findings, &reader, &stock, &holds, product.is_some());
    differences.add_findings(&mut findings);
    recall.add_findings(
        &mut findings,
        wanted.code(Role::Lot),
        Some(&stock).filter(|_| wanted.0.len() == 1),
    );
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let read = [&stock].into_iter().chain(&product).chain(holds.parts());
    let sources = sources(read.chain(differences.parts()).chain(recall.parts()));
    let sections = sections(&stock, &holds, limit)
        .into_iter()
        .chain(differences.sections())
        .chain(recall.sections());
    let answer = about(&reader, sections.collect())
        .fact("asked", wanted.json())
        .fact("complete", stock.is_complete());
    let answer = match product
        .as_ref()
        .and_then(Part::first)
        .and_then(|row| row.shown(&[]))
    {
        Some(row) => answer.raw_fact("product", row.text()),
        None => answer,
    };
    let totals = totals(stock.rows(), &holds);
    let warnings = clamped
        .into_iter()
        .chain(partial(&stock))
        .chain(shortened(stock.count_of_groups(totals.len()), totals.len()))
        .chain(holds.warning());
    let dated = !stock.codes(Role::Expires).is_empty();
    let dated = zone_warning(&reader).filter(|_| dated);
    let answer = with_totals(answer, totals, stock.is_complete());
    Ok(concluded(answer, findings, sources).warnings(warnings.chain(dated)))
}

/// The stock itself, in groups and in rows. Groups that would only repeat the rows are left out, and those that would add
/// up some of the rows.
fn sections(stock: &Part, holds: &Holds, limit: usize) -> Vec<Section> {
    let group = |name, mut rows: Vec<RawRow>| {
        let several = stock.is_complete() && rows.len() > 1;
        let total = stock.count_of_groups(rows.len()).total();
        rows.truncate(GROUPS);
        let asked = rows.len() as u64;
        several.then(|| Section::rows(name, rows, asked, total))
    };
    let rows = stock.rows();
    let groups = [
        group("by_status", by_status(rows)),
        group("by_lot", by_lot(rows)),
        group("by_location", by_location(rows)).filter(|_| rows.len() > limit),
        stock.section(limit, &[]),
    ];
    groups.into_iter().flatten().chain(holds.gaps()).collect()
}

fn partial(stock: &Part) -> Option<String> {
    let read = stock.partly()?;
    Some(format!(
        "only {read} were read and added up; aggregate_wms_entities sums all"
    ))
}

/// Adds the totals that are shown. Sums of some rows have another name, so that nobody takes them for the whole.
fn with_totals(answer: Answer, mut totals: Vec<RawRow>, complete: bool) -> Answer {
    let all = totals.len();
    totals.truncate(TOTALS);
    let answer = match all {
        ..=TOTALS => answer,
        _ => answer
            .fact("totals_returned", totals.len())
            .fact("totals_total", complete.then_some(all)),
    };
    let name = if complete {
        "totals"
    } else {
        "totals_of_rows_read"
    };
    answer.lead(name, totals)
}

fn shortened(count: Count, all: usize) -> Option<String> {
    let products = count.of("product", "products");
    (all > TOTALS).then(|| {
        format!(
            "totals are of the {TOTALS} products with the most rows, of {products}: aggregate_wms_entities sums all"
        )
    })
}

async fn product<'c>(reader: &Reader<'c>, code: Option<&str>) -> Option<Part<'c>> {
    let code = code?;
    let ask =
        |product: Subject<'c>| Ok(product.ask(product.equals(Role::Code, code)?, PRODUCT_ROLES, 2));
    Some(reader.read("product", Noun::Product, ask).await)
}

impl Wanted {
    fn of(params: &StockParams) -> Result<Self, Failure> {
        let given = [
            (Role::Product, "product", &params.product),
            (Role::Location, "location", &params.location),
            (Role::Container, "container", &params.container),
            (Role::Lot, "lot", &params.lot),
            (Role::Owner, "owner", &params.owner),
        ];
        let mut wanted = Vec::new();
        for (role, name, text) in given {
            if let Some(text) = text {
                wanted.push((role, name, code(name, text)?));
            }
        }
        if wanted.is_empty() {
            let message = "get_stock needs one of product, location, container, lot, owner";
            let hint = "For sums over all stock use aggregate_wms_entities, for what is blocked list_warehouse_alerts.";
            return Err(Failure::new(Code::InvalidArguments, message, hint));
        }
        Ok(Self(wanted))
    }

    fn code(&self, role: Role) -> Option<&str> {
        let found = self.0.iter().find(|(wanted, _, _)| *wanted == role);
        found.map(|(_, _, code)| code.as_str())
    }

    fn ask<'c>(&self, stock: Subject<'c>, limit: u64) -> Result<Ask<'c>, Gap> {
        let mut filter = None;
        for (role, _, code) in &self.0 {
            let one = stock.equals(*role, code)?;
            filter = Some(match filter {
                None => one,
                Some(filter) => one.and(filter),
            });
        }
        // A question without any code was refused before.
        let filter = filter.ok_or(Gap::Noun(Noun::Stock))?;
        Ok(stock.ask(filter, STOCK_ROLES, limit))
    }

    fn json(&self) -> serde_json::Value {
        let pairs = self.0.iter();
        pairs
            .map(|(_, name, code)| ((*name).to_owned(), code.as_str().into()))
            .collect::<serde_json::Map<_, _>>()
            .into()
    }
}
