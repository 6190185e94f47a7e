//! Whether a server's totals can be believed.
//!
//! A server that does not count may send a number all the same: the rows of this very answer under `Count`, or a 0 that
//! nobody set. A total is taken for one if it can't be that; where it could be either, one more question tells, until the
//! server has shown once that it counts.

use std::sync::atomic::{AtomicBool, Ordering};

use super::error::ReadError;
use super::rows::Split;

/// What is known of the totals of one service.
#[derive(Debug, Default)]
pub(super) struct Totals {
    /// A total was seen that says more than the answer around it.
    proven: AtomicBool,
}

impl Totals {
    /// Returns the total of an answer to a question for `take` rows behind the first `skip`; `None` if the server does
    /// not count. `ask` makes the same question for another number of rows, without keeping any; if it fails, the number stays
    /// open, for the rows are there.
    pub(super) async fn of<F>(
        &self,
        answer: &Split,
        skip: u64,
        take: u64,
        ask: impl FnOnce(u64) -> F,
    ) -> Option<u64>
    where
        F: Future<Output = Result<Split, ReadError>>,
    {
        let total = answer.total?;
        let reached = skip + answer.seen;
        if total > reached {
            self.proven.store(true, Ordering::Relaxed);
        } else if total < reached && answer.seen > 0 {
            return None;
        }
        let ends_before = answer.seen < take;
        if self.proven.load(Ordering::Relaxed) || ends_before {
            return Some(total);
        }
        if take == 0 {
            // Nothing was asked for and nothing came: a 0 that may mean as much.
            let first = ask(1).await.ok()?;
            return (first.seen == 0).then_some(0);
        }
        // All that was asked for came, and the total says no more than that.
        let again = ask(0).await.ok()?;
        let counted = again.total.filter(|counted| *counted >= reached)?;
        self.proven.store(true, Ordering::Relaxed);
        Some(counted)
    }
}

#[cfg(test)]
mod tests {
    use super::{ReadError, Split, Totals};

    fn answer(seen: u64, total: u64) -> Split {
        Split {
            rows: Vec::new(),
            seen,
            total: Some(total),
            overflow: None,
        }
    }

    /// What is made of an answer, and how many rows the further question asked for.
    async fn judged(
        totals: &Totals,
        (seen, total): (u64, u64),
        (skip, take): (u64, u64),
        further: (u64, u64),
    ) -> (Option<u64>, Option<u64>) {
        let mut asked = None;
        let ask = |take| {
            asked = Some(take);
            async move { Ok::<_, ReadError>(answer(further.0, further.1)) }
        };
        let judged = totals.of(&answer(seen, total), skip, take, ask).await;
        (judged, asked)
    }

    const UNUSED: (u64, u64) = (0, 0);

    #[tokio::test]
    async fn a_total_beyond_the_rows_is_one_and_proves_the_others() {
        let totals = Totals::default();
        let first = judged(&totals, (6, 2400), (0, 6), UNUSED).await;
        assert_eq!(first, (Some(2400), None));
        let all = judged(&totals, (6, 6), (0, 6), UNUSED).await;
        assert_eq!(all, (Some(6), None));
        let none = judged(&totals, (0, 0), (0, 0), UNUSED).await;
        assert_eq!(none, (Some(0), None));
        let too_small = judged(&totals, (6, 0), (0, 6), UNUSED).await;
        assert_eq!(too_small, (None, None));
    }

    #[tokio::test]
    async fn a_total_that_may_be_the_answer_s_own_is_asked_about() {
        let own = judged(&Totals::default(), (6, 6), (0, 6), (0, 0)).await;
        assert_eq!(own, (None, Some(0)));
        let whole = judged(&Totals::default(), (6, 6), (0, 6), (0, 6)).await;
        assert_eq!(whole, (Some(6), Some(0)));
        let unset = judged(&Totals::default(), (0, 0), (0, 0), (1, 0)).await;
        assert_eq!(unset, (None, Some(1)));
        let empty = judged(&Totals::default(), (0, 0), (0, 0), (0, 0)).await;
        assert_eq!(empty, (Some(0), Some(1)));
    }

    #[tokio::test]
    async fn a_question_that_is_refused_costs_the_total_and_not_the_rows() {
        let refused = |_| async {
            Err(ReadError::RateLimited {
                retry_after_seconds: None,
            })
        };
        for (answer, take) in [(answer(6, 6), 6), (answer(0, 0), 0)] {
            let totals = Totals::default();
            let judged = totals.of(&answer, 0, take, refused).await;
            assert_eq!(judged, None);
        }
    }

    #[tokio::test]
    async fn a_list_that_ends_before_the_rows_asked_for_needs_no_question() {
        let short = judged(&Totals::default(), (2, 2), (0, 6), UNUSED).await;
        assert_eq!(short, (Some(2), None));
        let behind = judged(&Totals::default(), (0, 6), (6, 24), UNUSED).await;
        assert_eq!(behind, (Some(6), None));
    }
}
