//! Vertices that are driven one by one, told to those who know only morphs.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use portolan_scene::{
    Base, Binding, Channel, Controller, ControllerId, Curve, CurveId, Deformer, Drawable, Expression, Formula,
    FormulaId, Function, Geometry, GeometryId, Meta, Morph, MorphMethod, Origin, Part, Scene, Semantic, Shape,
    Tangents, Target,
};

use crate::{curve, formula, width};

/// Numbers of one shape that may be driven: each becomes a target with all vertices.
const MOST: usize = 64;

/// A scene in which weights of morphs are driven in place of coordinates of vertices, and the animations and formulas that
/// it concerns. What is drawn is the same at every time.
///
/// Each number that is driven becomes a target in which it is larger by 1; the weight is how far it is from where it was
/// written. Left as they are: what is no position, shapes that are morphed already or are targets, more numbers than
/// there should be targets, and numbers that formulas read.
pub fn vertices_as_morphs(scene: &Scene) -> (Cow<'_, Scene>, BTreeSet<Origin>) {
    let morphs = Found::new(scene).morphs(scene);
    if morphs.is_empty() {
        return (Cow::Borrowed(scene), BTreeSet::new());
    }
    let mut made = scene.clone();
    let mut weights = BTreeMap::new();
    for (geometry, numbers) in &morphs {
        add_morph(&mut made, *geometry, numbers, &mut weights);
    }
    let mut told = BTreeSet::new();
    drive_weights(&mut made, &weights, &mut told);
    compute_weights(&mut made, &weights, &mut told);
    (Cow::Owned(made), told)
}

/// A number of a stream.
type Number = (GeometryId, u32, u32);

/// Which weight stands for a number, and what the number is in the document.
type Weights = BTreeMap<Number, (Target, f64)>;

/// Numbers of streams that are driven.
#[derive(Default)]
struct Found {
    driven: BTreeMap<GeometryId, BTreeSet<(u32, u32)>>,
    /// Shapes of which something else is asked than can be.
    left: BTreeSet<GeometryId>,
}

impl Found {
    fn new(scene: &Scene) -> Found {
        let mut found = Found::default();
        for channel in scene.animations.iter().flat_map(|a| &a.channels) {
            let Target::Stream { geometry, stream, .. } = channel.target else { continue };
            let numbers = numbers(scene, channel);
            if numbers.len() > MOST {
                found.left.insert(geometry);
                continue;
            }
            found.driven.entry(geometry).or_default().extend(numbers.map(|n| (stream, n)));
        }
        for instance in scene.formulas_in_use() {
            if let Some(Target::Stream { geometry, stream, part }) = formula::result(scene, instance) {
                let number = (*stream, crate::overrides::first(*part));
                found.driven.entry(*geometry).or_default().insert(number);
            }
            for read in formula::reads(scene, instance) {
                if let Target::Stream { geometry, .. } = read {
                    found.left.insert(*geometry);
                }
            }
        }
        for Controller { base, deformer, .. } in &scene.controllers {
            if let Deformer::Morph(morph) = deformer {
                found.left.extend(&morph.targets);
                found.left.extend(base_of(scene, *base));
            }
        }
        found
    }

    /// The shapes that get a morph, with the numbers that are driven.
    fn morphs(self, scene: &Scene) -> BTreeMap<GeometryId, BTreeSet<(u32, u32)>> {
        let fits = |geometry: &GeometryId, numbers: &mut BTreeSet<(u32, u32)>| {
            let Some(Shape::Mesh(mesh)) = scene.geometry(*geometry).map(|g| &g.shape) else { return false };
            let positions = mesh.vertices.iter().find(|a| a.semantic == Semantic::Position).map(|a| a.stream);
            // What else is made of the same numbers would not follow.
            let uses =
                mesh.vertices.iter().chain(mesh.primitives.iter().flat_map(|p| p.inputs.iter().map(|i| &i.attribute)));
            let alone = uses.filter(|a| Some(a.stream) == positions).all(|a| a.semantic == Semantic::Position);
            let is_coordinate = |(stream, number): &(u32, u32)| {
                let data = mesh.streams.get(*stream as usize);
                let written = data.and_then(|s| s.data.get(*number as usize));
                let component = data.and_then(|s| number.checked_rem(s.width));
                Some(*stream) == positions && written.is_some_and(|w| w.is_finite()) && component.is_some_and(|c| c < 3)
            };
            numbers.retain(is_coordinate);
            alone && (1..=MOST).contains(&numbers.len())
        };
        let mut driven = self.driven;
        driven.retain(|geometry, numbers| !self.left.contains(geometry) && fits(geometry, numbers));
        driven
    }
}

/// The numbers of its stream that a channel drives.
fn numbers(scene: &Scene, channel: &Channel) -> std::ops::Range<u32> {
    let given = scene.curve(channel.curve).map_or(0, |c| c.width.saturating_sub(channel.first));
    match channel.target.part() {
        Some(Part::At(number)) => number..number.saturating_add(given.min(1)),
        _ => 0..given.min(width(scene, &channel.target) as u32),
    }
}

/// The shape at the end of a chain of controllers.
fn base_of(scene: &Scene, base: Base) -> Option<GeometryId> {
    match base {
        Base::Geometry(geometry) => Some(geometry),
        Base::Controller(controller) => scene.chain(Drawable::Controller(controller)).map(|(geometry, _)| geometry),
    }
}

/// Puts a morph between a shape and all that uses it.
fn add_morph(scene: &mut Scene, id: GeometryId, numbers: &BTreeSet<(u32, u32)>, weights: &mut Weights) {
    let Some(geometry) = scene.geometry(id).cloned() else { return };
    let controller = ControllerId::next(&scene.controllers);
    let mut targets = Vec::with_capacity(numbers.len());
    for ((stream, number), nth) in numbers.iter().zip(0..) {
        let mut shape = geometry.shape.clone();
        let mut written = 0.0;
        if let Shape::Mesh(mesh) = &mut shape
            && let Some(stream) = mesh.streams.get_mut(*stream as usize)
            && let Some(value) = stream.data.get_mut(*number as usize)
        {
            stream.exact.clear();
            written = f64::from(*value);
            *value += 1.0;
        }
        let name = format!("{} {number}", geometry.meta.label().unwrap_or("vertex"));
        let meta = Meta { name: Some(name.into()), origin: geometry.meta.origin, ..Meta::default() };
        targets.push(GeometryId::next(&scene.geometries));
        scene.geometries.push(Geometry { appearance: geometry.appearance, ..Geometry::new(meta, shape) });
        let weight = Target::Weight { controller, part: Part::At(nth) };
        weights.insert((id, *stream, *number), (weight, written));
    }
    let bent = |what: &mut Drawable| {
        if *what == Drawable::Geometry(id) {
            *what = Drawable::Controller(controller);
        }
    };
    for drawn in scene.nodes.iter_mut().flat_map(|n| &mut n.drawn) {
        bent(&mut drawn.what);
        drawn.levels.iter_mut().for_each(|l| bent(&mut l.what));
    }
    for other in &mut scene.controllers {
        if other.base == Base::Geometry(id) {
            other.base = Base::Controller(controller);
        }
    }
    let meta = Meta { origin: geometry.meta.origin, ..Meta::default() };
    let morph =
        Morph { method: MorphMethod::Normalized, weights: vec![0.0; targets.len()], targets, ..Morph::default() };
    scene.controllers.push(Controller { meta, base: Base::Geometry(id), deformer: Deformer::Morph(morph) });
}

/// Channels of numbers become channels of weights.
fn drive_weights(scene: &mut Scene, weights: &Weights, told: &mut BTreeSet<Origin>) {
    for nth in 0..scene.animations.len() {
        let Some(animation) = scene.animations.get(nth) else { continue };
        let mut channels = Vec::with_capacity(animation.channels.len());
        let mut curves: Vec<Curve> = Vec::new();
        for channel in &animation.channels {
            let mut mine = Vec::new();
            if let Target::Stream { geometry, stream, .. } = channel.target {
                let of = numbers(scene, channel).zip(channel.first as usize..);
                mine = of.filter_map(|(n, column)| Some((weights.get(&(geometry, stream, n))?, column))).collect();
            }
            if mine.is_empty() || mine.len() < numbers(scene, channel).len() {
                channels.push(channel.clone());
            }
            for ((target, written), column) in mine {
                let Some(curve) = scene.curve(channel.curve) else { continue };
                let id = CurveId((scene.curves.len() + curves.len()) as u32);
                curves.push(less(curve, column, channel.factor, *written));
                channels.push(Channel { curve: id, first: 0, target: target.clone(), factor: 1.0 });
                told.insert(animation.meta.origin);
            }
        }
        scene.curves.extend(curves);
        scene.animations.iter_mut().skip(nth).take(1).for_each(|a| a.channels = std::mem::take(&mut channels));
    }
}

/// One column of a curve, multiplied and then made less.
fn less(curve: &Curve, column: usize, factor: f64, by: f64) -> Curve {
    let rows = |list: &[f64]| -> Vec<f64> {
        list.chunks_exact(curve.width.max(1) as usize).map(|row| row.get(column).map_or(0.0, |v| v * factor)).collect()
    };
    let side = |tangents: &Option<Tangents>, arrives: bool| {
        let tangents = tangents.as_ref()?;
        let mut values = rows(&tangents.values);
        for (key, value) in values.iter_mut().enumerate() {
            // The vectors of Hermite curves are differences already.
            if curve::has_control_point(curve, key, arrives) {
                *value -= by;
            }
        }
        let times = match tangents.times.len() {
            n if n > curve.keys.len() => {
                let each = tangents.times.chunks_exact(curve.width.max(1) as usize);
                each.filter_map(|row| row.get(column).copied()).collect()
            }
            _ => tangents.times.clone(),
        };
        Some(Tangents { times, values })
    };
    Curve {
        meta: Meta { origin: curve.meta.origin, ..Meta::default() },
        width: 1,
        values: rows(&curve.values).into_iter().map(|v| v - by).collect(),
        in_tangents: side(&curve.in_tangents, true),
        out_tangents: side(&curve.out_tangents, false),
        keys: curve.keys.clone(),
        methods: curve.methods.clone(),
        ..*curve
    }
}

/// Formulas of numbers become formulas of weights.
fn compute_weights(scene: &mut Scene, weights: &Weights, told: &mut BTreeSet<Origin>) {
    let mut clips = std::mem::take(&mut scene.clips);
    for instance in clips.iter_mut().flat_map(|c| &mut c.formulas) {
        let Some(Target::Stream { geometry, stream, part }) = formula::result(scene, instance) else { continue };
        let number = (*geometry, *stream, crate::overrides::first(*part));
        let (Some((target, written)), Some(formula)) = (weights.get(&number), scene.formula(instance.formula)) else {
            continue;
        };
        told.insert(formula.meta.origin);
        let result = formula.target.clone();
        let difference = vec![formula.expression.clone(), Expression::Number(*written)];
        let less = Formula { expression: Expression::Apply(Function::Minus, difference), ..formula.clone() };
        instance.formula = FormulaId::next(&scene.formulas);
        scene.formulas.push(less);
        for (_, binding) in instance.bindings.iter_mut().filter(|(name, _)| Some(name) == result.as_ref()) {
            *binding = Binding::Target(target.clone());
        }
    }
    scene.clips = clips;
}

#[cfg(test)]
mod tests;
