//! Joints by the names that people give them.

use portolan_scene::{Mechanism, MechanismId, Meta, Scene};

/// A name that is no joint, or not of one alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown {
    /// What was asked for.
    pub name: String,
    /// Is it the name of several?
    pub ambiguous: bool,
    /// All joints that there are, or those of the name.
    pub known: Vec<String>,
}

impl std::fmt::Display for Unknown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = self.known.join(", ");
        match (self.ambiguous, self.known.is_empty()) {
            (true, _) => write!(f, "`{}` is ambiguous: it may be each of {list}", self.name),
            (false, true) => write!(f, "joint `{}` does not exist; the document has no joints", self.name),
            (false, false) => write!(f, "joint `{}` does not exist; the document has {list}", self.name),
        }
    }
}

/// By what a joint is called, what counts most first. A joint that is instantiated gives its id to all its instances.
const TIERS: [fn(&Meta, &str) -> bool; 4] = [
    |meta, name| meta.sid.as_deref() == Some(name),
    |meta, name| meta.sid.is_none() && meta.id.as_deref() == Some(name),
    |meta, name| meta.name.as_deref() == Some(name),
    |meta, name| meta.id.as_deref() == Some(name),
];

/// The axis that is meant by `JOINT`, `JOINT/AXIS` or `INSTANCE/JOINT[/AXIS]`.
pub(super) fn find(scene: &Scene, ids: &[MechanismId], name: &str) -> Result<(MechanismId, u32), Unknown> {
    let parts: Vec<&str> = name.split('/').collect();
    let models = || ids.iter().filter_map(|id| Some((*id, scene.mechanism(*id)?)));
    let tier = |is: fn(&Meta, &str) -> bool| {
        let mut found: Vec<(MechanismId, u32)> = Vec::new();
        for (id, mechanism) in models() {
            let axes = |joint, axis| axes(mechanism, |meta| is(meta, joint), axis);
            let all = match parts.as_slice() {
                [joint] => axes(joint, None),
                [first, second] => {
                    let mut all = axes(first, Some(second));
                    if is_called(mechanism, first) {
                        all.extend(axes(second, None));
                    }
                    all
                }
                [first, joint, axis] if is_called(mechanism, first) => axes(joint, Some(axis)),
                _ => Vec::new(),
            };
            found.extend(all.into_iter().map(|axis| (id, axis)));
        }
        found
    };
    let mut found = TIERS.into_iter().map(tier).find(|found| !found.is_empty()).unwrap_or_default();
    found.dedup();
    match found.as_slice() {
        [only] => Ok(*only),
        [] => {
            let all = models().flat_map(|(_, m)| (0..m.freedoms.len() as u32).map(|axis| full(m, axis)));
            Err(Unknown { name: name.to_owned(), ambiguous: false, known: all.collect() })
        }
        several => {
            let each = several.iter().filter_map(|(id, axis)| Some(full(scene.mechanism(*id)?, *axis)));
            Err(Unknown { name: name.to_owned(), ambiguous: true, known: each.collect() })
        }
    }
}

/// Is the mechanism called so: by its instance, by one around it, or by its model?
pub(super) fn is_called(mechanism: &Mechanism, name: &str) -> bool {
    let own = [&mechanism.instance, &mechanism.meta.id, &mechanism.meta.name];
    own.into_iter().any(|n| n.as_deref() == Some(name)) || mechanism.around.iter().any(|n| **n == *name)
}

/// The axes of all joints that are meant; one of them, or all.
fn axes(mechanism: &Mechanism, is_meant: impl Fn(&Meta) -> bool, axis: Option<&str>) -> Vec<u32> {
    let named = mechanism.joints.iter().filter(|j| is_meant(&j.meta));
    let all = named.flat_map(|j| j.freedoms.clone());
    let fits = |at: &u32| {
        let freedom = mechanism.freedoms.get(*at as usize);
        axis.is_none_or(|axis| freedom.is_some_and(|f| f.sid.as_deref() == Some(axis)))
    };
    all.filter(fits).collect()
}

/// What a joint is called in its mechanism; of several axes the axis as well.
pub(super) fn label(mechanism: &Mechanism, freedom: u32) -> String {
    let joint = mechanism.joint_of(freedom).and_then(|at| mechanism.joints.get(at as usize));
    let Some(joint) = joint else { return String::new() };
    let name = joint.meta.sid.as_deref().or(joint.meta.label()).unwrap_or("?");
    let axis = mechanism.freedoms.get(freedom as usize).and_then(|f| f.sid.as_deref());
    match axis.filter(|_| joint.freedoms.len() > 1) {
        Some(axis) => format!("{name}/{axis}"),
        None => name.to_owned(),
    }
}

/// What a joint is called in the document.
fn full(mechanism: &Mechanism, freedom: u32) -> String {
    format!("{}/{}", mechanism.label(), label(mechanism, freedom))
}

/// Why a joint keeps its own value.
pub(super) fn holds(scene: &Scene, mechanism: MechanismId, freedom: u32) -> Option<&'static str> {
    let model = scene.mechanism(mechanism)?;
    match model.freedoms.get(freedom as usize)? {
        _ if model.is_computed(mechanism, freedom) => Some("it is computed by a formula"),
        own if own.locked => Some("it is locked"),
        _ => None,
    }
}
