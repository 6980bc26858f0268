//! What is around everything: sky, ground, panorama and fog.

use crate::{ImageId, Meta, NodeId};

/// What is seen where nothing is drawn: a sphere of sky, before it a part of a sphere of ground, before both a cube of
/// pictures. It is infinitely far, and neither light nor fog change it.
#[derive(Clone, Default, Debug)]
pub struct Background {
    /// Names and origin.
    pub meta: Meta,
    /// The node whose axes count, beside the rotation; only how they are turned matters. `None` is the world.
    pub holder: Option<NodeId>,
    /// Axis (x, y, z) and degrees.
    pub rotation: [f64; 4],
    /// Rings about +Y; behind the last one its colour goes on to −Y.
    pub sky: Rings,
    /// Rings about −Y; behind the last one there is no ground. Empty: none at all.
    pub ground: Rings,
    /// Pictures in front (−Z), behind, to the right (+X), to the left, above and below. Sides stand upright with +Y up; the
    /// upper one has +Z at its top, the lower one −Z.
    pub panorama: [Option<ImageId>; 6],
}

impl Background {
    /// Is it black all around? That is what everybody sees where nothing is.
    pub fn is_plain(&self) -> bool {
        self.sky.angles.is_empty()
            && self.sky.colours.iter().all(|[r, g, b, _]| [*r, *g, *b] == [0.0; 3])
            && self.ground.colours.is_empty()
            && self.panorama.iter().all(Option::is_none)
    }
}

/// Colours that run into each other from ring to ring.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Rings {
    /// Degrees from the pole, never decreasing.
    pub angles: Vec<f64>,
    /// Red, green, blue and alpha at the pole and at each angle: one more than angles, or none at all.
    pub colours: Vec<[f64; 4]>,
}

impl Rings {
    /// The colour at an angle from the pole (degrees); `None` behind the last ring, and where there is no colour.
    pub fn at(&self, angle: f64) -> Option<[f64; 4]> {
        let place = self.angles.partition_point(|a| *a < angle);
        let (above, below) = (self.colours.get(place)?, self.colours.get(place + 1));
        let (Some(below), Some(to)) = (below, self.angles.get(place)) else {
            return (self.angles.is_empty() || self.angles.last() == Some(&angle)).then_some(*above);
        };
        let from = place.checked_sub(1).and_then(|p| self.angles.get(p)).copied().unwrap_or(0.0);
        let share = if *to > from { ((angle - from) / (to - from)).clamp(0.0, 1.0) } else { 1.0 };
        let mut mixed = *above;
        mixed.iter_mut().zip(below).for_each(|(a, b)| *a += (b - *a) * share);
        Some(mixed)
    }
}

/// Lets what is far away fade into a colour. The background does not.
#[derive(Clone, Debug)]
pub struct Fog {
    /// Names and origin.
    pub meta: Meta,
    /// The node whose unit of length the range has; `None` is the world.
    pub holder: Option<NodeId>,
    /// Red, green, blue.
    pub colour: [f64; 3],
    /// How it thickens.
    pub kind: FogKind,
    /// From this distance on nothing is seen; 0 is no fog.
    pub range: f64,
}

/// How fog thickens with the distance `d` of the range `r`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum FogKind {
    /// `(r − d) / r` of what is there is left.
    #[default]
    Linear,
    /// `e^(−d / (r − d))` is.
    Exponential,
}

impl Fog {
    /// How much is left of what is at a distance, from 0 to 1.
    pub fn left(&self, distance: f64) -> f64 {
        if self.range <= 0.0 || !self.range.is_finite() {
            return 1.0;
        }
        if distance >= self.range {
            return 0.0;
        }
        let distance = distance.max(0.0);
        match self.kind {
            FogKind::Linear => (self.range - distance) / self.range,
            FogKind::Exponential => libm::exp(-distance / (self.range - distance)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_run_into_each_other() {
        let grey = |v: f64| [v, v, v, 1.0];
        let rings = Rings { angles: vec![30.0, 90.0], colours: vec![grey(0.0), grey(0.5), grey(1.0)] };
        assert_eq!(rings.at(0.0), Some(grey(0.0)));
        assert_eq!(rings.at(15.0), Some(grey(0.25)));
        assert_eq!(rings.at(60.0), Some(grey(0.75)));
        assert_eq!(rings.at(90.0), Some(grey(1.0)));
        // Beyond the last angle there is no ground, and the sky goes on.
        assert_eq!(rings.at(91.0), None);
        assert_eq!(Rings { angles: vec![], colours: vec![grey(0.5)] }.at(120.0), Some(grey(0.5)));
        assert_eq!(Rings::default().at(10.0), None);
    }

    #[test]
    fn fog_thickens() {
        // FO-1: example 04 has exp(−30 / (60 − 30)) = 0.3679 at 30.
        let fog = |kind| Fog { meta: Meta::default(), holder: None, colour: [1.0; 3], kind, range: 60.0 };
        assert!((fog(FogKind::Exponential).left(30.0) - 0.367879).abs() < 1e-6);
        assert_eq!(fog(FogKind::Linear).left(15.0), 0.75);
        assert_eq!((fog(FogKind::Linear).left(60.0), fog(FogKind::Exponential).left(61.0)), (0.0, 0.0));
        assert_eq!(Fog { range: 0.0, ..fog(FogKind::Linear) }.left(1e9), 1.0);
    }
}
