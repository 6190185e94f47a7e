//! Writes a tree of activities as XML or JSON, if asked with an exact length.
//!
//! It knows nothing of workflows: a node has a kind, attributes and children.

use std::fmt::Write;

use fastrand::Rng;
use serde_json::{Map, Value};

/// One element of a definition.
pub(super) struct Node {
    kind: &'static str,
    attributes: Vec<(&'static str, String)>,
    children: Vec<Self>,
}

/// The notation of a definition.
#[derive(Clone, Copy)]
pub(super) enum Format {
    /// Elements and attributes, one element a line, lines ended by CR LF.
    Xml,
    /// Objects with a `type`, indented, lines ended by LF.
    Json,
}

impl Node {
    /// Makes a node without attributes and children.
    pub(super) fn new(kind: &'static str) -> Self {
        Self {
            kind,
            attributes: Vec::new(),
            children: Vec::new(),
        }
    }

    /// Returns the node with one more attribute.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "numbers and texts alike, and two hundred calls read better without a reference"
    )]
    pub(super) fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.attributes.push((name, value.to_string()));
        self
    }

    /// Returns the node with more children.
    pub(super) fn holding(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }

    /// Adds a child.
    pub(super) fn push(&mut self, child: Self) {
        self.children.push(child);
    }

    /// Returns the node as a document.
    pub(super) fn render(&self, format: Format) -> String {
        match format {
            Format::Xml => {
                let mut text = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n");
                self.write_xml(0, &mut text);
                text
            }
            Format::Json => serde_json::to_string_pretty(&self.json()).unwrap_or_default(),
        }
    }

    /// Returns the node as a document of exactly `length` Unicode scalar values.
    ///
    /// The designer's view state, an opaque text at the end of real definitions, takes up the rest. A document that is
    /// too long by itself is returned as it is.
    pub(super) fn render_exactly(
        mut self,
        format: Format,
        length: usize,
        draw: &mut Rng,
    ) -> String {
        self.children.push(view_state(String::new()));
        let missing = length.saturating_sub(self.render(format).chars().count());
        self.children.pop();
        self.children.push(view_state(opaque(missing, draw)));
        self.render(format)
    }

    fn write_xml(&self, depth: usize, text: &mut String) {
        let margin = "  ".repeat(depth);
        let _ = write!(text, "{margin}<{}", self.kind);
        for (name, value) in &self.attributes {
            let _ = write!(text, " {name}=\"");
            escape_xml(value, text);
            text.push('"');
        }
        if self.children.is_empty() {
            text.push_str(" />\r\n");
            return;
        }
        text.push_str(">\r\n");
        for child in &self.children {
            child.write_xml(depth + 1, text);
        }
        let _ = write!(text, "{margin}</{}>\r\n", self.kind);
    }

    fn json(&self) -> Value {
        let mut object = Map::new();
        object.insert("type".to_owned(), Value::from(self.kind));
        for (name, value) in &self.attributes {
            object.insert(camel_case(name), Value::from(value.as_str()));
        }
        if !self.children.is_empty() {
            let children = self.children.iter().map(Self::json).collect();
            object.insert("activities".to_owned(), Value::Array(children));
        }
        Value::Object(object)
    }
}

fn view_state(symbol: String) -> Node {
    Node::new("ViewState").with("Symbol", symbol)
}

/// Returns text that looks like Base64, needs no escape in either notation and has exactly this length.
fn opaque(length: usize, draw: &mut Rng) -> String {
    (0..length).map(|_| draw.alphanumeric()).collect()
}

fn escape_xml(value: &str, text: &mut String) {
    for character in value.chars() {
        match character {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '"' => text.push_str("&quot;"),
            '\r' => text.push_str("&#xD;"),
            '\n' => text.push_str("&#xA;"),
            other => text.push(other),
        }
    }
}

fn camel_case(name: &str) -> String {
    let mut characters = name.chars();
    characters
        .next()
        .map(|first| first.to_ascii_lowercase())
        .into_iter()
        .chain(characters)
        .collect()
}
