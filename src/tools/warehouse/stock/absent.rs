//! No stock: whether the thing is known and empty, or the code is wrong, and which codes are near.

use super::super::part::Part;
use super::super::reader::Reader;
use super::Wanted;
use crate::easywms::{Noun, Role};
use crate::envelope::{Code, Failure};
use crate::nearest::nearest;

/// Rows that contain the text, from which the nearest are taken.
const CANDIDATES: u64 = 50;
/// Near codes that are named.
const NAMED: usize = 5;

/// Fails if a code that was asked for is not known here; a known one without stock is an answer.
pub(super) async fn check(
    reader: &Reader<'_>,
    wanted: &Wanted,
    product: Option<&Part<'_>>,
) -> Result<(), Failure> {
    for (role, what, noun) in [
        (Role::Product, "product", Noun::Product),
        (Role::Container, "container", Noun::Container),
        (Role::Location, "location", Noun::Location),
    ] {
        let Some(code) = wanted.code(role) else {
            continue;
        };
        let known = match (role, product) {
            (Role::Product, Some(product)) => !product.is_complete() || product.first().is_some(),
            _ => is_known(reader, noun, code).await,
        };
        if !known {
            return Err(unknown(what, code, &similar(reader, noun, code).await));
        }
    }
    Ok(())
}

/// Whether a row has that code. A part that can't be read proves nothing, so it counts as known.
async fn is_known(reader: &Reader<'_>, noun: Noun, code: &str) -> bool {
    let part = reader
        .read("known", noun, |subject| {
            Ok(subject.ask(subject.equals(Role::Code, code)?, &[Role::Code], 1))
        })
        .await;
    !part.is_complete() || part.first().is_some()
}

/// Makes the failure for a code that nothing has, with the nearest that something has.
pub(in super::super) fn unknown(what: &str, code: &str, near: &[String]) -> Failure {
    let hint = if near.is_empty() {
        "Check the code; search_wms_data looks for a word in all entity types."
    } else {
        "Check the code; details.did_you_mean has the nearest ones."
    };
    Failure::new(Code::NotFound, format!("there is no {what} '{code}'"), hint).did_you_mean(near)
}

/// Returns codes that contain the text or its longest run of digits: people leave out prefixes and leading zeros.
pub(in super::super) async fn similar(reader: &Reader<'_>, noun: Noun, code: &str) -> Vec<String> {
    let part = reader
        .read("similar", noun, |subject| {
            let mut filter = subject.contains(Role::Code, code)?;
            let digits = code
                .split(|c: char| !c.is_ascii_digit())
                .max_by_key(|run| run.len());
            if let Some(digits) = digits.filter(|digits| digits.len() >= 3) {
                filter = filter.or(subject.contains(Role::Code, digits)?);
            }
            // A name instead of a code: "oat drink".
            if let Ok(named) = subject.contains(Role::Description, code) {
                filter = filter.or(named);
            }
            Ok(subject.ask(filter, &[Role::Code], CANDIDATES))
        })
        .await;
    let mut codes = part.codes(Role::Code);
    let near: Vec<String> = nearest(code, codes.iter().map(String::as_str))
        .into_iter()
        .map(str::to_owned)
        .collect();
    codes.retain(|code| !near.contains(code));
    near.into_iter().chain(codes).take(NAMED).collect()
}
