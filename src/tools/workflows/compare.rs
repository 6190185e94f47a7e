//! `compare_workflows`.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use super::background;
use super::comparison::{Comparison, Found, PropertyDifference};
use super::list::folded;
use super::unkept;
use crate::easywms::rows::RawRow;
use crate::easywms::{Snapshot, Warehouse};
use crate::envelope::{Answer, Code, Failure};
use crate::server::Call;
use crate::tools::given::given;
use crate::tools::window::{WindowParams, text_window};

/// Differing metadata are shown with values up to this fraction of an answer.
const METADATA_SHARE: usize = 4;

#[derive(Deserialize, JsonSchema)]
pub(super) struct CompareWorkflowsParams {
    /// Name or id, e.g. CST_PrintPalletLabels.
    #[schemars(length(min = 1, max = 200))]
    workflow: String,
    /// Application, e.g. EasyWMS, CustomApp; needed if several have that name.
    #[schemars(length(max = 200))]
    application: Option<String>,
    /// Name or id on the other side; default: the same.
    #[schemars(length(max = 200))]
    other_workflow: Option<String>,
    /// Application on the other side; default: the same.
    #[schemars(length(max = 200))]
    other_application: Option<String>,
    /// Profile on the other side; default: the same.
    other_profile: Option<String>,
    /// Where the window over the diff starts, in characters; default 0.
    #[schemars(range(min = 0))]
    data_offset: Option<i64>,
    /// Characters a window holds at most; default 20000.
    #[schemars(range(min = 1))]
    max_data_chars: Option<i64>,
    /// Warehouse profile; default: the configured one.
    profile: Option<String>,
}

pub(super) async fn answer(call: &Call, params: CompareWorkflowsParams) -> Result<Answer, Failure> {
    let asked = Asked {
        workflow: params.workflow.trim(),
        application: given(params.application.as_deref()),
        other_workflow: given(params.other_workflow.as_deref()),
        other_application: given(params.other_application.as_deref()),
        other_profile: given(params.other_profile.as_deref()),
    };
    let warehouse = call.warehouse(params.profile.as_deref()).await?;
    asked.check(&warehouse.profile().name)?;
    let window = WindowParams {
        offset: params.data_offset,
        max_chars: params.max_data_chars,
    };
    let kept = asked.kept_comparison(call, &warehouse, window).await?;
    let comparison: Comparison = serde_json::from_str(&kept.text).map_err(|_| unkept())?;
    let differences = shown_differences(&comparison.metadata_differences, call);
    let body = text_window(kept.windowed(|| Arc::from(comparison.diff)), &window, call)?;
    Ok(Answer::about(&warehouse.profile().name, body)
        .as_of(kept.read_at)
        .fact("equal", comparison.equal)
        .fact("left", comparison.left)
        .fact("right", comparison.right)
        .fact("lines_removed", comparison.lines_removed)
        .fact("lines_added", comparison.lines_added)
        .fact_if("metadata_differences", differences)
        .warnings(comparison.warnings))
}

/// The differing metadata with their values; in a small answer their names alone, so that the diff has room.
fn shown_differences(differences: &[PropertyDifference], call: &Call) -> Option<RawRow> {
    let room_bytes = call.budget().window_bytes() / METADATA_SHARE;
    let values = RawRow::of(&differences).filter(|values| values.len_bytes() <= room_bytes);
    let names = || differences.iter().map(|difference| &difference.property);
    values.or_else(|| RawRow::of(&names().collect::<Vec<_>>()))
}

/// What is to be compared, in the caller's words; blank ones count as not given.
#[derive(Debug)]
struct Asked<'p> {
    workflow: &'p str,
    application: Option<&'p str>,
    other_workflow: Option<&'p str>,
    other_application: Option<&'p str>,
    other_profile: Option<&'p str>,
}

impl Asked<'_> {
    /// A workflow beside itself is no comparison, but a name that was meant otherwise.
    fn check(&self, profile: &str) -> Result<(), Failure> {
        let elsewhere = |other: &&str| !other.eq_ignore_ascii_case(profile);
        let other = [
            self.other_workflow,
            self.other_application,
            self.other_profile.filter(elsewhere),
        ];
        if other.iter().any(Option::is_some) {
            return Ok(());
        }
        Err(Failure::new(
            Code::InvalidArguments,
            "there is nothing to compare with",
            "Give other_profile (the same workflow of another warehouse), other_application (the same name in another application) or other_workflow.",
        )
        .with("parameters", ["other_profile", "other_application", "other_workflow"]))
    }

    /// Returns the whole comparison, kept from window to window so that what is said of both sides is the same in all.
    async fn kept_comparison(
        &self,
        call: &Call,
        warehouse: &Arc<Warehouse>,
        window: WindowParams,
    ) -> Result<Snapshot, Failure> {
        let snapshot = folded(&format!("compare/{self:?}"));
        if let Some(kept) = window.snapshot(warehouse, &snapshot) {
            return Ok(kept);
        }
        let document = warehouse
            .workflow(self.application, self.workflow, call.deadline())
            .await?;
        let left = Found::of(warehouse, &document);
        let right = self.other_side(call, warehouse, &left).await?;
        let comparison = background(move || Comparison::of(&left, &right)).await?;
        let text = serde_json::to_string(&comparison).map_err(|_| unkept())?;
        window.keep(call, warehouse, &snapshot, &text)
    }

    /// Finds the other side. A failure says which profile it is about.
    async fn other_side(
        &self,
        call: &Call,
        warehouse: &Arc<Warehouse>,
        left: &Found,
    ) -> Result<Found, Failure> {
        let warehouse = match self.other_profile {
            None => Arc::clone(warehouse),
            Some(profile) => call.warehouse(Some(profile)).await?,
        };
        // The same name is meant in the same application; another name may be anywhere.
        let left_application = left.workflow.summary.application.as_str();
        let same = self.other_workflow.is_none().then_some(left_application);
        let application = self.other_application.or(self.application).or(same);
        let name = self.other_workflow.unwrap_or(self.workflow);
        let found = warehouse.workflow(application, name, call.deadline()).await;
        let about = |error| Failure::from(error).for_profile(&warehouse.profile().name);
        Ok(Found::of(&warehouse, &found.map_err(about)?))
    }
}
