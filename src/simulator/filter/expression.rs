//! What a filter says, whichever dialect it was written in. Nothing here knows the fields of an entity type.

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expression {
    All(Vec<Expression>),
    Any(Vec<Expression>),
    Not(Box<Expression>),
    Compare {
        field: String,
        comparison: Comparison,
        literal: Literal,
    },
    Text {
        field: String,
        method: TextMethod,
        argument: String,
        escape: Option<char>,
    },
    OneOf {
        field: String,
        literals: Vec<Literal>,
    },
}

/// A comparison between a field and a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    /// The operator as Dynamic LINQ shows it in an error.
    pub(super) fn symbol(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }

    /// Whether it only asks for sameness, which any type can answer.
    pub(super) fn is_equality(self) -> bool {
        matches!(self, Self::Equal | Self::NotEqual)
    }
}

/// A test on a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextMethod {
    Contains,
    StartsWith,
    EndsWith,
    Like,
}

impl TextMethod {
    /// The method as an error names it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Contains => "Contains",
            Self::StartsWith => "StartsWith",
            Self::EndsWith => "EndsWith",
            Self::Like => "Like",
        }
    }
}

/// A value as written; its meaning depends on the field it is compared with.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Literal {
    Null,
    Flag(bool),
    Number(String),
    Text(String),
    /// A date without quotes.
    Date(String),
}

impl Literal {
    /// The type as an error names it.
    pub(super) fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "Object",
            Self::Flag(_) => "Boolean",
            Self::Number(_) => "Decimal",
            Self::Text(_) => "String",
            Self::Date(_) => "DateTime",
        }
    }
}
