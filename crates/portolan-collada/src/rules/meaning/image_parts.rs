use hashbrown::HashMap;
use portolan_syntax::{Node, Severity};

use super::values::attribute_count;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds images with parts that do not exist or are initialized twice.
    ///
    /// `mip_index` counts from 0 up to the number of mip levels, `array_index` up to the length of the array, `depth`
    /// up to the slices of the level, and each face, slice and level is filled once. More mip levels than it takes to
    /// get to a single texel are a warning.
    "SEM178" "image-parts" Error, spec "8-62", on
        ["image/create_2d", "image/create_3d", "image/create_cube"], check
}

fn check<'a>(image: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let size = image.elements().find(|e| matches!(e.local_name(), "size" | "size_exact"));
    let edge = |name| size.and_then(|s| attribute_count(s, name)).filter(|n| *n > 0);
    let largest = ["width", "height", "depth"].into_iter().filter_map(edge).max();
    let full = largest.map(|n| u64::from(n.ilog2()) + 1);
    let levels = match image.child("mips") {
        None => Some(1),
        Some(mips) => match attribute_count(mips, "levels") {
            Some(0) => full,
            Some(levels) => {
                if full.is_some_and(|f| levels > f) {
                    let span = mips.attribute("levels").map_or(mips.name_span(), |a| a.value_span());
                    let message = format!("an image of this size cannot have {levels} mip levels");
                    report.push(report.finding(mips, span, message).severity(Severity::Warning));
                }
                Some(levels)
            }
            None => return,
        },
    };
    let images = image.child("array").map_or(Some(1), |a| attribute_count(a, "length"));
    let mut filled: HashMap<(u64, u64, String), Node<'a>> = HashMap::new();
    for part in image.children_named("init_from") {
        // The text demands a level, its examples leave it out.
        let mip = if part.attribute("mip_index").is_some() { attribute_count(part, "mip_index") } else { Some(0) };
        let item = report.document.bound.given::<u64>(part, "array_index").sound();
        let (Some(mip), Some(item)) = (mip, item) else { continue };
        if let Some(levels) = levels.filter(|l| mip >= *l) {
            report.at_attribute(part, "mip_index", format!("mip level {mip} is out of range: the image has {levels}"));
        }
        if let Some(images) = images.filter(|i| item >= *i) {
            report.at_attribute(part, "array_index", format!("image {item} is out of range: the array has {images}"));
        }
        let mut place = part.attribute_value("face").unwrap_or_default().trim().to_owned();
        if let Some(slice) = attribute_count(part, "depth") {
            let slices = edge("depth").map(|d| d.checked_shr(mip.min(63) as u32).unwrap_or(0).max(1));
            if let Some(slices) = slices.filter(|s| slice >= *s) {
                report.at_attribute(part, "depth", format!("slice {slice} is out of range: this level has {slices}"));
            }
            place = slice.to_string();
        }
        let first = *filled.entry((mip, item, place)).or_insert(part);
        if first != part {
            let finding = report.finding(part, part.name_span(), "this part of the image is initialized twice");
            report.push(finding.see(first.open_span(), "first initialized here"));
        }
    }
}
