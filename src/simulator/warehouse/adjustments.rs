//! What changed or blocked stock: the `StockVariation` and `StockLock` tables.

use super::plan::{DAY, HOUR, INBOUND_ORDERS, Plan, RECEPTIONS, VARIATIONS, contains, signed};
use super::record::Record;
use super::stowage::{Berth, Kind};
use super::table::Definition;

/// Locks of a block.
const LOCKS: usize = 100;
/// The first lock that holds a container in quarantine; all others have ended.
const FIRST_ACTIVE: usize = 70;

pub(super) static VARIATION: Definition = Definition {
    name: "StockVariation",
    description: "A change of stock other than by an order: a count, a loss, a correction.",
    len: |plan| plan.blocks * VARIATIONS,
    filler: variation,
    position: |plan, row| plan.variations.index_of(row.get("Code"), plan.blocks),
    removed: |plan, story| {
        let told = story.iter().filter(|row| row.entity == "StockVariation");
        told.filter_map(|row| plan.variations.index_of(row.get("Code"), plan.blocks))
            .collect()
    },
    ..Definition::PLAIN
};

pub(super) static LOCK: Definition = Definition {
    name: "StockLock",
    description: "A hold on a lot, a container, a product or a location.",
    key: "LockCode",
    identity: &["LockCode"],
    len: |plan| plan.blocks * LOCKS,
    filler: lock,
    position: |plan, row| lock_index(plan, row.get("LockCode")),
    removed: |plan, story| {
        let told = story.iter().filter(|row| row.entity == "StockLock");
        told.filter_map(|row| lock_index(plan, row.get("LockCode")))
            .collect()
    },
    ..Definition::PLAIN
};

impl Plan {
    /// The lock on a container in quarantine.
    pub(super) fn lock_of(&self, berth: Berth) -> String {
        lock_code(self, berth.block * LOCKS + FIRST_ACTIVE + berth.ordinal)
    }

    /// When a variation happened.
    pub(super) fn varied(&self, variation: usize) -> i64 {
        self.now - signed(VARIATIONS - variation % VARIATIONS) * 5 * HOUR
    }
}

fn lock_code(plan: &Plan, index: usize) -> String {
    let mark = plan.names.mark;
    format!("QLK-{mark}{:0width$}", index + 1, width = 4 - mark.len())
}

fn lock_index(plan: &Plan, code: &str) -> Option<usize> {
    (0..plan.blocks * LOCKS).find(|&index| lock_code(plan, index) == code)
}

fn variation(plan: &Plan, index: usize) -> Record {
    let mut dice = plan.dice("variation", index);
    let block = index / VARIATIONS;
    let date = plan.varied(index);
    // Counts and losses of the last week are the story's.
    let recent = date > plan.now - 8 * DAY;
    let reason = if recent {
        dice.pick(&["07", "10"])
    } else {
        dice.pick(&REASONS)
    };
    let loses = reason == "02" || reason != "03" && dice.chance(50);
    let (container, berth) =
        plan.filler_container(block, Kind::Picking, dice.below(Kind::Picking.count()));
    let content = plan.content(container, berth, 0);
    let user = dice.pick(plan.names.operators);
    let mut row = Record::new();
    row.text("Code", plan.variations.code(index));
    row.date("Date", date);
    row.link(
        "ProductCode",
        "Product",
        plan.products.code(content.receipt.product),
    );
    row.link(
        "OwnerCode",
        "Owner",
        plan.traits(content.receipt.product).owner,
    );
    row.link("ContainerCode", "Container", plan.container_code(container));
    row.optional_link(
        "LocationLabel",
        "Location",
        plan.stand(berth).map(|spot| plan.label(spot)),
    );
    row.text("Sign", if loses { "-" } else { "+" });
    row.quantity("Quantity", dice.between(1, 18));
    row.text("UoMCode", "UN");
    row.text("ReasonCode", reason);
    row.optional_text("LotCode", content.receipt.lot);
    row.link("UserName", "User", user);
    row.optional_text(
        "Comment",
        dice.chance(20)
            .then_some("Écart constaté à l'inventaire tournant"),
    );
    row.audit((date, user), (date, "system"));
    row
}

fn lock(plan: &Plan, index: usize) -> Record {
    let mut dice = plan.dice("lock", index);
    let (block, within) = (index / LOCKS, index % LOCKS);
    let hold = held(plan, block, within).unwrap_or_else(|| {
        let date = plan.now - signed(LOCKS + 10 - within) * 40 * HOUR;
        let order = plan.filler_receipt(block * INBOUND_ORDERS + dice.below(RECEPTIONS));
        let receipt = plan.receipt(order, dice.below(6));
        let product = plan.products.code(receipt.product);
        let (scope, target) = receipt.lot.map_or(("Product", product), |lot| ("Lot", lot));
        let ended = Some(date + dice.between(4, 200) * HOUR / 10);
        Hold {
            date,
            ended,
            scope,
            target,
        }
    });
    let comments: &[&'static str] = if hold.ended.is_none() {
        &HOLDS
    } else {
        &RELEASED
    };
    let mut row = Record::new();
    row.text("LockCode", lock_code(plan, index));
    row.text("Scope", hold.scope);
    row.text("TargetCode", hold.target);
    row.date("Date", hold.date);
    row.optional_date("ExpirationDate", hold.ended);
    row.text("Comment", dice.pick(comments));
    row.link("UserName", "User", plan.names.quality);
    row.audit(
        (hold.date, plan.names.quality),
        (hold.ended.unwrap_or(hold.date), "system"),
    );
    row
}

/// What a lock holds.
struct Hold {
    date: i64,
    /// When it was released; `None` while it holds.
    ended: Option<i64>,
    scope: &'static str,
    target: String,
}

/// The hold on a container in quarantine, for the locks that have one.
fn held(plan: &Plan, block: usize, within: usize) -> Option<Hold> {
    let ordinal = within.checked_sub(FIRST_ACTIVE)?;
    let berth = Berth {
        block,
        kind: Kind::Quarantine,
        ordinal,
    };
    let here = ordinal < Kind::Quarantine.count();
    let container = here.then(|| plan.container(berth))?;
    let free = !contains(&plan.taken.containers, container);
    free.then(|| Hold {
        date: plan.standing_since(container, berth),
        ended: None,
        scope: "Container",
        target: plan.container_code(container),
    })
}

const REASONS: [&str; 12] = [
    "01", "02", "03", "04", "04", "04", "05", "06", "07", "07", "10", "99",
];
const HOLDS: [&str; 4] = [
    "Damaged carton, waiting for the owner's decision",
    "Returned goods, inspection pending",
    "Leaking unit found – nettoyer et recontrôler",
    "Label and content differ: \"white\" delivered as \"natural\"",
];
const RELEASED: [&str; 3] = [
    "Laboratory sample clean, released",
    "Supplier notice withdrawn, released",
    "Temperature record complete, released",
];
