//! An independent look at binary glTF files: does everything point at something that is there?

use serde_json::Value;

/// What is wrong with the structure of a `.glb` file; nothing if it is sound.
pub fn faults(bytes: &[u8]) -> Vec<String> {
    let mut faults = Vec::new();
    match Glb::open(bytes) {
        Ok(file) => file.check(&mut faults),
        Err(why) => faults.push(why),
    }
    faults
}

struct Glb<'a> {
    json: Value,
    binary: &'a [u8],
}

/// Numbers of an accessor, with how many belong together.
struct Numbers {
    values: Vec<f64>,
    width: usize,
    count: usize,
}

impl<'a> Glb<'a> {
    fn open(bytes: &'a [u8]) -> Result<Glb<'a>, String> {
        let long = |at: usize| -> Result<usize, String> {
            let four = bytes.get(at..at + 4).and_then(|b| b.try_into().ok()).ok_or("the file ends too early")?;
            Ok(u32::from_le_bytes(four) as usize)
        };
        if bytes.get(..4) != Some(b"glTF") || long(4)? != 2 || long(8)? != bytes.len() {
            return Err("the header is wrong".into());
        }
        if long(16)? != 0x4E4F_534A || long(12)? % 4 != 0 {
            return Err("the first chunk is not JSON".into());
        }
        let text = bytes.get(20..20 + long(12)?).ok_or("the JSON chunk is longer than the file")?;
        let json: Value = serde_json::from_slice(text).map_err(|e| e.to_string())?;
        let at = 20 + text.len();
        if at == bytes.len() {
            return Ok(Glb { json, binary: &[] });
        }
        let binary = bytes.get(at + 8..).ok_or("the second chunk has no header")?;
        if long(at + 4)? != 0x004E_4942 || long(at)? != binary.len() || binary.len() % 4 != 0 {
            return Err("the second chunk is not binary data to the end".into());
        }
        Ok(Glb { json, binary })
    }

    fn list(&self, name: &str) -> &[Value] {
        self.json[name].as_array().map_or(&[], Vec::as_slice)
    }

    fn check(&self, faults: &mut Vec<String>) {
        if self.json["asset"]["version"] != "2.0" {
            faults.push("no version".into());
        }
        for name in ["nodes", "meshes", "accessors", "bufferViews", "materials", "textures", "images", "scenes"] {
            if self.json.get(name).is_some() && self.list(name).is_empty() {
                faults.push(format!("`{name}` is empty"));
            }
        }
        self.check_views(faults);
        let accessors: Vec<Option<Numbers>> =
            (0..self.list("accessors").len()).map(|i| self.numbers(i).map_err(|e| faults.push(e)).ok()).collect();
        for (mesh, i) in self.list("meshes").iter().zip(0..) {
            for primitive in each(&mesh["primitives"]) {
                self.check_primitive(primitive, &accessors, &format!("mesh {i}"), faults);
            }
        }
        self.check_nodes(faults);
        self.check_motion(&accessors, faults);
        for (texture, i) in self.list("textures").iter().zip(0..) {
            self.refers(&texture["source"], "images", false, &format!("texture {i}"), faults);
            self.refers(&texture["sampler"], "samplers", false, &format!("texture {i}"), faults);
        }
        for (material, i) in self.list("materials").iter().zip(0..) {
            self.check_material(material, &format!("material {i}"), faults);
        }
    }

    /// An index into a list of the file.
    fn refers(&self, index: &Value, list: &str, needed: bool, what: &str, faults: &mut Vec<String>) {
        let sound = match index {
            Value::Null => !needed,
            index => index.as_u64().is_some_and(|i| (i as usize) < self.list(list).len()),
        };
        if !sound {
            faults.push(format!("{what}: {index} is not in `{list}`"));
        }
    }

    fn check_views(&self, faults: &mut Vec<String>) {
        let length = self.json["buffers"][0]["byteLength"].as_u64().unwrap_or(0) as usize;
        if length > self.binary.len() || self.binary.len() - length > 3 {
            faults.push(format!("the buffer of {length} bytes is a chunk of {}", self.binary.len()));
        }
        for (view, i) in self.list("bufferViews").iter().zip(0..) {
            let (start, long) = (view["byteOffset"].as_u64().unwrap_or(0), view["byteLength"].as_u64().unwrap_or(0));
            if view["buffer"] != 0 || long == 0 || start + long > length as u64 {
                faults.push(format!("view {i} is outside of the buffer"));
            }
        }
        for (image, i) in self.list("images").iter().zip(0..) {
            if image.get("uri").is_none() {
                self.refers(&image["bufferView"], "bufferViews", true, &format!("image {i}"), faults);
            }
        }
    }

    /// The numbers of an accessor, if they are inside of its view and finite and its bounds are theirs.
    fn numbers(&self, index: usize) -> Result<Numbers, String> {
        let accessor = &self.list("accessors")[index];
        let fault = |what: &str| format!("accessor {index}: {what}");
        let count = accessor["count"].as_u64().filter(|c| *c > 0).ok_or_else(|| fault("no count"))? as usize;
        let width = match accessor["type"].as_str() {
            Some("SCALAR") => 1,
            Some("VEC2") => 2,
            Some("VEC3") => 3,
            Some("VEC4" | "MAT2") => 4,
            Some("MAT3") => 9,
            Some("MAT4") => 16,
            _ => return Err(fault("no type")),
        };
        let mut values = match accessor["bufferView"].as_u64() {
            Some(view) => {
                let start = accessor["byteOffset"].as_u64().unwrap_or(0) as usize;
                self.decode(view as usize, start, &accessor["componentType"], count, width).map_err(|e| fault(&e))?
            }
            None => vec![0.0; count * width],
        };
        if let Some(sparse) = accessor.get("sparse") {
            let many = sparse["count"].as_u64().ok_or_else(|| fault("a sparse part without count"))? as usize;
            let part = |name: &str, kind: &Value, width: usize| {
                let view = sparse[name]["bufferView"].as_u64().unwrap_or(u64::MAX) as usize;
                let start = sparse[name]["byteOffset"].as_u64().unwrap_or(0) as usize;
                self.decode(view, start, kind, many, width).map_err(|e| fault(&e))
            };
            let places = part("indices", &sparse["indices"]["componentType"], 1)?;
            let replaced = part("values", &accessor["componentType"], width)?;
            for (place, new) in places.iter().zip(replaced.chunks(width)) {
                let at = *place as usize * width;
                values
                    .get_mut(at..at + width)
                    .ok_or_else(|| fault("a sparse index is too great"))?
                    .copy_from_slice(new);
            }
        }
        if values.iter().any(|v| !v.is_finite()) {
            return Err(fault("not finite"));
        }
        for (name, better) in [("min", f64::min as fn(f64, f64) -> f64), ("max", f64::max)] {
            let Some(stated) = accessor[name].as_array() else { continue };
            for (axis, stated) in stated.iter().enumerate() {
                let real = values.iter().skip(axis).step_by(width).copied().reduce(better);
                if stated.as_f64().map(|v| v as f32) != real.map(|v| v as f32) {
                    return Err(fault(&format!("`{name}` {axis} is {stated}, but should be {real:?}")));
                }
            }
        }
        Ok(Numbers { values, width, count })
    }

    fn decode(&self, view: usize, at: usize, kind: &Value, count: usize, width: usize) -> Result<Vec<f64>, String> {
        let view = self.list("bufferViews").get(view).ok_or("no such view")?;
        let (start, long) = (view["byteOffset"].as_u64().unwrap_or(0) as usize, view["byteLength"].as_u64());
        let bytes = self.binary.get(start..start + long.unwrap_or(0) as usize).ok_or("the view is outside")?;
        let size = match kind.as_u64() {
            Some(5120 | 5121) => 1,
            Some(5122 | 5123) => 2,
            Some(5125 | 5126) => 4,
            _ => return Err("no component type".into()),
        };
        let stride = view["byteStride"].as_u64().map_or(size * width, |s| s as usize);
        if !(start + at).is_multiple_of(size) || at + stride * (count.max(1) - 1) + size * width > bytes.len() {
            return Err(format!("{count} of {width} are not inside of the view, or not aligned"));
        }
        let mut values = Vec::with_capacity(count * width);
        for item in 0..count {
            for part in 0..width {
                let from = at + item * stride + part * size;
                let raw = &bytes[from..from + size];
                values.push(match (kind.as_u64(), raw) {
                    (Some(5120), [a]) => f64::from(*a as i8),
                    (Some(5122), [a, b]) => f64::from(i16::from_le_bytes([*a, *b])),
                    (Some(5125), [a, b, c, d]) => f64::from(u32::from_le_bytes([*a, *b, *c, *d])),
                    (_, [a]) => f64::from(*a),
                    (_, [a, b]) => f64::from(u16::from_le_bytes([*a, *b])),
                    (_, [a, b, c, d]) => f64::from(f32::from_le_bytes([*a, *b, *c, *d])),
                    _ => return Err("no component type".into()),
                });
            }
        }
        Ok(values)
    }

    fn check_primitive(&self, primitive: &Value, all: &[Option<Numbers>], what: &str, faults: &mut Vec<String>) {
        let get = |index: &Value| index.as_u64().and_then(|i| all.get(i as usize)).and_then(Option::as_ref);
        let Some(points) = get(&primitive["attributes"]["POSITION"]) else {
            return faults.push(format!("{what} has no positions"));
        };
        let position = &self.list("accessors")[primitive["attributes"]["POSITION"].as_u64().unwrap_or(0) as usize];
        if position.get("min").is_none() || position.get("max").is_none() || points.width != 3 {
            faults.push(format!("{what}: positions without bounds"));
        }
        let targets = each(&primitive["targets"]).filter_map(Value::as_object);
        for (name, index) in primitive["attributes"].as_object().into_iter().chain(targets).flatten() {
            match get(index) {
                Some(numbers) if numbers.count == points.count => {}
                _ => faults.push(format!("{what}: `{name}` does not fit")),
            }
            if name == "NORMAL" && primitive["attributes"]["NORMAL"] == *index {
                let lengths = get(index).into_iter().flat_map(|n| n.values.chunks(3));
                if lengths.map(|v| v.iter().map(|x| x * x).sum::<f64>()).any(|l| (l - 1.0).abs() > 1e-3) {
                    faults.push(format!("{what}: normals are not of length 1"));
                }
            }
        }
        let corners = match primitive.get("indices") {
            Some(index) => match get(index) {
                Some(indices) if indices.values.iter().any(|i| *i >= points.count as f64) => {
                    return faults.push(format!("{what}: an index is too great"));
                }
                Some(indices) => indices.count,
                None => return faults.push(format!("{what}: no indices")),
            },
            None => points.count,
        };
        let fits = match primitive["mode"].as_u64().unwrap_or(4) {
            0 => corners >= 1,
            1 => corners >= 2 && corners % 2 == 0,
            2 | 3 => corners >= 2,
            4 => corners >= 3 && corners % 3 == 0,
            _ => corners >= 3,
        };
        if !fits {
            faults.push(format!("{what}: {corners} corners do not fit the mode"));
        }
        self.refers(&primitive["material"], "materials", false, what, faults);
    }

    /// Every node has one parent at most, and none is below itself.
    fn check_nodes(&self, faults: &mut Vec<String>) {
        let nodes = self.list("nodes");
        let mut parent = vec![None; nodes.len()];
        for (i, node) in nodes.iter().enumerate() {
            let what = format!("node {i}");
            for child in each(&node["children"]) {
                self.refers(child, "nodes", true, &what, faults);
                if let Some(slot) = child.as_u64().and_then(|c| parent.get_mut(c as usize))
                    && slot.replace(i).is_some()
                {
                    faults.push(format!("node {child} has two parents"));
                }
            }
            for (name, list) in [("mesh", "meshes"), ("skin", "skins"), ("camera", "cameras")] {
                self.refers(&node[name], list, false, &what, faults);
            }
            for (name, many) in [("matrix", 16), ("translation", 3), ("rotation", 4), ("scale", 3)] {
                let Some(value) = node.get(name) else { continue };
                let numbers: Vec<f64> = each(value).filter_map(Value::as_f64).collect();
                let fits = numbers.len() == many && numbers.iter().all(|v| v.is_finite() && (*v as f32).is_finite());
                let long = numbers.iter().map(|v| v * v).sum::<f64>();
                if !fits || name == "rotation" && (long - 1.0).abs() > 1e-3 {
                    faults.push(format!("{what}: `{name}` is {value}"));
                }
            }
        }
        for start in 0..nodes.len() {
            let (mut at, mut steps) = (parent[start], 0);
            while let Some(up) = at {
                (at, steps) = (parent[up], steps + 1);
                if steps > nodes.len() {
                    return faults.push(format!("node {start} is below itself"));
                }
            }
        }
        self.refers(&self.json["scene"], "scenes", false, "the file", faults);
        for root in self.list("scenes").iter().flat_map(|s| each(&s["nodes"])) {
            self.refers(root, "nodes", true, "a scene", faults);
            if root.as_u64().and_then(|r| parent.get(r as usize)).is_some_and(Option::is_some) {
                faults.push(format!("root {root} has a parent"));
            }
        }
    }

    fn check_motion(&self, all: &[Option<Numbers>], faults: &mut Vec<String>) {
        let get = |index: &Value| index.as_u64().and_then(|i| all.get(i as usize)).and_then(Option::as_ref);
        for (skin, i) in self.list("skins").iter().zip(0..) {
            let what = format!("skin {i}");
            each(&skin["joints"]).for_each(|j| self.refers(j, "nodes", true, &what, faults));
            let joints = each(&skin["joints"]).count();
            let fits = |n: &Numbers| n.count >= joints && n.width == 16;
            let matrices = &skin["inverseBindMatrices"];
            if joints == 0 || !matrices.is_null() && !get(matrices).is_some_and(fits) {
                faults.push(format!("{what} has other matrices than joints"));
            }
        }
        for (animation, i) in self.list("animations").iter().zip(0..) {
            let what = format!("animation {i}");
            let samplers: Vec<&Value> = each(&animation["samplers"]).collect();
            for sampler in &samplers {
                let (Some(times), Some(values)) = (get(&sampler["input"]), get(&sampler["output"])) else {
                    faults.push(format!("{what}: a sampler without numbers"));
                    continue;
                };
                let each_key = if sampler["interpolation"] == "CUBICSPLINE" { 3 } else { 1 };
                let rising = times.values.windows(2).all(|w| w[0] < w[1]) && times.values[0] >= 0.0;
                if !rising || times.width != 1 || values.count % (times.count * each_key) != 0 {
                    faults.push(format!("{what}: keys do not fit"));
                }
            }
            for channel in each(&animation["channels"]) {
                self.refers(&channel["target"]["node"], "nodes", false, &what, faults);
                if channel["sampler"].as_u64().is_none_or(|s| s as usize >= samplers.len()) {
                    faults.push(format!("{what}: a channel without sampler"));
                }
            }
        }
    }

    /// Textures are there, wherever in the material they are used, and factors are numbers.
    fn check_material(&self, value: &Value, what: &str, faults: &mut Vec<String>) {
        let Some(fields) = value.as_object() else { return };
        for (name, field) in fields {
            if name.ends_with("Texture") {
                self.refers(&field["index"], "textures", true, what, faults);
            } else if name.ends_with("Factor") && field.is_null() {
                faults.push(format!("{what}: `{name}` is no number"));
            } else if name != "extras" {
                self.check_material(field, what, faults);
            }
        }
    }
}

fn each(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}
