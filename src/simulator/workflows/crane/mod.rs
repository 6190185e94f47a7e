//! `StackerCrane`: the large product workflow, of the size measured on a real installation.

mod tables;

use fastrand::Rng;

use super::render::{Format, Node};
use tables::{COMPONENTS, FAULTS, SETTINGS, STATES, TELEGRAMS};

/// Unicode scalar values of the definition, as measured.
const LENGTH: usize = 71_512;
const CRANES: u32 = 6;

/// Returns the state machine of the cranes: telegrams, states with their transitions, alarms, settings of each aisle.
pub(super) fn text(draw: &mut Rng) -> String {
    Node::new("StateMachine")
        .with("Name", "StackerCrane")
        .with("Application", "EasyWMS")
        .with("InitialState", "Idle")
        .holding([telegrams(), states(), alarms(), aisles()])
        .render_exactly(Format::Xml, LENGTH, draw)
}

fn telegrams() -> Node {
    let mut telegrams = Node::new("Telegrams");
    for (name, direction, fields) in TELEGRAMS {
        let mut offset = 0;
        let mut telegram = Node::new("Telegram")
            .with("Name", name)
            .with("Direction", direction);
        for (field, length) in fields {
            telegram.push(
                Node::new("Field")
                    .with("Name", field)
                    .with("Offset", offset)
                    .with("Length", length),
            );
            offset += length;
        }
        telegrams.push(telegram);
    }
    telegrams
}

fn states() -> Node {
    let mut states = Node::new("States");
    for (position, (name, done, next)) in STATES.into_iter().enumerate() {
        let timeout_seconds = 20 + position * 5;
        let entry = Node::new("Entry").holding([
            Node::new("Assign")
                .with("To", "device.Mode")
                .with("Value", format!("\"{name}\"")),
            Node::new("SendTelegram")
                .with("Name", "Command")
                .with("Step", position + 1)
                .with("Target", "@task.TargetLocation"),
        ]);
        states.push(Node::new("State").with("Name", name).holding([
            entry,
            transition("telegram.Acknowledge == true", name, "stay"),
            transition(done, next, "next"),
            transition(
                &format!("elapsed > TimeSpan.FromSeconds({timeout_seconds})"),
                "Timeout",
                "raise 4001",
            ),
            transition(
                "telegram.AlarmCode != 0",
                "Fault",
                "raise telegram.AlarmCode",
            ),
            transition(
                "operator.Mode == \"Manual\" && device.Speed <= 0",
                "Manual",
                "release task",
            ),
        ]));
    }
    states
}

fn transition(condition: &str, target: &str, action: &str) -> Node {
    Node::new("Transition")
        .with("Condition", condition)
        .with("To", target)
        .with("Action", action)
}

fn alarms() -> Node {
    let mut alarms = Node::new("Alarms");
    for (component_number, component) in COMPONENTS.into_iter().enumerate() {
        for (fault_number, fault) in FAULTS.into_iter().enumerate() {
            let [text, severity, reaction, help] = fault;
            let bit = format!("DB410.DBX{component_number}.{fault_number}");
            alarms.push(
                Node::new("Alarm")
                    .with("Code", 4500 + component_number * 10 + fault_number)
                    .with("Text", format!("{component} {text}"))
                    .with("Severity", severity)
                    .with("Reaction", reaction)
                    .with("Bit", bit)
                    .with("Station", "{device.Code}")
                    .with("Help", help),
            );
        }
    }
    alarms
}

fn aisles() -> Node {
    let mut aisles = Node::new("Aisles");
    for crane in 1..=CRANES {
        let mut aisle = Node::new("Aisle")
            .with("Device", format!("SC{crane:02}"))
            .with("Number", crane);
        for (name, unit, value) in SETTINGS {
            aisle.push(
                Node::new("Setting")
                    .with("Name", name)
                    .with("Unit", unit)
                    .with("Value", value + crane),
            );
        }
        aisles.push(aisle);
    }
    aisles
}
