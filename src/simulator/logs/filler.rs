//! One filler row: which template it follows, and the codes drawn for it.

use fastrand::Rng;

use super::codes::Codes;
use super::failure::Failure;
use super::id::mix;
use super::line::append;
use super::templates::{self, Actor, Place, Template};
use super::timeline::Timeline;

/// One in so many rows (at scale 1) is an error: about fifty a day.
const ROWS_PER_ERROR: u64 = 110;

/// A filler row, before anything is written.
pub(super) struct Filler {
    pub(super) number: u64,
    /// Milliseconds since 1970.
    pub(super) at: i64,
    pub(super) template: &'static Template,
    seed: u64,
}

impl Filler {
    /// Makes the row with a number.
    pub(super) fn new(timeline: &Timeline, number: u64, at: i64) -> Self {
        let seed = mix(timeline.seed.rotate_left(23) ^ number);
        let may_fail = number.is_multiple_of(timeline.scale);
        let template = if may_fail && seed.is_multiple_of(ROWS_PER_ERROR) {
            templates::error(seed / ROWS_PER_ERROR)
        } else {
            templates::routine(seed / ROWS_PER_ERROR)
        };
        Self {
            number,
            at,
            template,
            seed,
        }
    }

    /// Appends the message.
    pub(super) fn write_message(&self, timeline: &Timeline, text: &mut String) {
        let mut scene = self.scene(timeline);
        let mut rest = self.template.message;
        while let Some((before, after)) = rest.split_once('{') {
            let (field, next) = after.split_once('}').unwrap_or((after, ""));
            text.push_str(before);
            scene.write(field, text);
            rest = next;
        }
        text.push_str(rest);
    }

    /// Returns the exception of a failed row.
    pub(super) fn failure(&self) -> Option<Failure> {
        let length = 600 + usize::try_from(self.seed % 2_000).unwrap_or(0);
        self.template
            .cause
            .map(|cause| Failure::new(cause, self.seed, length))
    }

    pub(super) fn user(&self, timeline: &Timeline) -> Option<&'static str> {
        self.scene(timeline).user
    }

    pub(super) fn station(&self, timeline: &Timeline) -> Option<String> {
        let scene = self.scene(timeline);
        let mut station = String::new();
        scene.write_station(&mut station);
        Some(station).filter(|station| !station.is_empty())
    }

    fn scene<'t>(&self, timeline: &'t Timeline) -> Scene<'t> {
        let mut draw = Rng::with_seed(self.seed);
        let codes = timeline.codes;
        let user = match self.template.actor {
            Actor::Engine => Some("system"),
            Actor::Interface => Some("oerp"),
            Actor::Operator => draw.choice(codes.operators).copied(),
            Actor::Nobody => None,
        };
        let crane_stopped = timeline.crane_stopped(self.at);
        let (device, devices) = match self.template.place {
            Place::Nowhere => ("", 1),
            Place::Crane => ("SC", 6),
            Place::Terminal => ("TR", 24),
            Place::Infeed => ("IN", 2),
            Place::Conveyor => ("CV", 14),
            Place::Shuttle => ("SH", 1),
        };
        let mut scene = Scene {
            draw,
            codes,
            user,
            crane_stopped,
            device: (device, 1),
        };
        let number = if matches!(self.template.place, Place::Crane) {
            scene.aisle()
        } else {
            scene.draw.u32(1..=devices)
        };
        scene.device = (device, number);
        scene
    }
}

/// Who and where, and the chance that fills the placeholders of a message one after the other.
struct Scene<'t> {
    draw: Rng,
    codes: &'t Codes,
    user: Option<&'static str>,
    crane_stopped: bool,
    /// Kind and number of the station; no kind, no station.
    device: (&'static str, u32),
}

impl Scene<'_> {
    fn write(&mut self, field: &str, text: &mut String) {
        let codes = self.codes;
        match field {
            "container" => self.code("PAL", 7, &codes.containers, text),
            "order" => self.code("SO", 6, &codes.outbound_orders, text),
            "inbound" => self.code("PO", 6, &codes.inbound_orders, text),
            "reception" => self.code("RE", 6, &codes.receptions, text),
            "task" => self.code("TK", 7, &codes.tasks, text),
            "wave" => self.code("WV", 6, &(4_100..4_600), text),
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
            "dock" => self.number("DK", 1, 12, 2, text),
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
            _ => self.number("", 2, 40, 0, text),
        }
    }

    fn write_station(&self, text: &mut String) {
        let (kind, number) = self.device;
        if !kind.is_empty() {
            append(text, format_args!("{kind}{number:02}"));
        }
    }

    /// A working aisle: nothing moves in aisle 3 while its crane stands still.
    fn aisle(&mut self) -> u32 {
        match self.draw.u32(1..=6) {
            3 if self.crane_stopped => 4,
            aisle => aisle,
        }
    }

    /// The site's carriers are `CAR-01` … in the north and `CAR-S1` … in the south.
    fn carrier(&mut self) -> String {
        let width = self.codes.width(2);
        format!("{:0width$}", self.draw.u32(1..=3))
    }

    fn code(&mut self, stem: &str, digits: usize, range: &std::ops::Range<u32>, text: &mut String) {
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
