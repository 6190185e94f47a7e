//! Dates in a filter: ISO 8601 as written, or relative to a clock.
//!
//! A date without an offset means the site's local time: an ISO date goes out as it came. A relative one is reckoned on
//! the site's clock and goes out without an offset; where the site's zone is not configured, that clock is UTC's.

use jiff::civil::{Date, DateTime};
use jiff::fmt::temporal::Pieces;
use jiff::{SignedDuration, Timestamp, ZonedDateTime};
use winnow::ascii::{Caseless, digit1, multispace0};
use winnow::combinator::{alt, delimited, not, opt, preceded, terminated};
use winnow::error::EmptyError;
use winnow::prelude::*;
use winnow::token::{one_of, take_while};

use super::error::{FilterError, excerpt};
use super::meant_moment::meant;

/// What is expected of a date.
pub(super) const DATE: &str =
    "a date such as `2026-11-30`, `2026-11-30T08:15:00Z`, `today`, `today+30d` or `now-2h`";
/// What is expected behind `today` and `now`.
const STEP: &str = "a date with a step in `m` (minutes), `h`, `d` or `w`, not in months or years, such as `now-15m` or `today-30d`";

/// The length of a date without a time.
const DATE_CHARS: usize = 10;

/// A date or a date with a time, and the text that asked for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    source: String,
    iso: String,
    instant: Option<Timestamp>,
}

impl Moment {
    /// Returns the moment that `text` means: an ISO date, a blank for its `T` accepted, or `today` or `now` on the site's
    /// clock, with a step. Steps from `now` are of time that passes, those from `today` of the calendar.
    pub fn parse(text: &str, clock: &ZonedDateTime) -> Result<Self, FilterError> {
        Self::read(text, clock).ok_or_else(|| FilterError::InvalidValue {
            found: excerpt(text),
            expected: if is_relative(text) { STEP } else { DATE },
            suggestion: meant(text, clock),
        })
    }

    /// Returns the moment that `text` means, or nothing; what it was meant for is not looked for.
    pub(super) fn read(text: &str, clock: &ZonedDateTime) -> Option<Self> {
        if is_iso(text) {
            let iso = text.replace(' ', "T");
            Pieces::parse(&iso).ok()?;
            return Some(Self::written(iso));
        }
        relative.parse(text).ok()?.at(clock)
    }

    fn written(iso: String) -> Self {
        Self {
            source: iso.clone(),
            iso,
            instant: None,
        }
    }

    /// Returns the text that asked for it: `today+30d`, or the ISO date.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the instant of a relative date; an ISO date is what the server takes it for.
    #[must_use]
    pub fn instant(&self) -> Option<Timestamp> {
        self.instant
    }

    /// Tells whether a day as a whole was asked for: a date, `today`, `today-1d`.
    #[must_use]
    pub fn is_day(&self) -> bool {
        let is_relative = self.source.starts_with("today");
        self.is_date() || (is_relative && self.source.ends_with(['y', 'd', 'w']))
    }

    /// Returns the first moment of the next day if a day as a whole was asked for, and the calendar has a next one.
    #[must_use]
    pub fn end_of_day(&self) -> Option<DateTime> {
        if !self.is_day() {
            return None;
        }
        let date: Date = self.iso.get(..DATE_CHARS)?.parse().ok()?;
        Some(date.tomorrow().ok()?.at(0, 0, 0, 0))
    }

    /// Returns the end of the day in the form that its start has: what a server reads the one as, it reads the other as.
    pub(super) fn next_day(&self) -> Option<Self> {
        let end = self.end_of_day()?;
        Some(Self::written(if self.is_date() {
            end.date().to_string()
        } else {
            to_the_second(end)
        }))
    }

    fn is_date(&self) -> bool {
        self.iso.len() == DATE_CHARS
    }

    /// Returns it in ISO 8601, as it goes to a server.
    #[must_use]
    pub fn iso(&self) -> &str {
        &self.iso
    }
}

impl From<DateTime> for Moment {
    /// Returns the moment of a date and time in the site's zone, to the second.
    fn from(moment: DateTime) -> Self {
        Self::written(to_the_second(moment))
    }
}

/// `today` or `now`, and how many seconds from there.
struct Relative {
    base: Base,
    step: Option<(char, i64, Unit)>,
}

#[derive(Clone, Copy)]
enum Base {
    Today,
    Now,
}

#[derive(Clone, Copy)]
struct Unit {
    letter: char,
    seconds: i64,
}

impl Relative {
    fn at(&self, clock: &ZonedDateTime) -> Option<Moment> {
        let (source, seconds) = match self.step {
            None => (String::new(), 0),
            Some((sign, amount, unit)) => {
                let seconds = amount.checked_mul(unit.seconds)?;
                let seconds = if sign == '-' { -seconds } else { seconds };
                (format!("{sign}{amount}{}", unit.letter), seconds)
            }
        };
        let step = SignedDuration::from_secs(seconds);
        let zone = clock.time_zone();
        let (name, local, instant) = match self.base {
            Base::Today => {
                let local = clock.datetime().start_of_day().checked_add(step).ok()?;
                ("today", local, zone.to_timestamp(local).ok()?)
            }
            Base::Now => {
                let instant = clock.timestamp().checked_add(step).ok()?;
                ("now", zone.to_datetime(instant), instant)
            }
        };
        if local.year() < 1 {
            return None; // .NET knows no year before 1
        }
        Some(Moment {
            source: format!("{name}{source}"),
            iso: to_the_second(local),
            instant: Some(instant),
        })
    }
}

fn to_the_second(moment: DateTime) -> String {
    moment.strftime("%Y-%m-%dT%H:%M:%S").to_string()
}

fn base(input: &mut &str) -> Result<Base, EmptyError> {
    alt((
        Caseless("today").value(Base::Today),
        Caseless("now").value(Base::Now),
    ))
    .parse_next(input)
}

fn relative(input: &mut &str) -> Result<Relative, EmptyError> {
    let step = (
        one_of(['+', '-']),
        preceded(multispace0, digit1.parse_to()),
        unit,
    );
    (base, opt(preceded(multispace0, step)))
        .map(|(base, step)| Relative { base, step })
        .parse_next(input)
}

fn unit(input: &mut &str) -> Result<Unit, EmptyError> {
    alt((
        // `M` is the month of most other notations, and a minute read for it would go unnoticed.
        'm'.value(Unit {
            letter: 'm',
            seconds: 60,
        }),
        one_of(['h', 'H']).value(Unit {
            letter: 'h',
            seconds: 3_600,
        }),
        one_of(['d', 'D']).value(Unit {
            letter: 'd',
            seconds: 86_400,
        }),
        one_of(['w', 'W']).value(Unit {
            letter: 'w',
            seconds: 604_800,
        }),
    ))
    .parse_next(input)
}

/// Tells whether `text` starts from the clock, whatever follows.
fn is_relative(text: &str) -> bool {
    base.parse_peek(text).is_ok()
}

/// Tells whether `text` has the shape of a date, be it in the calendar or not.
pub(super) fn is_iso(text: &str) -> bool {
    iso_shape.parse(text).is_ok()
}

/// Takes a date and a time with a blank between them, for the words of a filter.
pub(super) fn date_and_time<'i>(input: &mut &'i str) -> Result<&'i str, EmptyError> {
    let more = one_of(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '+' | '-'));
    let date = (digits(4), '-', digits(2), '-', digits(2));
    terminated((date, ' ', time).take(), not(more)).parse_next(input)
}

/// The shapes that .NET reads back: seconds optional, at most seven digits of them behind the point.
fn iso_shape(input: &mut &str) -> Result<(), EmptyError> {
    let time = (one_of(['T', ' ']), time);
    delimited((digits(4), '-', digits(2), '-'), digits(2), opt(time))
        .void()
        .parse_next(input)
}

fn time(input: &mut &str) -> Result<(), EmptyError> {
    let fraction = ('.', take_while(1..=7, |c: char| c.is_ascii_digit()));
    let seconds = (':', digits(2), opt(fraction));
    let offset = alt((
        'Z'.void(),
        (one_of(['+', '-']), digits(2), ':', digits(2)).void(),
    ));
    (digits(2), ':', digits(2), opt(seconds), opt(offset))
        .void()
        .parse_next(input)
}

fn digits<'i>(count: usize) -> impl Parser<&'i str, &'i str, EmptyError> {
    take_while(count, |c: char| c.is_ascii_digit())
}
