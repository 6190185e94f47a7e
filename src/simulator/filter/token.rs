//! The words and symbols of a filter. The three dialects share them; which may stand where is the parser's business.

use std::iter::Peekable;
use std::str::CharIndices;

use super::FilterError;

/// A piece of a filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A name or a keyword.
    Word(String),
    /// Something that starts like a number: a number, or a date without quotes.
    Bare(String),
    /// A text in single quotes, where a quote is doubled.
    Single(String),
    /// A text in double quotes, where a quote or a backslash follows a backslash.
    Double(String),
    /// An operator, a parenthesis, a comma or a dot.
    Symbol(&'static str),
}

/// The longer symbol first, where one starts with the other.
const SYMBOLS: [&str; 15] = [
    "==", "!=", "<>", "<=", ">=", "&&", "||", "=", "<", ">", "!", "(", ")", ",", ".",
];

/// Splits a filter into its pieces, each with its byte offset.
pub(super) fn tokenize(text: &str) -> Result<Vec<(Token, usize)>, FilterError> {
    let mut tokens = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some(&(position, first)) = chars.peek() {
        if first.is_whitespace() {
            chars.next();
            continue;
        }
        let token = match first {
            '\'' => Token::Single(single_quoted(&mut chars, position)?),
            '"' => Token::Double(double_quoted(&mut chars, position)?),
            '0'..='9' | '-' => Token::Bare(take_while(&mut chars, is_bare)),
            '_' | 'A'..='Z' | 'a'..='z' => Token::Word(take_while(&mut chars, is_word)),
            _ => Token::Symbol(symbol(text, &mut chars, position)?),
        };
        tokens.push((token, position));
    }
    Ok(tokens)
}

type Chars<'t> = Peekable<CharIndices<'t>>;

fn is_word(char: char) -> bool {
    char == '_' || char.is_ascii_alphanumeric()
}

fn is_bare(char: char) -> bool {
    char.is_ascii_alphanumeric() || matches!(char, '.' | ':' | '+' | '-')
}

fn take_while(chars: &mut Chars<'_>, belongs: fn(char) -> bool) -> String {
    let mut taken = String::new();
    while let Some((_, char)) = chars.next_if(|(_, char)| belongs(*char)) {
        taken.push(char);
    }
    taken
}

fn single_quoted(chars: &mut Chars<'_>, position: usize) -> Result<String, FilterError> {
    chars.next();
    let mut text = String::new();
    while let Some((_, char)) = chars.next() {
        if char == '\'' && chars.next_if(|(_, next)| *next == '\'').is_none() {
            return Ok(text);
        }
        text.push(char);
    }
    Err(unterminated(position))
}

fn double_quoted(chars: &mut Chars<'_>, position: usize) -> Result<String, FilterError> {
    chars.next();
    let mut text = String::new();
    while let Some((at, char)) = chars.next() {
        match char {
            '"' => return Ok(text),
            '\\' => match chars.next() {
                Some((_, escaped @ ('"' | '\\'))) => text.push(escaped),
                _ => {
                    return Err(FilterError::Syntax {
                        position: at,
                        expected: "'\\\"' or '\\\\'",
                    });
                }
            },
            _ => text.push(char),
        }
    }
    Err(unterminated(position))
}

fn unterminated(position: usize) -> FilterError {
    FilterError::Syntax {
        position,
        expected: "Terminated string literal",
    }
}

fn symbol(text: &str, chars: &mut Chars<'_>, position: usize) -> Result<&'static str, FilterError> {
    let rest = text.get(position..).unwrap_or_default();
    let symbol = SYMBOLS
        .into_iter()
        .find(|symbol| rest.starts_with(symbol))
        .ok_or(FilterError::Syntax {
            position,
            expected: "Operator or identifier",
        })?;
    for _ in symbol.chars() {
        chars.next();
    }
    Ok(symbol)
}
