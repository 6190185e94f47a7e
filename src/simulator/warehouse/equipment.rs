//! Machines and people: the Device and User tables.

use super::plan::{DAY, MINUTE, Plan};
use super::record::Record;
use super::table::Definition;

/// Families of devices: stem, how many, type, description, zone.
const FAMILIES: [(&str, usize, &str, &str, &str); 7] = [
    ("CV", 12, "Conveyor", "Conveyor section", "AS"),
    (
        "IN",
        2,
        "InfeedStation",
        "Infeed station with scale and profile check",
        "AS",
    ),
    ("LB", 2, "Labeller", "Label printer and applicator", "SH"),
    ("SC", 6, "StackerCrane", "Stacker crane of aisle", "AS"),
    ("SH", 1, "Shuttle", "Transfer shuttle", "AS"),
    ("TR", 12, "RadioTerminal", "Radio terminal", "PK"),
    ("WR", 1, "Wrapper", "Stretch wrapper", "SH"),
];
const DEVICES: usize = 36;
/// Radio terminals.
pub(super) const TERMINALS: usize = 12;

pub(super) static DEVICE: Definition = Definition {
    name: "Device",
    description: "A machine or terminal: crane, conveyor, station, shuttle, radio terminal.",
    len: |_| DEVICES,
    filler: device,
    position: |plan, row| (0..DEVICES).find(|&index| device_code(plan, index) == row.get("Code")),
    removed: |plan, story| {
        let told = |index: &usize| {
            let code = device_code(plan, *index);
            story
                .iter()
                .any(|row| row.entity == "Device" && row.get("Code") == code)
        };
        (0..DEVICES).filter(told).collect()
    },
    ..Definition::PLAIN
};

pub(super) static USER: Definition = Definition {
    name: "User",
    description: "A person or system that works with the warehouse.",
    key: "UserName",
    identity: &["UserName"],
    len: |plan| plan.names.users.len(),
    filler: user,
    ..Definition::PLAIN
};

/// The family of a device and its number in it, from 1.
fn family(
    index: usize,
) -> (
    (
        &'static str,
        usize,
        &'static str,
        &'static str,
        &'static str,
    ),
    usize,
) {
    let mut rest = index;
    for family in FAMILIES {
        if rest < family.1 {
            return (family, rest + 1);
        }
        rest -= family.1;
    }
    (("XX", 1, "Other", "Device", "AS"), rest + 1)
}

fn device_code(plan: &Plan, index: usize) -> String {
    let ((stem, ..), number) = family(index);
    format!("{}{stem}{number:02}", plan.names.mark)
}

fn device(plan: &Plan, index: usize) -> Record {
    let ((stem, _, kind, description, zone), number) = family(index);
    let status = match (stem, number) {
        ("CV", 7) => "Maintenance",
        ("TR", 9) => "Offline",
        _ => "Online",
    };
    let quiet = match status {
        "Maintenance" => 26 * 60,
        "Offline" => 11 * 60,
        _ => 0,
    };
    let heard = plan.now - quiet * MINUTE - plan.dice("device", index).between(1, 50);
    let mut row = Record::new();
    row.text("Code", device_code(plan, index));
    row.text("Description", format!("{description} {number}"));
    row.text("DeviceType", kind);
    row.link("WarehouseCode", "Warehouse", plan.names.warehouse);
    row.link("ZoneCode", "Zone", format!("{}{zone}", plan.names.mark));
    row.text("Status", status);
    row.text(
        "Mode",
        if status == "Online" {
            "Automatic"
        } else {
            "Manual"
        },
    );
    row.date("LastMessageDate", heard);
    row.optional_link("CurrentTaskCode", "Task", None::<String>);
    row.audit((plan.now - 900 * DAY, "system"), (heard, "system"));
    row
}

fn user(plan: &Plan, index: usize) -> Record {
    let [name, full_name, roles] = plan.names.users.get(index).copied().unwrap_or_default();
    let mut dice = plan.dice("user", index);
    let mut row = Record::new();
    row.text("UserName", name);
    row.text("FullName", full_name);
    row.text("Roles", roles);
    row.text("Language", "en");
    row.flag("IsLocked", false);
    row.date("LastLoginDate", plan.now - dice.between(5, 900) * MINUTE);
    row.audit(
        (plan.now - 800 * DAY, "system"),
        (plan.now - dice.between(1, 90) * DAY, "system"),
    );
    row
}
