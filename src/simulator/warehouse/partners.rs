//! Who the site deals with: owners, accounts (customers), suppliers, agencies (carriers).

use super::plan::{ACCOUNTS, DAY, Plan, SUPPLIERS};
use super::record::Record;
use super::table::Definition;

pub(super) static OWNER: Definition = Definition {
    name: "Owner",
    description: "Whose stock it is.",
    len: |plan| plan.names.owners.len(),
    filler: owner,
    ..Definition::PLAIN
};

pub(super) static ACCOUNT: Definition = Definition {
    name: "Account",
    description: "A customer that outbound orders go to.",
    len: |_| ACCOUNTS,
    filler: account,
    ..Definition::PLAIN
};

pub(super) static SUPPLIER: Definition = Definition {
    name: "Supplier",
    description: "Who sends inbound orders.",
    len: |_| SUPPLIERS,
    filler: supplier,
    ..Definition::PLAIN
};

pub(super) static AGENCY: Definition = Definition {
    name: "Agency",
    description: "A carrier.",
    len: |plan| plan.names.agencies.len(),
    filler: agency,
    ..Definition::PLAIN
};

impl Plan {
    /// The code of an account: `CUS-0042`, in the south `CUS-S042`.
    pub(super) fn account_code(&self, account: usize) -> String {
        let mark = self.names.mark;
        format!("CUS-{mark}{:0width$}", account + 1, width = 4 - mark.len())
    }

    /// The code of a supplier: `SUP-017`, in the south `SUP-S17`.
    pub(super) fn supplier_code(&self, supplier: usize) -> String {
        let mark = self.names.mark;
        format!("SUP-{mark}{:0width$}", supplier + 1, width = 3 - mark.len())
    }

    /// The code of an agency.
    pub(super) fn agency_code(&self, agency: usize) -> &'static str {
        self.names
            .agencies
            .get(agency)
            .map_or("", |[code, ..]| code)
    }
}

fn owner(plan: &Plan, index: usize) -> Record {
    let [code, name, city, country] = plan.names.owners.get(index).copied().unwrap_or_default();
    let mut dice = plan.dice("owner", index);
    let mut row = Record::new();
    row.text("Code", code);
    row.text("Description", name);
    row.text(
        "TaxNumber",
        format!("{country}{:08}", dice.below(100_000_000)),
    );
    row.text(
        "AddressLine1",
        format!("{} {}", dice.pick(&STREETS), dice.between(1, 180)),
    );
    row.text("City", city);
    row.text("Country", country);
    row.text("ZipCode", format!("{:05}", dice.below(90_000) + 1_000));
    row.text("ContactName", dice.pick(&CONTACTS));
    row.text("ContactPhone", format!("+00 555 {:04}", dice.below(10_000)));
    row.text("GroupCode", "GROUP");
    row.audit(
        (plan.now - 900 * DAY, "system"),
        (plan.now - 200 * DAY, "system"),
    );
    row
}

fn account(plan: &Plan, index: usize) -> Record {
    let mut dice = plan.dice("account", index);
    let (name, city) = (dice.pick(&NAMES), dice.pick(&CITIES));
    let mut row = Record::new();
    row.text("Code", plan.account_code(index));
    row.text("Name", format!("{name} {city}"));
    row.text(
        "AccountClass",
        dice.pick(&["Retail", "Wholesale", "Online", "Branch"]),
    );
    address(&mut row, city, dice.pick(&STREETS), dice.between(1, 240));
    row.text("ContactName", dice.pick(&CONTACTS));
    row.text("Priority", dice.pick(&["Normal", "Normal", "High", "Low"]));
    row.link("AgencyCode", "Agency", plan.agency_code(dice.below(3)));
    row.text("Terms", dice.pick(&["DAP", "EXW", "DDP"]));
    row.audit(
        (plan.now - 800 * DAY, "oerp"),
        (plan.now - dice.between(1, 800) * DAY, "oerp"),
    );
    row
}

fn supplier(plan: &Plan, index: usize) -> Record {
    let mut dice = plan.dice("supplier row", index);
    let (name, city) = (dice.pick(&MAKERS), dice.pick(&CITIES));
    let mut row = Record::new();
    row.text("Code", plan.supplier_code(index));
    row.text("Name", format!("{name} {city}"));
    row.text(
        "SupplierType",
        dice.pick(&["Producer", "Importer", "Plant"]),
    );
    address(&mut row, city, dice.pick(&STREETS), dice.between(1, 240));
    row.text("ContactName", dice.pick(&CONTACTS));
    row.text("Terms", dice.pick(&["FCA", "DAP", "CIF"]));
    row.audit(
        (plan.now - 800 * DAY, "oerp"),
        (plan.now - dice.between(1, 800) * DAY, "oerp"),
    );
    row
}

fn agency(plan: &Plan, index: usize) -> Record {
    let [code, name, kind] = plan.names.agencies.get(index).copied().unwrap_or_default();
    let mut row = Record::new();
    row.text("Code", code);
    row.text("Name", name);
    row.text("AgencyType", kind);
    address(&mut row, plan.names.city, "Terminal", 4);
    row.text("ContactName", "Dispatch desk");
    row.text("Terms", "DAP");
    row.audit(
        (plan.now - 900 * DAY, "system"),
        (plan.now - 90 * DAY, "system"),
    );
    row
}

fn address(row: &mut Record, city: &'static str, street: &str, number: i64) {
    row.text("AddressLine1", format!("{street} {number}"));
    row.text("City", city);
    row.text("Country", "EU");
}

const STREETS: [&str; 6] = [
    "Havnevej",
    "Industriestraße",
    "Rue des Érables",
    "Calle Mayor",
    "Storgatan",
    "Via Po",
];
const CITIES: [&str; 10] = [
    "Aarhus",
    "Göteborg",
    "Lübeck",
    "Łódź",
    "Tromsø",
    "Zaragoza",
    "Málaga",
    "Lyon",
    "Torino",
    "Brno",
];
const NAMES: [&str; 8] = [
    "Market Hall",
    "Kiosk & Co.",
    "Grand Store",
    "Corner Shop",
    "Hôtel Central",
    "Café \"Nord\"",
    "Warehouse Club",
    "Web Shop",
];
const MAKERS: [&str; 6] = [
    "Mill Works",
    "Fresh Farms",
    "Woodcraft",
    "Ceramics",
    "Textile Union",
    "Oil Press",
];
const CONTACTS: [&str; 6] = [
    "Eva Lind",
    "Paul Roux",
    "Marta Díaz",
    "Jens Holm",
    "Zofia Wójcik",
    "Luca Conti",
];
