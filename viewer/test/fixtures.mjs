// Small files for the tests of the page.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { root } from "./page.mjs";

/** A file with a text. */
export const written = (text, name) => ({ name, bytes: Buffer.from(text) });

export const example = (name) => ({ path: join(root, "examples", name) });

/** An archive in which nothing is compressed. */
export function zip(members) {
  const [parts, index] = [[], []];
  let at = 0;
  for (const [name, content] of Object.entries(members)) {
    const [path, bytes] = [Buffer.from(name), Buffer.from(content)];
    // Version 2.0, no flags, stored, no moment, then sum, sizes and length of the name.
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(0x21, 8);
    about.writeUInt32LE(crc32(bytes), 10);
    about.writeUInt32LE(bytes.length, 14);
    about.writeUInt32LE(bytes.length, 18);
    about.writeUInt16LE(path.length, 22);
    parts.push(Buffer.from("PK\x03\x04", "latin1"), about, path, bytes);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    index.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), about, rest.subarray(0, 14), path);
    at += 30 + path.length + bytes.length;
  }
  const list = Buffer.concat(index);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(members).length, 4);
  end.writeUInt16LE(Object.keys(members).length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, list, Buffer.from("PK\x05\x06", "latin1"), end]);
}

const colladaHead = '<?xml version="1.0"?>\n<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">\n';

/** A house of four textured walls and a red roof, in inches with Z up, as programs for buildings write it. */
const house = `${colladaHead}<asset><created>2026-01-01T00:00:00Z</created><modified>2026-01-01T00:00:00Z</modified><unit name="inch" meter="0.0254"/><up_axis>Z_UP</up_axis></asset>
<library_images><image id="boards"><init_from>../images/planks.png</init_from></image></library_images>
<library_effects>
  <effect id="wall-fx"><profile_COMMON>
    <newparam sid="s"><surface type="2D"><init_from>boards</init_from></surface></newparam>
    <newparam sid="p"><sampler2D><source>s</source></sampler2D></newparam>
    <technique sid="t"><lambert><diffuse><texture texture="p" texcoord="UV"/></diffuse></lambert></technique></profile_COMMON></effect>
  <effect id="roof-fx"><profile_COMMON><technique sid="t"><lambert><diffuse><color>0.8 0.1 0.1 1</color></diffuse></lambert></technique></profile_COMMON></effect>
</library_effects>
<library_materials>
  <material id="wall" name="Wall"><instance_effect url="#wall-fx"/></material>
  <material id="roof" name="Roof"><instance_effect url="#roof-fx"/></material>
</library_materials>
<library_geometries><geometry id="house" name="House"><mesh>
  <source id="xyz"><float_array id="xyz-a" count="30">0 0 0 200 0 0 200 150 0 0 150 0 0 0 100 200 0 100 200 150 100 0 150 100 0 75 160 200 75 160</float_array>
    <technique_common><accessor source="#xyz-a" count="10" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
  <source id="uv"><float_array id="uv-a" count="8">0 0 4 0 4 2 0 2</float_array>
    <technique_common><accessor source="#uv-a" count="4" stride="2"><param name="S" type="float"/><param name="T" type="float"/></accessor></technique_common></source>
  <vertices id="v"><input semantic="POSITION" source="#xyz"/></vertices>
  <polylist material="wall" count="4"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="TEXCOORD" source="#uv" offset="1" set="0"/>
    <vcount>4 4 4 4</vcount><p>0 0 1 1 5 2 4 3 1 0 2 1 6 2 5 3 2 0 3 1 7 2 6 3 3 0 0 1 4 2 7 3</p></polylist>
  <polylist material="roof" count="4"><input semantic="VERTEX" source="#v" offset="0"/>
    <vcount>4 4 3 3</vcount><p>4 5 9 8 6 7 8 9 7 4 8 5 6 9</p></polylist>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="scene"><node id="building" name="Building"><instance_geometry url="#house"><bind_material><technique_common>
  <instance_material symbol="wall" target="#wall"><bind_vertex_input semantic="UV" input_semantic="TEXCOORD" input_set="0"/></instance_material>
  <instance_material symbol="roof" target="#roof"/></technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene></COLLADA>`;

const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><Model>
  <Location><longitude>9.9</longitude><latitude>53.5</latitude><altitude>0</altitude></Location>
  <Link><href>models/house.dae</href></Link></Model></Placemark></Document></kml>`;

/** A building as it is sent to a globe. */
export async function building() {
  const planks = await readFile(example("collada/planks.png").path);
  return { name: "building.kmz", bytes: zip({ "doc.kml": kml, "models/house.dae": house, "images/planks.png": planks }) };
}

/** A robot in an archive that names its document; `change` may break the document. */
export async function robot(change = (text) => text) {
  const arm = change(await readFile(example("collada/arm.dae").path, "utf8"));
  const manifest = '<?xml version="1.0"?><dae_root>./parts/arm.dae</dae_root>';
  return { name: "robot.zae", bytes: zip({ "manifest.xml": manifest, "parts/arm.dae": arm }) };
}

/** A stem of two bones that bends to the right within a second, green, in metres with Y up. */
export const stem = written(
  `Metric (key = "distance") {float {1}}
Metric (key = "up") {string {"y"}}
Metric (key = "time") {float {1}}
GeometryNode $stem {
  Name {string {"Stem"}}
  ObjectRef {ref {$stem_mesh}}
  MaterialRef {ref {$green}}
}
BoneNode $lower {
  Name {string {"Lower"}}
  Transform {float[16] {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}}
  BoneNode $upper {
    Name {string {"Upper"}}
    Translation {float[3] {{0, 1, 0}}}
    Rotation %bend (kind = "z") {float {0}}
    Animation (begin = 0, end = 1) {
      Track (target = %bend) {
        Time {Key {float {0, 0.5, 1}}}
        Value {Key {float {0, -0.7, -1.4}}}
      }
    }
  }
}
GeometryObject $stem_mesh {
  Mesh (primitive = "triangles") {
    VertexArray (attrib = "position") {float[3] {{-0.2, 0, 0}, {0.2, 0, 0}, {-0.2, 1, 0}, {0.2, 1, 0}, {-0.2, 2, 0}, {0.2, 2, 0}}}
    VertexArray (attrib = "normal") {float[3] {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}}}
    IndexArray {uint32[3] {{0, 1, 3}, {0, 3, 2}, {2, 3, 5}, {2, 5, 4}}}
    Skin {
      Transform {float[16] {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}}
      Skeleton {
        BoneRefArray {ref {$lower, $upper}}
        Transform {float[16] {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1}}}
      }
      BoneCountArray {uint8 {1, 1, 2, 2, 1, 1}}
      BoneIndexArray {uint8 {0, 0, 0, 1, 0, 1, 1, 1}}
      BoneWeightArray {float {1, 1, 0.5, 0.5, 0.5, 0.5, 1, 1}}
    }
  }
}
Material $green (two_sided = true) {
  Name {string {"Green"}}
  Color (attrib = "diffuse") {float[3] {{0.1, 0.7, 0.1}}}
}
`,
  "stem.ogex",
);

/** A green box that hears the pointer. */
export const touched = written(
  `<World xmlns="http://www.xvrml.net/schemas/core"><children>
  <Group name="Button"><children>
    <TouchSensor name="Touch"/>
    <Shape><appearance><Material diffuseColor="0 1 0 1"/></appearance><geometry><Box size="4 4 4"/></geometry></Shape>
  </children></Group></children></World>`,
  "button.xwrl",
);

/** Five files that are broken, each with a code that is told and its line. */
export const broken = [
  { file: written(`${colladaHead}<asset>`, "cut.dae"), code: /^XML/, line: 3 },
  {
    file: written(`${colladaHead}<asset><created>2026-01-01T00:00:00Z</created><modified>2026-01-01T00:00:00Z</modified></asset>\n<library_nodes><node id="a">\n<instance_node url="#nowhere"/></node></library_nodes></COLLADA>`, "reference.dae"),
    code: /^REF001/,
    line: 5,
  },
  { file: written('GeometryNode {\n  Name {string {"x', "cut.ogex"), code: /^DDL/, line: 2 },
  { file: written("not a document at all", "words.dae"), code: /^XML014/, line: 1 },
  { file: written("<World xmlns='http://www.xvrml.net/schemas/core'>\n<children>\n<Bogus/></children></World>", "bogus.xwrl"), code: /^SCH/, line: 3 },
];

/** A grid of triangles with normals in one document of about this many bytes. */
export function grid(bytes) {
  const side = Math.max(2, Math.round(Math.sqrt(bytes / 80)));
  const [places, normals, triangles] = [[], [], []];
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const [u, v] = [x / (side - 1), y / (side - 1)];
      places.push(`${u.toFixed(6)} ${(Math.sin(u * 9) * Math.cos(v * 7) * 0.1).toFixed(6)} ${v.toFixed(6)}`);
      normals.push(`${(u - 0.5).toFixed(4)} 1 ${(v - 0.5).toFixed(4)}`);
      if (x === 0 || y === 0) continue;
      const at = y * side + x;
      triangles.push(`${at - side - 1} ${at - 1} ${at} ${at - side - 1} ${at} ${at - side}`);
    }
  }
  const source = (id, rows) =>
    `<source id="${id}"><float_array id="${id}-a" count="${rows.length * 3}">${rows.join(" ")}</float_array><technique_common><accessor source="#${id}-a" count="${rows.length}" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>`;
  return `${colladaHead}<asset><created>2026-01-01T00:00:00Z</created><modified>2026-01-01T00:00:00Z</modified></asset><library_geometries><geometry id="grid"><mesh>${source("xyz", places)}${source("n", normals)}<vertices id="v"><input semantic="POSITION" source="#xyz"/><input semantic="NORMAL" source="#n"/></vertices><triangles count="${triangles.length * 2}"><input semantic="VERTEX" source="#v" offset="0"/><p>${triangles.join(" ")}</p></triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_scene id="s"><node id="n1"><instance_geometry url="#grid"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>`;
}
