//! What the crane's workflow is made of: telegrams, states, components and their faults, settings.

/// Name, direction, fields with their lengths.
type Telegram = (&'static str, &'static str, [(&'static str, usize); 8]);

pub(super) const TELEGRAMS: [Telegram; 3] = [
    (
        "Command",
        "WmsToCrane",
        [
            ("Sequence", 4),
            ("Device", 4),
            ("Step", 2),
            ("TaskCode", 10),
            ("ContainerCode", 20),
            ("Source", 12),
            ("Target", 12),
            ("Checksum", 2),
        ],
    ),
    (
        "Status",
        "CraneToWms",
        [
            ("Sequence", 4),
            ("Device", 4),
            ("State", 2),
            ("AlarmCode", 4),
            ("PositionX", 6),
            ("PositionY", 6),
            ("ForkLoad", 1),
            ("Checksum", 2),
        ],
    ),
    (
        "Acknowledge",
        "Both",
        [
            ("Sequence", 4),
            ("Device", 4),
            ("Original", 4),
            ("Result", 2),
            ("Reason", 4),
            ("Hour", 6),
            ("Reserve", 6),
            ("Checksum", 2),
        ],
    ),
];

/// State, condition of its end, next state.
pub(super) const STATES: [(&str, &str, &str); 18] = [
    (
        "Idle",
        "queue.Count > 0 && device.Status == \"Online\"",
        "SelectTask",
    ),
    (
        "SelectTask",
        "task != null && task.Status == \"Assigned\"",
        "TravelToSource",
    ),
    (
        "TravelToSource",
        "telegram.PositionX == source.X && telegram.PositionY == source.Y",
        "ForkOut",
    ),
    ("ForkOut", "sensors[\"ForkExtended\"] == true", "LiftLoad"),
    ("LiftLoad", "telegram.ForkLoad == 1", "ForkIn"),
    ("ForkIn", "sensors[\"ForkCentred\"] == true", "CheckLoad"),
    (
        "CheckLoad",
        "scan.Code == task.ContainerCode",
        "TravelToTarget",
    ),
    (
        "TravelToTarget",
        "telegram.PositionX == target.X && telegram.PositionY == target.Y",
        "CheckTarget",
    ),
    (
        "CheckTarget",
        "sensors[\"LocationFree\"] == true",
        "ForkOutLoaded",
    ),
    (
        "ForkOutLoaded",
        "sensors[\"ForkExtended\"] == true",
        "LowerLoad",
    ),
    ("LowerLoad", "telegram.ForkLoad == 0", "ForkInEmpty"),
    (
        "ForkInEmpty",
        "sensors[\"ForkCentred\"] == true",
        "ConfirmTask",
    ),
    ("ConfirmTask", "task.Status == \"Done\"", "Idle"),
    ("Timeout", "operator.Confirmed && retries < 3", "SelectTask"),
    (
        "Fault",
        "telegram.AlarmCode == 0 && operator.Confirmed",
        "Reference",
    ),
    ("Manual", "operator.Mode == \"Automatic\"", "Reference"),
    ("Reference", "telegram.State == 1", "Idle"),
    (
        "Maintenance",
        "maintenance.Closed && maintenance.SignedBy != null",
        "Reference",
    ),
];

/// The place of a component decides its alarm codes: 4500, then ten for each.
pub(super) const COMPONENTS: [&str; 26] = [
    "Travel drive",
    "Travel encoder",
    "Travel brake",
    "Hoist drive",
    "Hoist encoder",
    "Hoist brake",
    "Hoist rope",
    "Overload cell",
    "Guide roller left",
    "Guide roller right",
    "Fork drive left",
    "Fork drive right",
    "Fork encoder left",
    "Fork encoder right",
    "Load check front",
    "Load check rear",
    "Height check",
    "Width check left",
    "Width check right",
    "Barcode reader",
    "Aisle door",
    "Fork position sensor",
    "Location free sensor",
    "Data light barrier",
    "Control cabinet",
    "Emergency stop chain",
];

/// Text, severity, reaction, help; the place is the last digit of the alarm code.
pub(super) const FAULTS: [[&str; 4]; 10] = [
    [
        "not ready",
        "Warning",
        "wait",
        "Wait for the ready signal; look at the cabinet",
    ],
    [
        "no signal",
        "Fault",
        "stop and close aisle",
        "Check plug and cable, then the part",
    ],
    [
        "out of range",
        "Fault",
        "stop",
        "Run to the reference point and measure again",
    ],
    [
        "timeout",
        "Fault",
        "stop",
        "Look for a blocked load, then confirm",
    ],
    [
        "temperature high",
        "Warning",
        "slow",
        "Clean the filter; let it cool down",
    ],
    [
        "communication lost",
        "Fault",
        "stop and close aisle",
        "Check the bus terminator and the switch",
    ],
    [
        "value implausible",
        "Warning",
        "measure again",
        "Compare with the service page of the panel",
    ],
    [
        "supply voltage low",
        "Warning",
        "slow",
        "Check fuse and supply in the cabinet",
    ],
    [
        "service due",
        "Info",
        "none",
        "Plan the service with maintenance",
    ],
    [
        "short circuit",
        "Fault",
        "stop and close aisle",
        "Switch off, lock out, call an electrician",
    ],
];

/// Name, unit and value of the first aisle; each further aisle is calibrated one unit higher.
pub(super) const SETTINGS: [(&str, &str, u32); 12] = [
    ("TravelSpeed", "mm/s", 3_990),
    ("TravelAcceleration", "mm/s2", 490),
    ("HoistSpeed", "mm/s", 990),
    ("HoistAcceleration", "mm/s2", 480),
    ("ForkSpeedLoaded", "mm/s", 480),
    ("ForkSpeedEmpty", "mm/s", 980),
    ("ForkStroke", "mm", 1_380),
    ("PositionTolerance", "mm", 4),
    ("MaxLoad", "kg", 1_200),
    ("TelegramTimeout", "ms", 1_500),
    ("RetryCount", "times", 2),
    ("ReferenceInterval", "cycles", 5_000),
];
