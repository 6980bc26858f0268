//! Shapes that follow joints.

use portolan_parallel::prelude::*;
use portolan_scene::glam::{DMat3, DMat4, DVec3};
use portolan_scene::{Influence, Joint, NodeId, Scene, Skin, SkinNormals, SkinSpace};

use crate::{Overrides, Pose, Stage};

/// Vertices from which on more than one core is used.
const PARALLEL: usize = 50_000;

/// The upper three rows of a matrix, by columns.
type Affine = [f64; 12];

/// What moves the vertices of a skin at one place.
pub(crate) struct Bones {
    /// For each joint: from the shape to the space of the node.
    joints: Vec<Affine>,
    /// For vertices that no joint holds.
    unbound: Affine,
    /// The inverse transposes of all that, the unbound one last, if normals are mixtures of them.
    normals: Vec<DMat3>,
}

/// Skeletons that stand nowhere in the view, as if they were its roots.
pub(crate) struct Aside {
    pub stage: Stage,
    pub pose: Pose,
}

/// Places of such skeletons.
const MOST_ASIDE: usize = 1 << 16;

impl Aside {
    /// The skeletons of joints whose root is not in the view; `None` if all are.
    pub fn new(scene: &Scene, stage: &Stage, overrides: &Overrides, joints: &[Option<Joint>]) -> Option<Aside> {
        let mut roots: Vec<NodeId> = joints.iter().flatten().filter_map(|j| j.root).collect();
        roots.retain(|root| stage.places(*root).is_empty());
        roots.sort_unstable();
        roots.dedup();
        if roots.is_empty() {
            return None;
        }
        let stage = Stage::of_roots(scene, &roots, MOST_ASIDE);
        let pose = crate::pose::pose_aside(scene, &stage, overrides);
        Some(Aside { stage, pose })
    }
}

impl Bones {
    pub fn new(
        skin: &Skin,
        stage: &Stage,
        pose: &Pose,
        aside: Option<&Aside>,
        at: u32,
        joints: &[Option<Joint>],
        space: SkinSpace,
    ) -> Bones {
        // The transform of the node follows. One that flattens everything cannot be undone, and whatever is drawn below
        // it is flat.
        let back = match space {
            SkinSpace::World => inverse(pose.world(at)),
            SkinSpace::Node => stage.skin_frame(at, joints).map_or(DMat4::IDENTITY, |c| inverse(pose.world(c))),
        };
        let unbound = back * skin.bind_shape;
        let matrix = |(i, bind): (usize, &DMat4)| {
            let joint = joints.get(i)?.as_ref()?;
            // A skeleton that is only in a library moves its skin all the same.
            let world = match (stage.joint(at, joint), aside) {
                (Some(place), _) => pose.world(place),
                (None, Some(aside)) => aside.pose.world(aside.stage.joint(u32::MAX, joint)?),
                (None, None) => return None,
            };
            Some(back * world * *bind * skin.bind_shape)
        };
        // A joint that is not there leaves its vertices in the bind shape.
        let matrices = skin.inverse_binds.iter().enumerate().map(|b| affine(matrix(b).unwrap_or(unbound)));
        let mut bones = Bones { joints: matrices.collect(), unbound: affine(unbound), normals: Vec::new() };
        if skin.normals == SkinNormals::Mixed {
            let all = bones.joints.iter().chain([&bones.unbound]);
            bones.normals = all.map(|m| inverse_transpose(linear(m))).collect();
        }
        bones
    }

    /// What the normals of a vertex are multiplied with, given its own matrix.
    fn normal(&self, influences: &[Influence], mixture: DMat3) -> DMat3 {
        let Some(unbound) = self.normals.last() else { return inverse_transpose(mixture) };
        let Some(total) = Influence::total(influences) else { return *unbound };
        let of = |i: &Influence| i.joint.and_then(|j| self.normals.get(j as usize)).unwrap_or(unbound);
        influences.iter().fold(DMat3::ZERO, |sum, i| sum + *of(i) * (i.strength() / total))
    }

    /// The mixture of all that hold a vertex; weights are made to sum to 1.
    fn mixture(&self, influences: &[Influence]) -> Affine {
        let Some(total) = Influence::total(influences) else { return self.unbound };
        let mut sum = [0.0; 12];
        for influence in influences {
            let joint = influence.joint.and_then(|j| self.joints.get(j as usize)).unwrap_or(&self.unbound);
            let share = influence.strength() / total;
            for (s, m) in sum.iter_mut().zip(joint) {
                *s += share * m;
            }
        }
        sum
    }
}

/// Moves vertices, and adds how their surroundings are turned.
pub(crate) fn bend(skin: &Skin, bones: &Bones, positions: &mut [[f32; 3]], normals: &mut Option<Vec<[f32; 9]>>) {
    let normals = normals.get_or_insert_with(|| vec![[1., 0., 0., 0., 1., 0., 0., 0., 1.]; positions.len()]);
    let mut starts = Vec::with_capacity(skin.counts.len() + 1);
    starts.push(0usize);
    let mut end = 0usize;
    starts.extend(skin.counts.iter().map(|count| {
        end = end.saturating_add(*count as usize);
        end
    }));
    let one = |(vertex, (position, normal)): (usize, (&mut [f32; 3], &mut [f32; 9]))| {
        let range = starts.get(vertex).zip(starts.get(vertex + 1)).map(|(a, b)| *a..*b);
        let influences = range.and_then(|r| skin.influences.get(r)).unwrap_or_default();
        let matrix = bones.mixture(influences);
        let [a, b, c, d, e, f, g, h, i, x, y, z] = matrix;
        let linear = DMat3::from_cols_array(&[a, b, c, d, e, f, g, h, i]);
        let [px, py, pz] = position.map(f64::from);
        *position = (linear * DVec3::new(px, py, pz) + DVec3::new(x, y, z)).to_array().map(|v| v as f32);
        let turned = bones.normal(influences, linear) * DMat3::from_cols_array(&normal.map(f64::from));
        *normal = turned.to_cols_array().map(|v| v as f32);
    };
    if positions.len() > PARALLEL {
        positions.par_iter_mut().zip(normals.par_iter_mut()).enumerate().with_min_len(4096).for_each(one);
    } else {
        positions.iter_mut().zip(normals.iter_mut()).enumerate().for_each(one);
    }
}

/// The inverse, or the identity if there is none.
pub(crate) fn inverse(matrix: DMat4) -> DMat4 {
    let inverse = matrix.inverse();
    if matrix.determinant() != 0.0 && inverse.is_finite() { inverse } else { DMat4::IDENTITY }
}

/// Of a flat matrix, what the inverse transpose tends to but for its length.
fn inverse_transpose(m: DMat3) -> DMat3 {
    let (x, y, z) = (m.y_axis.cross(m.z_axis), m.z_axis.cross(m.x_axis), m.x_axis.cross(m.y_axis));
    let determinant = m.x_axis.dot(x);
    let cofactors = DMat3::from_cols(x, y, z);
    let inverse = cofactors * determinant.recip();
    if inverse.is_finite() {
        inverse
    } else if cofactors.is_finite() && cofactors != DMat3::ZERO {
        cofactors
    } else {
        DMat3::IDENTITY
    }
}

fn linear([a, b, c, d, e, f, g, h, i, ..]: &Affine) -> DMat3 {
    DMat3::from_cols_array(&[*a, *b, *c, *d, *e, *f, *g, *h, *i])
}

fn affine(m: DMat4) -> Affine {
    let [a, b, c, _, d, e, f, _, g, h, i, _, x, y, z, _] = m.to_cols_array();
    [a, b, c, d, e, f, g, h, i, x, y, z]
}
