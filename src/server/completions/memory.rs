//! What was read for completions, kept for a while: every keystroke asks again.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

use super::WorkflowNames;

/// How long names are kept: somebody types for seconds, and a new workflow is to appear soon.
const KEPT: Duration = Duration::from_secs(60);
/// How long it is kept that they could not be read.
const KEPT_WITHOUT: Duration = Duration::from_secs(10);

/// What completions know of the default warehouse.
#[derive(Debug, Default)]
pub(in crate::server) struct Memory {
    pub(super) applications: Remembered<Vec<String>>,
    pub(super) workflows: Remembered<WorkflowNames>,
}

/// A value that is read by one asker, for whom the others wait.
#[derive(Debug)]
pub(super) struct Remembered<T> {
    known: Mutex<Option<Known<T>>>,
}

#[derive(Debug)]
struct Known<T> {
    /// None if it could not be read.
    value: Option<Arc<T>>,
    until: Instant,
}

impl<T> Default for Remembered<T> {
    fn default() -> Self {
        Self {
            known: Mutex::new(None),
        }
    }
}

impl<T> Remembered<T> {
    /// Returns what was read a short while ago, or reads it.
    pub(super) async fn get(&self, read: impl Future<Output = Option<T>>) -> Option<Arc<T>> {
        let mut known = self.known.lock().await;
        if let Some(known) = known.as_ref().filter(|known| Instant::now() < known.until) {
            return known.value.clone();
        }
        let value = read.await.map(Arc::new);
        let memory = if value.is_some() { KEPT } else { KEPT_WITHOUT };
        *known = Some(Known {
            value: value.clone(),
            until: Instant::now() + memory,
        });
        value
    }
}

#[cfg(test)]
mod tests {
    use super::{Arc, Duration, KEPT, KEPT_WITHOUT, Remembered};

    #[tokio::test(start_paused = true)]
    async fn a_value_is_read_once_in_its_time_and_a_failure_is_tried_again_soon() {
        let remembered = Remembered::default();
        let second = Duration::from_secs(1);
        let just_before = |end: Duration| end.saturating_sub(second);
        for (wait, read, expected) in [
            (Duration::ZERO, None, None),
            (just_before(KEPT_WITHOUT), Some(1), None),
            (second, Some(2), Some(2)),
            (just_before(KEPT), Some(3), Some(2)),
            (second, Some(4), Some(4)),
        ] {
            tokio::time::advance(wait).await;
            let got = remembered.get(async { read }).await;
            assert_eq!(got.as_deref().copied(), expected, "{read:?}");
        }
    }

    #[tokio::test]
    async fn askers_at_once_cost_one_reading() {
        let remembered = Remembered::default();
        let slow = async {
            tokio::task::yield_now().await;
            Some(1)
        };
        let (one, other) = tokio::join!(remembered.get(slow), remembered.get(async { Some(2) }));
        assert_eq!((one, other), (Some(Arc::new(1)), Some(Arc::new(1))));
    }
}
