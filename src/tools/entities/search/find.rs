//! The search of one entity type: the question, the second try with the fields that the server has, the rows.

use tokio::time::Instant;

use super::target::Target;
use crate::arguments::NameList;
use crate::easywms::filter::OrderBy;
use crate::easywms::rows::{Projection, RawRow, Shaping};
use crate::easywms::{Condition, EntityFields, Page, Question, ReadError, ResolvedType, Warehouse};

/// The form in which rows are shown.
pub(super) enum Shown {
    Lite,
    Full,
    Names(Vec<String>),
}

/// One keyword search over several types.
pub(super) struct Search<'s> {
    pub(super) warehouse: &'s Warehouse,
    pub(super) keyword: &'s str,
    pub(super) shown: Shown,
    /// Rows wanted of each type.
    pub(super) limit: u64,
    /// Room of the whole answer.
    pub(super) room_bytes: usize,
    pub(super) deadline: Instant,
}

/// What was found in one type.
#[derive(Default)]
pub(super) struct Found {
    pub(super) rows: Vec<RawRow>,
    /// Rows that hold the keyword, if the server counts.
    pub(super) total: Option<u64>,
    pub(super) matched_in: Vec<String>,
    /// Names asked for that are no fields of this type.
    pub(super) lacking: Vec<String>,
    /// Whole rows that are yet to be read, and where.
    unread: Option<(Target, Question)>,
}

/// Why a type was not searched.
#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum Unsearched {
    /// Nothing could be asked.
    #[error(
        "it was not asked: none of its fields is known to hold text (describe_entity_type shows their types)"
    )]
    NoText,
    /// The read failed.
    #[error(transparent)]
    Read(#[from] ReadError),
}

impl Unsearched {
    /// Whether the server did not accept the question.
    fn is_refusal(&self) -> bool {
        matches!(self, Self::Read(ReadError::Refused { status: 400, .. }))
    }
}

impl Shown {
    /// Reads `fields`: the short form unless said otherwise.
    pub(super) fn of(fields: Option<&NameList>) -> Self {
        let names = fields.map_or(&[][..], |fields| fields.0.as_slice());
        match names {
            [] => Self::Lite,
            [word] if word.eq_ignore_ascii_case("lite") => Self::Lite,
            [word] if word.eq_ignore_ascii_case("full") => Self::Full,
            names => Self::Names(names.to_vec()),
        }
    }
}

impl Found {
    pub(super) fn is_unread(&self) -> bool {
        self.unread.is_some()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.total.unwrap_or(0) == 0
    }
}

impl Search<'_> {
    /// Searches a type: reads its rows in the short form, or counts them if whole ones are wanted, because how many
    /// whole rows are worth reading depends on how many types have any.
    ///
    /// The catalogue may name a field that this server lacks, so that a refusal is met with the server's own fields.
    pub(super) async fn first(&self, entity_type: &ResolvedType) -> Result<Found, Unsearched> {
        let names_wanted = matches!(self.shown, Shown::Names(_));
        let known = Target::known(self.warehouse, entity_type).filter(|_| !names_wanted);
        let mut refused = None;
        if let Some(target) = known {
            let read = self.warehouse.remembered_fields(&entity_type.name);
            match self.ask(target, &[]).await {
                Err(error) if error.is_refusal() && read.is_none_or(|read| read.has_unseen()) => {
                    refused = Some(error);
                }
                outcome => return outcome,
            }
        }
        let fields = self
            .warehouse
            .fields_of(&entity_type.name, self.deadline)
            .await?;
        let (named, lacking) = self.named(&fields);
        if refused.is_none() {
            let target = Target::of_fields(self.warehouse, entity_type, &fields.fields);
            match self.ask(target, &named).await {
                Err(error) if error.is_refusal() && fields.has_unseen() => refused = Some(error),
                outcome => {
                    return Ok(Found {
                        lacking,
                        ..outcome?
                    });
                }
            }
        }
        let target = Target::of_seen_fields(self.warehouse, entity_type, &fields);
        match refused {
            Some(error) if target.searched.is_empty() => Err(error),
            _ => {
                let found = self.ask(target, &named).await?;
                Ok(Found { lacking, ..found })
            }
        }
    }

    /// The fields asked for by name, as this type spells them, and the names that are none of its fields.
    fn named(&self, fields: &EntityFields) -> (Vec<String>, Vec<String>) {
        let wanted: &[String] = match &self.shown {
            Shown::Names(names) => names,
            Shown::Lite | Shown::Full => &[],
        };
        let (mut named, mut lacking) = (Vec::new(), Vec::new());
        for name in wanted {
            match fields.find(name) {
                Some(field) => named.push(field.name.clone()),
                None => lacking.push(name.clone()),
            }
        }
        (named, lacking)
    }

    /// Reads the whole rows of a type that was counted, as many as fit into its share of the answer, and the one that
    /// does not: another type may leave it the room.
    pub(super) async fn whole_rows(
        &self,
        found: Found,
        room_bytes: usize,
    ) -> Result<Found, Unsearched> {
        let Some((target, question)) = found.unread else {
            return Ok(found);
        };
        let page = self
            .warehouse
            .rows(&question, Shaping::Whole, room_bytes, self.deadline)
            .await?;
        let rows = rows_and_overflow(page);
        let total = found.total.map(|total| total.max(rows.len() as u64));
        Ok(self.found(&target, rows, total, None))
    }

    async fn ask(&self, target: Target, named: &[String]) -> Result<Found, Unsearched> {
        // The keyword was checked, so that only a name of the server's can be refused.
        let Ok(Some(filter)) = target.filter(self.keyword) else {
            return Err(Unsearched::NoText);
        };
        let dialect = self.warehouse.dialect();
        let order = target
            .key
            .as_deref()
            .and_then(|key| OrderBy::ascending(key).ok());
        let mut question = Question {
            filter: Some(Condition::of(&filter, dialect)),
            order_by: order.map(|order| order.write(dialect)),
            ..Question::first(&target.name, self.limit)
        };
        if matches!(self.shown, Shown::Full) {
            let total = self.warehouse.count(&question, self.deadline).await?;
            let unread = (total != Some(0)).then_some((target, question));
            return Ok(Found {
                total,
                unread,
                ..Found::default()
            });
        }
        let shown = self.shown_fields(&target, named);
        // The fields that were searched come too, to tell in which of them the keyword stands.
        let mut fields = shown.clone();
        let others = target.key.iter().chain(&target.searched);
        fields.extend(others.filter(|field| !shown.contains(field)).cloned());
        question.fields = Some(fields.clone());
        let page = self
            .warehouse
            .rows(
                &question,
                Shaping::new(Some(&fields), false),
                self.room_bytes,
                self.deadline,
            )
            .await?;
        let total = page.total;
        Ok(self.found(&target, page.shaped.rows, total, Some(shown)))
    }

    fn shown_fields(&self, target: &Target, named: &[String]) -> Vec<String> {
        if matches!(self.shown, Shown::Lite) {
            return target.lite.clone();
        }
        let key = target.key.iter().filter(|key| !named.contains(key));
        key.chain(named).cloned().collect()
    }

    /// Puts the row whose key is the keyword first, and cuts rows to the fields shown.
    fn found(
        &self,
        target: &Target,
        mut rows: Vec<RawRow>,
        total: Option<u64>,
        shown: Option<Vec<String>>,
    ) -> Found {
        rows.sort_by_cached_key(|row| target.distance(row, self.keyword));
        let matched_in = target.matched_in(&rows, self.keyword);
        let matched_in = matched_in.into_iter().map(str::to_owned).collect();
        let rows = match shown {
            None => rows,
            Some(shown) => {
                let mut projection = Projection::new(shown);
                let cut = |row: &RawRow| projection.project(row).ok();
                rows.iter().filter_map(cut).collect()
            }
        };
        Found {
            rows,
            total,
            matched_in,
            ..Found::default()
        }
    }
}

fn rows_and_overflow(page: Page) -> Vec<RawRow> {
    let overflow = page.overflow.filter(|overflow| overflow.whole);
    let row = overflow.and_then(|overflow| overflow.row);
    page.shaped.rows.into_iter().chain(row).collect()
}
