//! `<brep>`: exact solids.

use portolan_scene::Fate;
use portolan_scene::brep::{Brep, Frame};
use portolan_scene::glam::DVec3;
use portolan_syntax::Node;

use super::super::codes;
use super::Reading;
use crate::brep::{Read, What, read};

pub(super) fn brep<'a>(reading: &mut Reading<'_, 'a>, element: Node<'a>) -> Brep {
    let Read { mut brep, told } = read(reading.cx.data(element), element);
    for told in told {
        let fate = match told.what {
            What::Degrees => Fate::Noted,
            What::Orientation => Fate::Approximated,
            _ => Fate::Dropped,
        };
        reading.lose(&codes::BREP, fate, told.node, told.message);
    }
    if !reading.frame.is_identity() {
        let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|a| reading.frame.direction(a).to_array());
        brep.body = brep.body.moved(&Frame { origin: [0.0; 3], axes }, reading.frame.length(1.0)).0;
    }
    brep
}
