//! Scenes, cameras, clips and moments by what users call them.

use portolan_eval::{Playing, Stage, animations, duration};
use portolan_render::{CameraPlace, Eye, cameras};
use portolan_scene::{Drawn, Geometry, Meta, NodeId, Scene, Shape, ViewId};

use crate::convert::view_named;
use crate::import::{Imported, codes};
use crate::sample::clip_named;
use crate::{Error, Unreadable};

/// The times of the pictures.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub enum Moments {
    /// At time 0, or where the clip starts.
    #[default]
    Start,
    /// At a time, in seconds on the scale of the keys.
    At(f64),
    /// So many, evenly from the animation's start to its end, both included.
    Evenly(usize),
    /// As many as a film needs: twenty a second, at most two hundred, one if nothing moves.
    Film,
}

/// Pictures a second of a film.
const RATE: f64 = 20.0;
/// Pictures of the longest film.
const LONGEST: f64 = 200.0;

/// Most names that are listed in a message.
const LISTED: usize = 20;

/// The word for a view of everything, without a camera of the document.
const FIT: &str = "fit";
/// The word for the first camera of the document, whatever it shows.
const SCENE: &str = "scene";
/// The word for the first camera if it shows the scene.
const AUTO: &str = "auto";

/// The view with this id, name or index; `None` in a document without any.
pub(crate) fn view(scene: &Scene, word: Option<&str>) -> Result<Option<ViewId>, Error> {
    let Some(word) = word else {
        return Ok(scene.default_view.or((!scene.views.is_empty()).then_some(ViewId(0))));
    };
    let by_index = || word.parse().ok().filter(|i: &u32| (*i as usize) < scene.views.len()).map(ViewId);
    match view_named(scene, word).or_else(by_index) {
        Some(view) => Ok(Some(view)),
        None => Err(unknown("scene", word, scene.views.iter().map(|v| called(&v.meta)))),
    }
}

/// What plays: a clip, or what no clip names, or everything if all of it is in clips of which some do not wait.
pub(crate) fn playing(scene: &Scene, word: Option<&str>) -> Result<Playing, Error> {
    let Some(word) = word else {
        let idle = animations(scene, &Playing::Default).is_empty() && !scene.clips.iter().all(|c| c.waits);
        return Ok(if idle { Playing::Everything } else { Playing::Default });
    };
    match clip_named(scene, word) {
        Some(clip) => Ok(Playing::Clip(clip)),
        None => Err(unknown("clip", word, scene.clips.iter().map(|c| called(&c.meta)))),
    }
}

/// Refuses a scene of which nothing would be seen.
pub(super) fn something(imported: &Imported, stage: &Stage, view: Option<ViewId>) -> Result<(), Error> {
    imported.holds_something()?;
    let scene = &imported.scene;
    let has_faces = |drawn: &Drawn| match scene.chain(drawn.what).and_then(|(id, _)| scene.geometry(id)) {
        Some(Geometry { shape: Shape::Mesh(mesh), .. }) => !mesh.primitives.is_empty(),
        Some(Geometry { shape: Shape::Empty, .. }) | None => false,
        Some(_) => true,
    };
    let draws = |node: NodeId| scene.node(node).is_some_and(|n| n.drawn.iter().any(has_faces));
    let sky = view.and_then(|view| scene.view(view)).is_some_and(|view| view.background.is_some());
    if sky || stage.placed.iter().any(|placed| draws(placed.node)) {
        return Ok(());
    }
    let why = match scene.geometries.len() {
        0 => "there is nothing to draw: it holds no shapes".to_owned(),
        n => format!("there is nothing to draw: no node of the scene shows faces, lines or points of its {n} shapes"),
    };
    Err(Unreadable::new(&codes::EMPTY, why).help("`--allow-empty` draws an empty picture").into())
}

/// From where to look.
pub(super) fn eye(scene: &Scene, stage: &Stage, word: Option<&str>) -> Result<Eye, Error> {
    let Some(word) = word else { return Ok(Eye::Auto) };
    let all = cameras(scene, stage);
    let metas = |at: &CameraPlace| {
        let node = stage.placed.get(at.place as usize).and_then(|p| scene.node(p.node));
        (scene.camera(at.camera).map(|c| &c.meta), node.map(|n| &n.meta))
    };
    let is = |text: Option<&Box<str>>| text.is_some_and(|t| &**t == word);
    type Said = fn(&Meta) -> Option<&Box<str>>;
    let ways: [Said; 2] = [|m| m.id.as_ref(), |m| m.name.as_ref()];
    for said in ways {
        let camera = all.iter().find(|at| metas(at).0.is_some_and(|m| is(said(m))));
        let found = camera.or_else(|| all.iter().find(|at| metas(at).1.is_some_and(|m| is(said(m)))));
        if let Some(found) = found {
            return Ok(Eye::Placed(*found));
        }
    }
    if let Some(found) = word.parse::<usize>().ok().and_then(|i| all.get(i)) {
        return Ok(Eye::Placed(*found));
    }
    match word {
        FIT => return Ok(Eye::Framed),
        SCENE => return Ok(Eye::First),
        AUTO => return Ok(Eye::Auto),
        _ => {}
    }
    let names = all.iter().map(|at| {
        let (camera, node) = metas(at);
        let camera = camera.map_or_else(String::new, called);
        match node.map(called) {
            Some(node) if node != camera => format!("{camera} at {node}"),
            _ => camera,
        }
    });
    Err(unknown("camera", word, names))
}

/// Times of all pictures.
pub(super) fn times(scene: &Scene, playing: &Playing, moments: &Moments) -> Result<Vec<f64>, Error> {
    let range = duration(scene, playing);
    match *moments {
        Moments::Start => Ok(vec![match playing {
            Playing::Clip(_) => range.map_or(0.0, |(from, _)| from),
            _ => 0.0,
        }]),
        Moments::At(time) if time.is_finite() => Ok(vec![time]),
        Moments::At(_) => Err(Error::usage("the time must be a finite number of seconds")),
        Moments::Film => match range {
            Some((from, to)) if to > from => {
                let count = ((to - from) * RATE + 1.0).round().clamp(2.0, LONGEST) as usize;
                times(scene, playing, &Moments::Evenly(count))
            }
            _ => times(scene, playing, &Moments::Start),
        },
        Moments::Evenly(0) => Err(Error::usage("an animation must have at least one picture")),
        Moments::Evenly(count) => {
            let (from, to) = range.unwrap_or((0.0, 0.0));
            let steps = (count - 1).max(1) as f64;
            Ok((0..count).map(|i| from + (to - from) * (i as f64 / steps)).collect())
        }
    }
}

fn called(meta: &Meta) -> String {
    let (id, name) = (meta.id.as_deref(), meta.name.as_deref());
    match (id, name) {
        (Some(id), Some(name)) if id != name => format!("`{id}` (\"{name}\")"),
        (Some(one), _) | (None, Some(one)) => format!("`{one}`"),
        (None, None) => "an unnamed one".to_owned(),
    }
}

fn unknown(what: &str, word: &str, names: impl Iterator<Item = String>) -> Error {
    let names: Vec<String> = names.enumerate().map(|(i, name)| format!("{i}: {name}")).collect();
    let mut message = format!("{what} `{word}` does not exist");
    if names.is_empty() {
        message.push_str("; the document has none");
    } else {
        let rest = names.len().saturating_sub(LISTED);
        let listed: Vec<String> = names.into_iter().take(LISTED).collect();
        message.push_str(&format!("; available: {}", listed.join(", ")));
        if rest > 0 {
            message.push_str(&format!(" and {rest} more"));
        }
    }
    Error::usage(message)
}

#[cfg(test)]
mod tests {
    use portolan_eval::LIMIT;
    use portolan_scene::{Camera, CameraId, Clip, ClipId, Node, NodeId, Projection, View};

    use super::*;

    fn named(id: &str, name: &str) -> Meta {
        let text = |t: &str| (!t.is_empty()).then(|| t.into());
        Meta { id: text(id), name: text(name), ..Meta::default() }
    }

    fn camera(id: &str, name: &str) -> Camera {
        let projection = Projection::Perspective { x: None, y: Some(45.0), aspect: None };
        Camera { meta: named(id, name), projection, near: 0.1, far: 10.0 }
    }

    fn scene() -> Scene {
        let node = |id: &str, cameras: &[u32]| Node {
            meta: named(id, ""),
            cameras: cameras.iter().map(|c| CameraId(*c)).collect(),
            ..Node::default()
        };
        Scene {
            nodes: vec![node("first", &[1]), node("second", &[0]), node("third", &[1])],
            cameras: vec![camera("top", "Top view"), camera("side", "")],
            views: vec![
                View { meta: named("v", "View"), roots: vec![NodeId(0), NodeId(1), NodeId(2)], ..View::default() },
                View { meta: named("1", ""), ..View::default() },
            ],
            clips: vec![Clip { meta: named("walk", ""), start: 2.0, end: Some(4.0), ..Clip::default() }],
            default_view: Some(ViewId(0)),
            ..Scene::default()
        }
    }

    fn place(word: &str) -> Result<u32, String> {
        let scene = scene();
        match eye(&scene, &Stage::new(&scene, ViewId(0), LIMIT), Some(word)) {
            Ok(Eye::Placed(at)) => Ok(at.place),
            Ok(other) => Err(format!("{other:?}")),
            Err(why) => Err(why.to_string()),
        }
    }

    #[test]
    fn cameras_are_found_by_all_their_names() {
        assert_eq!(place("top"), Ok(1));
        assert_eq!(place("Top view"), Ok(1));
        assert_eq!(place("side"), Ok(0));
        assert_eq!(place("third"), Ok(2));
        assert_eq!(place("2"), Ok(2));
        assert_eq!(place("fit"), Err("Framed".to_owned()));
        let message = place("3").unwrap_err();
        assert_eq!(
            message,
            "camera `3` does not exist; available: 0: `side` at `first`, 1: `top` (\"Top view\") at `second`, 2: `side` at \
             `third`"
        );
        let empty = Scene::default();
        let why = eye(&empty, &Stage::default(), Some("a")).unwrap_err();
        assert_eq!(why.to_string(), "camera `a` does not exist; the document has none");
    }

    #[test]
    fn views_are_found_by_id_before_index() {
        let scene = scene();
        let found = |word| view(&scene, word).ok().flatten();
        assert_eq!(found(None), Some(ViewId(0)));
        assert_eq!(found(Some("View")), Some(ViewId(0)));
        assert_eq!(found(Some("1")), Some(ViewId(1)));
        assert_eq!(found(Some("0")), Some(ViewId(0)));
        assert!(view(&scene, Some("2")).is_err());
        assert_eq!(view(&Scene::default(), None).ok(), Some(None));
    }

    #[test]
    fn moments_include_both_ends() {
        let scene = scene();
        let clip = playing(&scene, Some("walk")).unwrap();
        assert_eq!(clip, Playing::Clip(ClipId(0)));
        assert_eq!(times(&scene, &clip, &Moments::Start).unwrap(), [2.0]);
        assert_eq!(times(&scene, &clip, &Moments::Evenly(3)).unwrap(), [2.0, 3.0, 4.0]);
        assert_eq!(times(&scene, &clip, &Moments::Evenly(1)).unwrap(), [2.0]);
        assert_eq!(times(&scene, &clip, &Moments::Film).unwrap().len(), 41);
        assert_eq!(times(&scene, &Playing::Nothing, &Moments::Film).unwrap(), [0.0]);
        assert_eq!(times(&scene, &Playing::Default, &Moments::Evenly(2)).unwrap(), [0.0, 0.0]);
        assert!(times(&scene, &clip, &Moments::Evenly(0)).is_err());
        assert!(times(&scene, &clip, &Moments::At(f64::NAN)).is_err());
        assert!(playing(&scene, Some("run")).is_err());
    }
}
