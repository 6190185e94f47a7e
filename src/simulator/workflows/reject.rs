//! `CST_SendRejectContainersToPK`: the largest custom workflow, and where the story's lock `BLK-REJ` is set.

use fastrand::Rng;

use super::render::{Format, Node};

/// Unicode scalar values of the definition: about the size measured on a real installation.
const LENGTH: usize = 99_000;

/// Returns the checks of each infeed station for each container profile, and what happens to a rejected container.
pub(super) fn text(draw: &mut Rng) -> String {
    let mut root = Node::new("Workflow")
        .with("Name", "CST_SendRejectContainersToPK")
        .with("Application", "CustomApp")
        .with(
            "Description",
            "Rejects containers at the infeed and sends them to reception or picking",
        );
    for station in ["IN01", "IN02"] {
        let mut sequence = Node::new("Sequence").with("Station", station).with(
            "Trigger",
            format!("DeviceMessage.Device == \"{station}\" && DeviceMessage.Type == \"PROFILE\""),
        );
        for profile in PROFILES {
            sequence.push(profile_case(station, &profile));
        }
        root.push(sequence);
    }
    root.push(transport());
    root.render_exactly(Format::Xml, LENGTH, draw)
}

fn profile_case(station: &str, profile: &Profile) -> Node {
    let (code, kilograms, length, width, height) = *profile;
    let checks = [
        ("weight", "Weight", format!("{kilograms:.1}"), "kg"),
        ("length", "Length", length.to_string(), "mm"),
        ("width", "Width", width.to_string(), "mm"),
        ("height", "Height", height.to_string(), "mm"),
    ];
    Node::new("Case")
        .with("Profile", code)
        .with(
            "Condition",
            format!("container.ContainerTypeCode == \"{code}\""),
        )
        .holding(checks.map(|(name, property, limit, unit)| {
            check(
                &format!("{code}.{name} at {station}"),
                property,
                name,
                &limit,
                unit,
            )
            .holding([reject(station, code, name, &limit, unit)])
        }))
}

fn check(title: &str, property: &str, name: &str, limit: &str, unit: &str) -> Node {
    Node::new("If")
        .with("DisplayName", title)
        .with("Condition", format!("telegram.{property} > {limit}"))
        .with("Note", format!("The {name} comes from the station in {unit}; a value of 0 means that it was not measured"))
}

fn reject(station: &str, profile: &str, name: &str, limit: &str, unit: &str) -> Node {
    let message = format!(
        "Container {{container.UniqueCode}} rejected at {station}: {name} {{telegram.Value:0.0}} {unit} exceeds the \
         {limit} {unit} limit of profile {profile}; lock BLK-REJ set, sent to {{target.Label}}"
    );
    Node::new("Then").holding([
        Node::new("WaitFor")
            .with("Event", "ScaleReading")
            .with("Station", station)
            .with("Value", name)
            .with("Timeout", "00:00:05")
            .with(
                "Note",
                "A single reading is not trusted: the pallet may still swing",
            ),
        Node::new("ExecuteCommand")
            .with("Command", "LockContainer")
            .with("LockCode", "BLK-REJ")
            .with("Argument", "container.UniqueCode"),
        Node::new("Query")
            .with("EntityType", "Location")
            .with("Filter", FREE_RECEPTION_LOCATION)
            .with("OrderBy", "Label")
            .with("Take", 1)
            .with("Result", "target"),
        Node::new("CallWorkflow")
            .with("Name", "SendToTarget")
            .with("Container", "container.UniqueCode")
            .with("Target", "target.Label"),
        Node::new("Display")
            .with("Station", station)
            .with("Text", format!("{profile}: {name} > {limit} {unit}"))
            .with("Colour", "Red")
            .with("Seconds", 20),
        Node::new("PrintLabel")
            .with("Label", "Reject")
            .with("Printer", format!("LBL-{station}"))
            .with("Copies", 1),
        Node::new("WriteLog")
            .with("Level", "Warn")
            .with("Message", message),
        Node::new("Return").with("Result", format!("REJECT-{}", name.to_uppercase())),
    ])
}

fn transport() -> Node {
    Node::new("SubWorkflow").with("Name", "SendToTarget").holding([
        Node::new("If")
            .with("Condition", "target == null")
            .holding([Node::new("Assign")
                .with("To", "target")
                .with("Value", "zones[\"PK\"].RejectLane")]),
        Node::new("ExecuteCommand")
            .with("Command", "CreateTask")
            .with("TaskType", "Move")
            .with("Priority", "High"),
        Node::new("Note").with(
            "Text",
            "A rejected container keeps BLK-REJ until an operator has corrected it and released the lock; \
             the lock is on the container only, no stock lock is written.",
        ),
    ])
}

const FREE_RECEPTION_LOCATION: &str =
    "ZoneCode == \"RC\" and ContainerCount == 0 and IsLocked == false";

/// Container type, then the most kilograms and the most millimetres of length, width and height.
type Profile = (&'static str, f64, u32, u32, u32);

const PROFILES: [Profile; 10] = [
    ("EUR-800", 800.0, 1_240, 840, 1_950),
    ("EUR-1000", 1_000.0, 1_240, 840, 2_150),
    ("EUR-1200", 1_200.0, 1_240, 840, 2_400),
    ("CHEP-800", 800.0, 1_220, 1_020, 1_950),
    ("CHEP-1000", 1_000.0, 1_220, 1_020, 2_150),
    ("IND-1000", 1_000.0, 1_230, 1_030, 2_400),
    ("HALF-400", 400.0, 840, 640, 1_600),
    ("DUS-500", 500.0, 840, 620, 1_950),
    ("IND-1200", 1_200.0, 1_230, 1_030, 2_600),
    ("BOX-60", 60.0, 640, 440, 500),
];
