use hashbrown::{HashMap, HashSet};
use portolan_syntax::{Node, NodeId};

use crate::rules::read::{integer, unwritten_material, vertex_attribute};
use crate::rules::resolve::{object_of, target_of};
use portolan_format::{Document, Reporter, rule};

rule! {
    /// Finds textures that use texture coordinates which a mesh with the material does not have.
    ///
    /// The `texcoord` of a texture (0 if none is given) is the `index` of the vertex array `texcoord` that it is laid on
    /// with. Without it the texture has one colour all over. Export the texture coordinates, or correct the number.
    "SEM228" "texture-coordinates-missing" Warning, spec "73,89", on document, check
}

/// Textures of a material and meshes of an object that are looked at; nobody has more.
const MOST: usize = 100;

/// What a mesh offers: its texture coordinate sets, and the material indices that it uses.
struct Offer<'a> {
    mesh: Node<'a>,
    sets: HashSet<i128>,
    materials: HashSet<i128>,
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let mut objects: HashMap<NodeId, Vec<Offer<'a>>> = HashMap::new();
    let mut seen: HashSet<(NodeId, NodeId, i128)> = HashSet::new();
    let mut told: HashSet<NodeId> = HashSet::new();
    for node in document.tree.nodes().filter(|n| document.path(*n) == "GeometryNode") {
        let mut references = node.children_named("MaterialRef").peekable();
        let Some(object) = references.peek().and_then(|_| object_of(document, node)) else { continue };
        for reference in references {
            let (Some(index), Some(material)) =
                (integer(report.document, reference, "index"), target_of(document, reference))
            else {
                continue;
            };
            if !seen.insert((object.id(), material.id(), index)) {
                continue;
            }
            let offers = objects.entry(object.id()).or_insert_with(|| offers(document, object));
            for texture in material.children_named("Texture").take(MOST) {
                let Some(set) = integer(report.document, texture, "texcoord") else { continue };
                let lacking = offers.iter().take(MOST).find(|o| o.materials.contains(&index) && !o.sets.contains(&set));
                let Some(offer) = lacking.filter(|_| told.insert(texture.id())) else { continue };
                let message = format!("a mesh with this material has no texture coordinates {set}");
                let finding = report.finding(texture, texture.name_span(), message);
                report.push(finding.see(offer.mesh.name_span(), "the mesh"));
            }
        }
    }
}

fn offers<'a>(document: &Document, object: Node<'a>) -> Vec<Offer<'a>> {
    let offer = |mesh| {
        let mesh: Node<'_> = mesh;
        let arrays = mesh.children_named("VertexArray").filter_map(|a| vertex_attribute(document, a));
        let sets = arrays.filter(|(name, _)| name == "texcoord").map(|(_, index)| index).collect();
        let mut materials: HashSet<i128> =
            mesh.children_named("IndexArray").filter_map(|a| integer(document, a, "material")).collect();
        if mesh.child("IndexArray").is_none() {
            materials.extend(unwritten_material(document));
        }
        Offer { mesh, sets, materials }
    };
    object.children_named("Mesh").map(offer).collect()
}
