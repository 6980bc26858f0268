use portolan_syntax::Node;

use crate::rules::support::flag;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds a `proxy` in a collision group that does not collide.
    ///
    /// `collide="false"` switches collision off for all of it, so the proxy is never used.
    "SEM303" "proxy-ignored" Warning, spec "Collision", on ["Collision"], check
}

fn check<'a>(collision: Node<'a>, report: &mut Reporter<'_, 'a>) {
    if let Some(proxy) = collision.child("proxy").filter(|_| !flag(report.document, collision, "collide")) {
        report.at(proxy, "the proxy is never used, as `collide` is false");
    }
}
