//! The closed tree a filter is parsed into. It has no place for a text of the user other than names and values.

use super::error::{FilterError, excerpt};
use super::token;
use super::value::Value;

/// How a field is compared with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparator {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Comparator {
    pub(super) fn accepts_null(self) -> bool {
        matches!(self, Self::Equal | Self::NotEqual)
    }
}

/// Where in a field's text another text is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextMatch {
    Contains,
    StartsWith,
    EndsWith,
}

impl TextMatch {
    /// Returns the word of the language for it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Contains => "contains",
            Self::StartsWith => "startswith",
            Self::EndsWith => "endswith",
        }
    }
}

/// A field as a filter or a sort order names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldReference {
    /// The name; a dot leads into a related object of the Writing model.
    pub name: String,
    /// Where it stands in the text, in characters from 1; nothing if the program made it.
    pub position: Option<usize>,
}

impl FieldReference {
    /// Returns the reference to a field that the program names.
    pub(super) fn made(name: &str) -> Result<Self, FilterError> {
        check_name(name)?;
        Ok(Self {
            name: name.to_owned(),
            position: None,
        })
    }
}

/// One field and what is asked of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Comparison {
    pub(super) field: FieldReference,
    pub(super) test: Test,
}

/// What is asked of a field. Null stands in `Compare` only, and there with equal or not equal only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Test {
    Compare(Comparator, Value),
    In(Vec<Value>),
    Between(Value, Value),
    Match(TextMatch, String),
}

/// A condition. `All` and `Any` hold at least two nodes and none of their own kind, `Not` holds no `Not`:
/// so the tree is never deeper than four times the nesting of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    Comparison(Comparison),
    Not(Box<Node>),
    All(Vec<Node>),
    Any(Vec<Node>),
}

impl Node {
    pub(super) fn all(nodes: Vec<Self>) -> Self {
        let flatten = |node| match node {
            Self::All(nodes) => nodes,
            node => vec![node],
        };
        Self::joined(nodes.into_iter().flat_map(flatten).collect(), Self::All)
    }

    pub(super) fn any(nodes: Vec<Self>) -> Self {
        let flatten = |node| match node {
            Self::Any(nodes) => nodes,
            node => vec![node],
        };
        Self::joined(nodes.into_iter().flat_map(flatten).collect(), Self::Any)
    }

    pub(super) fn not(node: Self) -> Self {
        match node {
            Self::Not(inner) => *inner,
            node => Self::Not(Box::new(node)),
        }
    }

    fn joined(nodes: Vec<Self>, join: fn(Vec<Self>) -> Self) -> Self {
        match <[Self; 1]>::try_from(nodes) {
            Ok([only]) => only,
            Err(nodes) => join(nodes),
        }
    }

    pub(super) fn collect_fields<'n>(&'n self, fields: &mut Vec<&'n FieldReference>) {
        match self {
            Self::Comparison(comparison) => fields.push(&comparison.field),
            Self::Not(node) => node.collect_fields(fields),
            Self::All(nodes) | Self::Any(nodes) => {
                for node in nodes {
                    node.collect_fields(fields);
                }
            }
        }
    }

    pub(super) fn collect_fields_mut<'n>(&'n mut self, fields: &mut Vec<&'n mut FieldReference>) {
        match self {
            Self::Comparison(comparison) => fields.push(&mut comparison.field),
            Self::Not(node) => node.collect_fields_mut(fields),
            Self::All(nodes) | Self::Any(nodes) => {
                for node in nodes {
                    node.collect_fields_mut(fields);
                }
            }
        }
    }
}

/// Replaces each name by what `resolve` returns for it, provided that it is a name.
pub(super) fn rename_all<'f, E: From<FilterError>>(
    fields: impl IntoIterator<Item = &'f mut FieldReference>,
    mut resolve: impl FnMut(&FieldReference) -> Result<String, E>,
) -> Result<(), E> {
    for field in fields {
        let name = resolve(field)?;
        check_name(&name)?;
        field.name = name;
    }
    Ok(())
}

/// A name from outside the text (catalogue, metadata) obeys the text's rule: it is written unquoted.
fn check_name(name: &str) -> Result<(), FilterError> {
    if token::is_name(name) {
        Ok(())
    } else {
        Err(FilterError::InvalidName {
            name: excerpt(name),
        })
    }
}
