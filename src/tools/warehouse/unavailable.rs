//! Why a part of an answer is not there, and when that is the end of the whole answer.

use super::part::Part;
use super::subject::Gap;
use crate::easywms::{CatalogueType, Role};
use crate::envelope::{Code, Failure};

/// What to do about a server that ignores filters.
const IGNORES: &str = "Set WMS_<P>_FILTER_DIALECT to the language that this server reads: mcp-wms-api doctor finds it.";
/// What to do about a server whose rows have other fields.
const OTHER_NAMES: &str =
    "Give the names that this server uses in a catalogue of your own: WMS_<P>_CATALOGUE.";

/// Why a part has no rows.
#[derive(Clone, Debug)]
pub(super) struct Unavailable {
    pub(super) reason: String,
    /// The failed read; none if this server has nothing to read.
    pub(super) failure: Option<Failure>,
    /// Whether it is one of all reads: this server does not do what is asked of it.
    of_all: bool,
}

impl Unavailable {
    /// This server has nothing to read there.
    pub(super) fn missing(gap: &Gap) -> Self {
        Self {
            reason: gap.to_string(),
            failure: None,
            of_all: false,
        }
    }

    /// The read failed.
    pub(super) fn failed(failure: Failure) -> Self {
        Self {
            reason: format!("{} ({})", failure.message, failure.code.as_str()),
            of_all: condemns(failure.code),
            failure: Some(failure),
        }
    }

    /// The rows that came are not what was asked for, as their role shows. Then no answer of this server can be trusted.
    pub(super) fn of_other_things(entity_type: &CatalogueType, role: Role) -> Self {
        let field = entity_type.role(role).unwrap_or_default();
        let message = format!(
            "this server ignores the filter: {} rows came whose {field} is not the one asked for",
            entity_type.name
        );
        let failure = Failure::new(Code::UpstreamInvalid, message, IGNORES);
        Self {
            of_all: true,
            ..Self::failed(failure)
        }
    }

    /// The rows that came have nothing of what was asked for, by whatever names they go.
    pub(super) fn of_other_names(entity_type: &CatalogueType) -> Self {
        let name = &entity_type.name;
        let message = format!("rows of {name} have none of the fields that the catalogue names");
        Self::failed(Failure::new(Code::UpstreamInvalid, message, OTHER_NAMES))
    }
}

/// Fails the call where no part can tell anything: every read failed, or the profile itself can't be used.
pub(super) fn settle<'p, 'c: 'p>(
    parts: impl IntoIterator<Item = &'p Part<'c>>,
) -> Result<(), Failure> {
    let mut first = None;
    let mut any_read = false;
    for part in parts {
        let Some(unavailable) = part.unavailable() else {
            any_read |= part.was_asked();
            continue;
        };
        if let Some(failure) = &unavailable.failure {
            if unavailable.of_all {
                return Err(failure.clone());
            }
            first.get_or_insert_with(|| failure.clone());
        }
    }
    match first {
        Some(failure) if !any_read => Err(failure),
        _ => Ok(()),
    }
}

/// Whether a failure of one read is one of the whole profile.
fn condemns(code: Code) -> bool {
    matches!(
        code,
        Code::AuthFailed | Code::TenantNotFound | Code::TlsFailed | Code::ConfigurationInvalid
    )
}
