//! Row ids: GUIDs that hide a row's number, so that a row is found by its id without a search.

/// Row numbers are below this; a GUID's last group has that many bits.
const BITS: u32 = 48;
const MASK: u64 = (1 << BITS) - 1;
/// Odd, so that multiplication by it modulo a power of two has an inverse.
const FACTOR: u64 = 0x5851_F42D_4C95;
const INVERSE: u64 = inverse(FACTOR);

/// Returns the id of a row of the site with this seed.
pub(super) fn encode(seed: u64, number: u64) -> String {
    let scattered = number.wrapping_mul(FACTOR) & MASK;
    let rest = mix(seed ^ number);
    guid(rest, (rest << BITS) | scattered)
}

/// Returns the number of the row with this id, in any case; `None` if the site has given out no such id.
pub(super) fn decode(seed: u64, id: &str) -> Option<u64> {
    let scattered = u64::from_str_radix(id.rsplit('-').next()?, 16).ok()?;
    let number = scattered.wrapping_mul(INVERSE) & MASK;
    encode(seed, number)
        .eq_ignore_ascii_case(id)
        .then_some(number)
}

/// Returns 128 bits as a lower-case GUID of the random kind.
pub(in crate::simulator) fn guid(high: u64, low: u64) -> String {
    format!(
        "{:08x}-{:04x}-4{:03x}-a{:03x}-{:012x}",
        high >> 32,
        (high >> 16) & 0xffff,
        high & 0xfff,
        (low >> BITS) & 0xfff,
        low & MASK,
    )
}

/// Spreads a number over all 64 bits (the finaliser of `SplitMix64`).
pub(super) fn mix(number: u64) -> u64 {
    let mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Newton's iteration: each round doubles the number of right bits.
const fn inverse(factor: u64) -> u64 {
    let mut inverse = factor;
    let mut right_bits = 3;
    while right_bits < BITS {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(factor.wrapping_mul(inverse)));
        right_bits *= 2;
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::{MASK, decode, encode};

    #[test]
    fn finds_the_number_of_its_own_ids_only() {
        for number in [0, 1, 39_999, 1 << 40, MASK] {
            let id = encode(7, number);
            assert_eq!(id.len(), 36);
            assert_eq!(decode(7, &id.to_uppercase()), Some(number));
            assert_eq!(decode(8, &id), None);
        }
        assert_eq!(decode(7, "not an id"), None);
    }
}
