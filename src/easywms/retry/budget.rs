//! The retries that a profile may still spend: each costs one, each success earns a fifth.

use std::sync::{Mutex, MutexGuard, PoisonError};

const FULL_TENTHS: u32 = 100;
const RETRY_COST_TENTHS: u32 = 10;
const SUCCESS_GAIN_TENTHS: u32 = 2;

/// A bucket of ten retries.
#[derive(Debug)]
pub(super) struct RetryBudget {
    /// In tenths of a retry, so that no rounding error adds up.
    tenths: Mutex<u32>,
}

impl RetryBudget {
    pub(super) fn full() -> Self {
        Self {
            tenths: Mutex::new(FULL_TENTHS),
        }
    }

    /// Takes one retry; `false` if none is left.
    pub(super) fn spend(&self) -> bool {
        let mut tenths = self.lock();
        match tenths.checked_sub(RETRY_COST_TENTHS) {
            Some(left) => {
                *tenths = left;
                true
            }
            None => false,
        }
    }

    pub(super) fn earn(&self) {
        let mut tenths = self.lock();
        *tenths = (*tenths + SUCCESS_GAIN_TENTHS).min(FULL_TENTHS);
    }

    /// A poisoned lock holds a plain number.
    fn lock(&self) -> MutexGuard<'_, u32> {
        self.tenths.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::RetryBudget;

    #[test]
    fn allows_ten_retries_and_five_successes_earn_one() {
        let budget = RetryBudget::full();
        assert_eq!((0..20).filter(|_| budget.spend()).count(), 10);
        (0..5).for_each(|_| budget.earn());
        assert!(budget.spend());
        assert!(!budget.spend());
    }
}
