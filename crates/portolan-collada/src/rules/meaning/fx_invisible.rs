use std::borrow::Cow;

use portolan_syntax::Node;

use super::values::{number, vector};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds shading models that are fully transparent as written, so that nothing is drawn.
    ///
    /// With the default mode `A_ONE` a surface is as opaque as the alpha of `transparent` times `transparency`: zero
    /// means invisible. With `RGB_ZERO` it is the reverse: white is invisible. Old exporters mixed the two up; write
    /// `transparency` 1 with `A_ONE` (or a black `transparent` with `RGB_ZERO`) for an opaque surface.
    "SEM165" "invisible-surface" Warning, spec "7-5", on
        ["profile_COMMON/technique/constant", "profile_COMMON/technique/lambert", "profile_COMMON/technique/phong",
         "profile_COMMON/technique/blinn"], check
}

fn check<'a>(shader: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let (transparent, transparency) = (shader.child("transparent"), shader.child("transparency"));
    let Some(place) = transparency.or(transparent) else { return };
    let amount = match transparency {
        Some(slot) => slot.child("float").and_then(number),
        None => Some(1.0),
    };
    let color = match transparent {
        // A texture or a parameter is not known here.
        Some(slot) => slot.child("color").and_then(vector::<4>),
        None => Some([1.0; 4]),
    };
    // What is no share at all has a rule of its own.
    let (Some(k), Some([r, g, b, a])) = (amount.filter(|k| (0.0..=1.0).contains(k)), color) else { return };
    let bound = &report.document.bound;
    let unsaid = || bound.default_at::<Cow<'_, str>>("~fx_transparent", "opaque").unwrap_or_default();
    let mode = transparent.map_or_else(unsaid, |t| bound.given(t, "opaque").counts());
    let opacity = match &*mode {
        "A_ONE" => a * k,
        "A_ZERO" => 1.0 - a * k,
        "RGB_ONE" => r.max(g).max(b) * k,
        "RGB_ZERO" => 1.0 - r.min(g).min(b) * k,
        _ => return,
    };
    if opacity <= 0.0 {
        report.at(place, format!("the surface is invisible: its opacity in the mode `{mode}` is zero"));
    }
}
