//! The size of the release binary.

use super::child::binary;
use super::report::Report;

pub(crate) fn measure(report: &mut Report) {
    let bytes = std::fs::metadata(binary())
        .map(|file| file.len())
        .unwrap_or_default();
    let megabytes = bytes as f64 / 1e6;
    report.line(
        "release binary",
        "≤ 12 MB",
        format!("{megabytes:.1} MB"),
        megabytes <= 12.0,
    );
}
