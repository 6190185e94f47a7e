//! Numbered codes and reversible shuffles: the arithmetic that leads from an index to a code or a place, and back.

/// Codes that count up: a prefix and a number. Each block of the site has its own stretch of numbers.
pub(super) struct Series {
    pub(super) prefix: String,
    pub(super) width: usize,
    pub(super) first: usize,
    /// How many codes a block has.
    pub(super) size: usize,
    /// The distance between the first numbers of two blocks.
    pub(super) stride: usize,
}

impl Series {
    /// The code of an index.
    pub(super) fn code(&self, index: usize) -> String {
        format!("{}{}", self.prefix, self.digits(index))
    }

    /// The number of an index, without prefix.
    pub(super) fn digits(&self, index: usize) -> String {
        let number = self.first + index / self.size * self.stride + index % self.size;
        format!("{number:0width$}", width = self.width)
    }

    /// The index of a code, if the code is of this series and within its blocks.
    pub(super) fn index_of(&self, code: &str, blocks: usize) -> Option<usize> {
        let number: usize = code.strip_prefix(self.prefix.as_str())?.parse().ok()?;
        let offset = number.checked_sub(self.first)?;
        let (block, within) = (offset / self.stride, offset % self.stride);
        (within < self.size && block < blocks).then_some(block * self.size + within)
    }
}

/// A permutation of `0..size` by multiplication, and its inverse.
#[derive(Clone, Copy)]
pub(super) struct Shuffle {
    size: usize,
    step: usize,
    inverse: usize,
}

impl Shuffle {
    /// The shuffle by `step`, which must have no divisor in common with `size`.
    pub(super) fn new(size: usize, step: usize) -> Self {
        // 1 = 0 + k × step (mod size): walk the multiples until one is 1; at most `size` additions, once per site.
        let inverse = (1..size)
            .find(|&factor| factor * step % size == 1)
            .unwrap_or(1);
        Self {
            size,
            step,
            inverse,
        }
    }

    pub(super) fn forward(self, index: usize) -> usize {
        index * self.step % self.size
    }

    pub(super) fn back(self, index: usize) -> usize {
        index * self.inverse % self.size
    }
}

/// Lines of an order: two to six, four on average, repeating every five orders.
const LINE_COUNTS: [usize; 5] = [4, 2, 5, 3, 6];
const LINES_OF_FIVE: usize = 20;

/// How many lines the order with this index has.
pub(super) fn line_count(order: usize) -> usize {
    LINE_COUNTS
        .get(order % LINE_COUNTS.len())
        .copied()
        .unwrap_or(1)
}

/// How many lines all orders before this one have.
pub(super) fn lines_before(order: usize) -> usize {
    let partial: usize = LINE_COUNTS.iter().take(order % LINE_COUNTS.len()).sum();
    order / LINE_COUNTS.len() * LINES_OF_FIVE + partial
}

/// The order of a line, and the line's number from 0.
pub(super) fn order_of_line(line: usize) -> (usize, usize) {
    let (mut order, mut rest) = (
        line / LINES_OF_FIVE * LINE_COUNTS.len(),
        line % LINES_OF_FIVE,
    );
    while rest >= line_count(order) {
        rest -= line_count(order);
        order += 1;
    }
    (order, rest)
}
