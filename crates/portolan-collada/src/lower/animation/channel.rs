//! `<channel>`: which curve drives what.

use portolan_scene::{Channel, CurveId, Fate, Operation, Part, Target};
use portolan_syntax::Node;

use super::super::Lower;
use super::super::geometry::label;
use super::field::{Field, converted};
use super::{Made, codes};
use crate::resolve::{Selection, Shape, member};

/// Fields that all channels together may drive; one element can stand behind many.
const MOST_CHANNELS: usize = 1 << 22;

impl<'a> Lower<'a> {
    /// What a channel drives: one entry for each field that follows its target.
    pub(super) fn channel(&mut self, element: Node<'a>, made: &mut Made) -> Vec<Channel> {
        let Some(curve) = self.channel_curve(element, made) else { return Vec::new() };
        let written = element.attribute_value("target").unwrap_or_default();
        let aim = match self.aim(&written, element) {
            Ok(aim) => aim,
            Err(why) => {
                let message = format!("the target `{}` does not exist: {why}", written.trim());
                self.lose(&codes::TARGET_MISSING, Fate::Dropped, element, message);
                return Vec::new();
            }
        };
        let selection = match aim.selection {
            // Where the layout is not known, common names still say their place.
            Selection::Named(name) => match member::at_name(Shape::Vector(4), "", &name) {
                Ok(Selection::At(place)) => Selection::At(place),
                _ => Selection::Named(name),
            },
            other => other,
        };
        let fields = self.fields(aim.element, made);
        if fields.is_empty() || matches!(selection, Selection::Named(_)) {
            let kind = aim.element.local_name();
            let message = format!("the target `{}`, a `{kind}`, is not part of the scene", written.trim());
            self.lose(&codes::TARGET_KIND, Fate::Dropped, element, message);
            return Vec::new();
        }
        if aim.guessed {
            let message = format!("the target `{}` is not spelled correctly", written.trim());
            self.lose(&codes::TARGET_GUESSED, Fate::Noted, element, message);
        }
        if let Selection::At(place @ 12..=14) = selection
            && fields.iter().any(|f| matches!(self.operation_of(&f.target), Some(Operation::Matrix(_))))
        {
            let column = place - 12;
            let message = format!(
                "the target `{}` is in the fourth row of a matrix, which is always 0 0 0 1: `(i)(j)` is column i and row j, \
                 so that a translation is `(3)({column})`",
                written.trim()
            );
            self.lose(&codes::TARGET_KIND, Fate::Noted, element, message);
        }
        let mut channels = Vec::new();
        for field in &fields {
            self.connect(element, curve, field, &selection, &mut channels);
            self.move_nodes(curve, field, &mut channels);
        }
        let spent = &mut self.known.spent.channels;
        *spent = spent.saturating_add(channels.len());
        if *spent > MOST_CHANNELS {
            let message = format!("all channels together drive more than {MOST_CHANNELS} fields");
            self.lose(&codes::TARGET_KIND, Fate::Dropped, element, message);
            channels.clear();
        }
        channels
    }

    /// Where the value of an axis is driven, so are the transforms that are bound to it: formats without mechanisms have
    /// only these.
    fn move_nodes(&self, curve: CurveId, field: &Field, channels: &mut Vec<Channel>) {
        let Target::Freedom { mechanism, freedom } = field.target else { return };
        let Some(freedom) = self.scene.freedom(mechanism, freedom) else { return };
        for bound in &freedom.targets {
            let target = Target::Transform { node: bound.node, transform: bound.transform, part: Part::All };
            let mut drive = |place: u32, factor: f64| {
                let target = target.with_part(Part::At(place));
                channels.push(Channel { curve, first: 0, target, factor: field.factor * factor });
            };
            match self.operation_of(&target) {
                // A turn may be written about the opposite axis.
                Some(Operation::Rotate([x, y, z, _])) => {
                    let along: f64 = freedom.axis.iter().zip([x, y, z]).map(|(a, b)| a * b).sum();
                    drive(3, if along < 0.0 { -1.0 } else { 1.0 });
                }
                Some(Operation::Translate(_)) => (0..).zip(freedom.axis).for_each(|(place, part)| drive(place, part)),
                _ => {}
            }
        }
    }

    fn channel_curve(&mut self, element: Node<'a>, made: &Made) -> Option<CurveId> {
        let sampler = self.follow(element, "source")?;
        match made.curves.get(&self.origin(sampler)) {
            Some(known) => *known,
            None => {
                let message = format!("`{}` is not a sampler of the document's animations", label(sampler));
                self.lose(&codes::SAMPLER, Fate::Dropped, element, message);
                None
            }
        }
    }

    /// Leads the numbers of a curve to those of a field.
    fn connect(
        &mut self,
        place: Node<'a>,
        curve: CurveId,
        field: &Field,
        selection: &Selection,
        channels: &mut Vec<Channel>,
    ) {
        let given = self.scene.curve(curve).map_or(0, |c| c.width as usize);
        let operation = self.operation_of(&field.target);
        let is_colour = matches!(field.target, Target::Colour { .. } | Target::Light { .. });
        let one = |first: usize, to: usize| {
            let (to, factor) = match operation {
                Some(operation) if !field.frame.is_identity() => converted(operation, to, &field.frame),
                _ => (to, 1.0),
            };
            let part = Part::At(to as u32);
            let target = field.target.with_part(part);
            Channel { curve, first: first as u32, target, factor: field.factor * factor }
        };
        let mut told = None;
        match selection {
            Selection::At(at) if (*at as usize) < field.width => {
                channels.push(one(0, *at as usize));
                told = (given > 1).then(|| format!("{given} numbers are given for a target of one; the first is used"));
            }
            Selection::All if given == 1 && matches!(operation, Some(Operation::Rotate(_))) => {
                channels.push(one(0, 3));
                told = Some("only one number is given for a rotation; it is used as the angle".to_owned());
            }
            Selection::All if given >= field.width && field.frame.is_identity() => {
                let target = field.target.clone();
                channels.push(Channel { curve, first: 0, target, factor: field.factor });
            }
            Selection::All => channels.extend((0..given.min(field.width)).map(|i| one(i, i))),
            _ => {
                let message = "the target index is out of range";
                return self.lose(&codes::TARGET_KIND, Fate::Dropped, place, message);
            }
        }
        // Colours come with and without alpha.
        let colour = is_colour && given >= 3;
        if *selection == Selection::All && told.is_none() && given != field.width && !colour {
            told = Some(format!("{given} numbers are given for a target of {}", field.width));
        }
        if let Some(message) = told {
            let fate = if given < field.width { Fate::Approximated } else { Fate::Noted };
            self.lose(&codes::WIDTH, fate, place, message);
        }
    }
}
