use std::collections::BTreeSet;

use super::super::{RowSizes, SizeKey, projection_hash};

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn size_key(entity_type: &str) -> SizeKey {
    SizeKey {
        entity_type: entity_type.to_owned(),
        query_type: 0,
        projection: projection_hash(&[]),
    }
}

#[test]
fn asks_for_what_fits_and_the_row_that_proves_it() {
    let sizes = RowSizes::default();
    let product = size_key("Product");
    assert_eq!(
        (
            sizes.expected_bytes(&product),
            sizes.rows_that_fit(&product, 24_000)
        ),
        (4_800, 6)
    );
    assert_eq!(sizes.rows_that_fit(&product, 0), 1);
    assert_eq!(sizes.rows_that_fit(&product, usize::MAX), u32::MAX);

    sizes.record(&product, 20, 10_000);
    assert_eq!(
        (
            sizes.expected_bytes(&product),
            sizes.rows_that_fit(&product, 24_000)
        ),
        (500, 52)
    );
    sizes.record(&product, 0, 10_000);
    sizes.record(&product, 1, 2_500);
    assert_eq!(sizes.expected_bytes(&product), 600);
    sizes.record(&product, 200, 200_000);
    assert_eq!(sizes.expected_bytes(&product), 1_000);
    sizes.record(&product, 10_000, 0);
    assert_eq!(sizes.expected_bytes(&product), 1);
}

#[test]
fn remembers_a_bounded_number_of_kinds() {
    let sizes = RowSizes::default();
    for number in 0..300 {
        sizes.record(&size_key("Kept"), 1, 10);
        sizes.record(&size_key(&format!("Type{number}")), 1, 20);
    }
    let learned: BTreeSet<String> = sizes
        .learned()
        .into_iter()
        .map(|(key, _)| key.entity_type)
        .collect();
    assert_eq!(learned.len(), 256);
    assert!(learned.contains("Kept") && learned.contains("Type299") && !learned.contains("Type44"));
}

#[test]
fn tells_projections_apart() {
    let hashes = [
        Vec::new(),
        names(&["a"]),
        names(&["a", "b"]),
        names(&["ab"]),
    ]
    .map(|names| projection_hash(&names));
    assert_eq!(BTreeSet::from(hashes).len(), 4);
    assert!(hashes.contains(&projection_hash(&names(&["a"]))));
}
