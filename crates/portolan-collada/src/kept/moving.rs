//! Kinematics and physics in the words of the document: put back as long as they hold, forgotten when the scene says otherwise.

use hashbrown::HashSet;
use portolan_scene::{Content, Kept, Meta, Origin, Scene};

use super::Fragment;

/// Something of the document that goes with the words that are forgotten, because the scene does not use it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forgotten {
    /// What its element is called.
    pub name: Box<str>,
    /// Its own id.
    pub id: Box<str>,
    /// Where it was written.
    pub origin: Origin,
}

/// Is kinematics, or physics, kept in the words of the document? Force fields are always; the scene has only their names.
pub(crate) fn is_worded(scene: &Scene, content: Content) -> bool {
    scene.aside.kept.iter().any(|kept| is_of(kept, content))
}

fn is_of(kept: &Kept, content: Content) -> bool {
    kept.what == content && &*kept.name != "library_force_fields"
}

/// Forgets how kinematics or physics was written, so that it is written anew from the scene. What the document has of it and
/// the scene does not use is given back. Where the scene has nothing of it, the words stay.
pub fn forget_words(scene: &mut Scene, content: Content) -> Vec<Forgotten> {
    let has_any = match content {
        Content::Kinematics => !scene.mechanisms.is_empty(),
        Content::Physics => !scene.physics.is_empty(),
        _ => false,
    };
    if !has_any {
        return Vec::new();
    }
    let mut used: HashSet<Box<str>> = HashSet::new();
    let mut note = |meta: &Meta| used.extend(meta.id.clone());
    for mechanism in &scene.mechanisms {
        note(&mechanism.meta);
        mechanism.systems.iter().for_each(&mut note);
        mechanism.joints.iter().for_each(|j| note(&j.meta));
    }
    for physics in &scene.physics {
        note(&physics.meta);
        for body in &physics.bodies {
            let shapes = body.colliders.iter().flat_map(|c| &c.material);
            body.material.iter().chain(shapes).for_each(|m| note(&m.meta));
        }
    }
    used.extend(scene.mechanisms.iter().filter_map(|m| m.scene.clone()));
    used.extend(scene.physics.iter().flat_map(|p| &p.bodies).filter_map(|b| b.model.clone()));
    let mut forgotten = Vec::new();
    for kept in scene.aside.kept.iter().filter(|kept| is_of(kept, content)) {
        let Some(fragment) = Fragment::read(kept).filter(|_| kept.name.starts_with("library_")) else { continue };
        for child in fragment.root().into_iter().flat_map(|root| root.elements()) {
            let Some(id) = child.attribute_value("id").filter(|id| !used.contains(id.trim())) else { continue };
            let (name, id) = (child.local_name().into(), id.trim().into());
            forgotten.push(Forgotten { name, id, origin: kept.origin });
        }
    }
    scene.aside.kept.retain(|kept| !is_of(kept, content));
    forgotten
}
