//! Links to other worlds (AN-1 to AN-4).

use std::rc::Rc;

use portolan_xvrml::world::NodeId;

use crate::cascade::Wiring;
use crate::clock::Clock;
use crate::run::{Request, Run};
use crate::trace::Cause;

impl Run {
    /// Follows the link of an anchor.
    pub(crate) fn follow(&mut self, anchor: NodeId) {
        let world = &self.live.world;
        let (url, parameter) =
            (world.text(anchor, "url").trim().to_owned(), world.text(anchor, "parameter").to_owned());
        self.ask(anchor, url, parameter);
    }

    /// Asks for a resource: a world replaces this one, a viewpoint of this one is bound, anything else is told.
    pub(crate) fn ask(&mut self, node: NodeId, url: String, parameter: String) {
        let (t, name) = (self.now.t, self.name(node).to_string());
        let (file, viewpoint) = url.split_once('#').map_or((url.as_str(), None), |(f, v)| (f, Some(v.to_owned())));
        let opened = match file {
            "" => {
                let there = viewpoint.as_deref().and_then(|v| self.node_at(v));
                let there = there.filter(|v| self.live.world.kind(*v) == "Viewpoint");
                there.is_some_and(|v| self.set_bind(v, true, Cause::Pointer))
            }
            file => self.replace(node, file, viewpoint),
        };
        self.asked(Request { t, node: name, url, parameter, opened });
    }

    /// Lets another world run in place of this one; `false` if there is none.
    fn replace(&mut self, from: NodeId, url: &str, viewpoint: Option<String>) -> bool {
        let base = self.live.location(from).to_owned();
        let Ok(found) = self.outside.resources().locate(&base, url) else { return false };
        let Some(opened) = self.outside.open(&found.location) else { return false };
        let Some(opened) = opened.as_any().downcast_ref::<portolan_xvrml::Opened>() else { return false };
        self.end_scripts();
        self.live = opened.live(self.outside.resources());
        self.wiring = Wiring::new(&self.live.world);
        self.clocks = Clock::all(&self.live.world);
        (self.bound, self.viewer, self.pointer) = Default::default();
        (self.names, self.interfaces) = Default::default();
        self.space = Rc::default();
        self.forget();
        self.options.viewpoint = viewpoint;
        self.loaded = false;
        self.tell_losses();
        self.load();
        true
    }
}
