//! The clock of a server: the system's, or one that stands still for tests.

use jiff::Timestamp;

/// Where a server takes the present moment from.
#[derive(Clone, Copy, Debug)]
pub enum Clock {
    /// The system's clock.
    System,
    /// Always the same moment, so that a test knows every relative date.
    Fixed(Timestamp),
}

impl Clock {
    /// Returns the present moment.
    #[must_use]
    pub fn now(self) -> Timestamp {
        match self {
            Self::System => Timestamp::now(),
            Self::Fixed(moment) => moment,
        }
    }
}
