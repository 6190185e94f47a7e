//! The table of targets and measured values.

/// Lines of the table, in the order in which they were measured.
#[derive(Default)]
pub(crate) struct Report {
    lines: Vec<(String, String, String, bool)>,
}

impl Report {
    /// Adds a line; `met` says whether the value keeps the target.
    pub(crate) fn line(&mut self, what: &str, target: &str, measured: String, met: bool) {
        eprintln!("{what}: {measured}");
        self.lines
            .push((what.to_owned(), target.to_owned(), measured, met));
    }

    pub(crate) fn print(&self) {
        println!("| what | target | measured | met |\n| --- | --- | --- | --- |");
        for (what, target, measured, met) in &self.lines {
            println!(
                "| {what} | {target} | {measured} | {} |",
                if *met { "yes" } else { "no" }
            );
        }
    }
}

/// The value below which `percent` of the values lie.
pub(crate) fn percentile(values: &mut [f64], percent: usize) -> f64 {
    values.sort_by(f64::total_cmp);
    let at = (values.len() * percent / 100).min(values.len().saturating_sub(1));
    values.get(at).copied().unwrap_or(f64::NAN)
}
