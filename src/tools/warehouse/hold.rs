//! What holds stock: a lock on its lot, product, container or location, a locked container or location, a status.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::code::normal;
use super::finding::quoted;
use super::index::Index;
use super::part::{Part, codes_of};
use super::reader::Reader;
use super::row::Row;
use super::subject::{Ask, Gap, Subject};
use crate::easywms::{Noun, Role, ValueSet};
use crate::envelope::Section;

/// What is read of a lock.
const LOCK_ROLES: &[Role] = &[
    Role::Code,
    Role::Scope,
    Role::Target,
    Role::Since,
    Role::Until,
    Role::Comment,
    Role::User,
];
const CONTAINER_ROLES: &[Role] = &[Role::Code, Role::Location, Role::Lock, Role::Since];
const LOCATION_ROLES: &[Role] = &[Role::Code, Role::Zone, Role::Lock];
/// Codes that locks are looked for on; a thousand pallets of one product are not asked for one by one.
const MOST_CODES: usize = 500;
/// Up to so many stock rows, the container and location of each are asked for.
const ASKED_ONE_BY_ONE: usize = 120;
/// What is said of a container whose lock has no row.
const NO_LOCK_ROW: &str = " and no lock row says why: trace_container searches the log";
/// Locks, containers or locations that one read takes in.
const MOST_ROWS: u64 = 200;

/// The locks on some stock, read once.
#[derive(Debug)]
pub(super) struct Holds<'c> {
    locks: Part<'c>,
    containers: Part<'c>,
    locations: Part<'c>,
    by_target: Index,
    containers_by_code: Index,
    locations_by_code: Index,
    /// The codes that locks were looked for on.
    asked: HashSet<String>,
    /// Whether those were all.
    asked_all: bool,
}

/// One reason why a stock row is held.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hold<'h, 'c> {
    /// A lock row names its lot, product, container or location.
    Lock(&'h Row<'c>),
    /// Its container is locked; whether lock rows on it were looked for, and then there is none.
    Container(&'h Row<'c>, bool),
    /// Its location is locked.
    Location(&'h Row<'c>),
}

impl<'c> Holds<'c> {
    /// Reads what holds these stock rows. The codes of rows that say that they are held come first.
    pub(super) async fn on(reader: &Reader<'c>, stock: &[Row<'c>]) -> Self {
        let held: Vec<Row> = stock.iter().filter(|row| is_held(row)).cloned().collect();
        let few = stock.len() <= ASKED_ONE_BY_ONE;
        let near = if few { stock } else { held.as_slice() };
        let containers = capped(near.iter().filter_map(Row::container).collect());
        let locations = capped(codes_of(near, Role::Location));
        let mut targets = codes_of(&held, Role::Lot);
        targets.extend(containers.iter().chain(&locations).cloned());
        targets.extend(codes_of(stock, Role::Product));
        targets.extend(codes_of(stock, Role::Lot));
        let asked_all = targets.len() <= MOST_CODES;
        let targets = capped(targets);
        let asked = targets.iter().cloned().collect();
        let (locks, containers, locations) = tokio::join!(
            locks_on(reader, targets),
            locked(
                reader,
                "locked_containers",
                Noun::Container,
                containers,
                CONTAINER_ROLES
            ),
            locked(
                reader,
                "locked_locations",
                Noun::Location,
                locations,
                LOCATION_ROLES
            ),
        );
        Self {
            by_target: Index::of(&locks, Role::Target),
            containers_by_code: Index::of(&containers, Role::Code),
            locations_by_code: Index::of(&locations, Role::Code),
            locks,
            containers,
            locations,
            asked,
            asked_all,
        }
    }

    /// Returns what holds one stock row.
    pub(super) fn of(&self, stock: &Row) -> Vec<Hold<'_, 'c>> {
        let [lot, product, location] =
            [Role::Lot, Role::Product, Role::Location].map(|role| stock.code(role));
        let container = stock.container().map(|code| normal(&code));
        let targets = [&lot, &product, &location, &container];
        let places: BTreeSet<usize> = targets
            .into_iter()
            .flat_map(|target| self.by_target.places(target.as_deref()))
            .copied()
            .collect();
        let locks = self.locks.rows();
        let mut holds: Vec<Hold> = places
            .into_iter()
            .filter_map(|place| locks.get(place).map(Hold::Lock))
            .collect();
        if holds.is_empty() {
            let looked = self.looked_on(stock);
            let found = self
                .containers_by_code
                .first(&self.containers, container.as_deref());
            holds.extend(found.map(|container| Hold::Container(container, looked)));
        }
        let found = self
            .locations_by_code
            .first(&self.locations, location.as_deref());
        holds.extend(found.map(Hold::Location));
        holds
    }

    /// Whether every lock on a row's container was read: only then is it known that there is none.
    pub(super) fn looked_on(&self, stock: &Row) -> bool {
        let code = stock.container();
        self.locks.is_complete() && code.is_some_and(|code| self.asked.contains(&code))
    }

    /// Groups stock rows by what holds them, in the order in which the holds appear.
    pub(super) fn groups<'s>(&self, stock: &'s [Row<'c>]) -> Vec<(Hold<'_, 'c>, Vec<&'s Row<'c>>)> {
        let mut groups: Vec<(Hold, Vec<&Row>)> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        for row in stock {
            for hold in self.of(row) {
                let place = *places.entry(hold.code()).or_insert_with(|| {
                    groups.push((hold, Vec::new()));
                    groups.len() - 1
                });
                if let Some((_, rows)) = groups.get_mut(place) {
                    rows.push(row);
                }
            }
        }
        groups
    }

    pub(super) fn parts(&self) -> [&Part<'c>; 3] {
        [&self.locks, &self.containers, &self.locations]
    }

    /// Returns the parts that this server lacks; the holds themselves are told by findings.
    pub(super) fn gaps(&self) -> impl Iterator<Item = Section> {
        self.parts().into_iter().filter_map(Part::gap)
    }

    /// Returns a sentence if not every row's locks were looked for.
    pub(super) fn warning(&self) -> Option<String> {
        (!self.asked_all).then(|| {
            format!("locks were looked for on the first {MOST_CODES} codes only: ask for one product, lot or location")
        })
    }
}

impl<'h, 'c> Hold<'h, 'c> {
    /// Returns the row that holds.
    pub(super) fn row(self) -> &'h Row<'c> {
        match self {
            Self::Lock(row) | Self::Container(row, _) | Self::Location(row) => row,
        }
    }

    fn code(self) -> String {
        let evidence = self.row().evidence();
        format!("{}/{}", evidence.entity_type, evidence.key)
    }

    /// Says what holds: "lock QLK-1 on Lot L-2 since … by …: "…"".
    pub(super) fn said(self) -> String {
        match self {
            Self::Lock(lock) => lock_said(lock),
            Self::Container(container, looked) => format!(
                "container {} is locked ({}){}",
                container.said(Role::Code),
                container.said(Role::Lock),
                if looked { NO_LOCK_ROW } else { "" }
            ),
            Self::Location(location) => format!(
                "location {} is locked ({})",
                location.said(Role::Code),
                location.said(Role::Lock)
            ),
        }
    }
}

/// Says what a lock is: its code, what it is on, since when, until when, by whom, and the comment as a quotation.
pub(super) fn lock_said(lock: &Row) -> String {
    let scope = lock.text(Role::Scope).map(|scope| format!("{scope} "));
    let since = lock
        .text(Role::Since)
        .map(|since| format!(" since {since}"));
    let until = lock
        .text(Role::Until)
        .map(|until| format!(" until {until}"));
    let user = lock.text(Role::User).map(|user| format!(" by {user}"));
    let comment = lock
        .text(Role::Comment)
        .map(|comment| format!(": {}", quoted(&comment)));
    format!(
        "lock {} on {}{}{}{}{}{}",
        lock.said(Role::Code),
        scope.unwrap_or_default(),
        lock.said(Role::Target),
        since.unwrap_or_default(),
        until.unwrap_or_default(),
        user.unwrap_or_default(),
        comment.unwrap_or_default()
    )
}

/// Whether the row itself says that some of it is blocked; where the server does not say that, that some can't be used.
fn is_held(stock: &Row) -> bool {
    let blocked = stock.number(Role::Blocked);
    let held = blocked.or_else(|| stock.number(Role::Unavailable));
    held.is_some_and(|quantity| !quantity.is_zero()) || !stock.is(Role::Status, ValueSet::Normal)
}

/// Reads the locks in force whose target is one of these codes.
pub(super) async fn locks_on<'c>(reader: &Reader<'c>, targets: Vec<String>) -> Part<'c> {
    let ask = |lock, codes: &[String]| ask_for_locks(lock, reader, codes);
    let mut locks = reader
        .read_each("locks", Noun::StockLock, &targets, ask)
        .await;
    // A server that can't be asked for those in force sends those that have ended too.
    locks.retain(|lock| lock.date(Role::Until).is_none_or(|end| end >= reader.now()));
    locks
}

/// A lock is in force until its end; without an end it stays.
fn ask_for_locks<'c>(
    lock: Subject<'c>,
    reader: &Reader<'c>,
    codes: &[String],
) -> Result<Ask<'c>, Gap> {
    let on_them = lock.any_of(Role::Target, codes)?;
    let in_force = lock
        .is_empty(Role::Until)
        .and_then(|endless| Ok(endless.or(lock.from(Role::Until, reader.now())?)));
    let filter = match in_force {
        Ok(in_force) => in_force.and(on_them),
        Err(_) => on_them,
    };
    Ok(lock.ask(filter, LOCK_ROLES, MOST_ROWS).newest(Role::Since))
}

async fn locked<'c>(
    reader: &Reader<'c>,
    name: &'static str,
    noun: Noun,
    codes: Vec<String>,
    roles: &'static [Role],
) -> Part<'c> {
    let ask = |subject: Subject<'c>, codes: &[String]| {
        let filter = subject
            .is_true(Role::Locked)?
            .and(subject.any_of(Role::Code, codes)?);
        Ok(subject.ask(filter, roles, MOST_ROWS))
    };
    reader.read_each(name, noun, &codes, ask).await
}

/// Each code once, as many as are asked for.
fn capped(mut codes: Vec<String>) -> Vec<String> {
    let mut known = HashSet::new();
    codes.retain(|code| known.insert(code.clone()));
    codes.truncate(MOST_CODES);
    codes
}
