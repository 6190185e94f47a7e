//! How many there are: as many as were counted or, where not all were read and the server does not count, no fewer than.

/// A number of rows or of groups of them.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Count {
    Exactly(u64),
    AtLeast(u64),
}

impl Count {
    /// Returns the number as a list's total; none if it is only known that there are no fewer.
    pub(super) fn total(self) -> Option<u64> {
        match self {
            Self::Exactly(count) => Some(count),
            Self::AtLeast(_) => None,
        }
    }

    /// "1 lot", "3 lots", "at least 200 lots".
    pub(super) fn of(self, one: &str, several: &str) -> String {
        let (least, count) = match self {
            Self::Exactly(count) => ("", count),
            Self::AtLeast(count) => ("at least ", count),
        };
        format!("{least}{count} {}", if count == 1 { one } else { several })
    }

    /// "A, B, C and 4 more": the first of these names, and how many there are beyond them.
    pub(super) fn listed(self, names: &[String], most: usize) -> String {
        let shown = names.len().min(most);
        let names = names.iter().take(most).cloned();
        let names = names.collect::<Vec<_>>().join(", ");
        let more = match self {
            Self::Exactly(count) | Self::AtLeast(count) if count <= shown as u64 => return names,
            Self::Exactly(count) => Self::Exactly(count - shown as u64),
            Self::AtLeast(count) => Self::AtLeast(count - shown as u64),
        };
        format!("{names} and {}", more.of("more", "more"))
    }
}

/// "A, B, C and 4 more", of names that are all there are.
pub(super) fn listed(names: &[String], most: usize) -> String {
    Count::Exactly(names.len() as u64).listed(names, most)
}

#[cfg(test)]
mod tests {
    use super::{Count, listed};

    #[test]
    fn says_what_is_known_of_a_number() {
        let said = |count: Count| count.of("lot is", "lots are");
        assert_eq!(said(Count::Exactly(1)), "1 lot is");
        assert_eq!(said(Count::Exactly(0)), "0 lots are");
        assert_eq!(said(Count::AtLeast(1)), "at least 1 lot is");
        assert_eq!(Count::AtLeast(200).total(), None);
    }

    #[test]
    fn a_list_says_how_many_it_leaves_out() {
        let names = ["A", "B", "C"].map(str::to_owned);
        assert_eq!(listed(&names, 3), "A, B, C");
        assert_eq!(listed(&names, 2), "A, B and 1 more");
        assert_eq!(Count::Exactly(350).listed(&names, 2), "A, B and 348 more");
        let some = Count::AtLeast(3);
        assert_eq!(some.listed(&names, 2), "A, B and at least 1 more");
        assert_eq!(some.listed(&names, 3), "A, B, C");
    }
}
