//! Planned misbehaviour: which fault the next request of a route meets.
//!
//! What a fault does is beside it: `answers` invents an answer instead of the real one, `bodies` spoils the real one.

mod answers;
mod bodies;
mod gate;

use std::collections::VecDeque;
use std::iter;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub(super) use gate::Gate;

/// A service of the simulator, as the target of a planned fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// `EasySts`: tokens.
    Token,
    /// `QueryService`: rows and counts.
    Query,
    /// `MetadataService`: entity types and their fields.
    Metadata,
    /// `ApplicationDictionaryService`: workflows.
    Workflow,
    /// `WorkflowLogService`: logs.
    Log,
    /// `MetricsService`: metrics.
    Metric,
    /// Any of the six.
    Any,
}

impl Route {
    /// The service that a path belongs to; `None` outside of all of them, where no fault applies.
    pub(super) fn of(path: &str) -> Option<Self> {
        match path.trim_start_matches('/').split('/').next()? {
            "EasySts" => Some(Self::Token),
            "QueryService" => Some(Self::Query),
            "MetadataService" => Some(Self::Metadata),
            "ApplicationDictionaryService" => Some(Self::Workflow),
            "WorkflowLogService" => Some(Self::Log),
            "MetricsService" => Some(Self::Metric),
            _ => None,
        }
    }

    fn covers(self, route: Self) -> bool {
        self == Self::Any || self == route
    }
}

/// One way to misbehave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A status of one's choice. Without a body it is the Web API's error object, without a type it is JSON.
    Status {
        /// The HTTP status.
        code: u16,
        /// The text of `Retry-After`, sensible or not.
        retry_after: Option<String>,
        /// The body.
        body: Option<String>,
        /// The content type of the body.
        content_type: Option<String>,
    },
    /// The HTML error page of a web server in front, stack trace included, under this status.
    HtmlError(u16),
    /// The real answer, whose first byte comes after this long.
    SlowHeaders(Duration),
    /// The real answer, which stops after so many bytes of its body while the connection stays open.
    StallBody {
        /// How many bytes of the body come.
        after_bytes: usize,
    },
    /// The real answer, a byte every 20 ms.
    DripBody,
    /// The real answer, whose connection closes after so many bytes although `Content-Length` promised more.
    CutBody {
        /// How many bytes of the body come.
        after_bytes: usize,
    },
    /// The first half of the real answer in chunks, then a closed connection instead of the last chunk.
    CutChunked,
    /// A connection closed without a byte.
    CloseBeforeAnswer,
    /// 200 with this text as its JSON; the request does not reach its service.
    BadJson(String),
    /// The real answer under `text/html`.
    WrongContentType,
    /// The real answer, correctly compressed.
    Gzip,
    /// 200 with a small gzip body that unpacks to one JSON object of so many mebibytes of blanks.
    GzipBomb {
        /// The unpacked size.
        mebibytes: usize,
    },
    /// 200 with a valid row list of so many mebibytes: rows of 1 KiB, streamed.
    Huge {
        /// The size of the rows.
        mebibytes: usize,
    },
    /// A redirect that must not be followed.
    Redirect {
        /// The HTTP status.
        code: u16,
        /// Where to.
        location: String,
    },
    /// The status and headers of the real answer with another body.
    ReplaceBody(String),
    /// The real answer behind a UTF-8 byte order mark.
    Bom,
    /// 500 whose message repeats the `Authorization` header and the body of the request.
    EchoSecrets,
    /// The real answer, once [`Simulator::release`](super::Simulator::release) is called.
    Hold,
}

impl Fault {
    /// Returns a plain answer of this status, with the Web API's error object.
    #[must_use]
    pub fn status(code: u16) -> Self {
        Self::Status {
            code,
            retry_after: None,
            body: None,
            content_type: None,
        }
    }
}

/// The faults that wait for their request.
#[derive(Default)]
pub(super) struct FaultPlan(Mutex<Planned>);

#[derive(Default)]
struct Planned {
    queued: VecDeque<(Route, Fault)>,
    standing: Vec<(Route, Fault)>,
}

impl FaultPlan {
    /// Queues a fault for the next `times` requests of a route.
    pub(super) fn queue(&self, route: Route, fault: Fault, times: usize) {
        self.planned()
            .queued
            .extend(iter::repeat_n((route, fault), times));
    }

    /// Plans a fault for every request of a route from now on; the latest such plan wins.
    pub(super) fn keep(&self, route: Route, fault: Fault) {
        self.planned().standing.push((route, fault));
    }

    /// Drops every plan.
    pub(super) fn clear(&self) {
        *self.planned() = Planned::default();
    }

    /// Takes the fault of a request of this route: the oldest queued one, else the standing one.
    pub(super) fn take(&self, route: Route) -> Option<Fault> {
        let mut planned = self.planned();
        let queued = planned.queued.iter().position(|(of, _)| of.covers(route));
        if let Some((_, fault)) = queued.and_then(|index| planned.queued.remove(index)) {
            return Some(fault);
        }
        let standing = planned
            .standing
            .iter()
            .rev()
            .find(|(of, _)| of.covers(route));
        standing.map(|(_, fault)| fault.clone())
    }

    fn planned(&self) -> MutexGuard<'_, Planned> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
