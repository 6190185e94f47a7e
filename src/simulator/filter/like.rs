//! SQL's `LIKE`.

/// A pattern of `LIKE`, in lower case.
#[derive(Debug)]
pub(super) struct LikePattern(Vec<Piece>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece {
    /// `%`: any run of characters, also none.
    Run,
    /// `_`: any one character.
    One,
    /// The character itself.
    Char(char),
}

impl LikePattern {
    /// Reads a pattern; what follows the escape character stands for itself.
    pub(super) fn new(pattern: &str, escape: Option<char>) -> Self {
        let lower = pattern.to_lowercase();
        let mut chars = lower.chars();
        let mut pieces = Vec::new();
        while let Some(char) = chars.next() {
            pieces.push(match char {
                _ if Some(char) == escape => Piece::Char(chars.next().unwrap_or(char)),
                '%' => Piece::Run,
                '_' => Piece::One,
                _ => Piece::Char(char),
            });
        }
        Self(pieces)
    }

    /// Whether a text in lower case fits the pattern as a whole.
    ///
    /// Only the last `%` passed is ever tried again, which is enough, and keeps the work below pattern times text.
    pub(super) fn matches(&self, text: &str) -> bool {
        let text: Vec<char> = text.chars().collect();
        let (mut at, mut piece) = (0, 0);
        let mut resume: Option<(usize, usize)> = None;
        while let Some(char) = text.get(at) {
            match self.0.get(piece) {
                Some(Piece::Run) => {
                    piece += 1;
                    resume = Some((piece, at));
                    continue;
                }
                Some(Piece::One) => {}
                Some(Piece::Char(expected)) if expected == char => {}
                _ => {
                    let Some((after_run, from)) = resume else {
                        return false;
                    };
                    resume = Some((after_run, from + 1));
                    (at, piece) = (from + 1, after_run);
                    continue;
                }
            }
            at += 1;
            piece += 1;
        }
        self.0.iter().skip(piece).all(|rest| *rest == Piece::Run)
    }
}
