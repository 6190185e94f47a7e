//! The codes that filler rows of each site speak of.
//!
//! The ranges lie inside those of the simulated warehouse and outside of what the story names, so that a search for a
//! code of the story finds the story alone.

use std::ops::Range;

/// The vocabulary of one site.
pub(super) struct Codes {
    /// Decides everything that is drawn for the site's log.
    pub(super) seed: u64,
    /// Stands at the head of the numbers of this site.
    pub(super) mark: &'static str,
    pub(super) operators: &'static [&'static str],
    /// Name of the pallet label printer, and how many labels a pallet gets.
    pub(super) printer: (&'static str, u32),
    pub(super) products: Range<u32>,
    pub(super) containers: Range<u32>,
    pub(super) outbound_orders: Range<u32>,
    pub(super) inbound_orders: Range<u32>,
    pub(super) receptions: Range<u32>,
    pub(super) tasks: Range<u32>,
}

impl Codes {
    /// Returns the vocabulary of a tenant.
    pub(super) fn of(tenant: &str) -> &'static Self {
        if tenant == "SOUTH" { &SOUTH } else { &NORTH }
    }

    /// Returns how many digits a number of the site has where an unmarked one has `digits`.
    pub(super) fn width(&self, digits: usize) -> usize {
        digits - self.mark.len()
    }
}

static NORTH: Codes = Codes {
    seed: 0x4e4f_5254_4800,
    mark: "",
    operators: &[
        "jkowalski",
        "tmoreau",
        "asilva",
        "fdubois",
        "lweber",
        "okeller",
    ],
    printer: ("LBL-N-04", 2),
    products: 11_000..12_300,
    containers: 50_000..65_900,
    outbound_orders: 239_100..239_990,
    inbound_orders: 117_100..117_990,
    receptions: 5_200..5_380,
    tasks: 80_000..93_000,
};

static SOUTH: Codes = Codes {
    seed: 0x534f_5554_4800,
    mark: "S",
    operators: &["dvidal", "pnovak", "acosta", "jferrer", "mnunez"],
    printer: ("LBL-S-02", 3),
    products: 20_300..22_300,
    containers: 5_000..19_900,
    outbound_orders: 47_300..49_900,
    inbound_orders: 30_100..30_900,
    receptions: 2_200..3_200,
    tasks: 80_000..93_000,
};
