//! Do mechanisms keep to what `SPEC.md` promises?

use crate::check::Faults;
use crate::{Freedom, FreedomKind, Mechanism, Operation, Place, Scene};

impl Scene {
    /// Tells what does not hold about mechanisms.
    pub(crate) fn check_mechanisms(&self, faults: &mut Faults) {
        for (i, mechanism) in self.mechanisms.iter().enumerate() {
            let mut unless = |holds: bool, what: &str| faults.unless(holds, || format!("mechanism {i}: {what}"));
            check_joints(mechanism, &mut unless);
            check_links(mechanism, &mut unless);
            unless(mechanism.freedoms.iter().all(|f| self.has_bound(f)), "transform of a node");
            let known = |node| self.node(node).is_some();
            unless(mechanism.links.iter().filter_map(|l| l.node).all(known), "node of a link");
            let is_there =
                |node, transform: u32| self.node(node).is_some_and(|n| (transform as usize) < n.transforms.len());
            unless(mechanism.written.iter().all(|(node, at, _)| is_there(*node, *at)), "transform as written");
            let bindings = mechanism.formulas.iter().flat_map(|f| &f.bindings);
            unless(bindings.filter_map(|(_, b)| b.target()).all(|t| self.has_target(t)), "formula");
            if let Some(foot) = &mechanism.base {
                let instances = |node| self.node(node).map_or(0, |n| n.instances.len());
                let below = foot.below.is_none_or(|(node, at)| (at as usize) < instances(node));
                unless(self.node(foot.node).is_some() && below, "node");
            }
        }
    }

    /// Are the transforms that a freedom drives there, and of its kind?
    fn has_bound(&self, freedom: &Freedom) -> bool {
        freedom.targets.iter().all(|bound| {
            let transform = self.node(bound.node).and_then(|n| n.transforms.get(bound.transform as usize));
            matches!(
                (freedom.kind, transform.map(|t| &t.operation)),
                (FreedomKind::Revolute, Some(Operation::Rotate(_)))
                    | (FreedomKind::Prismatic, Some(Operation::Translate(_)))
            )
        })
    }
}

fn check_joints(mechanism: &Mechanism, unless: &mut impl FnMut(bool, &str)) {
    let mut next = 0;
    for joint in &mechanism.joints {
        unless(joint.freedoms.start == next && joint.freedoms.end >= next, "axes of joints");
        next = joint.freedoms.end;
    }
    unless(next as usize == mechanism.freedoms.len(), "number of axes");
    unless(mechanism.freedoms.iter().all(is_sound), "axis");
}

fn is_sound(freedom: &Freedom) -> bool {
    let ordered = |[low, high]: [Option<f64>; 2]| {
        let finite = [low, high].into_iter().flatten().all(f64::is_finite);
        finite && low.zip(high).is_none_or(|(low, high)| low <= high)
    };
    let length = glam::DVec3::from_array(freedom.axis).length();
    let direction = length == 0.0 || (length - 1.0).abs() < 1e-9;
    direction && freedom.value.is_finite() && ordered(freedom.limits) && ordered(freedom.soft)
}

fn check_links(mechanism: &Mechanism, unless: &mut impl FnMut(bool, &str)) {
    let joint = |at: u32| mechanism.joints.get(at as usize);
    for (link, at) in mechanism.links.iter().zip(0..) {
        let axes = link.joint.and_then(joint).map_or(0, |j| j.freedoms.len());
        unless(link.joint.is_none_or(|j| joint(j).is_some()), "joint of a link");
        unless(link.moved.len() == axes, "axes of a link");
        unless(link.moved.end as usize <= link.transforms.len(), "transforms of a link");
        unless(link.parent.is_none_or(|p| p < at), "parent of a link");
    }
    let known = |place: &Place| (place.link as usize) < mechanism.links.len();
    let frames = &mechanism.frames;
    let ends = [&frames.origin, &frames.tip].into_iter();
    let ends = ends.chain(mechanism.manipulators.iter().flat_map(|m| [&m.origin, &m.tip]));
    unless(ends.flatten().all(known), "link of a frame");
    let offsets = [&frames.tcp, &frames.object].into_iter().flatten().filter_map(|o| o.link);
    unless(offsets.into_iter().all(|l| (l as usize) < mechanism.links.len()), "link of an offset");
    for closed in &mechanism.loops {
        unless(joint(closed.joint).is_some() && known(&closed.start) && known(&closed.end), "loop");
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        Binding, Bound, Formula, Freedom, FreedomKind, Link, Mechanism, MechanismFormula, MechanismId, MechanismJoint,
        Meta, Node, NodeId, Operation, Origin, Place, Scene, Target, Transform,
    };

    /// Two links with a turning joint between them that moves a node.
    fn scene() -> Scene {
        let turn = |angle| Transform { sid: None, operation: Operation::Rotate([0.0, 0.0, 1.0, angle]) };
        let freedom = Freedom {
            targets: vec![Bound { node: NodeId(0), transform: 0, origin: Origin::default() }],
            ..Freedom::new(FreedomKind::Revolute, [0.0, 0.0, 1.0])
        };
        let mechanism = Mechanism {
            joints: vec![MechanismJoint { freedoms: 0..1, ..MechanismJoint::default() }],
            freedoms: vec![freedom],
            links: vec![
                Link::default(),
                Link { parent: Some(0), joint: Some(0), transforms: vec![turn(0.0)], moved: 0..1, ..Link::default() },
            ],
            ..Mechanism::default()
        };
        let node = Node { transforms: vec![turn(5.0)], ..Node::default() };
        Scene { nodes: vec![node], mechanisms: vec![mechanism], ..Scene::default() }
    }

    #[test]
    fn what_does_not_fit_together_is_a_fault() {
        assert_eq!(scene().check(), []);
        let wrong: [fn(&mut Mechanism); 9] = [
            |m| m.joints[0].freedoms = 0..2,
            |m| m.freedoms[0].axis = [0.0, 0.0, 2.0],
            |m| m.freedoms[0].limits = [Some(1.0), Some(-1.0)],
            |m| m.freedoms[0].value = f64::NAN,
            |m| m.freedoms[0].kind = FreedomKind::Prismatic,
            |m| m.freedoms[0].targets[0].transform = 1,
            |m| m.links[1].parent = Some(1),
            |m| m.links[1].moved = 0..2,
            |m| m.frames.tip = Some(Place { link: 2, transforms: vec![] }),
        ];
        for (nth, change) in wrong.into_iter().enumerate() {
            let mut scene = scene();
            change(&mut scene.mechanisms[0]);
            assert!(!scene.check().is_empty(), "{nth}");
        }
        let mut scene = scene();
        let target = Target::Freedom { mechanism: MechanismId(0), freedom: 1 };
        let expression = crate::Expression::Number(1.0);
        let formula = Formula { meta: Meta::default(), parameters: vec![], target: None, expression };
        scene.mechanisms[0]
            .formulas
            .push(MechanismFormula { formula, bindings: vec![("a".into(), Binding::Target(target))] });
        assert!(!scene.check().is_empty());
    }

    #[test]
    fn soft_limits_count_more_than_hard_ones() {
        let mut freedom = Freedom::new(FreedomKind::Prismatic, [1.0, 0.0, 0.0]);
        freedom.limits = [Some(-10.0), Some(10.0)];
        freedom.soft = [None, Some(4.0)];
        assert_eq!(freedom.range(), [Some(-10.0), Some(4.0)]);
        assert_eq!((freedom.clamped(7.0), freedom.clamped(-17.0), freedom.clamped(1.0)), (4.0, -10.0, 1.0));
        assert_eq!(freedom.operation(3.0), Operation::Translate([3.0, 0.0, 0.0]));
    }
}
