#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]
use super::Site;
use jiff::Timestamp;

#[test]
fn probe() {
    let now: Timestamp = "2026-11-30T08:15:00Z".parse().unwrap();
    let t0 = std::time::Instant::now();
    let site = Site::new("NORTH", now, 1).unwrap();
    eprintln!("start {:?}", t0.elapsed());
    for t in site.tables() {
        let t0 = std::time::Instant::now();
        let n = t.len();
        for r in (0..n).step_by((n / 2000).max(1)) {
            t.core(r);
        }
        let per = t0.elapsed() / (n.min(2000).max(1) as u32);
        let sizes: usize = (0..n.min(200)).map(|r| t.reading_json(r).len()).sum();
        eprintln!(
            "{:20} len {n:6} core {per:?} reading {} writing {} cols {}",
            t.name,
            sizes / n.min(200),
            t.writing_json(n / 3).len(),
            t.columns.len()
        );
        eprintln!(
            "   {}",
            t.reading_json(n / 2).chars().take(900).collect::<String>()
        );
    }
}
