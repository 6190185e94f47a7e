//! Activities for the workflows that nobody looks at closely: believable, varied, full of characters that need care.

use fastrand::Rng;

use super::catalogue::pick;
use super::render::Node;

/// Returns one activity, perhaps with activities inside.
pub(super) fn activity(draw: &mut Rng) -> Node {
    match draw.u8(0..10) {
        0 => decision(draw),
        1 => loop_over_rows(draw),
        2 => attempt(draw),
        3 => Node::new("Note").with("Text", pick(draw, &NOTES)),
        _ => step(draw),
    }
}

fn decision(draw: &mut Rng) -> Node {
    let then = Node::new("Then").holding([step(draw), step(draw)]);
    let otherwise = Node::new("Else").holding([step(draw)]);
    Node::new("If")
        .with(
            "DisplayName",
            pick(draw, &["Check", "Is it allowed?", "Prüfung"]),
        )
        .with("Condition", pick(draw, &CONDITIONS))
        .holding([then, otherwise])
}

fn loop_over_rows(draw: &mut Rng) -> Node {
    let body = [step(draw), step(draw), step(draw)];
    Node::new("ForEach")
        .with("Variable", "row")
        .with(
            "Values",
            pick(draw, &["rows", "lines", "containers", "tasks"]),
        )
        .with("MaxRows", draw.u32(1..20) * 50)
        .holding(body)
}

fn attempt(draw: &mut Rng) -> Node {
    let body = Node::new("Try").holding([step(draw), step(draw)]);
    let rescue = Node::new("Catch")
        .with("Exception", pick(draw, &EXCEPTIONS))
        .holding([write_log(draw)]);
    Node::new("TryCatch").holding([body, rescue])
}

fn step(draw: &mut Rng) -> Node {
    match draw.u8(0..9) {
        0 | 1 => query(draw),
        2 => Node::new("Assign")
            .with("To", pick(draw, &VARIABLES))
            .with("Value", pick(draw, &EXPRESSIONS)),
        3 => write_log(draw),
        4 => Node::new("CallWorkflow")
            .with("Name", pick(draw, &CALLED))
            .with("Wait", draw.bool())
            .with("TimeoutSeconds", draw.u32(1..13) * 10),
        5 => Node::new("ExecuteCommand")
            .with("Command", pick(draw, &COMMANDS))
            .with("Argument", pick(draw, &VARIABLES)),
        6 => Node::new("WaitFor")
            .with("Event", pick(draw, &EVENTS))
            .with("Timeout", format!("00:{:02}:00", draw.u32(1..30))),
        7 => Node::new("SendMessage")
            .with("Recipient", pick(draw, &["ERP", "TMS", "WCS"]))
            .with(
                "Template",
                format!("{{ \"code\": \"{{0}}\", \"attempt\": {} }}", draw.u32(1..6)),
            ),
        _ => Node::new("Script")
            .with("Language", "csharp")
            .with("Code", pick(draw, &SCRIPTS)),
    }
}

fn query(draw: &mut Rng) -> Node {
    Node::new("Query")
        .with("EntityType", pick(draw, &ENTITY_TYPES))
        .with("Filter", pick(draw, &FILTERS))
        .with(
            "OrderBy",
            pick(
                draw,
                &["Code", "CreationDate desc", "Priority, PlannedLoadDate"],
            ),
        )
        .with("Take", draw.u32(1..9) * 25)
        .with("Result", pick(draw, &VARIABLES))
}

fn write_log(draw: &mut Rng) -> Node {
    Node::new("WriteLog")
        .with("Level", pick(draw, &["Debug", "Info", "Warn", "Error"]))
        .with("Message", pick(draw, &MESSAGES))
}

const ENTITY_TYPES: [&str; 8] = [
    "Container",
    "Stock",
    "Location",
    "OutboundOrder",
    "OutboundOrderLine",
    "InboundOrder",
    "Task",
    "Device",
];
const VARIABLES: [&str; 8] = [
    "rows",
    "lines",
    "containers",
    "tasks",
    "container",
    "order",
    "target",
    "result",
];
const CALLED: [&str; 6] = [
    "PutawaySelection",
    "TransportOrder",
    "StockLock",
    "OrderAllocation",
    "PrintShippingLabel",
    "InterfaceOutbound",
];
const COMMANDS: [&str; 6] = [
    "CreateTask",
    "ReserveLocation",
    "AssignDevice",
    "ChangeStatus",
    "CloseReception",
    "PostVariation",
];
const EVENTS: [&str; 4] = [
    "DeviceMessage",
    "TaskDone",
    "OperatorConfirmation",
    "ScaleReading",
];
const EXCEPTIONS: [&str; 3] = [
    "System.TimeoutException",
    "WorkflowException",
    "System.InvalidOperationException",
];

const CONDITIONS: [&str; 6] = [
    "container.Weight > profile.MaxWeight && !container.IsLocked",
    "order.Priority == \"Urgent\" || order.PlannedLoadDate < DateTime.Now.AddHours(2)",
    "string.IsNullOrEmpty(line.LotCode)",
    "stock.AvailableQuantity >= line.Quantity - line.AllocatedQuantity",
    "location.InboundReservation == 0 && location.Height >= container.Height",
    "device.Status != \"Online\" && retries < 3",
];
const FILTERS: [&str; 6] = [
    "Status == \"PENDING\" and ReleaseDate == null",
    "ZoneCode == \"RK\" and IsLocked == false",
    "ProductCode == @product and AvailableQuantity > 0",
    "UniqueCode.StartsWith(\"PAL-\") and Weight <= 800.0",
    "DeviceCode == @device and Status in (\"Pending\", \"Assigned\")",
    "ExpirationDate < @today.AddDays(30)",
];
const EXPRESSIONS: [&str; 6] = [
    "rows.FirstOrDefault()",
    "string.Format(\"{0}-{1:000}\", zone, column)",
    "lines.Where(l => l.Quantity > l.AllocatedQuantity).ToList()",
    "Math.Round(container.Weight / 1000.0, 3)",
    "order.AgencyCode ?? \"CAR-01\"",
    "DateTime.UtcNow.AddMinutes(-15)",
];
const MESSAGES: [&str; 8] = [
    "Container \"{0}\" waits at {1} since {2:HH:mm}",
    "Étiquette déjà imprimée, contrôle n° {0}",
    "Übergabeplatz {0} gesperrt, Förderer prüfen",
    "Ubicación {0} ocupada; se elige otra",
    "Paleta {0} zważona: {1} kg ✓",
    "📦 {0} → 🚚 {1}",
    "No candidate for {0} & {1}: <empty>",
    "托盘 {0} 已入库",
];
const NOTES: [&str; 6] = [
    "Agreed with quality: a lot's lock outranks the order's priority.\r\nDo not change without asking them.",
    "Reihenfolge wichtig: erst Gewicht, dann Höhe (sonst doppelte Meldung).",
    "L'opérateur confirme « à la main » si le lecteur est en panne.",
    "𝛥 weight above 5 kg: measure again, see the scale's manual §4 ⚖️",
    "Tolerance ±2 % — \"customer label\" rules win over the agency's.",
    "El muelle 7 no admite remolques de más de 13,6 m.",
];
const SCRIPTS: [&str; 4] = [
    "var free = locations\r\n    .Where(l => l.ContainerCount < l.Depth)\r\n    .OrderBy(l => l.Level)\r\n    .ToList();\r\nreturn free.Any() ? free[0].Label : null;",
    "if (weight > limit)\r\n{\r\n    log.Warn($\"{code}: {weight:0.0} kg > {limit:0.0} kg\");\r\n    return \"REJECT\";\r\n}\r\nreturn \"OK\";",
    "foreach (var line in order.Lines)\r\n{\r\n    line.Missing = line.Quantity - line.AllocatedQuantity; // never < 0\r\n}",
    "return codes.Select(c => c.Trim().ToUpperInvariant())\r\n    .Where(c => Regex.IsMatch(c, @\"^[A-Z]{2,3}-\\d+$\"));",
];
