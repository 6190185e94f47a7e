//! How a server spells the names of its entity types.
//!
//! Everything above knows one name for a type, the catalogue's. A server may have it in another number or case
//! (`Products` beside `Container` was seen on one installation); what it accepts is found out here and put on the wire.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;

use super::Warehouse;
use super::catalogue::other_number;
use super::error::ReadError;
use super::query::Span;
use super::rows::Split;
use super::wire::QueryBody;

/// The spellings that a server has accepted, by the names used here.
#[derive(Debug, Default)]
pub(super) struct Spellings {
    accepted: Mutex<HashMap<String, Arc<str>>>,
}

impl Spellings {
    fn of(&self, name: &str) -> Option<Arc<str>> {
        self.lock().get(name).cloned()
    }

    fn accept(&self, name: &str, spelling: &str) {
        self.lock().insert(name.to_owned(), Arc::from(spelling));
    }

    /// A poisoned lock holds a map whose entries are replaced whole.
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<str>>> {
        self.accepted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Warehouse {
    /// Returns an entity type's name as this server is known to spell it, otherwise as it is.
    pub(super) fn spelling(&self, name: &str) -> Arc<str> {
        let accepted = self.spellings.of(name);
        accepted
            .or_else(|| self.listed_spelling(name).as_deref().map(Arc::from))
            .unwrap_or_else(|| Arc::from(name))
    }

    /// Asks for rows. If the server refuses and has never accepted the type's name, its other spellings are tried, and
    /// the one that passes is used from then on; if none does, the first refusal counts.
    pub(super) async fn read_spelled(
        &self,
        body: QueryBody<'_>,
        span: Span,
        deadline: Instant,
    ) -> Result<Split, ReadError> {
        let name = body.entity_type;
        let spelling = self.spelling(name);
        let first = QueryBody {
            entity_type: &spelling,
            ..body.clone()
        };
        let refused = match self.read_rows(first, span, deadline).await {
            Ok(split) => {
                if self.spellings.of(name).is_none() {
                    self.spellings.accept(name, &spelling);
                }
                return Ok(split);
            }
            Err(error) if error.refuses_query() && self.spellings.of(name).is_none() => error,
            Err(error) => return Err(error),
        };
        let Some(other) = self.other_spelling(name, &spelling, deadline).await else {
            return Err(refused);
        };
        let second = QueryBody {
            entity_type: &other,
            ..body
        };
        let split = match self.read_rows(second, span, deadline).await {
            Err(again) if again.refuses_query() => return Err(refused),
            read => read?,
        };
        self.spellings.accept(name, &other);
        Ok(split)
    }

    /// The server's own list decides; without one, the other number is worth one question.
    async fn other_spelling(&self, name: &str, tried: &str, deadline: Instant) -> Option<String> {
        let other = if self.lists_types(deadline).await {
            self.listed_spelling(name)?
        } else {
            other_number(name)
        };
        (other != tried).then_some(other)
    }
}
