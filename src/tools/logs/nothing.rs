//! What is said of a question that found nothing: an empty window is told from a name that nobody has.

use serde::Serialize;

use crate::easywms::{LogEntry, LogQuestion, Warehouse};
use crate::envelope::Answer;
use crate::nearest::did_you_mean;
use crate::server::Call;
use crate::tools::time_window::TimeWindow;

/// Room for the one entry that is read to learn when something was logged last.
const ONE_ENTRY_BYTES: usize = 64 << 10;

/// What the question finds in the last seven days.
#[derive(Serialize)]
struct Elsewhere {
    since: String,
    count: Option<u64>,
    newest: Option<String>,
}

/// Tells an empty window from a thing that was never logged: facts, not guesses. Null says that a count failed.
pub(super) async fn tell_what_else_is_known(
    call: &Call,
    warehouse: &Warehouse,
    question: &LogQuestion,
    answer: Answer,
) -> Answer {
    let of_window = LogQuestion {
        from: question.from.clone(),
        to: question.to.clone(),
        ..LogQuestion::default()
    };
    let of_keyword = LogQuestion {
        keyword: question.keyword.clone(),
        ..of_window.clone()
    };
    let filtered = question.min_level.is_some() || question.workflow.is_some();
    let count = async |question: &LogQuestion, wanted: bool| {
        if wanted {
            let count = warehouse.log_count(question, call.reading_deadline()).await;
            Some(count.ok().flatten())
        } else {
            None
        }
    };
    let (in_window, of_keyword, elsewhere, misnamed) = tokio::join!(
        count(&of_window, filtered || question.keyword.is_some()),
        count(&of_keyword, filtered && question.keyword.is_some()),
        elsewhere(call, warehouse, question),
        misnamed(call, warehouse, question.workflow.as_deref()),
    );
    answer
        .warnings(misnamed)
        .fact_if("entries_in_window", in_window)
        .fact_if("keyword_at_any_level_and_workflow", of_keyword)
        .fact("elsewhere", elsewhere)
}

async fn elsewhere(call: &Call, warehouse: &Warehouse, question: &LogQuestion) -> Elsewhere {
    let recent = TimeWindow::recent(call.started());
    let newest = LogQuestion {
        from: Some(recent.from.clone()),
        to: None,
        skip: 0,
        limit: 1,
        ..question.clone()
    };
    let page = warehouse
        .log_entries(&newest, ONE_ENTRY_BYTES, call.reading_deadline())
        .await
        .ok();
    let first = page.as_ref().and_then(|page| page.entries.first());
    Elsewhere {
        since: recent.from,
        count: page.as_ref().and_then(|page| page.total),
        newest: first.and_then(|row| LogEntry::of(row).time()),
    }
}

/// Says so if no workflow has the name that was asked for. A list that can't be read says nothing.
async fn misnamed(call: &Call, warehouse: &Warehouse, name: Option<&str>) -> Option<String> {
    let name = name?;
    let deadline = call.reading_deadline();
    let list = warehouse.workflows(None, deadline).await.ok()?;
    let wanted = name.to_lowercase();
    let mut known = list.workflows.iter();
    if list.workflows.is_empty() || known.any(|known| known.name.to_lowercase() == wanted) {
        return None;
    }
    // Who writes to the log is no slip, whatever the list says.
    let of_workflow = LogQuestion {
        workflow: Some(name.to_owned()),
        from: Some(TimeWindow::recent(call.started()).from),
        ..LogQuestion::default()
    };
    if let Ok(Some(1..)) = warehouse.log_count(&of_workflow, deadline).await {
        return None;
    }
    let nearest = list.nearest(name);
    let meant = match nearest.as_slice() {
        [] => "; list_workflows has their names".to_owned(),
        nearest => did_you_mean(nearest),
    };
    let shown: String = name.chars().take(60).collect();
    Some(if list.unread.is_empty() && list.cut.is_empty() {
        format!("there is no workflow '{shown}'{meant}")
    } else {
        format!("no workflow '{shown}' is among those that could be listed{meant}")
    })
}
