//! The one test binary: linking is paid once.

mod cli;
mod config;
mod contract;
mod doctor;
mod eras;
mod failures;
mod handover;
mod harness;
mod paging;
mod process;
mod questions;
mod readme;
mod schema_lint;
mod soak;
mod stdio;
mod surface;
mod tools;

/// A file that no `mod` line names is a file whose tests never run.
#[test]
fn every_file_of_this_folder_is_part_of_the_binary() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    assert_eq!(
        forgotten(&folder, include_str!("main.rs")),
        Vec::<String>::new()
    );
}

/// The files and folders beside a module file, and below, that it does not name.
fn forgotten(folder: &std::path::Path, modules: &str) -> Vec<String> {
    let mut forgotten = Vec::new();
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        let path = entry.path();
        let Some(name) = path.file_stem().and_then(|stem| stem.to_str()) else {
            continue;
        };
        let nested = std::fs::read_to_string(path.join("mod.rs")).ok();
        let is_module = nested.is_some() || path.extension().is_some_and(|end| end == "rs");
        if !is_module || ["main", "mod"].contains(&name) {
            continue;
        }
        if !modules
            .lines()
            .any(|line| line.ends_with(&format!("mod {name};")))
        {
            forgotten.push(path.display().to_string());
        }
        if let Some(modules) = nested {
            forgotten.extend(self::forgotten(&path, &modules));
        }
    }
    forgotten
}
