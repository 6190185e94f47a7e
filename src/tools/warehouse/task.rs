//! Movements and the devices that make them: which failed, which wait for a device that stands still.

use super::count::Count;
use super::finding::{Findings, Severity, quoted};
use super::index::first_with;
use super::part::{Part, codes_of};
use super::reader::Reader;
use super::row::Row;
use super::subject::{Gap, Subject};
use crate::easywms::filter::Filter;
use crate::easywms::{Noun, Role, ValueSet};

/// What is read of a task.
pub(super) const TASK_ROLES: &[Role] = &[
    Role::Code,
    Role::Kind,
    Role::Status,
    Role::Container,
    Role::Product,
    Role::Quantity,
    Role::Source,
    Role::Target,
    Role::OutboundOrder,
    Role::InboundOrder,
    Role::Device,
    Role::User,
    Role::Created,
    Role::Started,
    Role::Ended,
    Role::Failure,
];
/// What is read of a device.
pub(super) const DEVICE_ROLES: &[Role] = &[
    Role::Code,
    Role::Kind,
    Role::Zone,
    Role::Status,
    Role::Since,
    Role::Task,
];
/// Tasks read of one container or order.
const TASKS: u64 = 100;
const DEVICES: u64 = 200;
/// Stranded tasks that get a sentence of their own.
const SAID: usize = 5;

/// Reads the tasks that pass a filter, the newest first, open ones before the others, failed ones before those done.
pub(super) async fn tasks<'c>(
    reader: &Reader<'c>,
    filter: impl FnOnce(Subject<'c>) -> Result<Filter, Gap>,
) -> Part<'c> {
    let mut part = reader
        .read("tasks", Noun::Task, |task| {
            Ok(task
                .ask(filter(task)?, TASK_ROLES, TASKS)
                .newest(Role::Created))
        })
        .await;
    part.sort_by_key(|task| {
        if task.is(Role::Status, ValueSet::Open) {
            0
        } else {
            1 + u8::from(!task.is(Role::Status, ValueSet::Failed))
        }
    });
    part
}

/// Reads the devices in fault among those that open and failed tasks name.
pub(super) async fn faulty_devices<'c>(reader: &Reader<'c>, tasks: &Part<'c>) -> Part<'c> {
    let undone = tasks.rows().iter().filter(|task| {
        task.is(Role::Status, ValueSet::Open) || task.is(Role::Status, ValueSet::Failed)
    });
    let codes = codes_of(undone, Role::Device);
    reader
        .read_each("faulty_devices", Noun::Device, &codes, |device, codes| {
            let filter = device
                .any_of(Role::Code, codes)?
                .and(device.is(Role::Status, ValueSet::Fault)?);
            Ok(device.ask(filter, DEVICE_ROLES, DEVICES))
        })
        .await
}

/// Adds the tasks that failed and were not made up for, and those that wait for a device in fault.
pub(super) fn add_findings(findings: &mut Findings, tasks: &Part, devices: &Part) {
    let open = tasks
        .rows()
        .iter()
        .filter(|task| task.is(Role::Status, ValueSet::Open));
    let stranded = open.filter_map(|task| Some((task, device_of(task, devices.rows())?)));
    let stranded: Vec<(&Row, &Row)> = stranded.collect();
    for (task, device) in stranded.iter().take(SAID) {
        findings.add(
            Severity::Critical,
            stranded_said(task, device),
            [*task, *device],
        );
    }
    if let Some(more) = stranded.len().checked_sub(SAID).filter(|more| *more > 0) {
        let more = Count::Exactly(more as u64);
        let tasks = more.of("more open task waits", "more open tasks wait");
        let text = format!("{tasks} for devices in fault");
        let rest = stranded.iter().skip(SAID).map(|(task, _)| *task);
        findings.add(Severity::Critical, text, rest);
    }
    add_unknown(findings, tasks);
    for task in tasks.rows() {
        let device = device_of(task, devices.rows());
        if task.is(Role::Status, ValueSet::Failed) && !made_up_for(task, tasks.rows()) {
            let evidence = std::iter::once(task).chain(device);
            findings.add(Severity::Critical, failed_said(task), evidence);
        }
    }
}

/// Adds of how many tasks nobody knows whether they are open: their status is none of the catalogue's.
fn add_unknown(findings: &mut Findings, tasks: &Part) {
    let status = |task: &Row| task.unknown_status();
    let Some(first) = tasks.rows().iter().find_map(status) else {
        return;
    };
    let unknown: Vec<&Row> = tasks
        .rows()
        .iter()
        .filter(|task| status(task).is_some())
        .collect();
    let count = Count::Exactly(unknown.len() as u64);
    let text = format!(
        "the catalogue does not know the status of {} ({first}): whether they are open is not known",
        count.of("task", "tasks")
    );
    findings.add(Severity::Warning, text, unknown);
}

/// Adds how many tasks are still to be done, by the server's words for their status.
pub(super) fn add_progress(findings: &mut Findings, tasks: &Part) {
    let read = tasks.rows().len();
    if read == 0 {
        return;
    }
    let open = |task: &&Row| task.is(Role::Status, ValueSet::Open);
    let open: Vec<&Row> = tasks.rows().iter().filter(open).collect();
    let mut by_status: Vec<(String, usize)> = Vec::new();
    for status in open.iter().map(|task| task.said(Role::Status)) {
        match by_status.iter_mut().find(|(known, _)| *known == status) {
            Some((_, count)) => *count += 1,
            None => by_status.push((status, 1)),
        }
    }
    let by_status: Vec<String> = by_status
        .iter()
        .map(|(status, count)| format!("{count} {status}"))
        .collect();
    let of = if tasks.is_complete() {
        format!("of {read}")
    } else {
        format!("of the newest {read}")
    };
    let text = match open.len() {
        0 => format!("open tasks: none {of}"),
        count => format!("open tasks: {count} {of} ({})", by_status.join(", ")),
    };
    findings.add(Severity::Info, text, open);
}

/// Returns the device of a task, if it is among these.
pub(super) fn device_of<'d, 'c>(task: &Row, devices: &'d [Row<'c>]) -> Option<&'d Row<'c>> {
    first_with(devices, Role::Code, task.code(Role::Device))
}

/// "task TK-1 (Retrieval of PAL-1) failed on … at SC03: "…"".
pub(super) fn failed_said(task: &Row) -> String {
    let device = task
        .text(Role::Device)
        .map(|device| format!(" on {device}"));
    let when = task.text(Role::Ended).map(|ended| format!(" at {ended}"));
    let why = task
        .text(Role::Failure)
        .map(|failure| format!(": {}", quoted(&failure)));
    format!(
        "task {} failed{}{}{}",
        named(task),
        device.unwrap_or_default(),
        when.unwrap_or_default(),
        why.unwrap_or_default()
    )
}

fn stranded_said(task: &Row, device: &Row) -> String {
    format!(
        "task {} is {} since {} and waits for {}",
        named(task),
        task.said(Role::Status),
        task.said(Role::Created),
        device_said(device)
    )
}

/// "device SC03, in Fault since …, last task TK-1".
pub(super) fn device_said(device: &Row) -> String {
    let task = device
        .text(Role::Task)
        .map(|task| format!(", current task {task}"));
    format!(
        "device {}: {}, last message {}{}",
        device.said(Role::Code),
        device.said(Role::Status),
        device.said(Role::Since),
        task.unwrap_or_default()
    )
}

fn named(task: &Row) -> String {
    format!(
        "{} ({} of {}, {} to {})",
        task.said(Role::Code),
        task.said(Role::Kind),
        task.said(Role::Container),
        task.said(Role::Source),
        task.said(Role::Target)
    )
}

/// Whether a later task of the same container and kind is open or done: then the failure is history. Of a task without
/// container or date that is not known.
fn made_up_for(failed: &Row, tasks: &[Row]) -> bool {
    let (Some(container), Some(created)) =
        (failed.code(Role::Container), failed.date(Role::Created))
    else {
        return false;
    };
    tasks
        .iter()
        .filter(|task| task.code(Role::Container).as_ref() == Some(&container))
        .filter(|task| task.code(Role::Kind) == failed.code(Role::Kind))
        .filter(|task| !task.is(Role::Status, ValueSet::Failed))
        .any(|task| {
            task.date(Role::Created)
                .is_some_and(|later| later > created)
        })
}
