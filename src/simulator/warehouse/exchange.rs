//! The `InterfaceMessage` table: what went to and came from the ERP.
//!
//! Every order has its message in, every closed one its confirmation out, every stock variation its message out.

use super::plan::{
    DAY, HOUR, INBOUND_ORDERS, MINUTE, OUTBOUND_ORDERS, Plan, RECEPTIONS, VARIATIONS,
};
use super::record::Record;
use super::table::Definition;

const OUTBOUND_MESSAGES: usize = OUTBOUND_ORDERS * 2;
const INBOUND_MESSAGES: usize = INBOUND_ORDERS * 2;
const MESSAGES: usize = OUTBOUND_MESSAGES + INBOUND_MESSAGES + VARIATIONS;

pub(super) static MESSAGE: Definition = Definition {
    name: "InterfaceMessage",
    description: "A message to or from the ERP: what it is about, whether it was processed, why not.",
    key: "Id",
    identity: &["Type", "Direction", "ObjectCode", "CreationDate"],
    len: |plan| plan.blocks * MESSAGES,
    filler: message,
    removed: |plan, story| {
        let told = story.iter().filter(|row| row.entity == "StockVariation");
        let variations =
            told.filter_map(|row| plan.variations.index_of(row.get("Code"), plan.blocks));
        let outbound = plan
            .taken
            .outbound
            .iter()
            .flat_map(|order| [order * 2, order * 2 + 1]);
        let inbound = plan
            .taken
            .inbound
            .iter()
            .map(|order| OUTBOUND_MESSAGES + order * 2);
        let inbound = inbound.flat_map(|first| [first, first + 1]);
        let first_variation = OUTBOUND_MESSAGES + INBOUND_MESSAGES;
        outbound
            .chain(inbound)
            .chain(variations.map(|variation| first_variation + variation))
            .collect()
    },
    ..Definition::PLAIN
};

/// What a message is about.
struct Subject {
    kind: &'static str,
    /// From the ERP.
    inward: bool,
    object: String,
    date: i64,
    content: String,
}

fn message(plan: &Plan, index: usize) -> Record {
    let mut dice = plan.dice("message", index);
    let subject = subject(plan, index);
    let age = plan.now - subject.date;
    let status = match age {
        ..1_800 => "Pending",
        // An error of the last days would be a second answer to "what failed today".
        172_800.. if !subject.inward && dice.chance(1) => "Error",
        _ => "Processed",
    };
    let (code, field, failure) = if status == "Error" {
        dice.pick(&ERRORS)
    } else {
        ("", "", "")
    };
    let given = |text: &'static str| Some(text).filter(|text| !text.is_empty());
    let (sender, recipient) = if subject.inward {
        ("ERP", "EasyWMS")
    } else {
        ("EasyWMS", "ERP")
    };
    let mut row = Record::new();
    row.text("Type", subject.kind);
    row.text(
        "Direction",
        if subject.inward {
            "Inbound"
        } else {
            "Outbound"
        },
    );
    row.text("Status", status);
    row.optional_text("FailureMessage", given(failure));
    row.text("Sender", sender);
    row.text("Recipient", recipient);
    row.text("ObjectCode", subject.object);
    row.optional_text("FieldName", given(field));
    row.optional_text("ErrorCode", given(code));
    row.text("Content", subject.content);
    row.audit(
        (subject.date, "oerp"),
        (subject.date + dice.between(1, 90), "oerp"),
    );
    row
}

fn subject(plan: &Plan, index: usize) -> Subject {
    let (block, within) = (index / MESSAGES, index % MESSAGES);
    if within < OUTBOUND_MESSAGES {
        let order = block * OUTBOUND_ORDERS + within / 2;
        return outbound(plan, order, within.is_multiple_of(2))
            .unwrap_or_else(|| master_data(plan, index));
    }
    if within < OUTBOUND_MESSAGES + INBOUND_MESSAGES {
        let place = within - OUTBOUND_MESSAGES;
        let order = block * INBOUND_ORDERS + place / 2;
        return inbound(plan, order, place.is_multiple_of(2))
            .unwrap_or_else(|| master_data(plan, index));
    }
    let variation = block * VARIATIONS + within - OUTBOUND_MESSAGES - INBOUND_MESSAGES;
    let object = plan.variations.code(variation);
    Subject {
        kind: "StockVariation",
        inward: false,
        date: plan.varied(variation) + 40,
        content: format!(
            "{{\"StockVariation\":{{\"Code\":\"{object}\",\"Warehouse\":\"{}\"}}}}",
            plan.names.warehouse
        ),
        object,
    }
}

fn outbound(plan: &Plan, order: usize, arrives: bool) -> Option<Subject> {
    let object = plan.outbound.code(order);
    if arrives {
        let date = (plan.planned_load(order) - 92 * HOUR).min(plan.now - 62 * HOUR);
        let content = format!(
            "{{\"OutboundOrder\":{{\"Code\":\"{object}\",\"Type\":\"SALES\",\"Warehouse\":\"{}\"}}}}",
            plan.names.warehouse
        );
        return Some(Subject {
            kind: "OutboundOrder",
            inward: true,
            object,
            date,
            content,
        });
    }
    plan.has_shipped(order).then(|| {
        let date = plan.shipped(order) + 3 * MINUTE;
        let content = format!(
            "{{\"OutboundOrderConfirmation\":{{\"Code\":\"{object}\",\"Status\":\"TERMINATED\"}}}}"
        );
        Subject {
            kind: "OutboundOrderConfirmation",
            inward: false,
            object,
            date,
            content,
        }
    })
}

fn inbound(plan: &Plan, order: usize, arrives: bool) -> Option<Subject> {
    let object = plan.inbound.code(order);
    let expected = plan.expected(order);
    if arrives {
        let date = (expected - 9 * DAY).min(plan.now - 61 * HOUR);
        let content = format!("{{\"InboundOrder\":{{\"Code\":\"{object}\",\"Type\":\"PO\"}}}}");
        return Some(Subject {
            kind: "InboundOrder",
            inward: true,
            object,
            date,
            content,
        });
    }
    (order % INBOUND_ORDERS < RECEPTIONS).then(|| {
        let content =
            format!("{{\"InboundOrderConfirmation\":{{\"Code\":\"{object}\",\"Complete\":true}}}}");
        let date = (expected + 2 * HOUR).min(plan.now - 2 * MINUTE);
        Subject {
            kind: "InboundOrderConfirmation",
            inward: false,
            object,
            date,
            content,
        }
    })
}

/// A change of a product, sent by the ERP in the last days.
fn master_data(plan: &Plan, index: usize) -> Subject {
    let mut dice = plan.dice("master data", index);
    let product = plan.filler_product(&mut dice, index / MESSAGES);
    let object = plan.products.code(product);
    Subject {
        kind: "Product",
        inward: true,
        date: plan.now - dice.between(2, 3_000) * MINUTE,
        content: format!(
            "{{\"Product\":{{\"Code\":\"{object}\",\"Action\":\"Update\",\"Description\":\"mise à jour \\\"tarif\\\"\"}}}}"
        ),
        object,
    }
}

const ERRORS: [(&str, &str, &str); 3] = [
    (
        "ERP-4010",
        "DocumentDate",
        "Document date lies in a closed period",
    ),
    ("ERP-9000", "", "No answer from the ERP within 30 s"),
    (
        "ERP-4022",
        "AccountCode",
        "Account is blocked for posting in the ERP",
    ),
];
