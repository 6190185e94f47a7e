//! One tool call: who asks, until when, how large the answer may be, and which warehouse is read.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use rmcp::ErrorData;
use rmcp::handler::server::common::FromContextPart;
use rmcp::handler::server::tool::{IntoCallToolResult, ToolCallContext};
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, MetaObject};
use tokio::time::Instant;

use super::progress::Progress;
use super::shared::Shared;
use crate::config::{CALL_TIMEOUT, Settings};
use crate::easywms::{Place, REDACTED, Warehouse};
use crate::envelope::{Addressee, Answer, Budget, Failure, failure_json, render_answer};

/// What a tool that reads in parts leaves of its call's time: a part that hangs then costs that part, and what was read is
/// answered.
const CLOSING_TIME: Duration = Duration::from_secs(5);

/// A call in progress. Cheap to clone; tools get it from the gate by naming it as an argument.
#[derive(Clone, Debug)]
pub struct Call {
    state: Arc<State>,
}

#[derive(Debug)]
struct State {
    tool: Cow<'static, str>,
    request_id: String,
    started: Timestamp,
    deadline: Instant,
    budget: Budget,
    shared: Arc<Shared>,
    progress: Option<Progress>,
    /// The first profile chosen, for failures and the log.
    profile: OnceLock<String>,
    /// Set once the call has failed, for the log.
    failure_code: OnceLock<&'static str>,
    /// One for each profile that is read, kept until the call ends.
    places: Mutex<HashMap<String, Place>>,
}

/// The answer of a tool, already written: success and failure have one shape each.
#[derive(Debug)]
pub struct Reply {
    pub(super) text: String,
    pub(super) request_id: String,
    pub(super) is_failure: bool,
}

impl Call {
    pub(super) fn new(
        tool: Cow<'static, str>,
        budget: Budget,
        shared: Arc<Shared>,
        progress: Option<Progress>,
    ) -> Self {
        let state = State {
            tool,
            request_id: shared.next_request_id(),
            started: shared.now(),
            deadline: Instant::now() + CALL_TIMEOUT,
            budget,
            shared,
            progress,
            profile: OnceLock::new(),
            failure_code: OnceLock::new(),
            places: Mutex::default(),
        };
        Self {
            state: Arc::new(state),
        }
    }

    /// Returns the settings in force.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.state.shared.config.settings
    }

    /// Returns what all calls share: profiles, warehouses, the clock.
    #[must_use]
    pub fn shared(&self) -> &Shared {
        &self.state.shared
    }

    /// Returns when the call began; relative dates count from it.
    #[must_use]
    pub fn started(&self) -> Timestamp {
        self.state.started
    }

    /// Returns when the call must be answered.
    #[must_use]
    pub fn deadline(&self) -> Instant {
        self.state.deadline
    }

    /// Returns when reading in parts must end, so that what was read is still answered.
    #[must_use]
    pub fn reading_deadline(&self) -> Instant {
        let deadline = self.state.deadline;
        deadline.checked_sub(CLOSING_TIME).unwrap_or(deadline)
    }

    /// Returns how large the answer may be.
    #[must_use]
    pub fn budget(&self) -> Budget {
        self.state.budget
    }

    /// Returns the warehouse of a profile, by name or the default one, with a place for this call among its readers.
    pub async fn warehouse(&self, profile: Option<&str>) -> Result<Arc<Warehouse>, Failure> {
        let warehouse = self.state.shared.warehouse(profile).await?;
        let name = &warehouse.profile().name;
        let _ = self.state.profile.set(name.clone());
        let mut places = self
            .state
            .places
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if !places.contains_key(name) {
            places.insert(name.clone(), warehouse.enter()?);
        }
        drop(places);
        Ok(warehouse)
    }

    /// Tells the client how far long work has come, if it asked to be told.
    pub async fn progress(&self, done: u64, total: Option<u64>, message: &str) {
        if let Some(progress) = &self.state.progress {
            progress.report(done, total, message).await;
        }
    }

    /// Tells the client, if it asked to be told, that one of several concurrent reads is done.
    pub async fn step(&self, message: &str) {
        if let Some(progress) = &self.state.progress {
            progress.step(message).await;
        }
    }

    /// Writes the outcome of the tool for the client.
    #[must_use]
    pub fn reply(&self, outcome: Result<Answer, Failure>) -> Reply {
        let state = &self.state;
        let request_id = state.request_id.clone();
        match outcome {
            Ok(answer) => {
                let to = Addressee {
                    tool: state.tool.to_string(),
                    request_id: request_id.clone(),
                    as_of: format!("{:.0}", answer.read_at().unwrap_or(state.started)),
                    budget: state.budget,
                };
                Reply {
                    text: self.written(answer, &to),
                    request_id,
                    is_failure: false,
                }
            }
            Err(failure) => {
                let failure = match (&failure.profile, state.profile.get()) {
                    (None, Some(profile)) => failure.for_profile(profile),
                    _ => failure,
                };
                let _ = state.failure_code.set(failure.code.as_str());
                let text = failure_json(&failure, &state.tool, &request_id).to_string();
                Reply {
                    text,
                    request_id,
                    is_failure: true,
                }
            }
        }
    }

    /// Writes an answer; if a secret was taken out of its data, it says so.
    fn written(&self, answer: Answer, to: &Addressee) -> String {
        let text = render_answer(&answer, to);
        if text.contains(REDACTED) && self.state.shared.has_redacted() {
            render_answer(&answer.warnings([SECRET_REMOVED.to_owned()]), to)
        } else {
            text
        }
    }

    pub(super) fn request_id(&self) -> &str {
        &self.state.request_id
    }

    /// Returns the code of the failure that the call ended in; `-` if it did not.
    pub(super) fn failure_code(&self) -> &'static str {
        self.state.failure_code.get().copied().unwrap_or("-")
    }

    pub(super) fn profile(&self) -> &str {
        self.state.profile.get().map_or("-", String::as_str)
    }
}

const SECRET_REMOVED: &str = "a password, client secret or token of this profile was removed from the data: the warehouse stores or repeats it, tell its administrator";

impl<S> FromContextPart<ToolCallContext<'_, S>> for Call {
    fn from_context_part(context: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData> {
        let call = context.request_context.extensions.get::<Self>().cloned();
        call.ok_or_else(|| ErrorData::internal_error("the call did not pass the gate", None))
    }
}

impl IntoCallToolResult for Reply {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        let content = vec![ContentBlock::text(self.text)];
        let mut result = if self.is_failure {
            CallToolResult::error(content)
        } else {
            CallToolResult::success(content)
        };
        let mut meta = MetaObject::default();
        meta.insert(REQUEST_ID_META.to_owned(), self.request_id.into());
        result.meta = Some(meta);
        Ok(result.into())
    }
}

/// The key of the request id in a result's `_meta`; keys without a prefix are reserved for the protocol.
const REQUEST_ID_META: &str = "mcp-wms-api/request_id";
