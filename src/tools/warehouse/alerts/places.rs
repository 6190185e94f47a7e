//! Containers that stand where they should not stay: locked ones, and those left in reception.

use super::super::count::listed;
use super::super::finding::Severity;
use super::super::hold::locks_on;
use super::super::index::Index;
use super::super::line::Line;
use super::super::part::Part;
use super::super::row::Row;
use super::alert::{Alert, EVIDENCE};
use super::kind::Kind;
use super::scope::Scope;
use crate::easywms::{Noun, Role, ValueSet};

/// Containers read of one kind.
const ROWS: u64 = 500;
/// Locations of the reception zones that hold something.
const LOCATIONS: u64 = 1_000;
/// Containers named in a sentence.
const NAMED: usize = 5;
const CONTAINER_ROLES: &[Role] = &[
    Role::Code,
    Role::Location,
    Role::Since,
    Role::Status,
    Role::Lock,
];

/// Locked containers, with the lock row that says why; those without one first.
pub(super) async fn locked_containers<'c>(scope: &Scope<'c>) -> Alert<'c> {
    let containers = scope
        .reader
        .read("locked_containers", Noun::Container, |container| {
            let locked = container.is_true(Role::Locked)?;
            Ok(container
                .ask(locked, CONTAINER_ROLES, ROWS)
                .oldest(Role::Since))
        })
        .await;
    let locks = locks_on(&scope.reader, containers.codes(Role::Code)).await;
    let by_target = Index::of(&locks, Role::Target);
    let lock_of = |container: &Row| by_target.first(&locks, container.code(Role::Code).as_deref());
    let (explained, unexplained): (Vec<_>, Vec<_>) = containers
        .rows()
        .iter()
        .cloned()
        .partition(|container| lock_of(container).is_some());
    let (severity, finding) = locked_said(&containers, &locks, &unexplained);
    let rows = unexplained.iter().chain(&explained);
    let rows = rows.filter_map(|container| shown(container, lock_of(container)).row());
    Alert {
        kind: Kind::LockedContainers,
        rule: "containers that are locked; those without a lock row first, which alone says since when; then the longest in their place"
            .to_owned(),
        count: containers.count(),
        groups: None,
        rows: rows.collect(),
        finding: containers.first().map(|_| (severity, finding)),
        evidence: unexplained.into_iter().take(EVIDENCE).collect(),
        parts: vec![containers],
        beside: Some(locks),
    }
}

/// Says how many are locked, and of which no lock row says why. That there is none is said only where all were read.
fn locked_said(containers: &Part, locks: &Part, unexplained: &[Row]) -> (Severity, String) {
    let count = containers.count();
    let locked = count.of("container is locked", "containers are locked");
    if locks.reason().is_some() {
        return (Severity::Warning, locked);
    }
    let named = unexplained.iter().map(|container| {
        format!(
            "{} ({}, stands at {} since {})",
            container.said(Role::Code),
            container.said(Role::Lock),
            container.said(Role::Location),
            container.said(Role::Since)
        )
    });
    let named: Vec<String> = named.collect();
    if named.is_empty() {
        let text = format!("{locked}, with a lock row that says why");
        return (Severity::Info, text);
    }
    let none = if locks.is_complete() {
        "no lock row says why"
    } else {
        "none of the lock rows that were read says why"
    };
    let text = format!(
        "{locked}; {none} of {}: trace_container searches the log",
        listed(&named, NAMED)
    );
    (Severity::Warning, text)
}

fn shown(container: &Row, lock: Option<&Row>) -> Line {
    let of = |role| lock.and_then(|lock| lock.text(role));
    Line::default()
        .with_if("container", container.text(Role::Code))
        .with_if("location", container.text(Role::Location))
        .with_if("lock", container.text(Role::Lock))
        .with_if("there_since", container.text(Role::Since))
        .with_if("locked_since", of(Role::Since))
        .with_if("by", of(Role::User))
        .with_if("reason", of(Role::Comment))
}

/// Containers that stand in a reception zone for longer than the hours asked for.
pub(super) async fn long_in_reception<'c>(scope: &Scope<'c>) -> Alert<'c> {
    let reader = &scope.reader;
    let zones = reader
        .read("reception_zones", Noun::Zone, |zone| {
            let reception = zone.is(Role::Kind, ValueSet::Reception)?;
            Ok(zone.ask(reception, &[Role::Code], ROWS))
        })
        .await;
    let locations = reader
        .read_each(
            "reception_locations",
            Noun::Location,
            &zones.codes(Role::Code),
            |location, zones| {
                let within = location.any_of(Role::Zone, zones)?;
                let filter = match location.above_zero(Role::Containers) {
                    Ok(occupied) => within.and(occupied),
                    Err(_) => within,
                };
                Ok(location.ask(filter, &[Role::Code], LOCATIONS))
            },
        )
        .await
        .asked_of(&zones);
    let before = reader.hours_away(-scope.hours);
    let mut containers = reader
        .read_each(
            "long_in_reception",
            Noun::Container,
            &locations.codes(Role::Code),
            |container, labels| {
                let long = container.before(Role::Since, before)?;
                let filter = long.and(container.any_of(Role::Location, labels)?);
                Ok(container
                    .ask(filter, CONTAINER_ROLES, ROWS)
                    .oldest(Role::Since))
            },
        )
        .await
        .asked_of(&locations);
    containers.sort_by_key(|container| container.date(Role::Since));
    let rule = format!(
        "containers on a location of a reception zone since more than {} h, the longest first",
        scope.hours
    );
    let alert = Alert::of_part(
        Kind::LongInReception,
        rule,
        containers,
        Severity::Warning,
        |containers| said(containers, scope.hours),
    );
    alert.after([zones, locations])
}

fn said(containers: &Part, hours: i64) -> String {
    let named = containers.rows().iter().map(|container| {
        format!(
            "{} (at {} since {})",
            container.said(Role::Code),
            container.said(Role::Location),
            container.said(Role::Since)
        )
    });
    let count = containers.count();
    let named = count.listed(&named.collect::<Vec<_>>(), NAMED);
    let stood = count.of("container has", "containers have");
    format!("{stood} stood in reception for more than {hours} h: {named}")
}
