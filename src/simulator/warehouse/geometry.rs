//! Where the locations are: zones, aisles, columns and levels, and the labels made of them.
//!
//! Knows nothing of what stands there (`stowage` does).

use super::plan::Plan;
use super::sites::ZONES;

pub(super) const HIGH_BAY: usize = 6 * 160 * 12;
pub(super) const RACK: usize = 10 * 60 * 6;
pub(super) const PICKING: usize = 12 * 80 * 5;
const RECEPTION: usize = 2 * 20;
const SHIPPING: usize = 4 * 15;
const QUARANTINE: usize = 30;
/// Locations of a block.
pub(super) const LOCATIONS: usize = HIGH_BAY + RACK + PICKING + RECEPTION + SHIPPING + QUARANTINE;

/// Aisles, columns and levels of each zone of a block, in the order of [`ZONES`]; no level means floor places.
const SHAPES: [[usize; 3]; 6] = [
    [6, 160, 12],
    [10, 60, 6],
    [12, 80, 5],
    [2, 20, 0],
    [4, 15, 0],
    [1, 30, 0],
];

/// A zone, as its place in [`ZONES`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Zone {
    HighBay,
    Rack,
    Picking,
    Reception,
    Shipping,
    Quarantine,
}

/// One location, taken apart.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub(super) block: usize,
    pub(super) zone: Zone,
    pub(super) aisle: usize,
    pub(super) column: usize,
    /// 0 on the floor.
    pub(super) level: usize,
    /// The place within the block's zone.
    pub(super) ordinal: usize,
}

impl Zone {
    const ALL: [Self; 6] = [
        Self::HighBay,
        Self::Rack,
        Self::Picking,
        Self::Reception,
        Self::Shipping,
        Self::Quarantine,
    ];

    fn shape(self) -> [usize; 3] {
        SHAPES.get(self.position()).copied().unwrap_or([1, 1, 1])
    }

    fn position(self) -> usize {
        Self::ALL.iter().position(|zone| *zone == self).unwrap_or(0)
    }

    /// How many locations a block has of it.
    fn size(self) -> usize {
        let [aisles, columns, levels] = self.shape();
        aisles * columns * levels.max(1)
    }

    /// The code without the site's mark: `AS`.
    pub(super) fn suffix(self) -> &'static str {
        ZONES.get(self.position()).map_or("", |[code, ..]| code)
    }
}

impl Spot {
    /// The `ordinal`-th location of a zone of a block.
    pub(super) fn new(block: usize, zone: Zone, ordinal: usize) -> Self {
        let [aisles, columns, levels] = zone.shape();
        let floor = levels.max(1);
        Self {
            block,
            zone,
            aisle: block * aisles + ordinal / (columns * floor) + 1,
            column: ordinal / floor % columns + 1,
            level: if levels == 0 { 0 } else { ordinal % floor + 1 },
            ordinal,
        }
    }

    /// The location at an index of the Location table.
    pub(super) fn at(index: usize) -> Self {
        let (block, mut rest) = (index / LOCATIONS, index % LOCATIONS);
        for zone in Zone::ALL {
            if rest < zone.size() {
                return Self::new(block, zone, rest);
            }
            rest -= zone.size();
        }
        Self::new(block, Zone::Quarantine, 0)
    }
}

impl Plan {
    /// The label of a location: `AS-03-017-05`.
    pub(super) fn label(&self, spot: Spot) -> String {
        let (mark, zone) = (self.names.mark, spot.zone.suffix());
        let floor = format!("{mark}{zone}-{:02}-{:03}", spot.aisle, spot.column);
        if spot.level == 0 {
            return floor;
        }
        format!("{floor}-{:02}", spot.level)
    }

    /// The location with a label, in the first block.
    pub(super) fn spot(&self, label: &str) -> Option<Spot> {
        let mut parts = label.strip_prefix(self.names.mark)?.split('-');
        let code = parts.next()?;
        let zone = Zone::ALL.into_iter().find(|zone| zone.suffix() == code)?;
        let mut number = || {
            parts
                .next()
                .map_or(Some(1), |part| part.parse::<usize>().ok())
        };
        let (aisle, column, level) = (number()?, number()?, number()?);
        let [aisles, columns, levels] = zone.shape();
        let inside = (1..=aisles).contains(&aisle)
            && (1..=columns).contains(&column)
            && (1..=levels.max(1)).contains(&level);
        let ordinal = || ((aisle - 1) * columns + column - 1) * levels.max(1) + level - 1;
        inside.then(|| Spot::new(0, zone, ordinal()))
    }

    /// The code of a zone: `AS`, in the south `SAS`.
    pub(super) fn zone_code(&self, zone: Zone) -> String {
        format!("{}{}", self.names.mark, zone.suffix())
    }
}
