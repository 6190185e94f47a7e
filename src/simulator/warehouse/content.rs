//! What lies in the containers: product, quantity, lot and state, from the receipt that brought it.
//!
//! A receipt line fixes product, lot and dates; containers of that receipt, stock rows, order lines and inbound lines all read
//! them from here, so they agree. Knows no field names.

use super::plan::{
    CONTAINERS, DAY, HOUR, INBOUND_ORDERS, MINUTE, PER_RECEPTION, Plan, RECEPTIONS, SUPPLIERS,
    signed,
};
use super::record::date_text;
use super::series::{line_count, lines_before};
use super::stowage::{Berth, Kind};

/// A line of an inbound order, as far as stock depends on it.
pub(super) struct Receipt {
    /// Its row in the table of lines.
    pub(super) row: usize,
    pub(super) product: usize,
    pub(super) supplier: usize,
    pub(super) received: i64,
    pub(super) lot: Option<String>,
    pub(super) produced: Option<i64>,
    pub(super) expires: Option<i64>,
}

/// One stock row, as far as other tables depend on it.
pub(super) struct Content {
    pub(super) receipt: Receipt,
    pub(super) quantity: i64,
    pub(super) reserved: i64,
    pub(super) blocked: i64,
    pub(super) status: &'static str,
}

impl Plan {
    /// When an inbound order is expected; for those that have come, about when they came. Never on the clock's day, which
    /// belongs to the story.
    pub(super) fn expected(&self, order: usize) -> i64 {
        let within = order % INBOUND_ORDERS;
        match RECEPTIONS.checked_sub(within).filter(|left| *left > 0) {
            Some(left) => self.today - signed(left) * 3 * HOUR,
            None => self.today + DAY + 6 * HOUR + signed(within - RECEPTIONS) * 210 * MINUTE,
        }
    }

    /// A line of a received or expected inbound order.
    pub(super) fn receipt(&self, order: usize, line: usize) -> Receipt {
        let block = order / INBOUND_ORDERS;
        let line = line % line_count(order);
        let mut dice = self.dice("receipt", order * 8 + line);
        let product = self.filler_product(&mut dice, block);
        let traits = self.traits(product);
        let received = self.expected(order) + dice.between(5, 50) * MINUTE;
        let produced = received - dice.between(6, 28) * DAY;
        Receipt {
            row: lines_before(order) + line,
            product,
            supplier: self.dice("supplier", order).below(SUPPLIERS),
            received,
            lot: traits.lots.then(|| lot_code(produced, order, line)),
            produced: traits.expiry.then_some(produced),
            expires: traits.expiry.then(|| produced + traits.shelf_life * DAY),
        }
    }

    /// How many receptions of a block were over a day before a moment: what was shipped then came with one of them.
    pub(super) fn received_before(&self, moment: i64) -> usize {
        let left = (self.today - moment + DAY) / (3 * HOUR) + 1;
        let left = usize::try_from(left).unwrap_or(1);
        RECEPTIONS.saturating_sub(left).max(1)
    }

    /// How many receptions a container may have come with: what has left came before.
    fn receptions_known_to(&self, berth: Berth) -> usize {
        match berth.kind {
            Kind::Gone => self.received_before(self.loading(berth).1),
            _ => RECEPTIONS,
        }
    }

    /// The reception that a filler container came with; only pallets keep one, and the newest have none yet. A number that
    /// was handed out again after its pallet had left keeps none either.
    pub(super) fn reception_of(&self, container: usize, berth: Berth) -> Option<usize> {
        let within = container % CONTAINERS / PER_RECEPTION;
        let pallet = !matches!(berth.kind, Kind::Picking | Kind::OnPallet | Kind::Reception);
        let known = self.receptions_known_to(berth);
        (pallet && within < known)
            .then(|| self.filler_receipt(berth.block * INBOUND_ORDERS + within))
    }

    /// What a row of a filler container's stock is.
    pub(super) fn content(&self, container: usize, berth: Berth, line: usize) -> Content {
        let mut dice = self.dice("content", container * 2 + line);
        let within = container % PER_RECEPTION + line;
        let known = self.receptions_known_to(berth);
        let any = berth.block * INBOUND_ORDERS + dice.below(known);
        let order = self.reception_of(container, berth);
        let receipt = self.receipt(order.unwrap_or_else(|| self.filler_receipt(any)), within);
        let quantity = match berth.kind {
            Kind::Picking => dice.between(2, 60),
            Kind::OnPallet => dice.between(1, 4) * 12,
            _ => dice.between(2, 40) * 12,
        };
        let (blocked, status) = match berth.kind {
            Kind::Quarantine => (quantity, dice.pick(&["BRK", "RET", "REC", "RET"])),
            Kind::Reception => (quantity, "PRC"),
            Kind::Rack if dice.chance(1) => (quantity, "BRK"),
            Kind::Picking if dice.below(200) == 0 => (quantity, "HID"),
            _ => (0, "REC"),
        };
        let reserved = match berth.kind {
            Kind::Shipping => quantity,
            Kind::Transit | Kind::Quarantine | Kind::Reception => 0,
            _ if blocked == 0 && dice.chance(14) => quantity * dice.between(1, 4) / 4,
            _ => 0,
        };
        Content {
            receipt,
            quantity,
            reserved,
            blocked,
            status,
        }
    }

    /// When the last of what a filler container holds was received.
    pub(super) fn filled(&self, container: usize, berth: Berth) -> i64 {
        let lines = 0..berth.stock_range().len().max(1);
        let received = lines.map(|line| self.content(container, berth, line).receipt.received);
        received.max().unwrap_or(self.now)
    }

    /// Since when a filler container has stood where it is. Fast movers were moved within 60 days.
    pub(super) fn standing_since(&self, container: usize, berth: Berth) -> i64 {
        let mut dice = self.dice("standing", container);
        let ago = |seconds: i64| self.now - seconds;
        match berth.kind {
            Kind::Reception => ago(dice.between(20, 340) * MINUTE),
            Kind::Shipping => ago(dice.between(10, 300) * MINUTE),
            Kind::Transit => ago(dice.between(1, 45) * MINUTE),
            Kind::Quarantine => ago(dice.between(25, 480) * HOUR),
            Kind::Picking | Kind::OnPallet => ago(dice.between(30, 40 * 1440) * MINUTE),
            Kind::Gone => self.loading(berth).1,
            Kind::HighBay | Kind::Rack => {
                let lines = 0..berth.stock_range().len();
                let is_fast = |line| {
                    self.traits(self.content(container, berth, line).receipt.product)
                        .class
                        == "A"
                };
                let received = self.filled(container, berth);
                let stored = received + dice.between(20, 400) * MINUTE;
                let recent = ago(dice.between(90, 60 * 1440) * MINUTE);
                let fast = lines.into_iter().any(is_fast);
                if fast {
                    stored.max(recent).min(self.now)
                } else {
                    stored.min(self.now)
                }
            }
        }
    }
}

/// A lot of its own for each receipt line: year, month, order and a letter for the line.
fn lot_code(produced: i64, order: usize, line: usize) -> String {
    let date = date_text(produced);
    let (year, month) = (
        date.get(2..4).unwrap_or("00"),
        date.get(5..7).unwrap_or("00"),
    );
    let letter = ["A", "B", "C", "D", "E", "F"]
        .get(line)
        .copied()
        .unwrap_or("X");
    format!("L-{year}{month}-{order:04}{letter}")
}
