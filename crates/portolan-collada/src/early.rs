//! COLLADA from before 1.4: its geometry, materials, nodes, cameras and lights in the words of 1.4.1.
//!
//! The text is edited in place, and every line stays where it was, so that whatever is told of it names the right place.

use std::fmt::Write;

use hashbrown::HashMap;
use portolan_syntax::{Edit, Node, Span, Tree};

/// Versions that were published before 1.4.
const VERSIONS: [&str; 7] = ["1.0.0", "1.1.0", "1.2.0", "1.3.0", "1.3.1", "1.3.2", "1.3"];

/// The version of a document from before 1.4.
pub(crate) fn version(tree: &Tree) -> Option<&'static str> {
    let root = tree.root().filter(|root| root.local_name() == "COLLADA")?;
    let written = root.attribute_value("version")?;
    let known = VERSIONS.iter().find(|v| **v == written.trim()).copied();
    known.or_else(|| ["1.0", "1.1", "1.2", "1.3"].into_iter().find(|early| written.trim().starts_with(early)))
}

/// What makes a document of 1.4.1 of it, as far as the two are alike.
pub(crate) fn edits(tree: &Tree) -> Vec<Edit> {
    let Some(root) = tree.root() else { return Vec::new() };
    let ids = tree.nodes().filter(|n| n.is_element()).filter_map(|n| Some((n.attribute_value("id")?.into_owned(), n)));
    let mut update = Update { text: tree.source().text(), ids: ids.collect(), edits: Vec::new() };
    update.root(root);
    update.edits
}

struct Update<'a> {
    text: &'a str,
    ids: HashMap<String, Node<'a>>,
    edits: Vec<Edit>,
}

impl<'a> Update<'a> {
    fn root(&mut self, root: Node<'a>) {
        self.value(root, "version", "1.4.1");
        self.value(root, "xmlns", "http://www.collada.org/2005/11/COLLADASchema");
        for child in root.elements() {
            match child.local_name() {
                "library" => self.library(child),
                "scene" => self.scene(child),
                _ => {}
            }
        }
    }

    fn library(&mut self, library: Node<'a>) {
        let kind = library.attribute_value("type").unwrap_or_default().to_ascii_uppercase();
        let name = match kind.as_str() {
            "IMAGE" => "library_images",
            "MATERIAL" => "library_materials",
            "GEOMETRY" => "library_geometries",
            "LIGHT" => "library_lights",
            "CAMERA" => "library_cameras",
            // Materials say what there is to say of textures.
            "TEXTURE" => return self.put(library.span(), String::new()),
            _ => return,
        };
        if library.elements().next().is_none() {
            return self.put(library.span(), String::new());
        }
        self.rename(library, name);
        self.remove(library, "type");
        let mut effects = String::new();
        for child in library.elements() {
            match (child.local_name(), name) {
                ("image", _) => self.image(child),
                ("geometry", _) => child.descendants().for_each(|part| self.part(part)),
                ("material", _) => self.material(child, &mut effects),
                ("camera", _) => self.content(child, camera(child)),
                ("light", _) => {
                    self.content(child, light(child));
                    self.remove(child, "type");
                }
                _ => {}
            }
        }
        if !effects.is_empty() {
            let at = library.open_span().start;
            self.edits.push(Edit::insert(at, format!("<library_effects>{effects}</library_effects>")));
        }
    }

    /// A part of a geometry.
    fn part(&mut self, part: Node<'a>) {
        match part.local_name() {
            "array" => {
                let kind = part.attribute_value("type").unwrap_or_default();
                let name = match kind.to_ascii_lowercase().as_str() {
                    "int" => "int_array",
                    "bool" => "bool_array",
                    "name" | "string" => "Name_array",
                    "idref" => "IDREF_array",
                    _ => "float_array",
                };
                self.rename(part, name);
                self.remove(part, "type");
            }
            "technique" if part.parent_element().is_some_and(|p| p.local_name() == "source") => {
                self.rename(part, "technique_common");
                self.remove(part, "profile");
            }
            "param" => self.remove(part, "flow"),
            "vertices" => self.remove(part, "count"),
            "input" => {
                if let Some(index) = part.attribute("idx") {
                    self.edits.push(Edit::replace(index.span(), format!("offset=\"{}\"", index.raw())));
                }
            }
            "lines" | "linestrips" | "polygons" | "triangles" | "tristrips" | "trifans" => {
                if let Some(material) = part.attribute("material") {
                    self.edits.push(Edit::replace(material.value_span(), fragment(material.raw())));
                }
            }
            _ => {}
        }
    }

    fn image(&mut self, image: Node<'a>) {
        if let Some(source) = image.attribute("source") {
            self.content(image, format!("<init_from>{}</init_from>", source.raw()));
            self.remove(image, "source");
        }
    }

    fn material(&mut self, material: Node<'a>, effects: &mut String) {
        let (Some(id), Some(shader)) = (material.attribute("id"), material.child("shader")) else { return };
        let effect = format!("{}-early-effect", id.raw());
        self.put(shader.span(), format!("<instance_effect url=\"#{effect}\"/>"));
        let _ = write!(effects, "<effect id=\"{effect}\"><profile_COMMON>{}</profile_COMMON></effect>", {
            let texture = shader.descendants().find(|n| is_input(*n, "TEXTURE")).and_then(|n| self.target(n, "source"));
            let picture = texture.and_then(|t| t.descendants().find(|n| is_input(*n, "IMAGE")));
            let picture = picture.and_then(|n| n.attribute("source")).map(|source| fragment(source.raw()).to_owned());
            look(shader, picture.as_deref())
        });
    }

    fn scene(&mut self, scene: Node<'a>) {
        let id = scene.attribute("id").map(|id| id.raw().to_owned());
        if id.is_none() {
            self.edits.push(Edit::insert(scene.name_span().end, " id=\"early-scene\""));
        }
        let id = id.unwrap_or_else(|| "early-scene".to_owned());
        let shown = format!("<scene><instance_visual_scene url=\"#{id}\"/></scene>");
        self.edits.push(Edit::replace(scene.name_span(), "library_visual_scenes><visual_scene"));
        if scene.is_self_closed() || !scene.is_closed() {
            return;
        }
        let end = Span::new(scene.content_span().end, scene.span().end);
        self.edits.push(Edit::replace(end, format!("</visual_scene></library_visual_scenes>{shown}")));
        scene.elements().filter(|n| n.local_name() == "node").for_each(|node| self.node(node));
    }

    fn node(&mut self, node: Node<'a>) {
        for part in node.descendants() {
            match part.local_name() {
                "instance" => self.instance(part),
                "boundingbox" => self.put(part.span(), String::new()),
                _ => {}
            }
        }
    }

    fn instance(&mut self, instance: Node<'a>) {
        let (Some(url), Some(target)) = (instance.attribute("url"), self.target(instance, "url")) else { return };
        let name = match target.local_name() {
            "geometry" => "instance_geometry",
            "camera" => "instance_camera",
            "light" => "instance_light",
            "node" => "instance_node",
            _ => return,
        };
        let mut symbols: Vec<&str> = Vec::new();
        for material in target.descendants().filter_map(|n| n.attribute("material")) {
            let symbol = fragment(material.raw());
            if target.local_name() == "geometry" && !symbols.contains(&symbol) {
                symbols.push(symbol);
            }
        }
        let bind = |s: &&str| format!("<instance_material symbol=\"{s}\" target=\"#{s}\"/>");
        let bound: String = symbols.iter().map(bind).collect();
        let bound = match bound.is_empty() {
            true => String::new(),
            false => format!("<bind_material><technique_common>{bound}</technique_common></bind_material>"),
        };
        self.put(instance.span(), format!("<{name} url=\"{}\">{bound}</{name}>", url.raw()));
    }

    /// The element that an attribute names.
    fn target(&self, element: Node<'a>, attribute: &str) -> Option<Node<'a>> {
        self.ids.get(fragment(&element.attribute_value(attribute)?)).copied()
    }

    /// Puts text in the place of other text and keeps the lines.
    fn put(&mut self, span: Span, mut text: String) {
        let old = self.text.get(span.start as usize..span.end as usize).unwrap_or_default();
        text.extend(old.chars().filter(|c| *c == '\n'));
        self.edits.push(Edit::replace(span, text));
    }

    /// Gives an element other content.
    fn content(&mut self, element: Node<'a>, text: String) {
        if element.is_self_closed() {
            let slash = element.open_span().end.saturating_sub(2);
            let end = format!(">{text}</{}>", element.name().full);
            self.edits.push(Edit::replace(Span::new(slash, element.open_span().end), end));
        } else if element.is_closed() {
            self.put(element.content_span(), text);
        }
    }

    fn rename(&mut self, element: Node<'a>, name: &str) {
        self.edits.push(Edit::replace(element.name_span(), name));
        if !element.is_self_closed() && element.is_closed() {
            let end = Span::new(element.content_span().end, element.span().end);
            self.edits.push(Edit::replace(end, format!("</{name}>")));
        }
    }

    fn remove(&mut self, element: Node<'a>, attribute: &str) {
        if let Some(attribute) = element.attribute(attribute) {
            self.edits.push(Edit::delete(attribute.span()));
        }
    }

    fn value(&mut self, element: Node<'a>, attribute: &str, value: &str) {
        if let Some(attribute) = element.attribute(attribute) {
            self.edits.push(Edit::replace(attribute.value_span(), value));
        }
    }
}

fn fragment(reference: &str) -> &str {
    reference.trim().trim_start_matches('#')
}

fn is_input(element: Node<'_>, semantic: &str) -> bool {
    let has = |name: &str| element.attribute_value(name).is_some_and(|v| v.eq_ignore_ascii_case(semantic));
    element.local_name() == "input" && has("semantic")
}

/// The words of a parameter anywhere below an element.
fn param(element: Node<'_>, name: &str) -> Option<String> {
    let is = |n: &Node<'_>| n.local_name() == "param" && n.attribute_value("name").is_some_and(|v| v == name);
    let text = element.descendants().find(is)?.text().into_owned();
    let words: Vec<&str> = text.split_whitespace().filter(|word| word.parse::<f64>().is_ok()).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// The technique of an effect.
fn look(shader: Node<'_>, picture: Option<&str>) -> String {
    let program = shader.descendants().find(|n| n.local_name() == "program").and_then(|n| n.attribute_value("url"));
    let model = match program.as_deref().map(fragment) {
        Some("CONSTANT") => "constant",
        Some("LAMBERT") => "lambert",
        _ => "phong",
    };
    let mut fields = String::new();
    let mut samplers = String::new();
    if let Some(picture) = picture {
        let _ = write!(
            samplers,
            "<newparam sid=\"surface\"><surface type=\"2D\"><init_from>{picture}</init_from></surface></newparam>\
             <newparam sid=\"sampler\"><sampler2D><source>surface</source></sampler2D></newparam>"
        );
    }
    for name in ["EMISSION", "AMBIENT", "DIFFUSE", "SPECULAR", "SHININESS"] {
        let allowed = match name {
            "EMISSION" => true,
            "AMBIENT" | "DIFFUSE" => model != "constant",
            _ => model == "phong",
        };
        let tag = name.to_ascii_lowercase();
        if name == "DIFFUSE" && picture.is_some() && allowed {
            fields.push_str("<diffuse><texture texture=\"sampler\" texcoord=\"UV\"/></diffuse>");
        } else if let Some(words) = param(shader, name).filter(|_| allowed) {
            let value = match words.split(' ').count() {
                1 => format!("<float>{words}</float>"),
                3 => format!("<color>{words} 1</color>"),
                4 => format!("<color>{words}</color>"),
                _ => continue,
            };
            let _ = write!(fields, "<{tag}>{value}</{tag}>");
        }
    }
    // Then it was the amount of light that goes through.
    let clear = param(shader, "TRANSPARENCY").and_then(|words| words.parse::<f64>().ok()).unwrap_or(0.0);
    if clear > 0.0 && clear <= 1.0 {
        let _ = write!(fields, "<transparency><float>{}</float></transparency>", 1.0 - clear);
    }
    format!("{samplers}<technique sid=\"common\"><{model}>{fields}</{model}></technique>")
}

fn camera(camera: Node<'_>) -> String {
    let mut fields = String::new();
    let wide =
        [("XFOV", "xfov"), ("YFOV", "yfov")].into_iter().filter_map(|(name, tag)| Some((tag, param(camera, name)?)));
    let near = [("ZNEAR", "0.1"), ("ZFAR", "1000")].map(|(name, usual)| {
        let tag = if name == "ZNEAR" { "znear" } else { "zfar" };
        (tag, param(camera, name).unwrap_or_else(|| usual.to_owned()))
    });
    for (tag, value) in wide.chain(near) {
        let _ = write!(fields, "<{tag}>{value}</{tag}>");
    }
    format!("<optics><technique_common><perspective>{fields}</perspective></technique_common></optics>")
}

fn light(light: Node<'_>) -> String {
    let kind = match light.attribute_value("type").unwrap_or_default().to_ascii_uppercase().as_str() {
        "AMBIENT" => "ambient",
        "DIRECTIONAL" => "directional",
        "SPOT" => "spot",
        _ => "point",
    };
    let words = param(light, "COLOR").filter(|words| words.split(' ').count() >= 3);
    let colour = words.map_or_else(|| "1 1 1".to_owned(), |w| w.split(' ').take(3).collect::<Vec<_>>().join(" "));
    format!("<technique_common><{kind}><color>{colour}</color></{kind}></technique_common>")
}
