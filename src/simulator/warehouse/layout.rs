//! The order of a table's rows: runs of filler, cut by single story rows.
//!
//! Where a story row takes a code, the filler row with that code is left out. Knows numbers only.

/// Where a row of a table comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The filler row with this index.
    Filler(usize),
    /// The story row with this number.
    Story(usize),
}

/// A table's rows in order: the first row of each run, and where it starts.
#[derive(Default)]
pub(super) struct Layout {
    runs: Vec<(usize, Origin)>,
    len: usize,
}

impl Layout {
    /// Lays story rows (each before the given filler row, ascending) over `filler` rows less the `removed` (ascending).
    pub(super) fn new(filler: usize, removed: &[usize], story: &[usize]) -> Self {
        let mut layout = Self::default();
        let mut next = 0;
        let mut gaps = removed.iter().copied().peekable();
        let ends = story
            .iter()
            .map(|&position| position.min(filler))
            .chain([filler]);
        for (number, end) in ends.enumerate() {
            while let Some(gap) = gaps.next_if(|gap| *gap < end) {
                layout.add_filler(next, gap);
                next = gap + 1;
            }
            layout.add_filler(next, end);
            next = next.max(end);
            if number < story.len() {
                layout.runs.push((layout.len, Origin::Story(number)));
                layout.len += 1;
            }
        }
        layout
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Where a row comes from; `None` past the end.
    pub(super) fn origin(&self, row: usize) -> Option<Origin> {
        if row >= self.len {
            return None;
        }
        let after = self.runs.partition_point(|(start, _)| *start <= row);
        let (start, origin) = self.runs.get(after.checked_sub(1)?)?;
        Some(match origin {
            Origin::Filler(first) => Origin::Filler(first + row - start),
            story @ Origin::Story(_) => *story,
        })
    }

    fn add_filler(&mut self, from: usize, end: usize) {
        if from < end {
            self.runs.push((self.len, Origin::Filler(from)));
            self.len += end - from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Layout, Origin::Filler, Origin::Story};

    fn rows(layout: &Layout) -> Vec<super::Origin> {
        (0..layout.len())
            .filter_map(|row| layout.origin(row))
            .collect()
    }

    #[test]
    fn a_story_row_takes_the_place_of_the_filler_row_that_it_replaces() {
        let layout = Layout::new(5, &[2], &[2]);
        assert_eq!(
            rows(&layout),
            [Filler(0), Filler(1), Story(0), Filler(3), Filler(4)]
        );
        assert_eq!(layout.origin(5), None);
    }

    #[test]
    fn story_rows_may_stand_together_and_at_both_ends() {
        let layout = Layout::new(2, &[0, 1], &[0, 0, 9]);
        assert_eq!(rows(&layout), [Story(0), Story(1), Story(2)]);
        assert_eq!(
            rows(&Layout::new(2, &[], &[0, 2])),
            [Story(0), Filler(0), Filler(1), Story(1)]
        );
    }
}
