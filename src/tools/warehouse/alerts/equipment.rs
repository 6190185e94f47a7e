//! Devices in fault, the tasks that wait for them, and tasks that failed.

use super::super::count::listed;
use super::super::finding::Severity;
use super::super::part::codes_of;
use super::super::task::{device_said, failed_said};
use super::alert::Alert;
use super::kind::Kind;
use super::scope::Scope;
use crate::easywms::{Noun, Role, ValueSet};

/// What is read of a task: enough to act on it.
const TASK_ROLES: &[Role] = &[
    Role::Code,
    Role::Kind,
    Role::Status,
    Role::Container,
    Role::Source,
    Role::Target,
    Role::OutboundOrder,
    Role::InboundOrder,
    Role::Device,
    Role::Created,
    Role::Ended,
    Role::Failure,
];
/// Tasks read of one kind.
const ROWS: u64 = 200;
/// Codes named in a sentence.
const NAMED: usize = 7;

/// Devices whose status is one of faults.
pub(super) async fn faults<'c>(scope: &Scope<'c>) -> Alert<'c> {
    let devices = scope.faulty_devices().await;
    let rule = "devices whose status is a fault";
    Alert::of_part(
        Kind::EquipmentFaults,
        rule,
        devices,
        Severity::Critical,
        |devices| {
            let said = devices.rows().iter().map(device_said).collect::<Vec<_>>();
            devices.count().listed(&said, 3)
        },
    )
}

/// Open tasks that are given to a device in fault.
pub(super) async fn stranded_tasks<'c>(scope: &Scope<'c>) -> Alert<'c> {
    let devices = scope.faulty_devices().await;
    let codes = devices.codes(Role::Code);
    let tasks = scope
        .reader
        .read_each("stranded_tasks", Noun::Task, &codes, |task, codes| {
            let open = task.is(Role::Status, ValueSet::Open)?;
            let filter = open.and(task.any_of(Role::Device, codes)?);
            Ok(task.ask(filter, TASK_ROLES, ROWS).oldest(Role::Created))
        })
        .await
        .asked_of(&devices);
    let rule = "open tasks of a device in fault, the oldest first";
    let alert = Alert::of_part(
        Kind::StrandedTasks,
        rule,
        tasks,
        Severity::Critical,
        |tasks| {
            let orders = codes_of(tasks.rows(), Role::OutboundOrder);
            let needed = match orders.as_slice() {
                [] => String::new(),
                orders => format!("; orders that need them: {}", listed(orders, NAMED)),
            };
            format!(
                "{} for {}: {}{needed}",
                tasks.count().of("open task waits", "open tasks wait"),
                devices.count().listed(&codes, NAMED),
                tasks.count().listed(&tasks.codes(Role::Code), NAMED)
            )
        },
    );
    alert.after([devices])
}

/// Tasks that failed lately.
pub(super) async fn failed_tasks<'c>(scope: &Scope<'c>) -> Alert<'c> {
    let from = scope.reader.hours_away(-scope.hours);
    let tasks = scope
        .reader
        .read("failed_tasks", Noun::Task, |task| {
            let failed = task.is(Role::Status, ValueSet::Failed)?;
            let lately = task
                .from(Role::Ended, from)
                .or_else(|_| task.from(Role::Created, from))?;
            Ok(task
                .ask(failed.and(lately), TASK_ROLES, ROWS)
                .newest(Role::Ended))
        })
        .await;
    let rule = format!(
        "tasks that failed in the last {} h, the newest first",
        scope.hours
    );
    Alert::of_part(
        Kind::FailedTasks,
        rule,
        tasks,
        Severity::Critical,
        |tasks| {
            let said = tasks.rows().iter().map(failed_said).collect::<Vec<_>>();
            let count = tasks.count();
            let (failed, said) = (count.of("task", "tasks"), count.listed(&said, 2));
            format!("{failed} failed in {} h: {said}", scope.hours)
        },
    )
}
