//! The kinds of alerts, by the names that a caller gives.

use super::alert::Alert;
use super::scope::Scope;
use super::{equipment, idle, lots, messages, orders, places};
use crate::arguments::NameList;
use crate::envelope::{Code, Failure};
use crate::nearest::nearest;

/// A kind of alert.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    EquipmentFaults,
    StrandedTasks,
    FailedTasks,
    LateOutbound,
    ShortLines,
    LateInbound,
    InterfaceErrors,
    LockedContainers,
    LongInReception,
    ExpiredLots,
    ExpiringLots,
    BlockedStock,
    IdleStock,
}

impl Kind {
    const ALL: [Self; 13] = [
        Self::EquipmentFaults,
        Self::StrandedTasks,
        Self::FailedTasks,
        Self::LateOutbound,
        Self::ShortLines,
        Self::LateInbound,
        Self::InterfaceErrors,
        Self::LockedContainers,
        Self::LongInReception,
        Self::ExpiredLots,
        Self::ExpiringLots,
        Self::BlockedStock,
        Self::IdleStock,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::EquipmentFaults => "equipment_faults",
            Self::StrandedTasks => "stranded_tasks",
            Self::FailedTasks => "failed_tasks",
            Self::LateOutbound => "late_outbound",
            Self::ShortLines => "short_lines",
            Self::LateInbound => "late_inbound",
            Self::InterfaceErrors => "interface_errors",
            Self::LockedContainers => "locked_containers",
            Self::LongInReception => "long_in_reception",
            Self::ExpiredLots => "expired_lots",
            Self::ExpiringLots => "expiring_lots",
            Self::BlockedStock => "blocked_stock",
            Self::IdleStock => "idle_stock",
        }
    }

    /// Reads what there is of the kind.
    pub(super) async fn look<'c>(self, scope: &Scope<'c>) -> Alert<'c> {
        match self {
            Self::EquipmentFaults => equipment::faults(scope).await,
            Self::StrandedTasks => equipment::stranded_tasks(scope).await,
            Self::FailedTasks => equipment::failed_tasks(scope).await,
            Self::LateOutbound => orders::late_outbound(scope).await,
            Self::ShortLines => orders::short_lines(scope).await,
            Self::LateInbound => orders::late_inbound(scope).await,
            Self::InterfaceErrors => messages::errors(scope).await,
            Self::LockedContainers => places::locked_containers(scope).await,
            Self::LongInReception => places::long_in_reception(scope).await,
            Self::ExpiredLots => lots::expired(scope).await,
            Self::ExpiringLots => lots::expiring(scope).await,
            Self::BlockedStock => lots::blocked(scope).await,
            Self::IdleStock => idle::idle(scope).await,
        }
    }
}

/// Returns the kinds that a caller names; all but the dearest, idle stock, if none is named.
pub(super) fn wanted(names: Option<&NameList>) -> Result<Vec<Kind>, Failure> {
    let Some(names) = names.filter(|names| !names.0.is_empty()) else {
        let all = Kind::ALL.into_iter();
        return Ok(all.filter(|kind| *kind != Kind::IdleStock).collect());
    };
    let mut kinds = Vec::new();
    for name in &names.0 {
        let name = name.trim();
        let kind = Kind::ALL
            .into_iter()
            .find(|kind| kind.name().eq_ignore_ascii_case(name));
        match kind {
            Some(kind) if kinds.contains(&kind) => {}
            Some(kind) => kinds.push(kind),
            None => return Err(unknown(name)),
        }
    }
    Ok(kinds)
}

fn unknown(name: &str) -> Failure {
    let shown: String = name.chars().take(60).collect();
    let known = Kind::ALL.map(Kind::name);
    Failure::new(
        Code::InvalidArguments,
        format!("there is no kind '{shown}'"),
        "Leave 'kinds' out for all, or take names from details.accepted.",
    )
    .with("parameter", "kinds")
    .did_you_mean(&nearest(name, known))
    .with("accepted", known)
}
