//! Stock that loses its worth: expired and expiring lots, stock that can't be used, fast movers that do not move.

use std::collections::HashMap;
use std::ops::Not as _;

use jiff::civil::DateTime;

use super::super::finding::Severity;
use super::super::part::{Part, codes_of};
use super::super::row::Row;
use super::super::stock::{STOCK_ROLES, amounts, grouped, named, sum};
use super::alert::{Alert, EVIDENCE, Scope, count_of, listed};
use super::kind::Kind;
use crate::easywms::filter::Filter;
use crate::easywms::rows::RawRow;
use crate::easywms::{Noun, Role, ValueSet};

/// Stock rows read of one kind.
const ROWS: u64 = 2_000;
/// Containers that stand still, the longest first.
const IDLE_ROWS: u64 = 5_000;
const IDLE_ROLES: &[Role] = &[Role::Code, Role::Location, Role::Since];
/// Products of the fast class.
const PRODUCTS: u64 = 2_000;
/// Lots or groups named in a sentence.
const NAMED: usize = 4;
/// Locations named of one lot.
const LOCATIONS: usize = 5;
/// Days without a move after which stock is idle, if the caller names none.
pub(super) const IDLE_DAYS: i64 = 90;

/// Lots whose date has passed.
pub(super) async fn expired<'c>(scope: &Scope<'c>) -> Alert<'c> {
    let now = scope.reader.now();
    let stock = scope
        .reader
        .read("expired_lots", Noun::Stock, |stock| {
            let past = stock.before(Role::Expires, now)?;
            Ok(stock.ask(past, STOCK_ROLES, ROWS).oldest(Role::Expires))
        })
        .await;
    let free = stock.rows().iter().any(|row| {
        let available = row.number(Role::Available);
        available.is_some_and(|quantity| !quantity.is_zero())
    });
    let severity = if free {
        Severity::Critical
    } else {
        Severity::Warning
    };
    let rule = "lots with stock whose expiration date is before now, the oldest first";
    of_lots(
        Kind::ExpiredLots,
        rule.to_owned(),
        stock,
        severity,
        "expired",
    )
}

/// Lots whose date comes within the days asked for.
pub(super) async fn expiring<'c>(scope: &Scope<'c>) -> Alert<'c> {
    let (now, until) = (scope.reader.now(), scope.reader.hours_away(scope.days * 24));
    let stock = scope
        .reader
        .read("expiring_lots", Noun::Stock, |stock| {
            let soon = stock
                .from(Role::Expires, now)?
                .and(stock.before(Role::Expires, until)?);
            Ok(stock.ask(soon, STOCK_ROLES, ROWS).oldest(Role::Expires))
        })
        .await;
    let rule = format!(
        "lots with stock that expire within {} days, the first to expire first; stock without a date is not counted",
        scope.days
    );
    let when = format!("to expire within {} days", scope.days);
    of_lots(Kind::ExpiringLots, rule, stock, Severity::Warning, &when)
}

/// Makes the alert whose rows are lots, not stock rows.
fn of_lots<'c>(
    kind: Kind,
    rule: String,
    stock: Part<'c>,
    severity: Severity,
    when: &str,
) -> Alert<'c> {
    let groups = grouped(
        stock.rows(),
        &[
            Role::Expires,
            Role::Lot,
            Role::Product,
            Role::Owner,
            Role::Unit,
        ],
    );
    let roles = [
        ("lot", Role::Lot),
        ("expires", Role::Expires),
        ("product", Role::Product),
    ];
    let rows = groups.values().filter_map(|rows| {
        let mut locations = codes_of(rows.iter().copied(), Role::Location);
        locations.truncate(LOCATIONS);
        amounts(named(rows, &roles), rows)
            .with("locations", locations)
            .row()
    });
    let said = groups.values().map(|rows| {
        let of = |role| rows.first().map(|row| row.said(role)).unwrap_or_default();
        format!(
            "{} of {} on {} ({} {}, {})",
            of(Role::Lot),
            of(Role::Product),
            of(Role::Expires),
            sum(rows, Role::Quantity),
            of(Role::Unit),
            count_of(
                codes_of(rows.iter().copied(), Role::Container).len() as u64,
                "container",
                "containers"
            )
        )
    });
    let (rows, said): (Vec<RawRow>, Vec<String>) = (rows.collect(), said.collect());
    let count = count_of(said.len() as u64, "lot", "lots");
    let text = format!("{count} {when}: {}", listed(&said, NAMED));
    Alert {
        kind,
        rule,
        count: rows.len() as u64,
        rows,
        finding: (!said.is_empty()).then_some((severity, text)),
        evidence: stock.rows().iter().take(EVIDENCE).cloned().collect(),
        parts: vec![stock],
    }
}

/// Stock that can't be used, by owner and status.
pub(super) async fn blocked<'c>(scope: &Scope<'c>) -> Alert<'c> {
    let stock = scope
        .reader
        .read("blocked_stock", Noun::Stock, |stock| {
            let abnormal: Filter = stock.is(Role::Status, ValueSet::Normal)?.not();
            let filter = match stock.above_zero(Role::Blocked) {
                Ok(blocked) => abnormal.or(blocked),
                Err(_) => abnormal,
            };
            Ok(stock.ask(filter, STOCK_ROLES, ROWS))
        })
        .await;
    let groups = grouped(stock.rows(), &[Role::Owner, Role::Status, Role::Unit]);
    let rows = groups.values().filter_map(|rows| {
        amounts(named(rows, &[("status", Role::Status)]), rows)
            .with("stock_rows", rows.len())
            .row()
    });
    let said = groups.values().map(|rows| {
        let of = |role| rows.first().map(|row| row.said(role)).unwrap_or_default();
        let quantity = sum(rows, Role::Quantity);
        format!(
            "{} {} {quantity} {}",
            of(Role::Owner),
            of(Role::Status),
            of(Role::Unit)
        )
    });
    let (rows, said): (Vec<RawRow>, Vec<String>) = (rows.collect(), said.collect());
    let text = format!(
        "{} stock rows can't be used: {}",
        stock.total(),
        listed(&said, NAMED * 3)
    );
    Alert {
        kind: Kind::BlockedStock,
        rule: "stock whose status is not the normal one or of which a quantity is blocked, by owner and status; reserved stock is not counted".to_owned(),
        count: rows.len() as u64,
        rows,
        finding: (!said.is_empty()).then_some((Severity::Info, text)),
        evidence: Vec::new(),
        parts: vec![stock],
    }
}

/// Stock of fast movers whose container has not moved for long.
///
/// Few containers stand still and few products are fast, but no filter joins the two: both are read and compared here.
pub(super) async fn idle<'c>(scope: &Scope<'c>) -> Alert<'c> {
    let reader = &scope.reader;
    let before = reader.hours_away(-24 * scope.idle_days);
    let (containers, (products, stock)) = tokio::join!(
        reader.read("idle_containers", Noun::Container, |container| {
            let still = container.before(Role::Since, before)?;
            let here = container.is(Role::Status, ValueSet::Gone)?.not();
            Ok(container
                .ask(still.and(here), IDLE_ROLES, IDLE_ROWS)
                .oldest(Role::Since))
        }),
        old_fast_stock(scope, before),
    );
    let mut held: HashMap<String, Vec<&Row>> = HashMap::new();
    for row in stock.rows() {
        held.entry(row.said(Role::Container)).or_default().push(row);
    }
    let idle = containers.rows().iter().filter_map(|container| {
        let rows = held.get(&container.text(Role::Code)?)?;
        Some((container, codes_of(rows.iter().copied(), Role::Product)))
    });
    let idle: Vec<(&Row, Vec<String>)> = idle.collect();
    let names = [
        ("container", Role::Code),
        ("location", Role::Location),
        ("since", Role::Since),
    ];
    let lines = idle
        .iter()
        .map(|(container, products)| named(&[container], &names).with("products", products));
    let rows: Vec<RawRow> = lines.filter_map(|line| line.row()).collect();
    let said = idle.iter().map(|(container, products)| {
        format!(
            "{} ({} since {})",
            container.said(Role::Code),
            products.join(", "),
            container.said(Role::Since)
        )
    });
    let said: Vec<String> = said.collect();
    let count = count_of(said.len() as u64, "container", "containers");
    let text = format!(
        "{count} of fast movers not moved for {} days: {}",
        scope.idle_days,
        listed(&said, NAMED)
    );
    let evidence = idle
        .iter()
        .take(EVIDENCE)
        .map(|(container, _)| (*container).clone());
    Alert {
        kind: Kind::IdleStock,
        rule: format!(
            "containers with stock of products of the fast class, still here and not moved for more than {} days; the longest first",
            scope.idle_days
        ),
        count: rows.len() as u64,
        rows,
        finding: (!said.is_empty()).then_some((Severity::Info, text)),
        evidence: evidence.collect(),
        parts: vec![products, stock, containers],
    }
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
            Ok(stock.ask(filter, &[Role::Container, Role::Product], ROWS))
        })
        .await;
    (products, stock)
}
