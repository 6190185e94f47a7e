//! The definition of each workflow: which are written by hand, which have an exact size, and how the rest is made.

use fastrand::Rng;

use super::catalogue::Workflow;
use super::render::{Format, Node};
use super::{crane, labels, reject, steps, texts};

/// No single activity is longer than this, so that a definition can be grown close to a wanted length.
const LONGEST_ACTIVITY: usize = 3_000;

/// Returns the definition of a workflow as the site of this tenant has it.
pub(super) fn text(tenant: &str, workflow: &Workflow) -> String {
    let mut draw = workflow.draw("definition");
    match workflow.name {
        "StackerCrane" => crane::text(&mut draw),
        "CST_SendRejectContainersToPK" => reject::text(&mut draw),
        "CST_PrintPalletLabels" => labels::text(tenant),
        "CST_DisplayTexts" => texts::text(&mut draw),
        "CST_ReturnsInspection" => String::new(),
        // Around the default window of 20,000: a character less, the size itself, a character more.
        "CST_ReplenishmentTrigger" => of_length(19_999, workflow, &mut draw),
        "CST_CycleCountPlanner" => of_length(20_000, workflow, &mut draw),
        "CST_CrossDockMatcher" => of_length(20_001, workflow, &mut draw),
        _ => {
            let activities = draw.usize(6..36);
            let mut root = root(workflow);
            for _ in 0..activities {
                root.push(steps::activity(&mut draw));
            }
            root.render(format(workflow))
        }
    }
}

fn of_length(length: usize, workflow: &Workflow, draw: &mut Rng) -> String {
    let format = format(workflow);
    let mut root = root(workflow);
    while root.render(format).chars().count() + LONGEST_ACTIVITY < length {
        root.push(steps::activity(draw));
    }
    root.render_exactly(format, length, draw)
}

fn root(workflow: &Workflow) -> Node {
    Node::new("Workflow")
        .with("Name", workflow.name)
        .with("Application", workflow.application)
        .with("Description", workflow.description)
        .with("Overrides", workflow.overrides())
}

fn format(workflow: &Workflow) -> Format {
    if workflow.position.is_multiple_of(2) {
        Format::Xml
    } else {
        Format::Json
    }
}
