//! Any text as a cursor. One that is accepted says the same place when it is written again; a changed one is refused.
#![no_main]

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use libfuzzer_sys::fuzz_target;
use mcp_wms_api::envelope::{Binding, Position};
use sha2::{Digest, Sha256};

/// As in `src/envelope/cursor.rs`: without the right checksum no input would get past it.
const CHECKSUM_BYTES: usize = 6;

fuzz_target!(|data: &[u8]| {
    let list = binding("NORTH", "Status = 'Blocked'");
    if let Ok(text) = std::str::from_utf8(data)
        && let Ok(position) = list.resume(text)
    {
        assert_eq!(list.cursor(position), text);
    }
    if let Ok(position) = list.resume(&sealed(data)) {
        assert_eq!(list.resume(&list.cursor(position)), Ok(position));
    }
    check_made(data);
});

/// A cursor made for arguments and a position taken from the data.
fn check_made(data: &[u8]) {
    let digest: [u8; 32] = Sha256::digest(data).into();
    let [skip, total, change, ..] = digest.as_chunks::<8>().0 else {
        return;
    };
    let position = Position {
        skip: u64::from_le_bytes(*skip),
        total: (data.len() % 2 == 0).then_some(u64::from_le_bytes(*total)),
    };
    let filter = String::from_utf8_lossy(data);
    let list = binding("NORTH", &filter);
    let cursor = list.cursor(position);
    assert!(cursor.len() <= 512, "{} bytes", cursor.len());
    assert_eq!(list.resume(&cursor), Ok(position));
    assert!(binding("SOUTH", &filter).resume(&cursor).is_err());

    let change = usize::from_le_bytes(*change);
    let mut changed = cursor.clone().into_bytes();
    let place = change % changed.len();
    changed[place] = b'-' + (change >> 32) as u8 % 78;
    let changed = String::from_utf8(changed).expect("ASCII");
    assert!(
        changed == cursor || list.resume(&changed).is_err(),
        "{changed}"
    );
}

fn binding(profile: &str, filter: &str) -> Binding {
    Binding::new("query_wms_entities")
        .with("profile", profile)
        .with("filter", filter)
}

/// Any payload with the checksum that belongs to it.
fn sealed(payload: &[u8]) -> String {
    let checksum = Sha256::digest(payload);
    let checksum = checksum.iter().take(CHECKSUM_BYTES);
    let bytes: Vec<u8> = payload.iter().chain(checksum).copied().collect();
    URL_SAFE_NO_PAD.encode(bytes)
}
