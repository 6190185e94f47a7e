//! Which container stands where: a bijection between container numbers and berths, in arithmetic both ways.
//!
//! A block's containers are shuffled over sections (high bay, racks, picking …); the section and the ordinal in it decide the
//! location, the parent and how many stock rows the container holds. Knows no field names.

use super::geometry::{PICKING, Spot, Zone};
use super::plan::{CONTAINERS, Plan, contains};

/// What a container is and where it belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    HighBay,
    Rack,
    Picking,
    Shipping,
    Quarantine,
    /// On a conveyor, in no location.
    Transit,
    /// A box that stands on a pallet in the high bay.
    OnPallet,
    /// Left the warehouse.
    Gone,
    /// Just unloaded.
    Reception,
}

const HIGH_BAY: usize = 10_200;
const RACK: usize = 3_100;
const TOTES: usize = 7_000;
/// Every sixth pallet of the high bay carries a box.
const BOX_EVERY: usize = 6;
const BOXES: usize = HIGH_BAY / BOX_EVERY;
pub(super) const GONE: usize = SHUFFLED - HIGH_BAY - RACK - TOTES - 96 - 20 - 120 - BOXES;
/// The newest numbers stand in reception; all others are shuffled over the other sections.
pub(super) const SHUFFLED: usize = CONTAINERS - 18;

/// Sections in stowage order, with the number of containers in each.
pub(super) const SECTIONS: [(Kind, usize); 9] = [
    (Kind::HighBay, HIGH_BAY),
    (Kind::Rack, RACK),
    (Kind::Picking, TOTES),
    (Kind::Shipping, 96),
    (Kind::Quarantine, 20),
    (Kind::Transit, 120),
    (Kind::OnPallet, BOXES),
    (Kind::Gone, GONE),
    (Kind::Reception, CONTAINERS - SHUFFLED),
];

/// A container's place in the order of stowage.
#[derive(Clone, Copy)]
pub(super) struct Berth {
    pub(super) block: usize,
    pub(super) kind: Kind,
    /// The place within the block's section.
    pub(super) ordinal: usize,
}

impl Kind {
    /// How many containers a block has of this kind.
    pub(super) fn count(self) -> usize {
        SECTIONS
            .iter()
            .find(|(kind, _)| *kind == self)
            .map_or(1, |(_, count)| *count)
    }

    /// Stock rows of all containers of this kind in a block.
    fn stock_rows(self) -> usize {
        match self {
            Self::HighBay => HIGH_BAY / 4 * 5,
            Self::Picking => TOTES * 2,
            Self::Gone => 0,
            _ => self.count(),
        }
    }
}

/// Stock rows of a block.
pub(super) fn stock_rows() -> usize {
    SECTIONS.iter().map(|(kind, _)| kind.stock_rows()).sum()
}

impl Berth {
    /// How many stock rows the container holds, after how many of its section's.
    fn stock(self) -> (usize, usize) {
        match self.kind {
            // Every fourth pallet of the high bay is mixed: two rows.
            Kind::HighBay => (
                self.ordinal / 4 * 5 + self.ordinal % 4,
                1 + usize::from(self.ordinal % 4 == 3),
            ),
            Kind::Picking => (self.ordinal * 2, 2),
            Kind::Gone => (0, 0),
            _ => (self.ordinal, 1),
        }
    }

    /// The range of its rows in the Stock table.
    pub(super) fn stock_range(self) -> std::ops::Range<usize> {
        let sections = SECTIONS.iter().take_while(|(kind, _)| *kind != self.kind);
        let before: usize = sections.map(|(kind, _)| kind.stock_rows()).sum();
        let (start, count) = self.stock();
        let start = self.block * stock_rows() + before + start;
        start..start + count
    }

    /// The berth of the container that a row of the Stock table lies in, and which of its rows it is.
    pub(super) fn of_stock(row: usize) -> (Self, usize) {
        let (block, mut rest) = (row / stock_rows(), row % stock_rows());
        for (kind, _) in SECTIONS {
            if rest < kind.stock_rows() {
                let (ordinal, line) = match kind {
                    Kind::HighBay => (rest / 5 * 4 + (rest % 5).min(3), usize::from(rest % 5 == 4)),
                    Kind::Picking => (rest / 2, rest % 2),
                    _ => (rest, 0),
                };
                return (
                    Self {
                        block,
                        kind,
                        ordinal,
                    },
                    line,
                );
            }
            rest -= kind.stock_rows();
        }
        (
            Self {
                block,
                kind: Kind::Reception,
                ordinal: 0,
            },
            0,
        )
    }
}

impl Plan {
    /// The berth of a container.
    pub(super) fn berth(&self, container: usize) -> Berth {
        let (block, within) = (container / CONTAINERS, container % CONTAINERS);
        let mut rest = if within < SHUFFLED {
            self.berths.forward(within)
        } else {
            within
        };
        for (kind, count) in SECTIONS {
            if rest < count {
                return Berth {
                    block,
                    kind,
                    ordinal: rest,
                };
            }
            rest -= count;
        }
        Berth {
            block,
            kind: Kind::Reception,
            ordinal: 0,
        }
    }

    /// The container in a berth.
    pub(super) fn container(&self, berth: Berth) -> usize {
        let sections = SECTIONS.iter().take_while(|(kind, _)| *kind != berth.kind);
        let place: usize = sections.map(|(_, count)| count).sum::<usize>() + berth.ordinal;
        let within = if place < SHUFFLED {
            self.berths.back(place)
        } else {
            place
        };
        berth.block * CONTAINERS + within
    }

    /// The container at or after an ordinal of a section that is not the story's own.
    pub(super) fn filler_container(
        &self,
        block: usize,
        kind: Kind,
        ordinal: usize,
    ) -> (usize, Berth) {
        let at = |step: usize| {
            let berth = Berth {
                block,
                kind,
                ordinal: (ordinal + step) % kind.count(),
            };
            (self.container(berth), berth)
        };
        let free = (0..kind.count()).find(|&step| !contains(&self.taken.containers, at(step).0));
        at(free.unwrap_or(0))
    }

    /// The code of a container: pallets, totes and boxes have prefixes of their own.
    pub(super) fn container_code(&self, container: usize) -> String {
        let stem = match self.berth(container).kind {
            Kind::Picking => "TOT",
            Kind::OnPallet => "BOX",
            _ => return self.containers.code(container),
        };
        format!(
            "{stem}-{}{}",
            self.names.mark,
            self.containers.digits(container)
        )
    }

    /// Where a container stands; `None` in transit and after it left.
    pub(super) fn stand(&self, berth: Berth) -> Option<Spot> {
        let (zone, ordinal) = match berth.kind {
            Kind::HighBay => (Zone::HighBay, self.high_bay.forward(berth.ordinal)),
            Kind::OnPallet => (
                Zone::HighBay,
                self.high_bay.forward(berth.ordinal * BOX_EVERY),
            ),
            Kind::Rack => (Zone::Rack, self.rack.forward(berth.ordinal)),
            Kind::Picking => (Zone::Picking, self.picking.forward(berth.ordinal % PICKING)),
            Kind::Shipping => (Zone::Shipping, berth.ordinal % 60),
            Kind::Quarantine => (Zone::Quarantine, berth.ordinal + 5),
            Kind::Reception => (Zone::Reception, berth.ordinal * 2 + 1),
            Kind::Transit | Kind::Gone => return None,
        };
        Some(Spot::new(berth.block, zone, ordinal))
    }

    /// The pallet that a box stands on.
    pub(super) fn parent(&self, berth: Berth) -> Option<usize> {
        let pallet = Berth {
            kind: Kind::HighBay,
            ordinal: berth.ordinal * BOX_EVERY,
            ..berth
        };
        (berth.kind == Kind::OnPallet).then(|| self.container(pallet))
    }

    /// The box that stands on a pallet.
    pub(super) fn box_on(&self, pallet: usize) -> Option<usize> {
        let berth = self.berth(pallet);
        let carries = berth.kind == Kind::HighBay && berth.ordinal.is_multiple_of(BOX_EVERY);
        let stacked = Berth {
            kind: Kind::OnPallet,
            ordinal: berth.ordinal / BOX_EVERY,
            ..berth
        };
        carries.then(|| self.container(stacked))
    }

    /// The filler pallet in a high-bay or rack location of the first block, which has room for only one.
    pub(super) fn pallet_in(&self, label: &str) -> Option<usize> {
        let spot = self.spot(label)?;
        let kind = if spot.zone == Zone::HighBay {
            Kind::HighBay
        } else {
            Kind::Rack
        };
        let single = matches!(spot.zone, Zone::HighBay | Zone::Rack);
        self.standing_in(spot)
            .into_iter()
            .find(|&container| single && self.berth(container).kind == kind)
    }

    /// The filler containers that stand in a location, the story's own left out.
    pub(super) fn standing_in(&self, spot: Spot) -> Vec<usize> {
        let at = |kind: Kind, ordinal: usize| {
            let berth = Berth {
                block: spot.block,
                kind,
                ordinal,
            };
            (ordinal < kind.count()).then(|| self.container(berth))
        };
        let mut found: Vec<usize> = match spot.zone {
            Zone::HighBay => at(Kind::HighBay, self.high_bay.back(spot.ordinal))
                .into_iter()
                .collect(),
            Zone::Rack => at(Kind::Rack, self.rack.back(spot.ordinal))
                .into_iter()
                .collect(),
            Zone::Picking => {
                let first = self.picking.back(spot.ordinal);
                [first, first + PICKING]
                    .into_iter()
                    .filter_map(|ordinal| at(Kind::Picking, ordinal))
                    .collect()
            }
            Zone::Shipping => [spot.ordinal, spot.ordinal + 60]
                .into_iter()
                .filter_map(|ordinal| at(Kind::Shipping, ordinal))
                .collect(),
            Zone::Quarantine => spot
                .ordinal
                .checked_sub(5)
                .and_then(|ordinal| at(Kind::Quarantine, ordinal))
                .into_iter()
                .collect(),
            Zone::Reception => (spot.ordinal % 2 == 1)
                .then(|| at(Kind::Reception, spot.ordinal / 2))
                .flatten()
                .into_iter()
                .collect(),
        };
        let boxes: Vec<usize> = found
            .iter()
            .filter_map(|&pallet| self.box_on(pallet))
            .collect();
        found.extend(boxes);
        found.retain(|container| !contains(&self.taken.containers, *container));
        found
    }
}
