//! The gate that holds requests until a test lets them go, so that no test has to sleep.

use tokio::sync::watch;

/// Holds requests, counts them, and lets all of them go at once.
pub(in crate::simulator) struct Gate {
    waiting: watch::Sender<usize>,
    round: watch::Sender<usize>,
}

impl Default for Gate {
    fn default() -> Self {
        Self {
            waiting: watch::Sender::new(0),
            round: watch::Sender::new(0),
        }
    }
}

impl Gate {
    /// Waits for the next release.
    pub(in crate::simulator) async fn pass(&self) {
        // Subscribed before it is counted: whoever sees it held can release it.
        let mut round = self.round.subscribe();
        let _held = Held::new(&self.waiting);
        // The sender lives as long as the gate, so there is nothing to do about an error.
        let _ = round.changed().await;
    }

    /// Waits until at least `requests` requests are held.
    pub(in crate::simulator) async fn held(&self, requests: usize) {
        let _ = self
            .waiting
            .subscribe()
            .wait_for(|waiting| *waiting >= requests)
            .await;
    }

    /// Waits until no request is held.
    pub(in crate::simulator) async fn none_held(&self) {
        let _ = self
            .waiting
            .subscribe()
            .wait_for(|waiting| *waiting == 0)
            .await;
    }

    /// Lets every held request go.
    pub(in crate::simulator) fn release(&self) {
        self.round.send_modify(|round| *round += 1);
    }
}

/// A request at the gate, until it goes on or its client gives up.
struct Held<'g>(&'g watch::Sender<usize>);

impl<'g> Held<'g> {
    fn new(waiting: &'g watch::Sender<usize>) -> Self {
        waiting.send_modify(|waiting| *waiting += 1);
        Self(waiting)
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.0.send_modify(|waiting| *waiting -= 1);
    }
}
