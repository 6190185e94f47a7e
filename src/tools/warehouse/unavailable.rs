//! Why a part of an answer is not there, and when that is the end of the whole answer.

use super::part::Part;
use super::subject::Gap;
use crate::easywms::{CatalogueType, ReadError};
use crate::envelope::{Code, Failure};

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
    pub(super) fn failed(error: ReadError) -> Self {
        let ignores_filters = matches!(error, ReadError::FilterIgnored { .. });
        let failure = Failure::from(error);
        Self {
            of_all: ignores_filters || condemns(failure.code),
            ..Self::of(failure)
        }
    }

    fn of(failure: Failure) -> Self {
        Self {
            reason: format!("{} ({})", failure.message, failure.code.as_str()),
            of_all: false,
            failure: Some(failure),
        }
    }

    /// The rows that came have nothing of what was asked for, by whatever names they go.
    pub(super) fn of_other_names(entity_type: &CatalogueType) -> Self {
        let name = &entity_type.name;
        let message = format!("rows of {name} have none of the fields that the catalogue names");
        Self::of(Failure::new(Code::UpstreamInvalid, message, OTHER_NAMES))
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
