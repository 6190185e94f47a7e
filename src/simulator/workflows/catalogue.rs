//! Which workflows exist, and what is known about each apart from its definition.
//!
//! The lists are the same on every site. Versions, authors and dates are drawn from the workflow's own name, so that
//! they stay put while the catalogue grows.

use fastrand::Rng;
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use super::list;
use crate::simulator::logs::guid;

/// The product's application.
pub(super) const EASYWMS: &str = "EasyWMS";
/// The customer's application, whose workflows may override the product's.
pub(super) const CUSTOM_APP: &str = "CustomApp";

/// Every application, in the order of the answer.
pub(super) const APPLICATIONS: [Application; 2] = [
    Application {
        name: EASYWMS,
        description: "Standard warehouse management workflows",
    },
    Application {
        name: CUSTOM_APP,
        description: "Workflows of this installation, extending or overriding the standard ones",
    },
];

/// An application as the service lists it.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Application {
    name: &'static str,
    description: &'static str,
}

/// A workflow of one application, without its definition.
#[derive(Clone, Copy)]
pub(super) struct Workflow {
    pub(super) application: &'static str,
    /// Its place in the application's list; even places are written in XML, odd ones in JSON.
    pub(super) position: usize,
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    group: &'static str,
}

/// What the designer records about a workflow.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CommonInfo {
    version: u32,
    version_id: String,
    check_status: &'static str,
    created_by: &'static str,
    creation_date: String,
    updated_by: &'static str,
    update_date: String,
    description: &'static str,
    is_overridden: bool,
    tags: [&'static str; 2],
}

/// Returns the workflows of an application, named in any case; `None` if there is no such application.
pub(super) fn of_application(name: &str) -> Option<impl Iterator<Item = Workflow>> {
    let application = APPLICATIONS
        .iter()
        .map(|application| application.name)
        .find(|known| known.eq_ignore_ascii_case(name))?;
    let rows = if application == EASYWMS {
        list::rows(list::STANDARD)
    } else {
        list::rows(list::CUSTOM)
    };
    let workflow =
        move |(position, [name, group, description]): (usize, [&'static str; 3])| Workflow {
            application,
            position,
            name,
            description,
            group,
        };
    Some(rows.enumerate().map(workflow))
}

impl Workflow {
    /// Whether name or description contains the text, which must be in lower case.
    pub(super) fn mentions(&self, search: &str) -> bool {
        self.name.to_lowercase().contains(search)
            || self.description.to_lowercase().contains(search)
    }

    /// Whether the text is this workflow's GUID or name, in any case.
    pub(super) fn answers_to(&self, id: &str) -> bool {
        self.name.eq_ignore_ascii_case(id) || self.id().eq_ignore_ascii_case(id)
    }

    /// Returns the GUID, the same on every site.
    pub(super) fn id(&self) -> String {
        new_guid(&mut self.draw("id"))
    }

    /// Returns a source of chance that depends on the workflow and the purpose alone.
    pub(super) fn draw(&self, purpose: &str) -> Rng {
        // FNV-1a: stable across platforms and releases, unlike the standard library's hasher.
        let parts = [self.application, "/", self.name, "/", purpose];
        let seed = parts
            .iter()
            .flat_map(|part| part.bytes())
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
        Rng::with_seed(seed)
    }

    /// Returns the metadata; its dates are offsets from `now`, written as local time like every entity's.
    pub(super) fn common_info(&self, now: Timestamp) -> CommonInfo {
        let mut draw = self.draw("info");
        let created_days_ago = draw.i64(420..1600);
        let updated_days_ago = match self.name {
            "CST_PrintPalletLabels" => 3,
            "CST_SendRejectContainersToPK" => 12,
            _ => draw.i64(20..400),
        };
        CommonInfo {
            version: draw.u32(1..40),
            version_id: new_guid(&mut draw),
            check_status: self.check_status(&mut draw),
            created_by: pick(&mut draw, &DESIGNERS),
            creation_date: local_time(now, created_days_ago, &mut draw),
            updated_by: pick(&mut draw, &DESIGNERS),
            update_date: local_time(now, updated_days_ago, &mut draw),
            description: self.description,
            is_overridden: self.overrides(),
            tags: [
                self.group,
                if self.application == EASYWMS {
                    "standard"
                } else {
                    "custom"
                },
            ],
        }
    }

    /// Whether this is a custom workflow that replaces the product's of the same name.
    pub(super) fn overrides(&self) -> bool {
        self.application == CUSTOM_APP
            && list::rows(list::STANDARD).any(|[name, ..]| name == self.name)
    }

    fn check_status(&self, draw: &mut Rng) -> &'static str {
        match self.name {
            "CST_ReturnsInspection" => "Empty",
            _ if draw.u8(0..20) == 0 => "Warning",
            _ => "Valid",
        }
    }
}

/// Returns one of the choices; nothing if there are none.
pub(super) fn pick(draw: &mut Rng, choices: &[&'static str]) -> &'static str {
    draw.choice(choices).copied().unwrap_or_default()
}

fn new_guid(draw: &mut Rng) -> String {
    guid(draw.u64(..), draw.u64(..))
}

fn local_time(now: Timestamp, days_ago: i64, draw: &mut Rng) -> String {
    let ago = SignedDuration::from_secs(days_ago * 86_400 + draw.i64(0..36_000));
    let then = now.checked_sub(ago).unwrap_or(now);
    then.strftime("%Y-%m-%dT%H:%M:%S").to_string()
}

const DESIGNERS: [&str; 4] = ["easybuilder", "integration", "tmoreau", "jkowalski"];
