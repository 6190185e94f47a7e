//! Whether stock covers what lines lack: lines that want the same are judged once, against those that want some of it too.

use std::collections::HashMap;

use rust_decimal::Decimal;

use super::super::quantity::Sum;
use super::goods::{Goods, Offer};

/// Whether what is available covers what a line lacks.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Cover {
    Enough,
    Short,
    /// It does not, but there is stock in another unit, and units are not converted.
    OtherUnit,
    /// Not all that decides it is known.
    Unknown,
}

/// What is judged of lines that want the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verdict {
    pub(super) cover: Cover,
    /// How many lines take of the stock, these included; of another lot or of none, they are not counted.
    pub(super) lines: usize,
    /// What those lack together.
    pub(super) lack: Sum,
    /// Whether every line that may take of the stock says what it lacks.
    pub(super) lacks_are_known: bool,
}

/// Lines that want the same.
#[derive(Debug)]
struct Group {
    goods: Goods,
    lines: usize,
    /// What those lack that say it.
    lack: Sum,
    is_known: bool,
    /// The places of the offers that they may take something of.
    usable: Vec<usize>,
    has_other_unit: bool,
}

/// What of a group's stock other groups take: surely, and at most.
#[derive(Clone, Copy, Default)]
struct Taken {
    least: Sum,
    most: Sum,
}

/// Judges lines, each with what it wants and lacks, against stock; one verdict a line, in their order.
pub(super) fn judge(
    lines: &[(Goods, Option<Decimal>)],
    offers: &[Offer],
    is_whole: bool,
) -> Vec<Option<Verdict>> {
    let mut groups: Vec<Group> = Vec::new();
    let mut places: HashMap<&Goods, usize> = HashMap::new();
    for (goods, lack) in lines {
        let place = *places.entry(goods).or_insert_with(|| {
            groups.push(Group::of(goods.clone()));
            groups.len() - 1
        });
        if let Some(group) = groups.get_mut(place) {
            group.add(*lack);
        }
    }
    find_usable(&mut groups, offers);
    let mut rivals: HashMap<Option<&str>, Vec<&Group>> = HashMap::new();
    for group in &groups {
        let product = group.goods.product.as_deref();
        rivals.entry(product).or_default().push(group);
    }
    let verdicts: Vec<Verdict> = groups
        .iter()
        .map(|group| {
            let rivals = rivals.get(&group.goods.product.as_deref());
            let rivals = rivals.map(Vec::as_slice).unwrap_or_default();
            group.verdict(rivals, offers, is_whole)
        })
        .collect();
    let place = |(goods, _): &(Goods, _)| verdicts.get(*places.get(goods)?).copied();
    lines.iter().map(place).collect()
}

/// Finds what each group may take.
fn find_usable(groups: &mut [Group], offers: &[Offer]) {
    let mut by_product: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, offer) in offers.iter().enumerate() {
        if let Some(product) = &offer.goods.product {
            by_product.entry(product).or_default().push(place);
        }
    }
    for group in groups {
        let product = group.goods.product.as_deref();
        let places = product.and_then(|product| by_product.get(product));
        group.find(offers, places.map(Vec::as_slice).unwrap_or_default());
    }
}

impl Group {
    fn of(goods: Goods) -> Self {
        Self {
            goods,
            lines: 0,
            lack: Sum::default(),
            is_known: true,
            usable: Vec::new(),
            has_other_unit: false,
        }
    }

    fn add(&mut self, lack: Option<Decimal>) {
        self.lines += 1;
        self.is_known &= lack.is_some();
        self.lack.add(Some(lack.unwrap_or_default()));
    }

    /// Finds the offers that it may take, among those of its product.
    fn find(&mut self, offers: &[Offer], places: &[usize]) {
        for place in places {
            let Some(offer) = offers.get(*place) else {
                continue;
            };
            let goods = &offer.goods;
            let is_empty = offer.available.is_some_and(|available| available.is_zero());
            if is_empty || !goods.is_of_owner(&self.goods) || !goods.is_of_lot(&self.goods) {
                continue;
            }
            if offer.is_taken_by(&self.goods) {
                if goods.is_in_unit(&self.goods) {
                    self.usable.push(*place);
                } else {
                    self.has_other_unit = true;
                }
            }
        }
    }

    fn verdict(&self, groups: &[&Self], offers: &[Offer], is_whole: bool) -> Verdict {
        let mine = self.usable.iter().filter_map(|place| offers.get(*place));
        let is_whole = is_whole && mine.clone().all(|offer| offer.available.is_some());
        let usable: Sum = mine.map(|offer| Some(offer.known())).collect();
        let mut verdict = Verdict {
            cover: Cover::Unknown,
            lines: self.lines,
            lack: self.lack,
            lacks_are_known: self.is_known,
        };
        let mut taken = Taken::default();
        for other in groups {
            // Who names a lot takes it before those who take any.
            let yields = self.goods.lot.is_none() || self.goods.lot == other.goods.lot;
            if !yields || other.goods == self.goods {
                continue;
            }
            let Some(part) = other.takes(self, offers) else {
                continue;
            };
            taken.least.add(part.least.value());
            taken.most.add(part.most.value());
            verdict.lacks_are_known &= other.is_known;
            if other.goods.lot == self.goods.lot {
                verdict.lines += other.lines;
                verdict.lack.add(other.lack.value());
            }
        }
        verdict.cover = self.cover(usable, taken, is_whole);
        verdict
    }

    /// Judges what others leave of what is usable. What is not known or was not read can only add to it.
    fn cover(&self, usable: Sum, taken: Taken, is_whole: bool) -> Cover {
        let rest = |taken| usable.less(taken).less(self.lack).value();
        let (Some(best), Some(worst)) = (rest(taken.least), rest(taken.most)) else {
            return Cover::Unknown;
        };
        // A line that does not say what it lacks, lacks something.
        let is_short = best < Decimal::ZERO || (!self.is_known && best.is_zero());
        match (is_short, self.has_other_unit) {
            _ if self.is_known && worst >= Decimal::ZERO => Cover::Enough,
            (true, false) if is_whole => Cover::Short,
            (true, true) if is_whole => Cover::OtherUnit,
            _ => Cover::Unknown,
        }
    }

    /// What this group takes of another's stock, as far as its own elsewhere is not enough; none if they share none.
    fn takes(&self, of: &Self, offers: &[Offer]) -> Option<Taken> {
        let (mut shared, mut elsewhere) = (Sum::default(), Sum::default());
        let mut meets = false;
        for place in &self.usable {
            let available = offers.get(*place).map(Offer::known);
            // The places are in order.
            if of.usable.binary_search(place).is_ok() {
                meets = true;
                shared.add(available);
            } else {
                elsewhere.add(available);
            }
        }
        if !meets {
            return None;
        }
        let need = self.lack.less(elsewhere).value();
        let least = need.zip(shared.value());
        let least = least.map(|(need, shared)| need.max(Decimal::ZERO).min(shared));
        let least = std::iter::once(least).collect();
        let most = if self.is_known { least } else { shared };
        Some(Taken { least, most })
    }
}
