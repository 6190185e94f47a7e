//! The conditions between `and` and `or`, which each dialect writes its own way.

use super::FilterError;
use super::expression::{Comparison, Expression, Literal, TextMethod};
use super::parser::Parser;

const LINQ_OPERATORS: [(&str, Comparison); 6] = [
    ("==", Comparison::Equal),
    ("!=", Comparison::NotEqual),
    ("<", Comparison::Less),
    ("<=", Comparison::LessOrEqual),
    (">", Comparison::Greater),
    (">=", Comparison::GreaterOrEqual),
];

const SQL_OPERATORS: [(&str, Comparison); 7] = [
    ("=", Comparison::Equal),
    ("<>", Comparison::NotEqual),
    ("!=", Comparison::NotEqual),
    ("<", Comparison::Less),
    ("<=", Comparison::LessOrEqual),
    (">", Comparison::Greater),
    (">=", Comparison::GreaterOrEqual),
];

const ODATA_OPERATORS: [(&str, Comparison); 6] = [
    ("eq", Comparison::Equal),
    ("ne", Comparison::NotEqual),
    ("lt", Comparison::Less),
    ("le", Comparison::LessOrEqual),
    ("gt", Comparison::Greater),
    ("ge", Comparison::GreaterOrEqual),
];

impl Parser<'_> {
    pub(super) fn linq_condition(&mut self, field: String) -> Result<Expression, FilterError> {
        if self.takes_symbol(".") {
            let method = match self.word("Method")?.as_str() {
                "Contains" => TextMethod::Contains,
                "StartsWith" => TextMethod::StartsWith,
                "EndsWith" => TextMethod::EndsWith,
                _ => return Err(self.expected("Known method")),
            };
            self.symbol("(", "'('")?;
            let argument = self.text()?;
            self.symbol(")", "')'")?;
            return Ok(text_condition(field, method, argument));
        }
        match self.symbol_of(&LINQ_OPERATORS) {
            Some(comparison) => self.comparison(field, comparison),
            None => Ok(is_true(field)),
        }
    }

    pub(super) fn sql_condition(&mut self, field: String) -> Result<Expression, FilterError> {
        if self.takes_word("is") {
            let comparison = if self.takes_word("not") {
                Comparison::NotEqual
            } else {
                Comparison::Equal
            };
            if !self.takes_word("null") {
                return Err(self.expected("NULL"));
            }
            return Ok(Expression::Compare {
                field,
                comparison,
                literal: Literal::Null,
            });
        }
        let negated = self.takes_word("not");
        let condition = if self.takes_word("like") {
            self.like(field)?
        } else if self.takes_word("in") {
            self.list(field)?
        } else if negated {
            return Err(self.expected("LIKE or IN"));
        } else {
            let comparison = self
                .symbol_of(&SQL_OPERATORS)
                .ok_or_else(|| self.expected("Operator"))?;
            self.comparison(field, comparison)?
        };
        if negated {
            return Ok(Expression::Not(Box::new(condition)));
        }
        Ok(condition)
    }

    fn like(&mut self, field: String) -> Result<Expression, FilterError> {
        let argument = self.text()?;
        let escape = if self.takes_word("escape") {
            let escape = self.text()?;
            let mut chars = escape.chars();
            match (chars.next(), chars.next()) {
                (Some(char), None) => Some(char),
                _ => return Err(self.expected("One escape character")),
            }
        } else {
            None
        };
        let method = TextMethod::Like;
        Ok(Expression::Text {
            field,
            method,
            argument,
            escape,
        })
    }

    pub(super) fn odata_condition(&mut self, field: String) -> Result<Expression, FilterError> {
        let method = match field.as_str() {
            "contains" => Some(TextMethod::Contains),
            "startswith" => Some(TextMethod::StartsWith),
            "endswith" => Some(TextMethod::EndsWith),
            _ => None,
        };
        if let Some(method) = method.filter(|_| self.takes_symbol("(")) {
            let field = self.word("Field")?;
            self.symbol(",", "','")?;
            let argument = self.text()?;
            self.symbol(")", "')'")?;
            return Ok(text_condition(field, method, argument));
        }
        if self.takes_word("in") {
            return self.list(field);
        }
        let operator = ODATA_OPERATORS
            .iter()
            .find(|(word, _)| self.takes_word(word));
        match operator {
            Some((_, comparison)) => self.comparison(field, *comparison),
            None => Ok(is_true(field)),
        }
    }

    fn comparison(
        &mut self,
        field: String,
        comparison: Comparison,
    ) -> Result<Expression, FilterError> {
        let literal = self.literal()?;
        Ok(Expression::Compare {
            field,
            comparison,
            literal,
        })
    }

    fn list(&mut self, field: String) -> Result<Expression, FilterError> {
        self.symbol("(", "'('")?;
        let mut literals = vec![self.literal()?];
        while self.takes_symbol(",") {
            literals.push(self.literal()?);
        }
        self.symbol(")", "')'")?;
        Ok(Expression::OneOf { field, literals })
    }
}

/// A Boolean field that stands alone.
fn is_true(field: String) -> Expression {
    Expression::Compare {
        field,
        comparison: Comparison::Equal,
        literal: Literal::Flag(true),
    }
}

fn text_condition(field: String, method: TextMethod, argument: String) -> Expression {
    Expression::Text {
        field,
        method,
        argument,
        escape: None,
    }
}
