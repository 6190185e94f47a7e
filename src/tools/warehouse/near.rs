//! Codes that a caller got wrong: whether anything here has them, and which codes are near.
//!
//! Only what has no row of its own is looked for in several places: a lot is known where any row names it.

use std::collections::HashSet;
use std::slice::from_ref;

use super::code::{self, same};
use super::part::{Part, codes_of};
use super::reader::Reader;
use super::subject::{Gap, Subject};
use crate::easywms::filter::Filter;
use crate::easywms::{Noun, Role};
use crate::envelope::{Code, Failure};

/// Rows that contain the text, from which the nearest are taken.
const CANDIDATES: u64 = 50;
/// Near codes that are named: a lost digit may be any of ten.
const NAMED: usize = 10;
/// Places in which near codes are looked for: the first two name all there is, the others repeat it.
const PLACES: usize = 2;
/// Codes one slip away that are asked for: all of a code with seven digits.
const MOST_SLIPS: usize = 300;

/// Rows of a noun have such codes in a role.
type Place = (Noun, Role);

/// What a code stands for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Thing {
    Product,
    Container,
    Location,
    Lot,
    Owner,
    Order,
}

/// The codes that are near one that nothing has, the nearest first.
#[derive(Debug)]
pub(super) struct Near {
    codes: Vec<String>,
    /// Whether there are no others.
    complete: bool,
}

impl Thing {
    fn name(self) -> &'static str {
        match self {
            Self::Product => "product",
            Self::Container => "container",
            Self::Location => "location",
            Self::Lot => "lot",
            Self::Owner => "owner",
            Self::Order => "order",
        }
    }

    /// Where its codes stand, first where all of them do.
    fn places(self) -> &'static [Place] {
        match self {
            Self::Product => &[(Noun::Product, Role::Code)],
            Self::Container => &[(Noun::Container, Role::Code)],
            Self::Location => &[(Noun::Location, Role::Code)],
            Self::Lot => &[
                (Noun::Stock, Role::Lot),
                (Noun::InboundOrderLine, Role::Lot),
                (Noun::OutboundOrderLine, Role::Lot),
                (Noun::StockVariation, Role::Lot),
                (Noun::StockLock, Role::Target),
            ],
            Self::Owner => &[(Noun::Product, Role::Owner), (Noun::Stock, Role::Owner)],
            Self::Order => &[
                (Noun::OutboundOrder, Role::Code),
                (Noun::InboundOrder, Role::Code),
            ],
        }
    }

    /// Returns whether a row has that code; none if not every place could be read.
    pub(super) async fn is_known(self, reader: &Reader<'_>, code: &str) -> Option<bool> {
        let reads = self.places().iter().map(|(noun, role)| {
            reader.read("known", *noun, move |subject| {
                Ok(subject.ask(subject.equals(*role, code)?, from_ref(role), 1))
            })
        });
        let parts = futures_util::future::join_all(reads).await;
        if parts.iter().any(|part| part.first().is_some()) {
            return Some(true);
        }
        let read = !parts.iter().any(Part::has_failed);
        let any = parts.iter().any(|part| part.reason().is_none());
        (read && any).then_some(false)
    }

    /// Returns the codes that contain the text or its digits, and those one slip of the keyboard away.
    pub(super) async fn near(self, reader: &Reader<'_>, code: &str) -> Near {
        let slips = &slips(code);
        let places = self.places().iter().take(PLACES);
        let reads = places.clone().map(async |(noun, role)| {
            tokio::join!(
                reader.read_each("slipped", *noun, slips, |subject, codes| {
                    let filter = subject.any_of(*role, codes)?;
                    Ok(subject.ask(filter, from_ref(role), CANDIDATES))
                }),
                reader.read("similar", *noun, |subject| {
                    let filter = like(subject, *role, code)?;
                    Ok(subject.ask(filter, from_ref(role), CANDIDATES))
                }),
            )
        });
        let found = futures_util::future::join_all(reads).await;
        let (mut codes, mut complete) = (Vec::new(), true);
        for ((_, role), (slipped, containing)) in places.zip(found) {
            complete &= containing.is_complete();
            let rows = slipped.rows().iter().chain(containing.rows());
            codes.extend(codes_of(rows, *role));
        }
        let mut known = HashSet::new();
        codes.retain(|code| known.insert(code.clone()));
        codes.sort_by_cached_key(|near| distance(code, near));
        Near { codes, complete }
    }
}

impl Near {
    /// Returns the only code that ends as the one given: its prefix was left out, or its case was another.
    pub(super) fn meant(&self, given: &str) -> Option<&str> {
        let mut codes = self.codes.iter().map(String::as_str);
        let meant = |code: &&str| code.ends_with(given) || same(code, given);
        let only = codes.find(meant).filter(|_| self.complete)?;
        codes.find(meant).is_none().then_some(only)
    }

    /// Makes the failure for a code that nothing has.
    pub(super) fn unknown(&self, what: Thing, code: &str) -> Failure {
        let hint = if self.codes.is_empty() {
            "Check the code; search_wms_data looks for a word in all entity types."
        } else {
            "Check the code; details.did_you_mean has the nearest ones."
        };
        let message = format!("there is no {} '{code}'", what.name());
        let named = self.codes.get(..NAMED).unwrap_or(&self.codes);
        Failure::new(Code::NotFound, message, hint).did_you_mean(named)
    }
}

/// Asks for a code that contains the text or what tells it apart: people leave out prefixes and leading zeros.
fn like(subject: Subject<'_>, role: Role, code: &str) -> Result<Filter, Gap> {
    let mut filter = subject.contains(role, code)?;
    for fragment in fragments(code) {
        filter = filter.or(subject.contains(role, fragment)?);
    }
    // A name instead of a code: "oat drink".
    if let (Role::Code, Ok(named)) = (role, subject.contains(Role::Description, code)) {
        filter = filter.or(named);
    }
    Ok(filter)
}

/// How far a code is from the one that was typed: in slips; of two equally far, the one that has all of it is nearer.
fn distance(typed: &str, code: &str) -> (usize, bool) {
    let slips = strsim::damerau_levenshtein(&typed.to_lowercase(), &code.to_lowercase());
    (slips, !code::contains(code, typed))
}

/// The longest run of digits; of a code without any, its words.
fn fragments(code: &str) -> Vec<&str> {
    let digits = code.split(|c: char| !c.is_ascii_digit());
    let longest = digits.max_by_key(|run| run.len());
    if let Some(digits) = longest.filter(|run| run.len() >= 3) {
        return vec![digits];
    }
    if code.contains(|c: char| c.is_ascii_digit()) {
        return Vec::new();
    }
    let words = code.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| word.len() >= 3).take(5).collect()
}

/// The codes that one slip makes this one of: two characters changed places, one too many, a digit too few, a wrong digit.
fn slips(code: &str) -> Vec<String> {
    let characters: Vec<char> = code.chars().collect();
    let spelt = |characters: Vec<char>| characters.into_iter().collect::<String>();
    let mut codes = vec![code.to_uppercase()];
    for apart in 1..=2 {
        for (left, right) in (0..).zip(apart..characters.len()) {
            let mut swapped = characters.clone();
            swapped.swap(left, right);
            codes.push(spelt(swapped));
        }
    }
    for at in 0..characters.len() {
        let mut shorter = characters.clone();
        shorter.remove(at);
        codes.push(spelt(shorter));
    }
    let digit = |at: usize| characters.get(at).is_some_and(char::is_ascii_digit);
    for at in 0..=characters.len() {
        for other in '0'..='9' {
            if let Some(slot) = characters.get(at).filter(|_| digit(at)) {
                let mut wrong = characters.clone();
                if *slot != other {
                    wrong.splice(at..=at, [other]);
                    codes.push(spelt(wrong));
                }
            }
            if digit(at) || at.checked_sub(1).is_some_and(digit) {
                let mut longer = characters.clone();
                longer.insert(at, other);
                codes.push(spelt(longer));
            }
        }
    }
    let mut known = HashSet::from([code.to_owned(), String::new()]);
    codes.retain(|code| known.insert(code.clone()));
    codes.truncate(MOST_SLIPS);
    codes
}

#[cfg(test)]
mod tests {
    use super::{MOST_SLIPS, fragments, slips};

    #[test]
    fn a_slip_leads_back_to_the_code() {
        for (typed, meant) in [
            ("SO-24011", "SO-240117"),
            ("SO-240711", "SO-240117"),
            ("SO-2401171", "SO-240117"),
            ("SO-240118", "SO-240117"),
            ("SO-204117", "SO-240117"),
            ("L-2611-70", "L-2611-07"),
            ("so-240117", "SO-240117"),
        ] {
            assert!(slips(typed).contains(&meant.to_owned()), "{typed}");
        }
    }

    #[test]
    fn slips_of_a_long_code_are_not_endless() {
        assert!(slips("PAL-0071482").len() < MOST_SLIPS);
        assert_eq!(slips(&"17".repeat(100)).len(), MOST_SLIPS);
    }

    #[test]
    fn what_tells_a_code_apart_is_its_digits_or_its_words() {
        assert_eq!(fragments("PAL-0071482"), ["0071482"]);
        assert_eq!(fragments("ACME-FODS"), ["ACME", "FODS"]);
        assert_eq!(fragments("PAL-99"), Vec::<&str>::new());
    }
}
