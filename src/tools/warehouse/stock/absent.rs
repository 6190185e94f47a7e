//! No stock: whether the thing is known and empty, or the code is wrong.

use super::super::finding::{Findings, Severity};
use super::super::near::Thing;
use super::super::part::Part;
use super::super::reader::Reader;
use super::Wanted;
use super::recall::Recall;
use crate::easywms::Role;
use crate::envelope::Failure;

/// What each code that may be asked for stands for.
const THINGS: [(Role, Thing); 5] = [
    (Role::Product, Thing::Product),
    (Role::Container, Thing::Container),
    (Role::Location, Thing::Location),
    (Role::Lot, Thing::Lot),
    (Role::Owner, Thing::Owner),
];

/// Fails if a code that was asked for is not known here; a known one without stock is an answer.
///
/// Returns the codes of which that could not be read.
pub(super) async fn check(
    reader: &Reader<'_>,
    wanted: &Wanted,
    product: Option<&Part<'_>>,
    recall: &Recall<'_>,
) -> Result<Vec<String>, Failure> {
    let mut unread = Vec::new();
    for (role, thing) in THINGS {
        let Some(code) = wanted.code(role) else {
            continue;
        };
        let known = match (thing, product) {
            (Thing::Product, Some(product)) => {
                let found = product.first().is_some();
                (found || product.is_complete()).then_some(found)
            }
            (Thing::Lot, _) if !recall.is_empty() => Some(true),
            _ => thing.is_known(reader, code).await,
        };
        match known {
            Some(true) => {}
            Some(false) => return Err(thing.near(reader, code).await.unknown(thing, code)),
            None => unread.push(code.to_owned()),
        }
    }
    Ok(unread)
}

/// Says that there is none, which an empty list alone may leave in doubt.
pub(super) fn add_finding(
    findings: &mut Findings,
    wanted: &Wanted,
    product: Option<&Part>,
    unread: &[String],
) {
    let codes = wanted.0.iter();
    let codes = codes.map(|(_, name, code)| format!("{name} {code}"));
    let codes = codes.collect::<Vec<_>>().join(" and ");
    let mut text = format!("there is no stock here with {codes}");
    if !unread.is_empty() {
        let unread = unread.join(", ");
        text = format!("{text}; whether {unread} exists here could not be read");
    }
    // A product can be promised, or not; an empty place is nothing to worry about.
    let severity = match product {
        Some(_) => Severity::Warning,
        None => Severity::Info,
    };
    findings.add(severity, text, product.and_then(Part::first));
}
