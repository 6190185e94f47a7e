//! How tokens and errors fit into winnow: a kind of token is a parser for itself, and an error is made of the token that
//! stands where something else should. `.context("…")` says what, and belongs on single tokens only.

use winnow::error::{AddContext, ErrMode, ParserError};
use winnow::prelude::*;
use winnow::stream::{Stream, StreamIsPartial};
use winnow::token::any;

use super::error::FilterError;
use super::token::{Kind, Token};

impl<'t, I> Parser<I, &'t Token<'t>, ErrMode<FilterError>> for Kind
where
    I: Stream<Token = &'t Token<'t>> + StreamIsPartial,
{
    fn parse_next(&mut self, input: &mut I) -> ModalResult<&'t Token<'t>, FilterError> {
        any.verify(|token: &&Token<'_>| token.kind == *self)
            .parse_next(input)
    }
}

impl<'t, I: Stream<Token = &'t Token<'t>>> ParserError<I> for FilterError {
    type Inner = Self;

    /// Behind the last token stands nothing, so the fallback is never seen.
    fn from_input(input: &I) -> Self {
        let end = Token {
            position: 1,
            raw: "",
            kind: Kind::End,
        };
        Self::unexpected(input.peek_token().unwrap_or(&end), "something else", None)
    }

    fn into_inner(self) -> Result<Self::Inner, Self> {
        Ok(self)
    }
}

impl<I: Stream> AddContext<I> for FilterError {
    fn add_context(mut self, _: &I, _: &I::Checkpoint, context: &'static str) -> Self {
        if let Self::Unexpected { expected, .. } = &mut self {
            *expected = context;
        }
        self
    }
}
