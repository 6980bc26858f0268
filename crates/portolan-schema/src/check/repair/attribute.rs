//! Required attributes that are not there, and values that are not what they must be.

use portolan_syntax::{Attr, Edit, Node, Span};

use super::{References, Repair, root};
use crate::bind::Bound;
use crate::value::number;
use crate::{Value, ValueId};

/// Siblings that are looked at for one repair.
const MOST: usize = 1000;

/// Adds a required attribute whose value is known.
pub fn missing(
    bound: &Bound,
    node: Node<'_>,
    name: &str,
    references: impl Fn() -> std::sync::Arc<References>,
) -> Option<Repair> {
    if bound.schema.format != "collada" {
        return None;
    }
    let (value, certain) = match name {
        "version" if node.parent_element().is_none() => {
            let known = bound.schema.namespaces.iter().any(|(_, n)| *n == node.name().namespace);
            (bound.version_name().to_owned(), known)
        }
        "count" => (count(bound, node)?.to_string(), true),
        "offset" => {
            let alone = node.parent_element()?.children_named("input").take(2).count() == 1;
            ("0".to_owned(), alone.then_some(true)?)
        }
        "type" if node.local_name() == "param" => (param_type(node)?.to_owned(), true),
        "id" | "sid" => (fresh(node, name, &references()), true),
        "texcoord" => match &references().texcoord {
            Some(only) => (only.clone(), true),
            // Where nothing is bound, any name leads readers to the first set; which they take is not certain.
            None => ("TEXCOORD0".to_owned(), false),
        },
        _ => return None,
    };
    let edits = vec![Edit::insert(node.name_span().end, format!(" {name}=\"{value}\""))];
    let title = format!("add `{name}=\"{value}\"`");
    Some(Repair { title, edits, certain })
}

/// What can be done about the value of an attribute that does not fit its type.
pub fn bad_value(
    bound: &Bound,
    node: Node<'_>,
    attr: Attr<'_>,
    (id, text): (ValueId, &str),
    references: impl Fn() -> std::sync::Arc<References>,
) -> Option<Repair> {
    let name = attr.full_name();
    if bound.schema.format != "collada" {
        return None;
    }
    if name == "version" && node.parent_element().is_none() {
        return root::version(bound, node);
    }
    let replaced = |value: String, certain: bool| {
        let title = format!("write `{}`", crate::value::shown(&value));
        let edits = vec![Edit::replace(attr.value_span(), value)];
        Some(if certain { Repair::certain(title, edits) } else { Repair::guess(title, edits) })
    };
    let value = bound.schema.value(id);
    if text.trim().is_empty() && matches!(name, "id" | "sid" | "name") {
        let required = bound
            .ty(node.id())?
            .attributes
            .iter()
            .any(|a| a.required && a.versions.contains(bound.version) && bound.schema.name(a.name) == name);
        return match required {
            false => {
                Some(Repair::certain(format!("remove the empty `{name}`"), vec![Edit::delete(with_space(node, attr))]))
            }
            true if name != "name" => replaced(fresh(node, name, &references()), true),
            true => None,
        };
    }
    match (name, value) {
        ("count", _) => replaced(count(bound, node)?.to_string(), true),
        // How many digits are worth printing: any number above the largest means all of them.
        ("digits" | "magnitude", Value::Int { min, max }) => {
            let written: i128 = text.trim().parse().ok()?;
            replaced(written.clamp(*min, *max).to_string(), true)
        }
        ("name", Value::Name | Value::NcName | Value::Token | Value::NmToken) => replaced(as_name(text), false),
        // Both ends of the reference change in the same way.
        ("sid", _) if node.local_name() == "rigid_body" => replaced(as_name(text), false),
        ("body", _) if node.local_name() == "instance_rigid_body" => replaced(as_name(text), false),
        ("id", Value::Id) => rename(attr, text.trim(), &references()),
        _ => None,
    }
}

/// Gives an element another id, and everything that refers to it the same; only if all of that can be found.
fn rename(attr: Attr<'_>, id: &str, references: &References) -> Option<Repair> {
    let new = references.unused(&as_name(id));
    let mut edits = vec![Edit::replace(attr.value_span(), new.clone())];
    for used in references.to(id) {
        edits.push(Edit::replace(used.place?, new.clone()));
    }
    attr.is_verbatim().then(|| Repair::guess(format!("rename it to `{new}`, with all references to it"), edits))
}

/// The nearest thing to a text that is a name.
fn as_name(text: &str) -> String {
    use portolan_syntax::xml::chars::{is_name_char, is_name_start};
    let mut name: String = text.trim().chars().map(|c| if is_name_char(c) && c != ':' { c } else { '_' }).collect();
    if !name.starts_with(is_name_start) {
        name.insert(0, '_');
    }
    name
}

/// An attribute with the white space before it.
fn with_space(node: Node<'_>, attr: Attr<'_>) -> Span {
    let span = attr.span();
    let before = node.tree().slice(Span::new(0, span.start));
    let kept = before.trim_end_matches([' ', '\t', '\n', '\r']).len() as u32;
    Span::new(kept, span.end)
}

/// An id or SID for an element that has none. Nothing can refer to it, so it only has to be new.
fn fresh(node: Node<'_>, attribute: &str, references: &References) -> String {
    let name = node.local_name();
    if attribute == "id" {
        return references.unused(&format!("{name}-{}", node.id().index()));
    }
    let siblings = || node.parent_element().into_iter().flat_map(|p| p.elements()).take(MOST);
    let base = if name == "technique" { "common" } else { name };
    let taken = |sid: &String| siblings().any(|s| s.attribute_value("sid").is_some_and(|v| v.trim() == sid));
    let is_first = siblings().find(|s| s.local_name() == name) == Some(node);
    let first = if is_first { base.to_owned() } else { format!("{base}-{}", node.id().index()) };
    let numbered = (0u32..).map(|n| format!("{first}-{n}"));
    std::iter::once(first.clone()).chain(numbered).find(|sid| !taken(sid)).unwrap_or_default()
}

/// How many there are of what a `count` counts, if that is certain.
fn count(bound: &Bound, node: Node<'_>) -> Option<u64> {
    let words = |list: Node<'_>| {
        let mut count = 0u64;
        number::for_each_word(list.text().as_bytes(), |_, _| count += 1);
        count
    };
    let whole = |node: Node<'_>, name: &str| bound.given::<u64>(node, name).sound();
    match node.local_name() {
        name if name.ends_with("_array") => Some(words(node)),
        "accessor" => {
            let source = node.attribute_value("source")?;
            let owner = node.parent_element()?.parent_element()?;
            let is_it = |e: &Node<'_>| {
                e.attribute_value("id").is_some_and(|id| source.trim().strip_prefix('#') == Some(id.trim()))
            };
            let array = owner.elements().filter(|e| e.local_name().ends_with("_array")).find(is_it)?;
            let (offset, stride) = (whole(node, "offset")?, whole(node, "stride")?.max(1));
            let values = words(array).checked_sub(offset)?;
            (values % stride == 0).then_some(values / stride)
        }
        "polylist" | "vertex_weights" => Some(words(node.child("vcount")?)),
        name @ ("triangles" | "lines") => {
            // One input without its column has the first.
            let offset =
                |input: Node<'_>| if input.attribute("offset").is_some() { whole(input, "offset") } else { Some(0) };
            let offsets = node.children_named("input").map(offset);
            let width = offsets.collect::<Option<Vec<u64>>>()?.into_iter().max()?.checked_add(1)?;
            let group = width.checked_mul(if name == "lines" { 2 } else { 3 })?;
            let indices = words(node.child("p")?);
            (indices % group == 0).then_some(indices / group)
        }
        "polygons" | "trifans" | "tristrips" | "linestrips" => {
            Some(node.elements().filter(|e| matches!(e.local_name(), "p" | "ph")).count() as u64)
        }
        _ => None,
    }
}

/// The type of a param, by the array that its accessor reads: one value, or a whole matrix when there is one param alone.
fn param_type(param: Node<'_>) -> Option<&'static str> {
    let accessor = param.parent_element().filter(|a| a.local_name() == "accessor")?;
    let owner = accessor.parent_element()?.parent_element()?;
    let params = accessor.children_named("param").take(MOST).count();
    let stride = accessor.attribute_value("stride").map_or(Some(1), |s| s.trim().parse::<usize>().ok())?;
    let array = owner.elements().find(|e| e.local_name().ends_with("_array"))?;
    match (array.local_name(), params, stride) {
        ("float_array", 1, 16) => Some("float4x4"),
        ("float_array", n, stride) if n == stride => Some("float"),
        ("int_array", n, stride) if n == stride => Some("int"),
        ("bool_array", n, stride) if n == stride => Some("bool"),
        ("Name_array", 1, 1) => Some("name"),
        ("IDREF_array", 1, 1) => Some("IDREF"),
        _ => None,
    }
}

/// The text that a value must have where exporters are known to write another: the words of OpenGL for how textures wrap, and
/// one radius where there is one for each direction.
pub fn known_word(bound: &Bound, node: Node<'_>, (id, text): (ValueId, &str)) -> Option<String> {
    let word = text.trim();
    let right = match (node.local_name(), word) {
        ("wrap_s" | "wrap_t" | "wrap_p", "REPEAT") => "WRAP".to_owned(),
        ("wrap_s" | "wrap_t" | "wrap_p", "MIRRORED_REPEAT") => "MIRROR".to_owned(),
        ("wrap_s" | "wrap_t" | "wrap_p", "CLAMP_TO_EDGE") => "CLAMP".to_owned(),
        ("wrap_s" | "wrap_t" | "wrap_p", "CLAMP_TO_BORDER") => "BORDER".to_owned(),
        ("radius" | "radius1" | "radius2", one) if !one.contains([' ', '\t', '\n', '\r']) => {
            let Value::List { length, .. } = bound.schema.value(id) else { return None };
            vec![one; (length.min as usize).clamp(1, 3)].join(" ")
        }
        _ => return None,
    };
    crate::value::check(bound.schema, bound.version, id, &right).faults.is_empty().then_some(right)
}
