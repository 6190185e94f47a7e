//! The clock of a server: the system's, or one that a test sets.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;

/// Where a server takes the present moment from.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The system's clock.
    System,
    /// Always the same moment, so that a test knows every relative date.
    Fixed(Timestamp),
    /// The seconds since 1970 to which a test has set it.
    Set(Arc<AtomicI64>),
}

impl Clock {
    /// Returns the present moment.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        match self {
            Self::System => Timestamp::now(),
            Self::Fixed(moment) => *moment,
            Self::Set(seconds) => {
                Timestamp::from_second(seconds.load(Ordering::Relaxed)).unwrap_or_default()
            }
        }
    }
}
