//! Names of the format as names of Rust.

/// Words that Rust keeps for itself.
const KEYWORDS: [&str; 48] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
    "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move",
    "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// `bottomRadius` → `bottom_radius`, `profile_COMMON` → `profile_common`, `sampler2D` → `sampler2d`.
pub fn snake(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (i, &c) in chars.iter().enumerate() {
        if !c.is_ascii_alphanumeric() {
            if !out.is_empty() && !out.ends_with('_') {
                out.push('_');
            }
            continue;
        }
        let before = i.checked_sub(1).and_then(|j| chars.get(j));
        let behind = chars.get(i + 1);
        let starts_word = c.is_ascii_uppercase()
            && before.is_some_and(|b| {
                b.is_ascii_lowercase() || (b.is_ascii_uppercase() && behind.is_some_and(char::is_ascii_lowercase))
            });
        if starts_word {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out.trim_end_matches('_').to_owned()
}

/// `profile_COMMON` → `ProfileCommon`.
pub fn camel(name: &str) -> String {
    let mut out = String::new();
    for word in snake(name).split('_') {
        let mut chars = word.chars();
        out.extend(chars.next().map(|c| c.to_ascii_uppercase()));
        out.push_str(chars.as_str());
    }
    out
}

/// The plural of a name in snake case. What ends in a single `s` is a plural already: `triangles`.
pub fn plural(name: &str) -> String {
    const ENDINGS: [(&str, &str); 8] = [
        ("ss", "sses"),
        ("is", "es"),
        ("s", "s"),
        ("ex", "ices"),
        ("ix", "ices"),
        ("x", "xes"),
        ("ch", "ches"),
        ("sh", "shes"),
    ];
    for (singular, plural) in ENDINGS {
        if let Some(stem) = name.strip_suffix(singular) {
            return format!("{stem}{plural}");
        }
    }
    match name.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{name}s"),
    }
}

/// The name as an identifier.
pub fn identifier(name: &str) -> String {
    match name {
        "self" | "super" | "crate" => format!("{name}_"),
        _ if KEYWORDS.contains(&name) => format!("r#{name}"),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_rust() {
        assert_eq!(snake("bottomRadius"), "bottom_radius");
        assert_eq!(snake("profile_COMMON"), "profile_common");
        assert_eq!(snake("IDREF_array"), "idref_array");
        assert_eq!(snake("set-fraction"), "set_fraction");
        assert_eq!(snake("xml:base"), "xml_base");
        assert_eq!(camel("COLLADA"), "Collada");
        assert_eq!(camel("~fx_samplerCUBE"), "FxSamplerCube");
        assert_eq!(camel("IndexedFaceSet"), "IndexedFaceSet");
        assert_eq!(plural("library"), "libraries");
        assert_eq!(plural("array"), "arrays");
        assert_eq!(plural("mesh"), "meshes");
        assert_eq!(plural("triangles"), "triangles");
        assert_eq!(plural("bind_joint_axis"), "bind_joint_axes");
        assert_eq!(plural("matrix"), "matrices");
        assert_eq!(identifier("type"), "r#type");
    }
}
