//! Any text as a cursor. One that is accepted says the same place when it is written again; a changed one is refused.
#![no_main]

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use libfuzzer_sys::fuzz_target;
use mcp_wms_api::envelope::{Binding, CursorError, Position};
use sha2::{Digest, Sha256};

/// As in `src/envelope/cursor.rs`: without the right checksum no input would get past it.
const CHECKSUM_BYTES: usize = 6;

/// As in `src/envelope/cursor.rs`: no list has a row beyond it, so a cursor that says so is refused.
const LAST_SKIP: u64 = i64::MAX.unsigned_abs();

/// Cursors carry short texts only: this many characters fit, whatever their JSON form.
const CARRIED_CHARACTERS: usize = 24;

fuzz_target!(|data: &[u8]| {
    let list = binding("NORTH", "Status = 'Blocked'");
    if let Ok(text) = std::str::from_utf8(data)
        && let Ok(position) = list.resume(text)
    {
        assert_eq!(carrying(&list, text).cursor(position), text);
    }
    let sealed = sealed(data);
    if let Ok(position) = list.resume(&sealed) {
        let again = carrying(&list, &sealed).cursor(position);
        assert_eq!(list.resume(&again), Ok(position));
        assert_eq!(Binding::carried(&again), Binding::carried(&sealed));
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
    let carried: String = filter.chars().take(CARRIED_CHARACTERS).collect();
    let list = binding("NORTH", &filter).carrying(carried.as_str());
    let cursor = list.cursor(position);
    assert!(cursor.len() <= 512, "{} bytes", cursor.len());
    let read = if position.skip > LAST_SKIP {
        Err(CursorError::Unreadable)
    } else {
        Ok(position)
    };
    assert_eq!(list.resume(&cursor), read);
    assert_eq!(Binding::carried(&cursor), Some(carried));
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

/// The list as it was when it made this cursor.
fn carrying(list: &Binding, cursor: &str) -> Binding {
    match Binding::carried(cursor) {
        Some(text) => list.clone().carrying(text),
        None => list.clone(),
    }
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
