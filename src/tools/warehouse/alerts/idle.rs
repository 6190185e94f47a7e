//! Stock that does not move although it is of the fast class.

use std::collections::HashMap;
use std::ops::Not as _;

use jiff::civil::DateTime;

use super::super::count::Count;
use super::super::finding::Severity;
use super::super::part::{Part, codes_of};
use super::super::row::Row;
use super::super::stock::named;
use super::alert::{Alert, EVIDENCE};
use super::kind::Kind;
use super::scope::Scope;
use crate::easywms::rows::RawRow;
use crate::easywms::{Noun, Role, ValueSet};

/// Containers that stand still, the longest first.
const CONTAINERS: u64 = 5_000;
const CONTAINER_ROLES: &[Role] = &[Role::Code, Role::Location, Role::Since];
/// What a row says first.
const NAMES: [(&str, Role); 3] = [
    ("container", Role::Code),
    ("location", Role::Location),
    ("since", Role::Since),
];
/// Products of the fast class.
const PRODUCTS: u64 = 2_000;
/// Their stock rows that are old enough.
const STOCK: u64 = 2_000;
/// Containers named in a sentence.
const NAMED: usize = 4;
/// Days without a move after which stock is idle, if the caller names none.
pub(super) const IDLE_DAYS: i64 = 90;

/// A container that stands still, and the products in it.
type Idle<'r, 'c> = (&'r Row<'c>, Vec<String>);

/// Stock of fast movers whose container has not moved for long.
///
/// Few containers stand still and few products are fast, but no filter joins the two: both are read and compared here.
pub(super) async fn idle<'c>(scope: &Scope<'c>) -> Alert<'c> {
    let before = scope.reader.hours_away(-24 * scope.idle_days);
    let (containers, (products, stock)) = tokio::join!(
        still_containers(scope, before),
        old_fast_stock(scope, before)
    );
    let idle = both(&containers, &stock);
    let complete = containers.is_complete() && stock.is_complete();
    let count = match idle.len() as u64 {
        found if complete => Count::Exactly(found),
        found => Count::AtLeast(found),
    };
    let lines = idle
        .iter()
        .map(|(container, products)| named(&[container], &NAMES).with("products", products));
    let rows: Vec<RawRow> = lines.filter_map(|line| line.row()).collect();
    let finding = said(&idle, count, scope.idle_days);
    let evidence = idle.iter().take(EVIDENCE);
    Alert {
        kind: Kind::IdleStock,
        rule: format!(
            "containers with stock of products of the fast class, still here and not moved for more than {} days; the longest first",
            scope.idle_days
        ),
        count,
        groups: None,
        rows,
        finding: (!idle.is_empty()).then_some((Severity::Info, finding)),
        evidence: evidence
            .map(|(container, _)| (*container).clone())
            .collect(),
        parts: vec![products, stock, containers],
        beside: None,
    }
}

/// Takes the containers that hold some of the stock, with its products.
fn both<'r, 'c>(containers: &'r Part<'c>, stock: &Part<'c>) -> Vec<Idle<'r, 'c>> {
    let mut held: HashMap<String, Vec<&Row>> = HashMap::new();
    for row in stock.rows() {
        if let Some(code) = row.code(Role::Container) {
            held.entry(code).or_default().push(row);
        }
    }
    let idle = containers.rows().iter().filter_map(|container| {
        let rows = held.get(&container.code(Role::Code)?)?;
        Some((container, codes_of(rows.iter().copied(), Role::Product)))
    });
    idle.collect()
}

fn said(idle: &[Idle], count: Count, days: i64) -> String {
    let named = idle.iter().map(|(container, products)| {
        format!(
            "{} ({} since {})",
            container.said(Role::Code),
            products.join(", "),
            container.said(Role::Since)
        )
    });
    let named = count.listed(&named.collect::<Vec<_>>(), NAMED);
    let containers = count.of("container", "containers");
    format!("{containers} of fast movers not moved for {days} days: {named}")
}

/// Containers that have not moved since before and have not left.
async fn still_containers<'c>(scope: &Scope<'c>, before: DateTime) -> Part<'c> {
    scope
        .reader
        .read("idle_containers", Noun::Container, |container| {
            let still = container.before(Role::Since, before)?;
            let here = container.is(Role::Status, ValueSet::Gone)?.not();
            Ok(container
                .ask(still.and(here), CONTAINER_ROLES, CONTAINERS)
                .oldest(Role::Since))
        })
        .await
}

/// Stock of fast movers that was received before: what came later can't have stood still for longer.
async fn old_fast_stock<'c>(scope: &Scope<'c>, before: DateTime) -> (Part<'c>, Part<'c>) {
    let reader = &scope.reader;
    let products = reader
        .read("fast_products", Noun::Product, |product| {
            let fast = product.is(Role::Class, ValueSet::Fast)?;
            Ok(product.ask(fast, &[Role::Code], PRODUCTS))
        })
        .await;
    let codes = products.codes(Role::Code);
    let stock = reader
        .read_each("old_stock_of_them", Noun::Stock, &codes, |stock, codes| {
            let old = stock.before(Role::Received, before)?;
            let filter = old.and(stock.any_of(Role::Product, codes)?);
            Ok(stock.ask(filter, &[Role::Container, Role::Product], STOCK))
        })
        .await
        .asked_of(&products);
    (products, stock)
}
