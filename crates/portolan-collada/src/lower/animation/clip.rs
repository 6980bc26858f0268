//! `<animation_clip>`.

use hashbrown::HashSet;
use portolan_scene::{AnimationId, Clip, Fate};
use portolan_schema::Finite;
use portolan_syntax::Node;

use super::super::Lower;
use super::super::geometry::label;
use super::{Made, codes};

impl<'a> Lower<'a> {
    /// Takes over a clip. What it names plays with it only, and so does everything within.
    pub(super) fn clip(&mut self, element: Node<'a>, made: &mut Made) {
        let mut clip = Clip { meta: self.meta(element), ..Clip::default() };
        clip.start = self.time(element, "start").unwrap_or_default();
        clip.end = self.time(element, "end");
        if let Some(end) = clip.end.filter(|end| *end < clip.start) {
            let message = format!("the clip `{}` ends at {end}, before it begins at {}", label(element), clip.start);
            self.lose(&codes::CLIP, Fate::Approximated, element, message);
            clip.end = None;
        }
        let mut named = HashSet::new();
        for instance in element.elements() {
            match instance.local_name() {
                "instance_animation" => {
                    let Some(id) = self.clip_animation(instance, made) else { continue };
                    if named.insert(id) {
                        clip.animations.push(id);
                        self.mark_clipped(id);
                    }
                }
                "instance_formula" => clip.formulas.extend(self.formula_instance(instance, made)),
                _ => {}
            }
        }
        if clip.animations.is_empty() && clip.formulas.is_empty() {
            let message = format!("the clip `{}` has no animations", label(element));
            self.lose(&codes::CLIP, Fate::Noted, element, message);
        }
        self.scene.clips.push(clip);
    }

    /// A time in seconds; the default of the table, if it has one, for what is left out or cannot be used.
    fn time(&mut self, element: Node<'a>, attribute: &str) -> Option<f64> {
        let time = self.bound(element).given::<Finite>(element, attribute);
        if time.wrong {
            let written = element.attribute_value(attribute).unwrap_or_default();
            let message = format!("`{}` is not a time", written.trim());
            self.lose(&codes::CLIP, Fate::Approximated, element, message);
        }
        time.value.map(|Finite(time)| time)
    }

    /// The animation that an instance names, of any document.
    fn clip_animation(&mut self, instance: Node<'a>, made: &mut Made) -> Option<AnimationId> {
        let target = self.follow(instance, "url")?;
        if target.local_name() != "animation" {
            let message = format!("`{}` is a `{}`, not an animation", label(target), target.local_name());
            self.lose(&codes::CLIP, Fate::Dropped, instance, message);
            return None;
        }
        let origin = self.origin(target);
        if !made.animations.contains_key(&origin) {
            let all = target.descendants().filter(|e| e.is_element() && e.local_name() == "animation");
            let mut all: Vec<Node<'a>> = all.collect();
            if all.first() != Some(&target) {
                all.insert(0, target);
            }
            self.take_animations(&all, made);
        }
        made.animations.get(&origin).copied()
    }

    fn mark_clipped(&mut self, animation: AnimationId) {
        let mut open = vec![animation];
        while let Some(id) = open.pop() {
            let Some(animation) = self.scene.animations.get_mut(id.index()).filter(|a| !a.clipped) else { continue };
            animation.clipped = true;
            open.extend(&animation.children);
        }
    }
}
