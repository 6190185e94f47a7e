//! Who writes a filler row and where, and the codes that fill its placeholders.

use std::ops::Range;

use fastrand::Rng;

use super::codes::Codes;
use super::line::append;
use super::templates::{Actor, Template};

/// Aisles of the high-bay warehouse, each with a crane.
const AISLES: u32 = 6;

/// One row's cast: the placeholders of its message are filled one after the other.
pub(super) struct Scene<'t> {
    draw: Rng,
    codes: &'t Codes,
    pub(super) user: Option<&'static str>,
    closed_aisle: Option<u32>,
    /// Kind and number of the station; no kind, no station.
    device: (&'static str, u32),
}

impl<'t> Scene<'t> {
    /// Draws who writes a row and where; nothing moves in the closed aisle.
    pub(super) fn new(
        template: &Template,
        codes: &'t Codes,
        closed_aisle: Option<u32>,
        seed: u64,
    ) -> Self {
        let mut draw = Rng::with_seed(seed);
        let user = match template.actor {
            Actor::Engine => Some("system"),
            Actor::Interface => Some("oerp"),
            Actor::Operator => draw.choice(codes.operators).copied(),
            Actor::Nobody => None,
        };
        let (kind, devices) = template.place.devices();
        let mut scene = Scene {
            draw,
            codes,
            user,
            closed_aisle,
            device: (kind, 0),
        };
        scene.device.1 = match (kind, scene.draw.u32(1..=devices)) {
            ("SC", _) => scene.aisle(),
            // The warehouse shows this section in maintenance and this terminal offline.
            ("CV", 7) => 8,
            ("TR", 9) => 10,
            (_, number) => number,
        };
        scene
    }

    /// Appends what a placeholder stands for; an unknown one stays as it is.
    pub(super) fn write(&mut self, field: &str, text: &mut String) {
        let codes = self.codes;
        match field {
            "container" => self.code("PAL", 7, &codes.containers, text),
            "order" => self.code("SO", 6, &codes.outbound_orders, text),
            "inbound" => self.code("PO", 6, &codes.inbound_orders, text),
            "reception" => self.code("RE", 6, &codes.receptions, text),
            "task" => self.code("TK", 7, &codes.tasks, text),
            "wave" => self.code("WV", 6, &(18_165..18_235), text),
            "product" => {
                let product = self.draw.u32(codes.products.clone());
                append(text, format_args!("P-{product:05}"));
            }
            "high_bay" => {
                let aisle = if self.device.0 == "SC" {
                    self.device.1
                } else {
                    self.aisle()
                };
                self.location("AS", aisle, 160, 12, text);
            }
            "rack" => self.numbered_location("RK", 10, 60, 6, text),
            "picking" => self.numbered_location("PK", 12, 80, 5, text),
            "dock" => {
                text.push_str(codes.mark);
                self.number("DK", 1, 12, 2, text);
            }
            "printer" => text.push_str(codes.printer.0),
            "copies" => append(text, format_args!("{}", codes.printer.1)),
            "user" => text.push_str(self.user.unwrap_or("system")),
            "station" => self.write_station(text),
            "carrier" => append(text, format_args!("CAR-{}{}", codes.mark, self.carrier())),
            "kilograms" => {
                let (whole, tenth) = (self.draw.u32(90..790), self.draw.u32(0..10));
                append(text, format_args!("{whole}.{tenth}"));
            }
            "milliseconds" => self.number("", 8, 400, 0, text),
            "slow" => self.number("", 1_500, 9_000, 0, text),
            "seconds" => self.number("", 18, 160, 0, text),
            "millimetres" => self.number("", 900, 1_780, 0, text),
            "quantity" => self.number("", 1, 240, 0, text),
            "line" => self.number("", 1, 9, 0, text),
            "count" => self.number("", 2, 40, 0, text),
            unknown => append(text, format_args!("{{{unknown}}}")),
        }
    }

    /// Appends the station's code; nothing if the row has none.
    pub(super) fn write_station(&self, text: &mut String) {
        let (kind, number) = self.device;
        if !kind.is_empty() {
            append(text, format_args!("{}{kind}{number:02}", self.codes.mark));
        }
    }

    fn aisle(&mut self) -> u32 {
        let aisle = self.draw.u32(1..=AISLES);
        if self.closed_aisle == Some(aisle) {
            aisle % AISLES + 1
        } else {
            aisle
        }
    }

    /// The site's carriers are `CAR-01` … in the north and `CAR-S1` … in the south.
    fn carrier(&mut self) -> String {
        let width = self.codes.width(2);
        format!("{:0width$}", self.draw.u32(1..=3))
    }

    fn code(&mut self, stem: &str, digits: usize, range: &Range<u32>, text: &mut String) {
        let (mark, width) = (self.codes.mark, self.codes.width(digits));
        let number = self.draw.u32(range.clone());
        append(text, format_args!("{stem}-{mark}{number:0width$}"));
    }

    fn numbered_location(
        &mut self,
        zone: &str,
        aisles: u32,
        columns: u32,
        levels: u32,
        text: &mut String,
    ) {
        let aisle = self.draw.u32(1..=aisles);
        self.location(zone, aisle, columns, levels, text);
    }

    fn location(&mut self, zone: &str, aisle: u32, columns: u32, levels: u32, text: &mut String) {
        let (column, level) = (self.draw.u32(1..=columns), self.draw.u32(1..=levels));
        let mark = self.codes.mark;
        append(
            text,
            format_args!("{mark}{zone}-{aisle:02}-{column:03}-{level:02}"),
        );
    }

    fn number(&mut self, stem: &str, least: u32, most: u32, width: usize, text: &mut String) {
        let number = self.draw.u32(least..=most);
        append(text, format_args!("{stem}{number:0width$}"));
    }
}
