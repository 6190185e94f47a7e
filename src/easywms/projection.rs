//! Whether a server refuses to project fields, remembered for a while and not for ever.
//!
//! A refusal has no code of its own: it is a 400 to a question that passes without projection. That may have another
//! cause once, such as a proxy, and a server may learn to project with its next update.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// What trying again costs is one refused request; what not trying costs are whole rows in every answer.
const MEMORY: Duration = Duration::from_secs(600);

/// The last refusal of a projection.
#[derive(Debug, Default)]
pub(super) struct ProjectionRefusal {
    until: Mutex<Option<Instant>>,
}

impl ProjectionRefusal {
    /// Remembers that a projection was refused just now.
    pub(super) fn note(&self) {
        *self.until.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now() + MEMORY);
    }

    /// Returns whether a projection was refused a while ago at most.
    pub(super) fn is_recent(&self) -> bool {
        let until = *self.until.lock().unwrap_or_else(PoisonError::into_inner);
        until.is_some_and(|until| Instant::now() < until)
    }
}

#[cfg(test)]
mod tests {
    use super::{MEMORY, ProjectionRefusal};

    #[tokio::test(start_paused = true)]
    async fn a_refusal_is_forgotten_after_a_while() {
        let refusal = ProjectionRefusal::default();
        assert!(!refusal.is_recent());
        refusal.note();
        tokio::time::advance(MEMORY / 2).await;
        assert!(refusal.is_recent());
        tokio::time::advance(MEMORY / 2).await;
        assert!(!refusal.is_recent());
    }
}
