//! The sort order of a query: `Code asc, CreationDate desc`, the same in every dialect. It deliberately does not know
//! which fields exist, nor which one is unique: the caller names the tie-break.

use winnow::combinator::{cut_err, opt, separated};
use winnow::error::{ErrMode, ParseError};
use winnow::prelude::*;
use winnow::stream::TokenSlice;

use super::error::FilterError;
use super::node::{FieldReference, rename_all};
use super::token::{Kind, Token, tokens};
use super::vocabulary::LONG_NAME;
use super::write::Dialect;
use crate::nearest::nearest;

/// The most keys of a sort order: more never decides anything.
const MAX_KEYS: usize = 10;
const DIRECTION: &str = "`asc`, `desc`, `,` or the end of the sort order";

/// The keys that rows are sorted by, the first one deciding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderBy {
    keys: Vec<Key>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Key {
    field: FieldReference,
    direction: Direction,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    Ascending,
    Descending,
}

impl OrderBy {
    /// Returns the sort order written in `text`: field names, each with `asc` (the default) or `desc`.
    pub fn parse(text: &str) -> Result<Self, FilterError> {
        let tokens: Vec<Token<'_>> = tokens(text)?.into_iter().map(plain).collect();
        let mut whole = (
            separated(1.., cut_err(key), Kind::Comma),
            Kind::End.context(DIRECTION),
        );
        let (keys, _): (Vec<Key>, _) = whole
            .parse(TokenSlice::new(&tokens))
            .map_err(ParseError::into_inner)?;
        if let Some(Key {
            field:
                FieldReference {
                    position: Some(position),
                    ..
                },
            ..
        }) = keys.get(MAX_KEYS)
        {
            return Err(FilterError::TooLarge {
                position: *position,
                what: "sort keys",
                limit: MAX_KEYS,
            });
        }
        Ok(Self { keys })
    }

    /// Returns the sort order by `field`, smallest first.
    pub fn ascending(field: &str) -> Result<Self, FilterError> {
        Self::by(field, Direction::Ascending)
    }

    /// Returns the sort order by `field`, largest first.
    pub fn descending(field: &str) -> Result<Self, FilterError> {
        Self::by(field, Direction::Descending)
    }

    /// Appends `field`, ascending, unless the order has it already: a unique last key keeps pages from overlapping.
    pub fn then_by(mut self, field: &str) -> Result<Self, FilterError> {
        let key = Self::by(field, Direction::Ascending)?.keys;
        if !self
            .keys
            .iter()
            .any(|key| key.field.name.eq_ignore_ascii_case(field))
        {
            self.keys.extend(key);
        }
        Ok(self)
    }

    /// Returns every use of a field, in the order of the text.
    #[must_use]
    pub fn fields(&self) -> Vec<&FieldReference> {
        self.keys.iter().map(|key| &key.field).collect()
    }

    /// Replaces each field's name by what `resolve` returns for it, and stops at the first it refuses.
    pub fn rename<E: From<FilterError>>(
        &mut self,
        resolve: impl FnMut(&FieldReference) -> Result<String, E>,
    ) -> Result<(), E> {
        rename_all(self.keys.iter_mut().map(|key| &mut key.field), resolve)
    }

    /// Returns the sort order as a server of `dialect` reads it. A key that repeats an earlier one decides nothing and
    /// is left out: SQL Server refuses it.
    #[must_use]
    pub fn write(&self, dialect: Dialect) -> String {
        let mut written: Vec<&str> = Vec::new();
        let mut parts = Vec::new();
        for Key { field, direction } in &self.keys {
            if !written.contains(&field.name.as_str()) {
                written.push(&field.name);
                parts.push(format!(
                    "{} {}",
                    dialect.field(&field.name),
                    direction.word()
                ));
            }
        }
        parts.join(", ")
    }

    /// Returns the sort order normalised, for what a cursor remembers of it.
    #[must_use]
    pub fn canonical(&self) -> String {
        self.write(Dialect::Linq)
    }

    fn by(field: &str, direction: Direction) -> Result<Self, FilterError> {
        Ok(Self {
            keys: vec![Key {
                field: FieldReference::made(field)?,
                direction,
            }],
        })
    }
}

impl Direction {
    fn word(self) -> &'static str {
        match self {
            Self::Ascending => "asc",
            Self::Descending => "desc",
        }
    }
}

type Input<'t> = TokenSlice<'t, Token<'t>>;

/// What a token of a filter says of itself, a sort order can't follow.
fn plain(token: Token<'_>) -> Token<'_> {
    let kind = match token.kind {
        Kind::Refused(LONG_NAME) => token.kind,
        Kind::Refused(_) | Kind::Unknown(_) => Kind::Unknown(None),
        kind => kind,
    };
    Token { kind, ..token }
}

fn key(input: &mut Input<'_>) -> ModalResult<Key, FilterError> {
    let token = Kind::Name.context("a field name").parse_next(input)?;
    let field = FieldReference {
        name: token.raw.to_owned(),
        position: Some(token.position),
    };
    Ok(Key {
        field,
        direction: direction.parse_next(input)?,
    })
}

fn direction(input: &mut Input<'_>) -> ModalResult<Direction, FilterError> {
    let Some(token) = opt(Kind::Name).parse_next(input)? else {
        return Ok(Direction::Ascending);
    };
    match token.raw.to_lowercase().as_str() {
        "asc" | "ascending" => Ok(Direction::Ascending),
        "desc" | "descending" => Ok(Direction::Descending),
        lower => {
            let near = nearest(lower, ["asc", "desc"])
                .first()
                .map(|&word| word.to_owned());
            Err(ErrMode::Cut(FilterError::unexpected(
                token, DIRECTION, near,
            )))
        }
    }
}
