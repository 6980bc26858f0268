//! What a primitive has for its corners.

use portolan_scene::{Attribute, MaterialBinding, Mesh, Primitive, Semantic};

/// Data that a primitive has, and the column that picks it.
#[derive(Clone, Copy, Debug)]
pub struct Data<'a> {
    /// What it is.
    pub attribute: &'a Attribute,
    /// Which index of a corner picks its row.
    pub column: u32,
}

/// Everything a primitive has for its vertices; what a corner has counts before what its vertex has.
pub fn data<'a>(mesh: &'a Mesh, primitive: &'a Primitive) -> Vec<Data<'a>> {
    let mut all: Vec<Data<'a>> = Vec::new();
    let of_corners = primitive.inputs.iter().map(|i| Data { attribute: &i.attribute, column: i.column });
    let of_vertices = mesh.vertices.iter().map(|a| Data { attribute: a, column: primitive.vertex_column });
    for data in of_corners.chain(of_vertices) {
        let same =
            |d: &Data<'_>| d.attribute.semantic == data.attribute.semantic && d.attribute.set == data.attribute.set;
        if !all.iter().any(same) {
            all.push(data);
        }
    }
    all
}

/// The texture coordinates of a primitive as places in `data`: those that the names ask for, then the others. Empty if
/// there are none.
pub fn texture_coordinates(data: &[Data<'_>], names: &[&str], binding: Option<&MaterialBinding>) -> Vec<usize> {
    let of = |semantic: &Semantic, set: Option<u32>| {
        let fits = |d: &Data<'_>| d.attribute.semantic == *semantic && d.attribute.set.unwrap_or(0) == set.unwrap_or(0);
        data.iter().position(fits)
    };
    let is_coordinates = |d: &&Data<'_>| d.attribute.semantic == Semantic::TexCoord;
    let Some(first) = data.iter().position(|d| is_coordinates(&d)) else { return vec![] };
    let find = |name: &str| {
        let bound = binding.and_then(|b| b.inputs.iter().find(|(n, ..)| **n == *name));
        let bound = bound.and_then(|(_, semantic, set)| of(semantic, *set));
        let wide = |at: &usize| *at < data.len();
        bound.or_else(|| of(&Semantic::TexCoord, Some(digits(name)?))).filter(wide).unwrap_or(first)
    };
    let mut order: Vec<usize> = names.iter().map(|n| find(n)).collect();
    for (at, _) in data.iter().enumerate().filter(|(_, d)| is_coordinates(d)) {
        if !order.contains(&at) {
            order.push(at);
        }
    }
    order
}

/// The number at the end of a name: `UVSET0`, `CHANNEL1`.
fn digits(name: &str) -> Option<u32> {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    name.get(stem.len()..)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_found_by_binding_then_by_number_then_at_all() {
        let attribute = |set| Attribute { semantic: Semantic::TexCoord, set: Some(set), stream: 0 };
        let [zero, one, two] = [0, 1, 2].map(attribute);
        let data = [&zero, &one, &two].map(|attribute| Data { attribute, column: 0 });
        let binding = MaterialBinding {
            symbol: "m".into(),
            material: portolan_scene::MaterialId(0),
            inputs: vec![("UV".into(), Semantic::TexCoord, Some(2))],
            meta: portolan_scene::Meta::default(),
        };
        assert_eq!(texture_coordinates(&data, &["UV", "CHANNEL1"], Some(&binding)), [2, 1, 0]);
        assert_eq!(texture_coordinates(&data, &["TEX", "UVSET1"], None), [0, 1, 2]);
        assert_eq!(texture_coordinates(&[], &["UV"], Some(&binding)), [0usize; 0]);
    }
}
