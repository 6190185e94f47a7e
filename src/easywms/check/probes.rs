//! Whether a server does what a question says: it filters, and it passes rows over.
//!
//! A server that knows the property by another name leaves it out without a word, and every answer is then another's.

use tokio::time::Instant;

use super::{CheckOutcome, CheckStep, Timer};
use crate::easywms::Warehouse;
use crate::easywms::catalogue::CatalogueType;
use crate::easywms::condition::Condition;
use crate::easywms::connection::DATA_BODY_BYTES;
use crate::easywms::error::ReadError;
use crate::easywms::filter::{Dialect, Filter, OrderBy, Value};
use crate::easywms::query::Question;
use crate::easywms::rows::{RawRow, Shaping};

/// Every way to write a filter, the usual one first.
const DIALECTS: [(Dialect, &str); 3] = [
    (Dialect::Linq, "linq"),
    (Dialect::Sql, "sql"),
    (Dialect::Odata, "odata"),
];
/// The key of no row.
const NOBODY: &str = "no-such-row";

/// How many rows a filter finds that should find one, and another that should find none.
struct Finds {
    one: u64,
    none: u64,
}

impl Warehouse {
    /// Looks for the row that was just read by its key, and for one that is not there; finds out which dialect the server
    /// understands if not this one.
    pub(super) async fn check_filter(
        &self,
        entity_type: &CatalogueType,
        row: &RawRow,
        deadline: Instant,
    ) -> Option<CheckStep> {
        let key = &entity_type.key;
        let own = Filter::equals(key, Value::Text(row.text_of(key)?)).ok()?;
        let timer = Timer::start("filter");
        let finds = self
            .finds(entity_type, &own, self.dialect(), deadline)
            .await;
        let (found, error) = match finds {
            Ok(Finds { one: 1, none: 0 }) => {
                return Some(timer.passed(format!("{key} = … finds one row")));
            }
            Ok(Finds { one, none: 0 }) if one > 1 => {
                let found = format!("{key} = … finds {one} rows, where one was expected");
                return Some(timer.doubtful(found));
            }
            Ok(Finds { none: 0, .. }) => {
                (format!("{key} = … does not find a row that is there"), None)
            }
            Ok(Finds { none, .. }) => {
                let found =
                    format!("this server ignores filters: {key} = '{NOBODY}' finds {none} rows");
                (found, None)
            }
            Err(error) => (String::new(), Some(error)),
        };
        let mut step = timer.ended(CheckOutcome::Failed, found, error);
        if let Some(name) = self.understood_dialect(entity_type, &own, deadline).await {
            step.found = format!("this server understands filters in {name}");
            step.setting = Some(("_FILTER_DIALECT", name.to_owned()));
        }
        Some(step)
    }

    /// Reads the first two rows of a type one at a time: they must differ.
    pub(super) async fn check_paging(
        &self,
        entity_type: &CatalogueType,
        deadline: Instant,
    ) -> Option<CheckStep> {
        let timer = Timer::start("paging");
        let order = OrderBy::ascending(&entity_type.key).ok()?;
        let mut rows = Vec::new();
        for skip in 0..2 {
            let question = Question {
                order_by: Some(order.write(self.dialect())),
                skip,
                ..Question::first(&entity_type.name, 1)
            };
            let page = self
                .rows(&question, Shaping::Whole, DATA_BODY_BYTES, deadline)
                .await;
            match page {
                Ok(page) => rows.extend(page.shaped.rows),
                Err(error) => return Some(timer.failed(error)),
            }
        }
        let [first, second] = rows.as_slice() else {
            return Some(timer.passed("one row is all there is".to_owned()));
        };
        Some(if first == second {
            let found = "this server ignores Skip: the second row is the first again".to_owned();
            timer.ended(CheckOutcome::Failed, found, None)
        } else {
            timer.passed("the second row is another than the first".to_owned())
        })
    }

    /// Returns the other dialect in which filters find what they should.
    async fn understood_dialect(
        &self,
        entity_type: &CatalogueType,
        own: &Filter,
        deadline: Instant,
    ) -> Option<&'static str> {
        for (dialect, name) in DIALECTS {
            if dialect == self.dialect() {
                continue;
            }
            let finds = self.finds(entity_type, own, dialect, deadline).await;
            if matches!(finds, Ok(Finds { one: 1.., none: 0 })) {
                return Some(name);
            }
        }
        None
    }

    async fn finds(
        &self,
        entity_type: &CatalogueType,
        own: &Filter,
        dialect: Dialect,
        deadline: Instant,
    ) -> Result<Finds, ReadError> {
        let one = self
            .matches(entity_type, own.write(dialect), deadline)
            .await?;
        let none = match Filter::equals(&entity_type.key, Value::Text(NOBODY.to_owned())) {
            // An id can't be compared with any text.
            Ok(nobody) if entity_type.key != "Id" => {
                self.matches(entity_type, nobody.write(dialect), deadline)
                    .await?
            }
            _ => 0,
        };
        Ok(Finds { one, none })
    }

    /// How many rows there are, up to two if the server does not count.
    async fn matches(
        &self,
        entity_type: &CatalogueType,
        filter: String,
        deadline: Instant,
    ) -> Result<u64, ReadError> {
        let question = Question {
            filter: Some(Condition::raw(filter)),
            ..Question::first(&entity_type.name, 2)
        };
        if let Some(count) = self.count(&question, deadline).await? {
            return Ok(count);
        }
        let page = self
            .rows(&question, Shaping::Whole, DATA_BODY_BYTES, deadline)
            .await?;
        Ok(page.shaped.rows.len() as u64)
    }
}
