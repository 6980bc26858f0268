//! `<sampler>`: keys, values, methods, behaviours.

use portolan_scene::{Behaviour, Curve, Fate, Interpolation, Losses, Methods, Tangents};
use portolan_syntax::{Code, Node};

use super::super::geometry::label;
use super::super::{Lower, codes as common, source};
use super::codes;
use super::tangent::{self, Side};
use crate::data::{Input, Text};

/// A sampler while it is read; samplers are read side by side.
pub(super) struct Reading<'c, 'a> {
    pub cx: &'c Lower<'a>,
    pub element: Node<'a>,
    pub losses: Losses,
    inputs: Vec<Input<'a>>,
}

/// The curve that a sampler describes.
pub(super) fn read<'a>(cx: &Lower<'a>, element: Node<'a>) -> (Option<Curve>, Losses) {
    let inputs = cx.data(element).inputs(element).collect();
    let mut reading = Reading { cx, element, losses: Losses::default(), inputs };
    let curve = reading.curve();
    (curve, reading.losses)
}

impl<'a> Reading<'_, 'a> {
    pub fn lose(&mut self, code: &'static Code, fate: Fate, message: impl Into<String>) {
        let origin = self.cx.origin(self.element);
        self.losses.push(code, fate, origin, message);
    }

    /// The source of an input. References without `#` are let pass.
    fn source(&self, semantic: &str) -> Option<Node<'a>> {
        let input = self.inputs.iter().find(|i| i.semantic == semantic)?;
        let lenient = || self.cx.input_source(self.element, semantic);
        input.target.filter(|t| t.local_name() == "source").or_else(lenient)
    }

    /// The rows of an input; `None` if there is no such input, or no numbers behind it.
    pub fn rows(&mut self, semantic: &str) -> Option<source::Rows<f64>> {
        let source = self.source(semantic)?;
        let rows = source::numbers::<f64>(self.cx.data(source), source)?;
        if rows.faults.words > 0 {
            let message = portolan_syntax::counted(
                rows.faults.words,
                &format!("word of `{semantic}` is not a number and is read as 0"),
                &format!("words of `{semantic}` are not numbers and are read as 0"),
            );
            self.lose(&common::NUMBERS, Fate::Approximated, message);
        }
        Some(rows)
    }

    fn curve(&mut self) -> Option<Curve> {
        let (keys, output) = (self.keys(), self.rows("OUTPUT"));
        let (Some(mut keys), Some(mut output)) = (keys, output) else {
            let message = format!("the sampler `{}` has no numbers for `INPUT` or `OUTPUT`", label(self.element));
            self.lose(&codes::SAMPLER, Fate::Dropped, message);
            return None;
        };
        self.deal(keys.len(), &mut output);
        let (width, rows) = (output.width, output.len());
        let count = keys.len().min(rows);
        if count == 0 || width == 0 {
            let message = format!("the sampler `{}` has no keys", label(self.element));
            self.lose(&codes::SAMPLER, Fate::Dropped, message);
            return None;
        }
        if keys.len() != rows {
            let message = format!(
                "{} for {}; only the first {count} are used",
                portolan_syntax::counted(rows, "value", "values"),
                portolan_syntax::counted(keys.len(), "key", "keys")
            );
            self.lose(&codes::KEYS, Fate::Approximated, message);
        }
        keys.truncate(count);
        let mut values = output.data;
        values.truncate(count * width);
        let mut methods = self.methods(count);
        let with_tangents = |m: &Interpolation| matches!(m, Interpolation::Bezier | Interpolation::Hermite);
        let (mut in_tangents, mut out_tangents) = (None, None);
        let used = || methods.iter().take(count.saturating_sub(1).max(1));
        let needed = used().any(with_tangents);
        // A cardinal spline may have its tension in tangents (page 4-6).
        if needed || (used().all(|m| *m == Interpolation::Cardinal) && self.source("IN_TANGENT").is_some()) {
            let base = tangent::Base { keys: &keys, values: &values, width, methods: &methods };
            in_tangents = self.tangents(Side::In, &base);
            out_tangents = self.tangents(Side::Out, &base);
            if in_tangents.is_none() || out_tangents.is_none() {
                (in_tangents, out_tangents) = (None, None);
                methods.iter_mut().filter(|m| with_tangents(m)).for_each(|m| *m = Interpolation::Linear);
                if needed {
                    let message = "tangents are missing or have an unknown layout; the curve is linear";
                    self.lose(&codes::TANGENTS, Fate::Approximated, message);
                }
            }
        }
        let (before, after) =
            (self.behaviour("pre_behavior", "pre_infinity"), self.behaviour("post_behavior", "post_infinity"));
        let mut curve = Curve {
            meta: self.cx.meta(self.element),
            keys,
            width: u32::try_from(width).ok()?,
            values,
            methods: Methods::Each(methods),
            in_tangents,
            out_tangents,
            before,
            after,
        };
        self.bring_into_order(&mut curve);
        if curve.keys.is_empty() {
            let message = format!("the sampler `{}` has no keys with finite numbers", label(self.element));
            self.lose(&codes::SAMPLER, Fate::Dropped, message);
            return None;
        }
        simplify(&mut curve.methods);
        Some(curve)
    }

    fn keys(&mut self) -> Option<Vec<f64>> {
        let input = self.rows("INPUT")?;
        if input.width <= 1 {
            return Some(input.data);
        }
        let message = format!("`INPUT` has {} numbers for each key; the first is used", input.width);
        self.lose(&codes::KEYS, Fate::Approximated, message);
        Some(input.data.into_iter().step_by(input.width).collect())
    }

    /// Accessors may give numbers one by one, or too few of them: rows are meant if all can be dealt evenly to the keys.
    fn deal(&mut self, keys: usize, output: &mut source::Rows<f64>) {
        if output.len() == keys || keys == 0 {
            return;
        }
        let source = self.source("OUTPUT");
        let all = source.and_then(|s| source::all_numbers::<f64>(self.cx.data(s), s)).unwrap_or_default();
        let width = all.len() / keys;
        if width > 0 && all.len() == width * keys && (output.width == 1 || output.width == width) {
            self.lose(&codes::KEYS, Fate::Noted, format!("`OUTPUT` is read in rows of {width}, one for each key"));
            *output = source::Rows { width, data: all, faults: output.faults, long: false };
        }
    }

    /// The method of each key.
    fn methods(&mut self, count: usize) -> Vec<Interpolation> {
        let source = self.source("INTERPOLATION");
        let Some(source) = source.and_then(|s| self.cx.data(s).source(s)) else {
            self.lose(&codes::INTERPOLATION, Fate::Approximated, "`INTERPOLATION` is missing; the curve is linear");
            return vec![Interpolation::Linear; count];
        };
        let own = || source.node.elements().find(|e| crate::data::ArrayKind::of(e.local_name()).is_some());
        let array = source.array.map(|a| a.node).or_else(own);
        let (offset, stride) = source.accessor.map_or((0, 1), |a| (a.offset, a.stride));
        let (offset, stride) = (usize::try_from(offset).unwrap_or(usize::MAX), usize::try_from(stride).unwrap_or(1));
        let mut methods = Vec::with_capacity(count);
        let mut unknown = None;
        if let Some(array) = array {
            let text = Text::of(array);
            let same = repeated(text.as_str()).and_then(|(word, times)| Some((method(word)?, times)));
            if let Some((method, times)) = same {
                let rows = times.saturating_sub(offset).div_ceil(stride.max(1));
                methods.resize(rows.min(count), method);
            } else {
                let words = text.words().map(|(word, _)| word).skip(offset).step_by(stride.max(1));
                for word in words.take(count) {
                    methods.push(method(word).unwrap_or_else(|| {
                        unknown.get_or_insert_with(|| word.to_owned());
                        Interpolation::Linear
                    }));
                }
            }
        }
        if let Some(word) = unknown {
            let message = format!("the interpolation `{word}` is unknown; `LINEAR` is used");
            self.lose(&codes::INTERPOLATION, Fate::Approximated, message);
        }
        // The last entry means nothing, so that its absence does not either.
        if methods.len() + 1 < count || methods.is_empty() {
            let message = format!(
                "{} for {}",
                portolan_syntax::counted(methods.len(), "interpolation", "interpolations"),
                portolan_syntax::counted(count, "key", "keys")
            );
            self.lose(&codes::INTERPOLATION, Fate::Approximated, message);
        }
        let last = methods.last().copied().unwrap_or_default();
        methods.resize(count, last);
        methods
    }

    /// What an attribute of 1.5 says, or an application wrote beside the keys before there was one.
    fn behaviour(&mut self, attribute: &str, vendor: &str) -> Behaviour {
        let own = || vendor_value(self.element, vendor);
        let beside = || vendor_value(self.source("INPUT")?, vendor);
        let written =
            self.element.attribute_value(attribute).or_else(|| own().or_else(beside).map(|found| found.text()));
        let written = written.unwrap_or_else(|| self.cx.given(self.element, attribute));
        match written.trim() {
            "UNDEFINED" => Behaviour::Undefined,
            "CONSTANT" => Behaviour::Constant,
            "GRADIENT" | "LINEAR" => Behaviour::Gradient,
            "CYCLE" => Behaviour::Cycle,
            "OSCILLATE" => Behaviour::Oscillate,
            "CYCLE_RELATIVE" => Behaviour::CycleRelative,
            other => {
                let message = format!("the behaviour `{other}` is unknown; the value is held");
                self.lose(&codes::BEHAVIOUR, Fate::Approximated, message);
                Behaviour::Undefined
            }
        }
    }

    /// Leaves out keys that are not finite, sorts the others, and keeps the first of equal ones.
    fn bring_into_order(&mut self, curve: &mut Curve) {
        let width = curve.width as usize;
        let finite = curve.keys.iter().chain(&curve.values).all(|v| v.is_finite());
        let increasing = curve.keys.iter().zip(curve.keys.iter().skip(1)).all(|(a, b)| a < b);
        if finite && increasing {
            return;
        }
        let rows = curve.keys.iter().zip(curve.values.chunks_exact(width)).enumerate();
        let usable = rows.filter(|(_, (key, row))| key.is_finite() && row.iter().all(|v| v.is_finite()));
        let mut order: Vec<(usize, f64)> = usable.map(|(place, (key, _))| (place, *key)).collect();
        let dropped = curve.keys.len() - order.len();
        if dropped > 0 {
            self.lose(
                &codes::KEYS,
                Fate::Dropped,
                portolan_syntax::counted(
                    dropped,
                    "key is dropped: its time or values are not finite",
                    "keys are dropped: their times or values are not finite",
                ),
            );
        }
        if order.iter().zip(order.iter().skip(1)).any(|(a, b)| a.1 > b.1) {
            order.sort_by(|a, b| a.1.total_cmp(&b.1));
            self.lose(&codes::KEYS, Fate::Approximated, "the keys were not in order and have been sorted");
        }
        let before = order.len();
        order.dedup_by(|next, kept| next.1 == kept.1);
        if order.len() < before {
            let message = portolan_syntax::counted(
                before - order.len(),
                "key repeats the previous time and is dropped",
                "keys repeat the previous time and are dropped",
            );
            self.lose(&codes::KEYS, Fate::Dropped, message);
        }
        pick(curve, &order.into_iter().map(|(place, _)| place).collect::<Vec<_>>());
    }
}

/// A curve of some of its keys only.
fn pick(curve: &mut Curve, places: &[usize]) {
    let width = curve.width as usize;
    let picked = |list: &[f64], width: usize| -> Vec<f64> {
        places.iter().flat_map(|p| list.get(p * width..(p + 1) * width).unwrap_or_default()).copied().collect()
    };
    for Tangents { times, values } in [&mut curve.in_tangents, &mut curve.out_tangents].into_iter().flatten() {
        let each = times.len().checked_div(curve.keys.len()).unwrap_or(0);
        *times = picked(times, each);
        *values = picked(values, width);
    }
    curve.keys = picked(&curve.keys, 1);
    curve.values = picked(&curve.values, width);
    if let Methods::Each(all) = &mut curve.methods {
        *all = places.iter().filter_map(|p| all.get(*p)).copied().collect();
    }
}

/// One method for all keys is told once.
fn simplify(methods: &mut Methods) {
    let Methods::Each(all) = methods else { return };
    let Some(first) = all.first().copied() else { return };
    if all.iter().all(|m| *m == first) {
        *methods = Methods::All(first);
    }
}

/// The word that a text repeats with one space between, and how often. Long lists of one method are common.
fn repeated(text: &str) -> Option<(&str, usize)> {
    let text = text.trim_ascii();
    let word = text.split_ascii_whitespace().next()?;
    let alike = |piece: &[u8]| {
        piece
            .strip_prefix(word.as_bytes())
            .is_some_and(|rest| rest.is_empty() || rest.first().is_some_and(u8::is_ascii_whitespace))
    };
    let mut pieces = text.as_bytes().chunks(word.len() + 1);
    let whole = (text.len() + 1).is_multiple_of(word.len() + 1);
    (whole && pieces.all(alike)).then_some((word, (text.len() + 1) / (word.len() + 1)))
}

fn method(word: &str) -> Option<Interpolation> {
    Some(match word {
        "LINEAR" => Interpolation::Linear,
        "BEZIER" => Interpolation::Bezier,
        "HERMITE" => Interpolation::Hermite,
        "CARDINAL" => Interpolation::Cardinal,
        "BSPLINE" => Interpolation::Bspline,
        "STEP" => Interpolation::Step,
        _ => return None,
    })
}

/// What an application put into a technique of an element, or of one of its extras.
fn vendor_value<'a>(owner: Node<'a>, name: &str) -> Option<Node<'a>> {
    let extras = owner.elements().filter(|e| e.local_name() == "extra");
    let techniques = [owner].into_iter().chain(extras).flat_map(|e| e.elements());
    techniques.filter(|t| t.local_name() == "technique").flat_map(|t| t.elements()).find(|e| e.local_name() == name)
}

#[cfg(test)]
mod tests {
    use super::repeated;

    #[test]
    fn lists_of_one_word_are_told_from_others() {
        assert_eq!(repeated("LINEAR"), Some(("LINEAR", 1)));
        assert_eq!(repeated(" \nLINEAR LINEAR\nLINEAR "), Some(("LINEAR", 3)));
        for mixed in
            ["LINEAR BEZIER", "LINEAR LINEARX", "LINEAR  LINEAR", "LINEAR LINEAL", "LINEAR STEP", "AAA AAAAAAA", ""]
        {
            assert_eq!(repeated(mixed), None, "{mixed}");
        }
    }
}
