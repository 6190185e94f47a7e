//! The words of the filter language. Splitting never fails: what is no part of the language becomes a token that says
//! why, so the first offending token is the one the grammar meets first.

use winnow::combinator::{alt, delimited, opt, peek, preceded, repeat};
use winnow::error::EmptyError;
use winnow::prelude::*;
use winnow::token::{any, none_of, one_of, rest, take_while};

use super::error::{FilterError, excerpt};
use super::node::{Comparator, TextMatch};
use super::vocabulary::{call_kind, word_kind};
use super::{MAX_CHARACTERS, meant_moment, moment, value};

const UNCLOSED: &str = "the quote is never closed; a quote inside a text is doubled";
const COMMENT: &str = "a filter holds no comments";
const SEMICOLON: &str = "a filter is one condition; join two with `and` or `or`";

/// One word of the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'t> {
    /// Where it starts, in characters from 1.
    pub(super) position: usize,
    /// Its text, quotes included.
    pub(super) raw: &'t str,
    pub(super) kind: Kind,
}

impl Token<'_> {
    /// Returns where the next token starts if nothing stands between the two.
    pub(super) fn end(&self) -> usize {
        self.position + self.raw.chars().count()
    }

    /// Returns what an error message calls it.
    pub(super) fn found(&self) -> String {
        match self.kind {
            Kind::End => "the end of the text".to_owned(),
            _ => excerpt(self.raw),
        }
    }
}

/// What a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    Text,
    /// A text in typographic quotes.
    Curly,
    Number,
    /// Shaped like ISO 8601, or relative; whether the day exists is still to be asked.
    Date,
    /// It starts like a number and is neither number nor date: `3PL`.
    Malformed,
    True,
    False,
    Null,
    And,
    Or,
    Not,
    In,
    Is,
    Between,
    Like,
    Compare(Comparator),
    Match(TextMatch),
    /// `Field.Contains`, before a parenthesis.
    Method(TextMatch),
    Open,
    Close,
    Comma,
    /// No part of the language, and what was probably meant.
    Unknown(Option<&'static str>),
    /// No part of the language, and why.
    Refused(&'static str),
    End,
}

/// Longer symbols stand before those they start with.
const SYMBOLS: [(&str, Kind); 30] = [
    ("===", Kind::Unknown(Some("="))),
    ("!==", Kind::Unknown(Some("!="))),
    ("==", Kind::Compare(Comparator::Equal)),
    ("=>", Kind::Unknown(Some(">="))),
    ("=<", Kind::Unknown(Some("<="))),
    ("=~", Kind::Unknown(Some("contains"))),
    ("=", Kind::Compare(Comparator::Equal)),
    ("!=", Kind::Compare(Comparator::NotEqual)),
    ("!", Kind::Not),
    ("<>", Kind::Compare(Comparator::NotEqual)),
    ("<=", Kind::Compare(Comparator::LessOrEqual)),
    ("<", Kind::Compare(Comparator::Less)),
    (">=", Kind::Compare(Comparator::GreaterOrEqual)),
    (">", Kind::Compare(Comparator::Greater)),
    ("&&", Kind::And),
    ("&", Kind::Unknown(Some("and"))),
    ("||", Kind::Or),
    ("|", Kind::Unknown(Some("or"))),
    ("~", Kind::Unknown(Some("contains"))),
    ("(", Kind::Open),
    (")", Kind::Close),
    (",", Kind::Comma),
    ("[", Kind::Unknown(Some("("))),
    ("]", Kind::Unknown(Some(")"))),
    ("‘", Kind::Refused(UNCLOSED)),
    ("“", Kind::Refused(UNCLOSED)),
    (";", Kind::Refused(SEMICOLON)),
    ("--", Kind::Refused(COMMENT)),
    ("/*", Kind::Refused(COMMENT)),
    ("//", Kind::Refused(COMMENT)),
];

/// Splits `text` into tokens, the last of which is [`Kind::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, FilterError> {
    if text.chars().nth(MAX_CHARACTERS).is_some() {
        return Err(FilterError::TooLarge {
            position: MAX_CHARACTERS + 1,
            what: "characters",
            limit: MAX_CHARACTERS,
        });
    }
    let mut tokens = Vec::new();
    let (mut input, mut position) = (text, 1);
    let mut next = (space.take(), kind.with_taken());
    while let Ok((space, (kind, raw))) = next.parse_next(&mut input) {
        position += space.chars().count();
        tokens.push(Token {
            position,
            raw,
            kind,
        });
        position += raw.chars().count();
    }
    tokens.push(Token {
        position: text.chars().count() + 1,
        raw: "",
        kind: Kind::End,
    });
    Ok(tokens)
}

/// Tells whether `text` can stand for a field: names joined by dots, and no word of the language.
pub(super) fn is_name(text: &str) -> bool {
    name.parse(text).is_ok() && word_kind(text) == Kind::Name
}

/// Returns `text` as a quoted text of the language.
pub(super) fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Returns what stands between the quotes of a [`Kind::Text`].
pub(super) fn unquote(raw: &str) -> String {
    let mut characters = raw.chars();
    let quote = characters.next().unwrap_or('\'');
    characters.next_back();
    characters
        .as_str()
        .replace(&format!("{quote}{quote}"), quote.encode_utf8(&mut [0; 4]))
}

fn space(input: &mut &str) -> Result<(), EmptyError> {
    take_while(0.., char::is_whitespace)
        .void()
        .parse_next(input)
}

fn kind(input: &mut &str) -> Result<Kind, EmptyError> {
    alt((
        quoted,
        curly,
        numeric,
        word,
        symbol,
        any.value(Kind::Unknown(None)),
    ))
    .parse_next(input)
}

fn quoted(input: &mut &str) -> Result<Kind, EmptyError> {
    let quote = peek(one_of(['\'', '"'])).parse_next(input)?;
    let character = alt((none_of(quote).void(), (quote, quote).void()));
    let closed = delimited(quote, repeat::<_, _, (), _, _>(0.., character), quote).take();
    let text = closed
        .map(|raw: &str| value::text_problem(&unquote(raw)).map_or(Kind::Text, Kind::Refused));
    alt((text, rest.value(Kind::Refused(UNCLOSED)))).parse_next(input)
}

/// A word processor's quotes: no part of the language, and what they hold is what was meant.
fn curly(input: &mut &str) -> Result<Kind, EmptyError> {
    let quotes = |c: char| matches!(c, '‘' | '’' | '‚' | '“' | '”' | '„');
    let inner = take_while(0.., move |c: char| !quotes(c) && !c.is_control());
    delimited(one_of(quotes), inner, one_of(quotes))
        .value(Kind::Curly)
        .parse_next(input)
}

/// Takes everything a number or a date could be made of, so that `3PL` or half a date is one token. A blank may stand
/// between a date and a time.
fn numeric(input: &mut &str) -> Result<Kind, EmptyError> {
    let first = (opt('-'), one_of('0'..='9'));
    let more = take_while(0.., |c: char| {
        is_name_part(c) || matches!(c, '.' | ':' | '+' | '-')
    });
    let blank = moment::date_and_time.value(Kind::Date);
    alt((blank, (first, more).take().map(numeric_kind))).parse_next(input)
}

fn numeric_kind(raw: &str) -> Kind {
    if value::is_number(raw) {
        Kind::Number
    } else if moment::is_iso(raw) {
        Kind::Date
    } else {
        Kind::Malformed
    }
}

fn word(input: &mut &str) -> Result<Kind, EmptyError> {
    let raw = name.parse_next(input)?;
    match word_kind(raw) {
        Kind::Date => opt(step).map(|_| Kind::Date).parse_next(input),
        Kind::Name => Ok(match peek((space, '(')).parse_next(input) {
            Ok(_) => call_kind(raw),
            Err(EmptyError) => Kind::Name,
        }),
        kind => Ok(kind),
    }
}

/// The step behind `today` or `now`, right or wrong. A unit may stand apart.
fn step(input: &mut &str) -> Result<(), EmptyError> {
    let word = || take_while(0.., is_name_part);
    let unit = (space, word().verify(meant_moment::is_unit));
    (space, one_of(['+', '-']), space, word(), opt(unit))
        .void()
        .parse_next(input)
}

fn symbol(input: &mut &str) -> Result<Kind, EmptyError> {
    let (symbol, kind) = SYMBOLS
        .iter()
        .find(|(symbol, _)| input.starts_with(symbol))
        .ok_or(EmptyError)?;
    symbol.value(*kind).parse_next(input)
}

fn name<'i>(input: &mut &'i str) -> Result<&'i str, EmptyError> {
    let part = |input: &mut &'i str| {
        (
            one_of(|c: char| c == '_' || c.is_alphabetic()),
            take_while(0.., is_name_part),
        )
            .take()
            .parse_next(input)
    };
    (part, repeat::<_, _, (), _, _>(0.., preceded('.', part)))
        .take()
        .parse_next(input)
}

fn is_name_part(character: char) -> bool {
    character == '_' || character.is_alphanumeric()
}
