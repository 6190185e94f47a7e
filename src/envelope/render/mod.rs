//! Writes answers and failures as text: the one render path.
//!
//! Signals come before the payload, because a client that cuts the tail must not cut the signals.

mod failure;
mod grouped;
mod lead;
mod list;
mod object;
mod windowed;

pub use self::failure::failure_json;
use self::grouped::grouped;
use self::list::list;
use self::object::Object;
use self::windowed::windowed;
use super::answer::{Answer, Body};
use super::budget::Budget;

/// Whom an answer goes to: what the call knows and the tool doesn't need to.
#[derive(Clone, Debug)]
pub struct Addressee {
    /// The tool that was called.
    pub tool: String,
    /// The id under which the call is logged.
    pub request_id: String,
    /// When the warehouse was read, RFC 3339 in UTC.
    pub as_of: String,
    /// How large the answer may be.
    pub budget: Budget,
}

/// Writes an answer within the addressee's budget.
#[must_use]
pub fn render_answer(answer: &Answer, to: &Addressee) -> String {
    let limit = match &answer.body {
        Body::Text(_) => to.budget.window_bytes(),
        Body::Facts | Body::Rows(_) | Body::Sections { .. } => to.budget.list_bytes(),
    };
    let text = written(answer, to);
    if text.len() <= limit {
        return text;
    }
    // Rows, leads and windows give way by themselves: what is left are facts and warnings too large for the answer.
    let (mut smaller, mut text) = (answer.clone(), text);
    while text.len() > limit && smaller.leave_out_the_largest() {
        text = written(&smaller, to);
    }
    text
}

fn written(answer: &Answer, to: &Addressee) -> String {
    match &answer.body {
        Body::Facts => head(answer, to).finish(),
        Body::Rows(rows) => list(answer, rows, to),
        Body::Sections { name, sections } => grouped(answer, name, sections, to),
        Body::Text(window) => windowed(answer, window, to),
    }
}

/// The members that every answer starts with.
fn head(answer: &Answer, to: &Addressee) -> Object {
    let mut object = Object::new();
    object.value("success", true);
    object.value("tool", to.tool.as_str());
    if let Some(profile) = &answer.profile {
        object.value("profile", profile.as_str());
    }
    object.value("as_of", to.as_of.as_str());
    // Where the facts are the payload, the warnings come before them.
    if matches!(answer.body, Body::Facts) {
        warnings(&mut object, answer);
        left_out(&mut object, answer, to);
    }
    facts(&mut object, answer);
    object
}

/// Where facts are the payload, leaving one out is a cut like any other.
fn left_out(object: &mut Object, answer: &Answer, to: &Addressee) {
    let said = &answer.left_out;
    let bytes = to.budget.list_bytes();
    let taken_out = (said.taken_out() > 0).then(|| {
        format!("The answer is full ({bytes} bytes): left out {said}. For more raise MAX_RESPONSE_BYTES.")
    });
    let (omitted, hint) = said.by_tool().unzip();
    let hints: Vec<&str> = taken_out.as_deref().into_iter().chain(hint).collect();
    if hints.is_empty() {
        return;
    }
    object.value("truncated", true);
    object.value("omitted", said.taken_out() + omitted.unwrap_or(0));
    object.value("hint", hints.join(" "));
}

fn facts(object: &mut Object, answer: &Answer) {
    for (name, json) in &answer.facts {
        object.raw(name, json);
    }
}

fn warnings(object: &mut Object, answer: &Answer) {
    let mut warnings = answer.warnings.clone();
    if answer.left_out.taken_out() > 0 && !matches!(answer.body, Body::Facts) {
        let said = &answer.left_out;
        warnings.push(format!("left out, because the answer is full: {said}"));
    }
    if !warnings.is_empty() {
        object.value("warnings", warnings);
    }
}

#[cfg(test)]
mod tests;
