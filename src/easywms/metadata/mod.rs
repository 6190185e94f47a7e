//! Entity types and their fields: from the metadata service, else from the catalogue and a sampled row.

mod fields;
mod types;
mod wire;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

pub use self::fields::{EntityField, EntityFields, FieldSource};
use self::fields::{fields_of_catalogue, fields_of_row};
use self::types::named;
pub use self::types::{EntityTypeSummary, EntityTypes, Undescribed};
pub(super) use self::types::{ServerTypes, is_listed_as};
use super::Warehouse;
use super::catalogue::CatalogueType;
use super::connection::Patience;
use super::error::ReadError;
use super::query::Question;
use super::read_request::ReadRequest;
use super::rows::{Keep, RawRow, RowSplitter, Shaping};
use crate::nearest::nearest;

/// Metadata changes with a release of the server, not during a conversation.
const MEMORY: Duration = Duration::from_secs(600);
/// Room for one sampled row: the largest one measured took 95 kB.
const SAMPLE_BYTES: usize = 512 << 10;

/// An entity type that a name was found to mean.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ResolvedType {
    /// The name to use: the catalogue's, else the server's.
    pub name: String,
    /// The field that identifies a row, if it is known.
    pub key: Option<String>,
    /// Whether the name given was another spelling.
    pub respelled: bool,
}

/// Why a name means no entity type.
#[derive(Debug, thiserror::Error)]
pub enum ResolveError {
    /// There is no such type.
    #[error("there is no entity type '{name}'")]
    Unknown {
        /// The name given.
        name: String,
        /// The nearest known ones.
        nearest: Vec<String>,
    },
    /// The server could not be asked.
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// What the metadata service said, for a while.
#[derive(Debug, Default)]
pub(super) struct MetadataCache {
    types: Mutex<Option<(Instant, ServerTypes)>>,
    fields: Mutex<HashMap<String, (Instant, Arc<EntityFields>)>>,
}

impl Warehouse {
    /// Returns every entity type: the catalogue's, less those that the server's own list is known not to have, then those
    /// that only the server knows.
    pub async fn entity_types(&self, deadline: Instant) -> Result<EntityTypes, ReadError> {
        Ok(self.server_types(deadline).await?.beside(&self.catalogue))
    }

    /// Finds the entity type that a name means: the catalogue first, then the server's metadata.
    pub async fn resolve_type(
        &self,
        name: &str,
        deadline: Instant,
    ) -> Result<ResolvedType, ResolveError> {
        let resolved = |found: &str, key: Option<&str>| ResolvedType {
            name: found.to_owned(),
            key: key.map(str::to_owned),
            respelled: found != name,
        };
        let catalogued = named(&self.catalogue.types, name, |known| &known.name);
        if let Some(found) = catalogued.filter(|known| !self.is_another(known, name)) {
            return Ok(resolved(&found.name, Some(&found.key)));
        }
        let types = self.entity_types(deadline).await?.types;
        if let Some(found) = named(&types, name, |there| &there.name) {
            return Ok(resolved(&found.name, found.key.as_deref()));
        }
        let names = types.iter().map(|t| t.name.as_str());
        let nearest = nearest(name, names)
            .into_iter()
            .map(str::to_owned)
            .collect();
        Err(ResolveError::Unknown {
            name: name.to_owned(),
            nearest,
        })
    }

    /// Whether the server's list is known to have a type of exactly that name beside the catalogue's.
    fn is_another(&self, known: &CatalogueType, name: &str) -> bool {
        let Some(ServerTypes::Known(listed)) = self.metadata.remembered_types() else {
            return false;
        };
        listed.iter().any(|there| there.name == name) && !is_listed_as(&listed, known, name)
    }

    /// Whether the server lists its entity types; asks it if that is not known.
    pub(super) async fn lists_types(&self, deadline: Instant) -> bool {
        matches!(self.server_types(deadline).await, Ok(ServerTypes::Known(_)))
    }

    /// Returns the name under which the server lists an entity type, if its list was read and has it.
    pub(super) fn listed_spelling(&self, name: &str) -> Option<String> {
        let Some(ServerTypes::Known(types)) = self.metadata.remembered_types() else {
            return None;
        };
        named(&types, name, |there| &there.name).map(|there| there.name.clone())
    }

    /// Returns the fields of an entity type, given by the name that it was resolved to.
    pub async fn fields_of(
        &self,
        entity_type: &str,
        deadline: Instant,
    ) -> Result<Arc<EntityFields>, ReadError> {
        if let Some(fields) = self.metadata.remembered_fields(entity_type) {
            return Ok(fields);
        }
        let fields = match self.server_fields(entity_type, deadline).await? {
            Some(fields) => EntityFields {
                fields,
                source: FieldSource::Metadata,
            },
            None => self.sampled_fields(entity_type, deadline).await?,
        };
        Ok(self.metadata.remember_fields(entity_type, fields))
    }

    /// Returns the fields of an entity type if they were read a short while ago; asks nobody.
    #[must_use]
    pub fn remembered_fields(&self, entity_type: &str) -> Option<Arc<EntityFields>> {
        self.metadata.remembered_fields(entity_type)
    }

    async fn server_types(&self, deadline: Instant) -> Result<ServerTypes, ReadError> {
        if let Some(types) = self.metadata.remembered_types() {
            return Ok(types);
        }
        let answer = self
            .metadata_rows(&ReadRequest::EntityTypes, deadline)
            .await;
        let types = ServerTypes::of(answer)?;
        *lock(&self.metadata.types) = Some((Instant::now() + MEMORY, types.clone()));
        Ok(types)
    }

    async fn server_fields(
        &self,
        name: &str,
        deadline: Instant,
    ) -> Result<Option<Vec<EntityField>>, ReadError> {
        if matches!(
            self.metadata.remembered_types(),
            Some(ServerTypes::Undescribed(_))
        ) {
            return Ok(None);
        }
        let name = &self.spelling(name);
        let document = self
            .document(&ReadRequest::EntityType { name }, deadline)
            .await;
        match document {
            Ok(document) => Ok(wire::fields(document)),
            Err(
                ReadError::ServiceMissing { .. }
                | ReadError::Forbidden { .. }
                | ReadError::NotFound { .. }
                | ReadError::Unreadable { .. },
            ) => Ok(None),
            Err(error) => Err(error),
        }
    }

    async fn sampled_fields(
        &self,
        entity_type: &str,
        deadline: Instant,
    ) -> Result<EntityFields, ReadError> {
        let question = Question::first(entity_type, 1);
        let page = self
            .rows(&question, Shaping::Whole, SAMPLE_BYTES, deadline)
            .await?;
        let catalogued = self.catalogue.get(entity_type);
        Ok(match page.shaped.rows.first() {
            Some(row) => EntityFields {
                fields: fields_of_row(row, catalogued),
                source: FieldSource::Sample,
            },
            None => EntityFields {
                fields: fields_of_catalogue(catalogued),
                source: FieldSource::Catalogue,
            },
        })
    }

    async fn metadata_rows(
        &self,
        request: &ReadRequest<'_>,
        deadline: Instant,
    ) -> Result<Vec<RawRow>, ReadError> {
        let split = self
            .connection
            .read(request, Patience::Read, deadline, || {
                RowSplitter::new(Keep::EVERYTHING)
            })
            .await?;
        Ok(split.rows)
    }
}

impl MetadataCache {
    fn remembered_types(&self) -> Option<ServerTypes> {
        let types = lock(&self.types);
        types
            .as_ref()
            .filter(|(until, _)| Instant::now() < *until)
            .map(|(_, types)| types.clone())
    }

    fn remembered_fields(&self, entity_type: &str) -> Option<Arc<EntityFields>> {
        let fields = lock(&self.fields);
        fields
            .get(entity_type)
            .filter(|(until, _)| Instant::now() < *until)
            .map(|(_, fields)| Arc::clone(fields))
    }

    fn remember_fields(&self, entity_type: &str, fields: EntityFields) -> Arc<EntityFields> {
        let fields = Arc::new(fields);
        lock(&self.fields).insert(
            entity_type.to_owned(),
            (Instant::now() + MEMORY, Arc::clone(&fields)),
        );
        fields
    }
}

/// A poisoned lock holds a cache whose entries are replaced whole.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
