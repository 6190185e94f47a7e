//! The grammar that the dialects share: and, or, not, parentheses, literals. Their conditions are in `conditions`.

use super::expression::{Comparison, Expression, Literal};
use super::token::Token;
use super::{Dialect, FilterError};

/// Parentheses and negations inside each other; deeper is an attack on the stack, not a question.
const MAX_DEPTH: usize = 64;

/// Reads a whole filter as one dialect.
pub(super) fn parse(
    tokens: &[(Token, usize)],
    dialect: Dialect,
) -> Result<Expression, FilterError> {
    let mut parser = Parser {
        tokens,
        next: 0,
        depth: 0,
        dialect,
    };
    let expression = parser.any()?;
    match parser.peek() {
        None => Ok(expression),
        Some(_) => Err(parser.expected("Operator or end of expression")),
    }
}

pub(super) struct Parser<'t> {
    tokens: &'t [(Token, usize)],
    next: usize,
    depth: usize,
    dialect: Dialect,
}

impl Parser<'_> {
    fn any(&mut self) -> Result<Expression, FilterError> {
        let mut parts = vec![self.all()?];
        while self.takes_operator("or", "||") {
            parts.push(self.all()?);
        }
        Ok(one_or(parts, Expression::Any))
    }

    fn all(&mut self) -> Result<Expression, FilterError> {
        let mut parts = vec![self.negation()?];
        while self.takes_operator("and", "&&") {
            parts.push(self.negation()?);
        }
        Ok(one_or(parts, Expression::All))
    }

    fn negation(&mut self) -> Result<Expression, FilterError> {
        if self.takes_operator("not", "!") {
            let negated = self.nested(Self::negation)?;
            return Ok(Expression::Not(Box::new(negated)));
        }
        if self.takes_symbol("(") {
            let inner = self.nested(Self::any)?;
            self.symbol(")", "')'")?;
            return Ok(inner);
        }
        self.condition()
    }

    fn nested(
        &mut self,
        read: fn(&mut Self) -> Result<Expression, FilterError>,
    ) -> Result<Expression, FilterError> {
        if self.depth == MAX_DEPTH {
            return Err(FilterError::TooDeep {
                position: self.position(),
            });
        }
        self.depth += 1;
        let expression = read(self)?;
        self.depth -= 1;
        Ok(expression)
    }

    fn condition(&mut self) -> Result<Expression, FilterError> {
        let field = self.word("Field")?;
        match self.dialect {
            Dialect::Linq => self.linq_condition(field),
            Dialect::Sql => self.sql_condition(field),
            Dialect::Odata => self.odata_condition(field),
        }
    }

    /// SQL has no literal for null (`= NULL` is never true there) and none for a Boolean (`= 1`).
    pub(super) fn literal(&mut self) -> Result<Literal, FilterError> {
        let literal = match (self.peek(), self.dialect) {
            (Some(Token::Double(text)), Dialect::Linq) => Literal::Text(text.clone()),
            (Some(Token::Single(text)), Dialect::Sql | Dialect::Odata) => {
                Literal::Text(text.clone())
            }
            (Some(Token::Bare(text)), _) if is_number(text) => Literal::Number(text.clone()),
            (Some(Token::Bare(text)), Dialect::Odata) => Literal::Date(text.clone()),
            (Some(Token::Word(word)), Dialect::Linq | Dialect::Odata) => match word.as_str() {
                "null" => Literal::Null,
                "true" => Literal::Flag(true),
                "false" => Literal::Flag(false),
                _ => return Err(self.expected("Literal")),
            },
            _ => return Err(self.expected("Literal")),
        };
        self.next += 1;
        Ok(literal)
    }

    pub(super) fn text(&mut self) -> Result<String, FilterError> {
        match self.literal()? {
            Literal::Text(text) => Ok(text),
            _ => Err(self.expected("String literal")),
        }
    }

    pub(super) fn word(&mut self, expected: &'static str) -> Result<String, FilterError> {
        let Some(Token::Word(word)) = self.peek() else {
            return Err(self.expected(expected));
        };
        let word = word.clone();
        self.next += 1;
        Ok(word)
    }

    pub(super) fn symbol(
        &mut self,
        symbol: &str,
        expected: &'static str,
    ) -> Result<(), FilterError> {
        if self.takes_symbol(symbol) {
            Ok(())
        } else {
            Err(self.expected(expected))
        }
    }

    pub(super) fn symbol_of(&mut self, operators: &[(&str, Comparison)]) -> Option<Comparison> {
        let (_, comparison) = operators
            .iter()
            .find(|(symbol, _)| self.takes_symbol(symbol))?;
        Some(*comparison)
    }

    /// Takes `and`, `or` or `not`: a symbol belongs to LINQ alone, and only `OData` is strict about lower case.
    fn takes_operator(&mut self, word: &str, symbol: &str) -> bool {
        self.takes_word(word) || (self.dialect == Dialect::Linq && self.takes_symbol(symbol))
    }

    pub(super) fn takes_word(&mut self, expected: &str) -> bool {
        let strict = self.dialect == Dialect::Odata;
        self.takes(|token| match token {
            Token::Word(word) if strict => word == expected,
            Token::Word(word) => word.eq_ignore_ascii_case(expected),
            _ => false,
        })
    }

    pub(super) fn takes_symbol(&mut self, expected: &str) -> bool {
        self.takes(|token| matches!(token, Token::Symbol(symbol) if *symbol == expected))
    }

    fn takes(&mut self, fits: impl FnOnce(&Token) -> bool) -> bool {
        let takes = self.peek().is_some_and(fits);
        self.next += usize::from(takes);
        takes
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|(token, _)| token)
    }

    /// Where the next token starts, or the last one if there is none.
    fn position(&self) -> usize {
        let token = self.tokens.get(self.next).or(self.tokens.last());
        token.map_or(0, |(_, position)| *position)
    }

    pub(super) fn expected(&self, expected: &'static str) -> FilterError {
        FilterError::Syntax {
            position: self.position(),
            expected,
        }
    }
}

fn one_or(mut parts: Vec<Expression>, several: fn(Vec<Expression>) -> Expression) -> Expression {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            several(parts)
        }
        None => several(parts),
    }
}

fn is_number(text: &str) -> bool {
    text.parse::<rust_decimal::Decimal>().is_ok()
        || rust_decimal::Decimal::from_scientific(text).is_ok()
}
