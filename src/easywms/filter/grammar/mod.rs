//! The grammar over the tokens, `or` binding loosest, then `and`, then `not`. Each choice is made on one token, so a
//! text is read once; only a parenthesis recurses, to a fixed depth.

mod comparison;
mod literal;

use jiff::ZonedDateTime;
use winnow::combinator::{cut_err, dispatch, fail, peek, repeat, separated};
use winnow::error::{ErrMode, ParseError};
use winnow::prelude::*;
use winnow::stream::{Stateful, TokenSlice};
use winnow::token::any;

use super::error::FilterError;
use super::node::Node;
use super::token::{Kind, Token, tokens};
use super::{MAX_COMPARISONS, MAX_DEPTH};
use comparison::{comparison, function, method};

const FIELD: &str = "a field name";
const CONNECTIVE: &str = "`and`, `or` or the end of the filter";

type Input<'t> = Stateful<TokenSlice<'t, Token<'t>>, Limits<'t>>;

/// What is counted along the way, and the clock of relative dates.
#[derive(Debug)]
struct Limits<'t> {
    clock: &'t ZonedDateTime,
    depth: usize,
    comparisons: usize,
}

/// Returns the tree of the filter in `text`.
pub(super) fn filter(text: &str, clock: &ZonedDateTime) -> Result<Node, FilterError> {
    let tokens = tokens(text)?;
    let limits = Limits {
        clock,
        depth: 0,
        comparisons: 0,
    };
    let input = Stateful {
        input: TokenSlice::new(&tokens),
        state: limits,
    };
    let mut whole = (alternatives, Kind::End.context(CONNECTIVE));
    whole
        .parse(input)
        .map(|(node, _)| node)
        .map_err(ParseError::into_inner)
}

fn alternatives(input: &mut Input<'_>) -> ModalResult<Node, FilterError> {
    separated(1.., cut_err(conjunction), Kind::Or)
        .map(Node::any)
        .parse_next(input)
}

fn conjunction(input: &mut Input<'_>) -> ModalResult<Node, FilterError> {
    separated(1.., cut_err(operand), Kind::And)
        .map(Node::all)
        .parse_next(input)
}

/// Two negations cancel out, so any number of them needs no recursion.
fn operand(input: &mut Input<'_>) -> ModalResult<Node, FilterError> {
    let negations: usize = repeat(0.., Kind::Not).parse_next(input)?;
    let node = dispatch! {peek(any.map(|token: &Token<'_>| token.kind));
        Kind::Open => group,
        Kind::Match(text_match) => function(text_match),
        Kind::Method(text_match) => method(text_match),
        Kind::Name => comparison,
        _ => fail.context(FIELD),
    }
    .parse_next(input)?;
    Ok(if negations % 2 == 1 {
        Node::not(node)
    } else {
        node
    })
}

fn group(input: &mut Input<'_>) -> ModalResult<Node, FilterError> {
    let open = Kind::Open.parse_next(input)?;
    if input.state.depth == MAX_DEPTH {
        return Err(too_large(open, "nested parentheses", MAX_DEPTH));
    }
    input.state.depth += 1;
    let (node, _) = (
        alternatives,
        Kind::Close.context("`and`, `or` or a closing `)`"),
    )
        .parse_next(input)?;
    input.state.depth -= 1;
    Ok(node)
}

fn count_comparison(input: &mut Input<'_>, token: &Token<'_>) -> ModalResult<(), FilterError> {
    input.state.comparisons += 1;
    if input.state.comparisons > MAX_COMPARISONS {
        return Err(too_large(token, "comparisons", MAX_COMPARISONS));
    }
    Ok(())
}

/// Fails for good: the token decides, no other reading of it is left to try.
fn unexpected<T>(
    token: &Token<'_>,
    expected: &'static str,
    suggestion: Option<String>,
) -> ModalResult<T, FilterError> {
    Err(ErrMode::Cut(FilterError::unexpected(
        token, expected, suggestion,
    )))
}

fn too_large(token: &Token<'_>, what: &'static str, limit: usize) -> ErrMode<FilterError> {
    ErrMode::Cut(FilterError::TooLarge {
        position: token.position,
        what,
        limit,
    })
}
