//! What the two demo sites call things: the small lists that are data, not arithmetic.
//!
//! No code is shared between the sites, except a few products that both stock and the interface users.

/// The names that differ between the sites.
pub(super) struct Names {
    /// Stands in the codes of this site: nothing in the north, `S` in the south.
    pub(super) mark: &'static str,
    pub(super) warehouse: &'static str,
    pub(super) description: &'static str,
    pub(super) city: &'static str,
    pub(super) country: &'static str,
    /// Code, name, city, country: whose stock it is; the first deals in food, with lots and expiry dates.
    pub(super) owners: [[&'static str; 4]; 2],
    /// Code, name, type: carriers.
    pub(super) agencies: [[&'static str; 3]; 3],
    /// User name, full name, roles.
    pub(super) users: &'static [[&'static str; 3]],
    /// Who picks and moves: the user who leads this week comes first, the one who led before second.
    pub(super) operators: &'static [&'static str],
    /// Who puts stock on hold.
    pub(super) quality: &'static str,
    /// The series' first numbers.
    pub(super) first: Numbers,
}

/// The first number of each series of codes at the demo's size.
pub(super) struct Numbers {
    pub(super) product: usize,
    pub(super) container: usize,
    pub(super) outbound: usize,
    pub(super) inbound: usize,
    pub(super) reception: usize,
    pub(super) task: usize,
    pub(super) variation: usize,
}

pub(super) static NORTH: Names = Names {
    mark: "",
    warehouse: "NW1",
    description: "North distribution centre",
    city: "Aalborg",
    country: "DK",
    owners: [
        ["ACME-FOODS", "Acme Foods A/S", "Aarhus", "DK"],
        ["NORDIC-HOME", "Nordic Home AB", "Malmö", "SE"],
    ],
    agencies: [
        ["CAR-01", "Blue Line Freight", "Groupage"],
        ["CAR-02", "Rapid Parcel", "Parcel"],
        ["CAR-03", "Coastal Road", "Full truck"],
    ],
    users: &[
        ["asilva", "Ana Silva", "Operator, Stock control"],
        ["fdubois", "François Dubois", "Operator"],
        ["jkowalski", "Jan Kowalski", "Shift lead, Operator"],
        ["lweber", "Lena Weber", "Operator"],
        ["mgarcia", "María García", "Quality"],
        ["npetrov", "Nikolai Petrov", "Maintenance"],
        ["oerp", "ERP interface", "Interface"],
        ["okeller", "Oskar Keller", "Operator"],
        ["rbianchi", "Rosa Bianchi", "Administrator"],
        ["system", "System", "System"],
        ["tmoreau", "Thierry Moreau", "Operator, Stock control"],
    ],
    operators: &[
        "jkowalski",
        "tmoreau",
        "asilva",
        "fdubois",
        "lweber",
        "okeller",
    ],
    quality: "mgarcia",
    first: Numbers {
        product: 10_000,
        container: 47_460,
        outbound: 237_161,
        inbound: 116_990,
        reception: 4_220,
        task: 67_478,
        variation: 4_101,
    },
};

pub(super) static SOUTH: Names = Names {
    mark: "S",
    warehouse: "SW1",
    description: "South distribution centre",
    city: "Zaragoza",
    country: "ES",
    owners: [
        ["SOL-FRESCO", "Sol Fresco S.L.", "Murcia", "ES"],
        ["MERIDIAN-HOGAR", "Meridian Hogar S.A.", "València", "ES"],
    ],
    agencies: [
        ["CAR-S1", "Harbour Express", "Groupage"],
        ["CAR-S2", "Sierra Parcel", "Parcel"],
        ["CAR-S3", "Meseta Road", "Full truck"],
    ],
    users: &[
        ["acosta", "Alba Costa", "Operator, Stock control"],
        ["dvidal", "Daniel Vidal", "Shift lead, Operator"],
        ["hsato", "Haruka Satō", "Quality"],
        ["ibarra", "Inés Ibarra", "Administrator"],
        ["jferrer", "Jordi Ferrer", "Operator"],
        ["mnunez", "Martín Núñez", "Operator"],
        ["oerp", "ERP interface", "Interface"],
        ["pnovak", "Petra Novák", "Operator"],
        ["system", "System", "System"],
    ],
    operators: &["dvidal", "pnovak", "acosta", "jferrer", "mnunez"],
    quality: "hsato",
    first: Numbers {
        product: 20_000,
        container: 301,
        outbound: 47_061,
        inbound: 30_050,
        reception: 2_110,
        task: 67_478,
        variation: 1_501,
    },
};

/// Zones of every site: suffix of the code, description, kind.
pub(super) const ZONES: [[&str; 3]; 6] = [
    ["AS", "Automatic high-bay warehouse", "Automatic"],
    ["RK", "Pallet racking", "Conventional"],
    ["PK", "Picking", "Picking"],
    ["RC", "Reception staging", "Reception"],
    ["SH", "Shipping staging", "Shipping"],
    ["QA", "Quarantine", "Quarantine"],
];

/// Container types of every site: code, description, length, width, height in mm, tare and maximum weight in 0.1 kg.
pub(super) const CONTAINER_TYPES: [(&str, &str, [i64; 5]); 5] = [
    ("BOX-60", "Carton 600 × 400", [600, 400, 400, 9, 300]),
    (
        "EUR-800",
        "Euro pallet, 800 kg profile",
        [1200, 800, 1800, 250, 8000],
    ),
    (
        "EUR-1000",
        "Euro pallet, 1000 kg profile",
        [1200, 800, 2100, 250, 10_000],
    ),
    (
        "IND-1200",
        "Industrial pallet",
        [1200, 1000, 1900, 320, 12_000],
    ),
    ("TOTE-64", "Tote 600 × 400", [600, 400, 320, 24, 350]),
];
