//! The Task table: two weeks of movements, picks and counts, oldest first.
//!
//! A crane is released when its task has ended and been cleared, so ended filler tasks of cranes name no device; radio terminals
//! stay with the task.

use super::dice::Dice;
use super::equipment::TERMINALS;
use super::geometry::{Spot, Zone};
use super::outbound::{CLOSED, END_PICKED, FIRST_PICKED};
use super::plan::{
    CONTAINERS, DAY, HOUR, MINUTE, OUTBOUND_ORDERS, PER_RECEPTION, Plan, RECEPTIONS, TASKS,
    contains, signed,
};
use super::record::Record;
use super::stowage::{Berth, Kind};
use super::table::Definition;

pub(super) static TASK: Definition = Definition {
    name: "Task",
    description: "A movement, a pick or a count, done by a person or a machine.",
    len: |plan| plan.blocks * TASKS,
    filler: task,
    position: |plan, row| plan.tasks.index_of(row.get("Code"), plan.blocks),
    removed: |plan, story| {
        let told = story.iter().filter(|row| row.entity == "Task");
        told.filter_map(|row| plan.tasks.index_of(row.get("Code"), plan.blocks))
            .collect()
    },
    ..Definition::PLAIN
};

/// The aisle that the story closes: no filler task waits for its crane, and none has run since.
const CLOSED_AISLE: usize = 3;
const CLOSED_SECONDS: i64 = 3 * HOUR;
/// Receptions follow each other in this time.
const RECEPTION_SECONDS: i64 = 3 * HOUR;
/// The time for each pallet of a reception.
const PUTAWAY_SLOT: i64 = 9 * MINUTE;

/// What a task moves, from where to where, for which order.
struct Job {
    kind: &'static str,
    container: usize,
    berth: Berth,
    source: Spot,
    target: Spot,
    outbound: Option<usize>,
    /// Aisle of the crane that does it; `None` for people.
    crane: Option<usize>,
}

fn task(plan: &Plan, index: usize) -> Record {
    let mut dice = plan.dice("task", index);
    let left = TASKS - 1 - index % TASKS;
    let (age, older) = (age_with(left), age_with(left + 1));
    let created = plan.now - age;
    let job = putaway(plan, index / TASKS, (age, older), &mut dice)
        .unwrap_or_else(|| job(plan, index / TASKS, age, &mut dice));
    let status = status(age, &mut dice);
    let content = plan.content(job.container, job.berth, 0);
    let quantity = if job.kind == "Picking" {
        dice.between(1, 12)
    } else {
        content.quantity
    };
    let inbound = plan
        .reception_of(job.container, job.berth)
        .filter(|_| job.kind == "Putaway");
    let mut row = Record::new();
    row.text("Code", plan.tasks.code(index));
    row.text("TaskType", job.kind);
    row.text("Status", status);
    row.text(
        "Priority",
        dice.pick(&["Normal", "Normal", "Normal", "High", "Low"]),
    );
    row.link(
        "ContainerCode",
        "Container",
        plan.container_code(job.container),
    );
    row.link(
        "ProductCode",
        "Product",
        plan.products.code(content.receipt.product),
    );
    row.quantity("Quantity", quantity);
    row.link("SourceLocation", "Location", plan.label(job.source));
    row.link("TargetLocation", "Location", plan.label(job.target));
    row.optional_link(
        "OutboundOrderCode",
        "OutboundOrder",
        job.outbound.map(|order| plan.outbound.code(order)),
    );
    row.optional_link(
        "InboundOrderCode",
        "InboundOrder",
        inbound.map(|order| plan.inbound.code(order)),
    );
    execution(
        plan,
        &mut row,
        (created, age),
        (status, job.crane),
        &mut dice,
    );
    row
}

/// How long ago a task was made that so many tasks followed, in seconds.
fn age_with(followers: usize) -> i64 {
    signed(followers) * 93 / 2
}

/// Most tasks younger than this are open.
const OPEN_SECONDS: i64 = 2_400;

/// Appends who or what does the task, when, and why it failed.
fn execution(
    plan: &Plan,
    row: &mut Record,
    (created, age): (i64, i64),
    (status, crane): (&'static str, Option<usize>),
    dice: &mut Dice,
) {
    let open = matches!(status, "Pending" | "Assigned" | "InProgress");
    let begun = matches!(status, "Done" | "InProgress" | "Failed");
    let started = begun.then(|| (created + dice.between(20, 900)).min(plan.now));
    let ended = started
        .filter(|_| !open)
        .map(|start| (start + dice.between(25, 900)).min(plan.now));
    let manned = !matches!(status, "Pending" | "Cancelled") && crane.is_none();
    let mark = plan.names.mark;
    let device = match crane {
        Some(aisle) if open => Some(format!("{mark}SC{aisle:02}")),
        None if manned => Some(format!("{mark}TR{:02}", dice.below(TERMINALS) + 1)),
        _ => None,
    };
    let user = operator(plan, age, dice);
    let failure = if crane.is_some() {
        dice.pick(&CRANE_FAILURES)
    } else {
        dice.pick(&FAILURES)
    };
    row.optional_link("UserName", "User", manned.then_some(user));
    row.optional_link("DeviceCode", "Device", device);
    row.optional_date("StartDate", started);
    row.optional_date("EndDate", ended);
    row.optional_text("FailureMessage", (status == "Failed").then_some(failure));
    row.audit(
        (created, "system"),
        (ended.or(started).unwrap_or(created), "system"),
    );
}

/// Tasks are done within two hours; those that failed did so more than a day ago.
fn status(age: i64, dice: &mut Dice) -> &'static str {
    let roll = dice.below(1_000);
    match age {
        ..OPEN_SECONDS if roll < 450 => "Pending",
        ..OPEN_SECONDS if roll < 600 => "Assigned",
        ..OPEN_SECONDS if roll < 750 => "InProgress",
        ..7_200 if roll < 80 => "Pending",
        ..7_200 if roll < 120 => "InProgress",
        93_600.. if roll < 6 => "Failed",
        93_600.. if roll < 14 => "Cancelled",
        _ => "Done",
    }
}

/// Who worked: one operator leads this week, and by more than the one who led before.
fn operator(plan: &Plan, age: i64, dice: &mut Dice) -> &'static str {
    let leader = usize::from(age > 7 * DAY);
    match plan.names.operators.get(leader) {
        Some(name) if dice.chance(if leader == 0 { 29 } else { 25 }) => name,
        _ => dice.pick(plan.names.operators),
    }
}

fn job(plan: &Plan, block: usize, age: i64, dice: &mut Dice) -> Job {
    match dice.below(100) {
        0..12 => retrieval(plan, block, age, dice),
        12..22 => relocation(plan, block, age, ("Replenishment", Zone::Picking), dice),
        22..29 => relocation(plan, block, age, ("Move", Zone::Rack), dice),
        29..34 => shelf(plan, block, "Count", None, dice),
        _ => shelf(
            plan,
            block,
            "Picking",
            Some(order_at(plan, block, age)),
            dice,
        ),
    }
}

/// The order that was being picked at a time: the one to be loaded about six hours later. The newest tasks, of which many
/// are open, are of all the orders that are picked now, a minute each.
fn order_at(plan: &Plan, block: usize, age: i64) -> usize {
    if age < OPEN_SECONDS {
        let turn = usize::try_from(age / MINUTE).unwrap_or(0) % (END_PICKED - FIRST_PICKED);
        return plan.filler_order(block * OUTBOUND_ORDERS + CLOSED + FIRST_PICKED + turn);
    }
    let before_closing = usize::try_from((age - 10 * HOUR) / (19 * MINUTE)).unwrap_or(0);
    let after_closing = usize::try_from((10 * HOUR - age) / (12 * MINUTE))
        .unwrap_or(0)
        .min(49);
    let within = CLOSED + after_closing - before_closing.min(CLOSED);
    plan.filler_order(block * OUTBOUND_ORDERS + within)
}

/// A crane stores a pallet where it now stands, within the hours after the reception that it came with.
///
/// Each pallet has a slot of its own, and the first task of the slot stores it: once, or not at all.
fn putaway(plan: &Plan, block: usize, (age, older): (i64, i64), dice: &mut Dice) -> Option<Job> {
    let slot = |age: i64| (plan.now - age - plan.today).div_euclid(PUTAWAY_SLOT);
    let slots = signed(PER_RECEPTION);
    if slot(age) == slot(older) {
        return None;
    }
    // The last reception came in the hours before midnight, and is stored in those after it.
    let before_last = usize::try_from(-slot(age).div_euclid(slots)).ok()?;
    let reception = (RECEPTIONS - 1).checked_sub(before_last)?;
    let number = usize::try_from(slot(age).rem_euclid(slots)).ok()?;
    let container = block * CONTAINERS + reception * PER_RECEPTION + number;
    let berth = plan.berth(container);
    let stored = berth.kind == Kind::HighBay && !contains(&plan.taken.containers, container);
    let runs = |spot: &Spot| stored && crane_runs(*spot, age);
    let target = plan.stand(berth).filter(runs)?;
    Some(Job {
        kind: "Putaway",
        container,
        berth,
        source: Spot::new(block, Zone::Reception, dice.below(40)),
        target,
        outbound: None,
        crane: Some(crane(target)),
    })
}

/// A crane fetches a pallet from where it stands, for replenishment of the pick zone.
fn retrieval(plan: &Plan, block: usize, age: i64, dice: &mut Dice) -> Job {
    let (container, berth, source) = high_bay_pallet(plan, block, age, dice);
    let target = Spot::new(block, Zone::Picking, dice.below(4_800));
    Job {
        kind: "Retrieval",
        container,
        berth,
        source,
        target,
        outbound: None,
        crane: Some(crane(source)),
    }
}

/// A pallet of an aisle whose crane runs.
fn high_bay_pallet(plan: &Plan, block: usize, age: i64, dice: &mut Dice) -> (usize, Berth, Spot) {
    let first = dice.below(Kind::HighBay.count());
    let at = |step: usize| {
        let (container, berth) = plan.filler_container(block, Kind::HighBay, first + step);
        plan.stand(berth).map(|spot| (container, berth, spot))
    };
    let runs = |found: &(usize, Berth, Spot)| {
        crane_runs(found.2, age) && was_here(plan, (found.0, found.1), age)
    };
    let fallback = Berth {
        block,
        kind: Kind::HighBay,
        ordinal: 0,
    };
    let found = (0..20).filter_map(at).find(runs);
    found.unwrap_or_else(|| {
        (
            block * CONTAINERS,
            fallback,
            Spot::new(block, Zone::HighBay, 0),
        )
    })
}

/// Whether a container had come when a task of this age was made, and been stored.
fn was_here(plan: &Plan, (container, berth): (usize, Berth), age: i64) -> bool {
    plan.filled(container, berth) + 2 * RECEPTION_SECONDS < plan.now - age
}

/// Whether the crane of an aisle ran when a task of this age was made.
fn crane_runs(spot: Spot, age: i64) -> bool {
    crane(spot) != CLOSED_AISLE || age > CLOSED_SECONDS
}

fn crane(spot: Spot) -> usize {
    (spot.aisle - 1) % 6 + 1
}

/// A person moves a pallet of the racks; it stands at the source until that is done.
fn relocation(
    plan: &Plan,
    block: usize,
    age: i64,
    (kind, zone): (&'static str, Zone),
    dice: &mut Dice,
) -> Job {
    let first = dice.below(Kind::Rack.count());
    let at = |step: usize| plan.filler_container(block, Kind::Rack, first + step);
    let here = (0..20).map(at).find(|found| was_here(plan, *found, age));
    let (container, berth) = here.unwrap_or_else(|| at(0));
    let here = plan.stand(berth).unwrap_or(Spot::new(block, Zone::Rack, 0));
    let other = Spot::new(
        block,
        zone,
        dice.below(if zone == Zone::Rack { 3_600 } else { 4_800 }),
    );
    let (source, target) = if zone == Zone::Rack {
        (other, here)
    } else {
        (here, other)
    };
    Job {
        kind,
        container,
        berth,
        source,
        target,
        outbound: None,
        crane: None,
    }
}

/// A person works at a shelf: picks for an order, or counts.
fn shelf(
    plan: &Plan,
    block: usize,
    kind: &'static str,
    outbound: Option<usize>,
    dice: &mut Dice,
) -> Job {
    let (container, berth) =
        plan.filler_container(block, Kind::Picking, dice.below(Kind::Picking.count()));
    let source = plan
        .stand(berth)
        .unwrap_or(Spot::new(block, Zone::Picking, 0));
    let staging = Spot::new(block, Zone::Shipping, dice.below(60));
    let target = if outbound.is_some() { staging } else { source };
    Job {
        kind,
        container,
        berth,
        source,
        target,
        outbound,
        crane: None,
    }
}

const FAILURES: [&str; 4] = [
    "Location empty: operator confirmed 0 of the requested quantity",
    "Label not readable, container \"unknown\"",
    "Cancelled at terminal: étagère bloquée",
    "Target location full",
];
const CRANE_FAILURES: [&str; 3] = [
    "Alarm 2203: load overhang at pick-up",
    "Alarm 1107: position lost, homing needed",
    "Target occupied: double storage check",
];
