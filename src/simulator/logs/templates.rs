//! The sentences of the filler log: how often each comes, how bad it is, who writes it and where.

use super::failure::Cause;
use super::line::Level::{self, Debug, Error, Info, Trace, Warn};
use Actor::{Engine, Interface, Nobody, Operator};
use Place::{Conveyor, Crane, Infeed, Nowhere, Shuttle, Terminal};

/// One sentence with `{placeholders}`.
pub(super) struct Template {
    weight: u64,
    pub(super) level: Level,
    pub(super) workflow: &'static str,
    pub(super) actor: Actor,
    pub(super) place: Place,
    pub(super) message: &'static str,
    pub(super) cause: Option<Cause>,
}

/// Returns the error that a random number stands for; each is as likely as the others.
pub(super) fn error(chance: u64) -> &'static Template {
    let [first, ..] = &ERRORS;
    chosen(&ERRORS, chance).unwrap_or(first)
}

/// Returns the row of daily business that a random number stands for.
pub(super) fn routine(chance: u64) -> &'static Template {
    let [first, ..] = &ROUTINE;
    chosen(&ROUTINE, chance).unwrap_or(first)
}

fn chosen(templates: &'static [Template], chance: u64) -> Option<&'static Template> {
    let total: u64 = templates.iter().map(|template| template.weight).sum();
    let mut rest = chance % total.max(1);
    templates.iter().find(|template| {
        let here = rest < template.weight;
        rest = rest.saturating_sub(template.weight);
        here
    })
}

/// Whose name stands in a row.
#[derive(Clone, Copy)]
pub(super) enum Actor {
    Engine,
    Interface,
    Operator,
    Nobody,
}

/// The kind of station in a row.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Nowhere,
    Crane,
    Terminal,
    Infeed,
    Conveyor,
    Shuttle,
}

impl Place {
    /// Returns the stem of the device codes and how many devices of the kind the warehouse has.
    pub(super) fn devices(self) -> (&'static str, u32) {
        match self {
            Self::Nowhere => ("", 1),
            Self::Crane => ("SC", 6),
            Self::Terminal => ("TR", 12),
            Self::Infeed => ("IN", 2),
            Self::Conveyor => ("CV", 12),
            Self::Shuttle => ("SH", 1),
        }
    }
}

/// Writes one template a line, so that the sentences can be read one below the other.
macro_rules! templates {
    (@cause) => { None };
    (@cause $cause:ident) => { Some(Cause::$cause) };
    ($($weight:literal $level:ident $workflow:literal $actor:ident $place:ident $message:literal $($cause:ident)?;)*) => {
        [$(Template {
            weight: $weight,
            level: $level,
            workflow: $workflow,
            actor: $actor,
            place: $place,
            message: $message,
            cause: templates!(@cause $($cause)?),
        }),*]
    };
}

static ROUTINE: [Template; 43] = templates! {
    60 Info "Reception" Operator Terminal "Container {container} received for {inbound} line {line}: product {product}, quantity {quantity}";
    8 Info "ReceptionClose" Operator Terminal "Reception {reception} closed by {user}: {count} containers";
    12 Info "InboundOrderImport" Interface Nowhere "Inbound order {inbound} imported, {line} lines, {milliseconds} ms";
    8 Info "CST_DockScheduler" Engine Nowhere "Appointment of {inbound} confirmed at dock {dock}";
    6 Info "CST_AsnMatch" Interface Nowhere "Shipping notice of {inbound} matches the order, {count} pallets announced";
    55 Info "InfeedProfileCheck" Engine Infeed "Container {container} measured at {station}: {kilograms} kg, height {millimetres} mm, profile accepted";
    55 Info "PutawaySelection" Engine Nowhere "Location {high_bay} selected for container {container} among {count} candidates";
    40 Info "PutawayConfirm" Engine Nowhere "Task {task} done: container {container} stored at {high_bay}";
    110 Info "StackerCrane" Engine Crane "{station} finished task {task}: container {container} at {high_bay} in {seconds} s";
    50 Info "ShuttleMission" Engine Shuttle "Mission of {station} finished: container {container} handed over in {seconds} s";
    90 Info "ConveyorRouting" Engine Conveyor "Container {container} passed {station}, next segment {count}";
    30 Info "TransportOrder" Engine Nowhere "Transport of container {container} split into {line} tasks";
    20 Info "OutboundOrderImport" Interface Nowhere "Outbound order {order} imported, {line} lines, {milliseconds} ms";
    35 Info "CST_AllocateOrders" Engine Nowhere "Allocation of order {order} line {line} product {product}: requested {quantity}, allocated in full";
    12 Info "OrderRelease" Engine Nowhere "Order {order} released: {count} tasks created";
    6 Info "WaveRelease" Engine Nowhere "Wave {wave} released: {line} orders of carrier {carrier}";
    110 Info "PickingByOrder" Operator Terminal "Line {line} of {order} picked by {user} at {picking}: {quantity} of {product}";
    60 Info "PickingByBatch" Operator Terminal "Batch of {count} lines finished by {user} in {seconds} s, last at {picking}";
    30 Info "PackingStation" Operator Terminal "Box {line} of {order} closed at {station}: {kilograms} kg";
    26 Info "PrintShippingLabel" Engine Nowhere "Shipping label of container {container} printed for carrier {carrier}";
    22 Info "CST_PrintPalletLabels" Engine Nowhere "Label of container {container} printed on {printer}, {copies} copies";
    18 Info "RouteLoading" Operator Terminal "Container {container} loaded by {user} at dock {dock}";
    14 Info "ShippingConfirm" Engine Nowhere "Order {order} shipped: {count} containers at dock {dock}";
    14 Info "CST_SendOrderConfirmation" Interface Nowhere "Outbound order confirmation of {order} accepted by ERP in {milliseconds} ms";
    26 Info "ReplenishmentPlan" Engine Nowhere "Replenishment of {picking} planned: {quantity} of {product} from {rack}";
    22 Info "ReplenishmentExecute" Operator Terminal "Replenishment of {picking} done by {user}: {quantity} of {product}";
    14 Info "StockMove" Operator Terminal "Container {container} moved by {user} to {rack}";
    12 Info "CycleCount" Operator Terminal "Location {picking} counted by {user}: no difference";
    8 Info "UserLogin" Operator Terminal "User {user} signed in on {station}";
    8 Info "CST_WrapperControl" Engine Nowhere "Container {container} wrapped with programme {line}";
    6 Info "CST_EmptyPalletReturn" Engine Conveyor "Stack of {count} empty pallets returned over {station}";
    45 Debug "StackerCrane" Nobody Crane "Telegram {count} acknowledged by {station} in {milliseconds} ms";
    25 Debug "PutawaySelection" Nobody Nowhere "Candidate {high_bay} skipped for container {container}: reserved by {task}";
    20 Debug "InterfaceOutbound" Interface Nowhere "{count} messages sent to ERP in {milliseconds} ms";
    12 Debug "WavePlanning" Nobody Nowhere "{line} orders considered for wave {wave}";
    12 Trace "ConveyorRouting" Nobody Conveyor "Photocell {line} of {station} covered for {milliseconds} ms";
    10 Warn "InfeedProfileCheck" Engine Infeed "Container {container} measured twice at {station}: first height {millimetres} mm discarded";
    9 Warn "ReplenishmentPlan" Engine Nowhere "Replenishment of {picking} postponed: source {rack} is reserved by {task}";
    8 Warn "StackerCrane" Engine Crane "Telegram {count} to {station} repeated after {milliseconds} ms";
    7 Warn "PickingByOrder" Operator Terminal "Scan of {user} at {picking} does not match {product}, asked again";
    6 Warn "ConveyorRouting" Engine Conveyor "Segment {station} full for {seconds} s, routing changed";
    5 Warn "InterfaceInbound" Interface Nowhere "Message of {order} arrived before its account, tried again after {seconds} s";
    4 Warn "UserLogin" Nobody Terminal "Battery of terminal {station} low: {line} %";
};

static ERRORS: [Template; 10] = templates! {
    1 Error "CST_PrintPalletLabels" Engine Nowhere "Label of container {container} not printed on {printer}: no answer within {slow} ms" Printer;
    1 Error "PickingByOrder" Operator Terminal "Session of {user} on {station} lost while picking {order}" NullReference;
    1 Error "ReplenishmentPlan" Engine Nowhere "Reading stock of {product} timed out after {slow} ms" Database;
    1 Error "PutawayConfirm" Engine Nowhere "Update of container {container} rolled back, task {task} is tried again" Deadlock;
    1 Error "ConveyorRouting" Engine Conveyor "Jam at {station}: photocell {line} covered for {seconds} s";
    1 Error "InfeedProfileCheck" Engine Infeed "No weight from the scale of {station} for container {container}" Device;
    1 Error "ShuttleMission" Engine Shuttle "Mission of {station} for task {task} not acknowledged" Device;
    1 Error "PackingStation" Operator Terminal "Weight of box {line} of {order} not plausible: {kilograms} kg";
    1 Error "PrintShippingLabel" Engine Nowhere "Label service of carrier {carrier} not reached after {slow} ms" Printer;
    1 Error "CST_CustomerLabelRules" Engine Nowhere "No label rule for {order}: standard label used" NullReference;
};
