//! The site's ground plan: its clock, its seed, how its codes are numbered, and which numbers its story takes.
//!
//! All tables derive their rows from here. At scale *n* the site is *n* blocks of the demo's size, each with numbers of its
//! own; references stay within a block. Knows no entity type's fields.

use std::collections::HashMap;
use std::sync::OnceLock;

use jiff::Timestamp;

use super::dice::{Dice, text_hash};
use super::series::{Series, Shuffle};
use super::sites::{NORTH, Names, SOUTH};
use crate::simulator::story::StoryRow;

pub(super) const MINUTE: i64 = 60;
pub(super) const HOUR: i64 = 60 * MINUTE;
pub(super) const DAY: i64 = 24 * HOUR;

/// Rows of a block, by what numbers them.
pub(super) const PRODUCTS: usize = 2_400;
pub(super) const CONTAINERS: usize = RECEPTIONS * PER_RECEPTION + 840;
pub(super) const OUTBOUND_ORDERS: usize = 3_000;
pub(super) const INBOUND_ORDERS: usize = 1_240;
/// The first inbound orders have come; the others are expected from tomorrow on.
pub(super) const RECEPTIONS: usize = 1_200;
/// Container numbers handed out in one reception.
pub(super) const PER_RECEPTION: usize = 20;
pub(super) const TASKS: usize = 26_000;
pub(super) const VARIATIONS: usize = 420;
/// Accounts and suppliers; they don't grow with the scale.
pub(super) const ACCOUNTS: usize = 240;
pub(super) const SUPPLIERS: usize = 60;

/// Everything that rows are derived from.
pub(crate) struct Plan {
    pub(super) seed: u64,
    pub(super) names: &'static Names,
    /// Seconds since 1970; the site's clock, without fractions.
    pub(super) now: i64,
    /// The start of the clock's day.
    pub(super) today: i64,
    pub(super) blocks: usize,
    pub(super) products: Series,
    pub(super) containers: Series,
    pub(super) outbound: Series,
    pub(super) inbound: Series,
    pub(super) receptions: Series,
    pub(super) tasks: Series,
    pub(super) variations: Series,
    /// Container number → place in the stowage order, so that neighbouring numbers stand apart.
    pub(super) berths: Shuffle,
    pub(super) high_bay: Shuffle,
    pub(super) rack: Shuffle,
    pub(super) picking: Shuffle,
    pub(super) taken: Taken,
    /// What was received with each inbound line, once somebody asks.
    pub(super) received: OnceLock<Vec<i64>>,
}

/// What the story says itself, so that no filler row says it again. Sorted indices.
#[derive(Default)]
pub(super) struct Taken {
    /// Products of which only the story has stock and orders.
    pub(super) products: Vec<usize>,
    /// Whose those products are.
    pub(super) owners: HashMap<usize, &'static str>,
    pub(super) containers: Vec<usize>,
    pub(super) outbound: Vec<usize>,
    pub(super) inbound: Vec<usize>,
    pub(super) receptions: Vec<usize>,
    /// Inbound orders whose order or reception the story tells.
    pub(super) receipts: Vec<usize>,
    /// Location label → containers that the story puts there.
    pub(super) locations: HashMap<&'static str, usize>,
}

impl Plan {
    /// The plan of a site, around its story.
    pub(super) fn new(tenant: &str, now: Timestamp, scale: usize, story: &[StoryRow]) -> Self {
        let names = if tenant == "SOUTH" { &SOUTH } else { &NORTH };
        let south = usize::from(tenant == "SOUTH");
        let now = now.as_second();
        let series = |stem: &str, width: usize, first: usize, size: usize, stride: usize| Series {
            prefix: format!("{stem}-{}", names.mark),
            width: width - south,
            first,
            size,
            stride,
        };
        let first = &names.first;
        let mut plan = Self {
            seed: text_hash(2026, tenant),
            names,
            now,
            today: now - now.rem_euclid(DAY),
            blocks: scale.max(1),
            products: Series {
                prefix: "P-".into(),
                width: 5,
                first: first.product,
                size: PRODUCTS,
                stride: 100_000,
            },
            containers: series("PAL", 7, first.container, CONTAINERS, 100_000),
            outbound: series("SO", 6, first.outbound, OUTBOUND_ORDERS, 10_000),
            inbound: series("PO", 6, first.inbound, INBOUND_ORDERS, 10_000),
            receptions: series("RE", 6, first.reception, RECEPTIONS, 10_000),
            tasks: series("TK", 7, first.task, TASKS, 100_000),
            variations: series("SV", 6, first.variation, VARIATIONS, 10_000),
            berths: Shuffle::new(super::stowage::SHUFFLED, 7_919),
            high_bay: Shuffle::new(super::geometry::HIGH_BAY, 4_999),
            rack: Shuffle::new(super::geometry::RACK, 1_597),
            picking: Shuffle::new(super::geometry::PICKING, 2_003),
            taken: Taken::default(),
            received: OnceLock::new(),
        };
        plan.take(story);
        plan
    }

    /// The dice for one purpose of one row.
    pub(super) fn dice(&self, purpose: &str, row: usize) -> Dice {
        Dice::new(self.seed, purpose, row)
    }

    /// A product of a block that is not the story's own.
    pub(super) fn filler_product(&self, dice: &mut Dice, block: usize) -> usize {
        let start = dice.below(PRODUCTS);
        let free = |step: &usize| {
            !contains(
                &self.taken.products,
                block * PRODUCTS + (start + step) % PRODUCTS,
            )
        };
        let step = (0..PRODUCTS).find(free).unwrap_or(0);
        block * PRODUCTS + (start + step) % PRODUCTS
    }

    /// The nearest outbound order at or before `index` that is not the story's own.
    pub(super) fn filler_order(&self, index: usize) -> usize {
        nearest_free(&self.taken.outbound, index)
    }

    /// The nearest received inbound order at or before `index` that is not the story's own.
    pub(super) fn filler_receipt(&self, index: usize) -> usize {
        nearest_free(&self.taken.receipts, index)
    }

    fn take(&mut self, story: &[StoryRow]) {
        let mut taken = Taken::default();
        for row in story {
            let (key, blocks) = (row.get("Code"), self.blocks);
            match row.entity {
                "Product" => {
                    let product = self.products.index_of(key, blocks);
                    taken.products.extend(product);
                    taken
                        .owners
                        .extend(product.map(|product| (product, row.get("OwnerCode"))));
                }
                "OutboundOrder" => taken.outbound.extend(self.outbound.index_of(key, blocks)),
                "InboundOrder" => taken.inbound.extend(self.inbound.index_of(key, blocks)),
                "Reception" => taken
                    .receptions
                    .extend(self.receptions.index_of(key, blocks)),
                "Container" => {
                    taken
                        .containers
                        .extend(self.containers.index_of(row.get("UniqueCode"), blocks));
                    let label = row.get("LocationLabel");
                    *taken.locations.entry(label).or_insert(0) += 1;
                    taken.containers.extend(self.pallet_in(label));
                }
                _ => {}
            }
        }
        // A box must not stand on a pallet that is not there.
        let boxes: Vec<usize> = taken
            .containers
            .iter()
            .filter_map(|&pallet| self.box_on(pallet))
            .collect();
        taken.containers.extend(boxes);
        taken
            .receipts
            .extend(taken.inbound.iter().chain(&taken.receptions));
        for list in [
            &mut taken.products,
            &mut taken.containers,
            &mut taken.outbound,
            &mut taken.inbound,
            &mut taken.receptions,
            &mut taken.receipts,
        ] {
            list.sort_unstable();
            list.dedup();
        }
        self.taken = taken;
    }
}

/// Whether a sorted list holds an index.
pub(super) fn contains(sorted: &[usize], index: usize) -> bool {
    sorted.binary_search(&index).is_ok()
}

fn nearest_free(taken: &[usize], mut index: usize) -> usize {
    while index > 0 && contains(taken, index) {
        index -= 1;
    }
    index
}

/// A count as seconds or any other signed number.
pub(super) fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
