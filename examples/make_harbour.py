#!/usr/bin/env python3
"""Writes the scenes that the documentation shows: `collada/harbour.dae`, `broken/worn.dae`, `broken/sketch.dae`.

A little harbour: a pier of planks, two houses of one shape in different colours, crates, barrels, two boats that
rock, a crane that turns and a lighthouse. COLLADA 1.4.1, metres, Z up. The worn file is a boat with some cargo, with
mistakes that exporters make; the sketch is a house as an old modeller wrote it. Needs nothing but Python:

    python3 examples/make_harbour.py
"""

import math
import pathlib
import re
import struct
import zlib

FOLDER = pathlib.Path(__file__).resolve().parent


# --- Shapes -----------------------------------------------------------------------------------------------------------


class Mesh:
    """Polygons by material, each corner with position and normal, and texture coordinates where asked for."""

    def __init__(self, name, textured=False):
        self.name, self.textured = name, textured
        self.points, self.normals, self.coordinates, self.faces = [], [], [], {}

    def face(self, material, corners, normals=None, coordinates=None):
        """Adds a polygon, counter-clockwise as seen from outside."""
        flat = normal_of(corners)
        normals = normals or [flat] * len(corners)
        coordinates = coordinates or [(0, 0)] * len(corners)
        ring = []
        for corner, normal, coordinate in zip(corners, normals, coordinates):
            ring.append((index(self.points, corner), index(self.normals, normal), index(self.coordinates, coordinate)))
        self.faces.setdefault(material, []).append(ring)

    def box(self, material, low, high, top=None):
        """Adds a box; `top` is the material of its upper face, if it is another one."""
        (a, b, c), (d, e, f) = low, high
        p = [(a, b, c), (d, b, c), (d, e, c), (a, e, c), (a, b, f), (d, b, f), (d, e, f), (a, e, f)]
        for ring in ((3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)):
            corners = [p[i] for i in ring]
            sides = [i for i in range(3) if len({corner[i] for corner in corners}) > 1]
            coordinates = [(corner[sides[0]], corner[sides[1]]) for corner in corners] if self.textured else None
            self.face(top if top and ring[0] == 4 else material, corners, None, coordinates)

    def turned(self, profile, sides, smooth=True):
        """Adds what a line of (radius, height, material) sweeps around Z; a material is that of the band above."""
        for (r, z, material), (s, t, _) in zip(profile, profile[1:]):
            if material is None:
                continue
            slope = math.hypot(t - z, r - s)
            for i in range(sides):
                a, b = (2 * math.pi * k / sides for k in (i, i + 1))
                at = lambda angle, radius, height: (radius * math.cos(angle), radius * math.sin(angle), height)
                corners = [at(a, r, z), at(b, r, z), at(b, s, t), at(a, s, t)]
                out = lambda angle: at(angle, (t - z) / slope, (r - s) / slope)
                normals = [out(a), out(b), out(b), out(a)]
                keep = [k for k in range(4) if (r, r, s, s)[k] > 0 or k in (0, 2)]
                self.face(material, [corners[k] for k in keep], [normals[k] for k in keep] if smooth else None)

    def xml(self):
        streams = [("positions", self.points, "XYZ"), ("normals", self.normals, "XYZ")]
        if self.textured:
            streams.append(("coordinates", self.coordinates, "ST"))
        out = [f'<geometry id="{self.name}" name="{title(self.name)}">', "<mesh>"]
        for kind, rows, names in streams:
            out += source(f"{self.name}-{kind}", [rounded(v) for row in rows for v in row], names)
        out += [f'<vertices id="{self.name}-vertices">']
        out += [f'<input semantic="POSITION" source="#{self.name}-positions"/>', "</vertices>"]
        for material, rings in self.faces.items():
            out.append(f'<polylist material="{material}" count="{len(rings)}">')
            out.append(f'<input semantic="VERTEX" source="#{self.name}-vertices" offset="0"/>')
            out.append(f'<input semantic="NORMAL" source="#{self.name}-normals" offset="1"/>')
            if self.textured:
                out.append(f'<input semantic="TEXCOORD" source="#{self.name}-coordinates" offset="2" set="0"/>')
            width = 3 if self.textured else 2
            out.append("<vcount>" + " ".join(str(len(ring)) for ring in rings) + "</vcount>")
            out.append("<p>" + "  ".join(" ".join(str(i) for c in r for i in c[:width]) for r in rings) + "</p>")
            out.append("</polylist>")
        return out + ["</mesh>", "</geometry>"]


def index(rows, row):
    row = tuple(round(v, 4) + 0.0 for v in row)
    if row not in rows:
        rows.append(row)
    return rows.index(row)


def normal_of(corners):
    """The normal of a polygon, by Newell."""
    n = [0.0, 0.0, 0.0]
    for p, q in zip(corners, corners[1:] + corners[:1]):
        for i in range(3):
            j, k = (i + 1) % 3, (i + 2) % 3
            n[i] += (p[j] - q[j]) * (p[k] + q[k])
    length = math.hypot(*n)
    return tuple(v / length for v in n)


def sea():
    mesh = Mesh("sea")
    mesh.face("water", [(-40, -30, 0), (40, -30, 0), (40, 50, 0), (-40, 50, 0)])
    return mesh


def pier():
    mesh = Mesh("pier", textured=True)
    mesh.box("stone", (-14, 4, -1), (14, 16, 1.0))
    mesh.box("planks", (-4, -8, 0.7), (0, 4, 0.95))
    for y in (-7.5, -4, -0.5):
        for x in (-3.8, -0.2):
            mesh.box("timber", (x - 0.15, y - 0.15, -1), (x + 0.15, y + 0.15, 1.5))
    return mesh


def house():
    mesh = Mesh("house")
    w, d, h, ridge, eave = 2.2, 3.0, 3.0, 4.8, 0.35
    mesh.box("wall", (-w, -d, 0), (w, d, h))
    for y, turn in ((-d, 1), (d, -1)):
        mesh.face("wall", [(-w, y, h), (w, y, h), (0, y, ridge)][::turn])
    drop = h - eave * (ridge - h) / w
    for s in (-1, 1):
        low = (s * (w + eave), drop)
        corners = [(low[0], -d - eave, low[1]), (low[0], d + eave, low[1]), (0, d + eave, ridge), (0, -d - eave, ridge)]
        mesh.face("roof", corners[::-1] if s < 0 else corners)
        mesh.face("roof", [(x, y, z - 0.12) for x, y, z in (corners if s < 0 else corners[::-1])])
        for y in (-d - eave, d + eave):
            strip = [(low[0], y, low[1] - 0.12), (0, y, ridge - 0.12), (0, y, ridge), (low[0], y, low[1])]
            mesh.face("roof", strip if (s < 0) == (y < 0) else strip[::-1])
    y = -d - 0.03
    mesh.face("door", [(-0.6, y, 0), (0.6, y, 0), (0.6, y, 1.9), (-0.6, y, 1.9)])
    for x in (-1.5, 1.5):
        mesh.face("window", [(x - 0.35, y, 1.2), (x + 0.35, y, 1.2), (x + 0.35, y, 2.1), (x - 0.35, y, 2.1)])
    for y in (-1.5, 0.2, 1.9):
        for s in (-1, 1):
            x = s * (w + 0.03)
            pane = [(x, y - 0.4, 1.2), (x, y + 0.4, 1.2), (x, y + 0.4, 2.1), (x, y - 0.4, 2.1)]
            mesh.face("window", pane if s > 0 else pane[::-1])
    mesh.box("wall", (0.8, 1.2, 3.6), (1.3, 1.7, 5.1))
    return mesh


def crate():
    mesh = Mesh("crate", textured=True)
    mesh.box("planks", (-0.5, -0.5, 0), (0.5, 0.5, 1))
    return mesh


def barrel():
    mesh = Mesh("barrel")
    profile = [(0.34, 0.0, "timber"), (0.4, 0.25, "iron"), (0.42, 0.35, "timber"), (0.42, 0.65, "iron")]
    mesh.turned(profile + [(0.4, 0.75, "timber"), (0.34, 1.0, "timber"), (0, 1.0, None)], 14)
    return mesh


def bollard():
    mesh = Mesh("bollard")
    mesh.turned([(0.16, 0, "iron"), (0.13, 0.4, "iron"), (0.24, 0.5, "iron"), (0.2, 0.6, "iron"), (0, 0.65, None)], 10)
    return mesh


def boat():
    """A hull of five ribs, each half from the keel to the rail, with a cabin and a mast."""
    mesh = Mesh("boat")
    ribs = []
    for y, width, keel, rail in ((-2.6, 0.75, 0.05, 0.8), (-1.4, 1.05, -0.3, 0.72), (0.2, 1.1, -0.35, 0.75),
                                 (1.6, 0.8, -0.2, 0.95), (2.9, 0.0, 0.55, 1.25)):
        ribs.append([(width * x, y, keel + (rail - keel) * z) for x, z in ((0, 0), (0.7, 0.25), (0.95, 0.7), (1, 1))])
    mirrored = lambda p: (-p[0], p[1], p[2])
    for rib, after in zip(ribs, ribs[1:]):
        for i, paint in enumerate(("keel", "hull", "rail")):
            ring = [rib[i], after[i], after[i + 1], rib[i + 1]]
            ring = [p for k, p in enumerate(ring) if p not in ring[:k]]
            mesh.face(paint, ring)
            mesh.face(paint, [mirrored(p) for p in ring[::-1]])
            if paint == "rail":
                mesh.face(paint, ring[::-1])
                mesh.face(paint, [mirrored(p) for p in ring])
        deck = [(x * 0.97, y, z - 0.15) for x, y, z in (rib[3], after[3])]
        ring = [deck[0], deck[1], mirrored(deck[1]), mirrored(deck[0])]
        mesh.face("deck", [p for k, p in enumerate(ring) if p not in ring[:k]])
    stern = ribs[0]
    mesh.face("hull", [mirrored(p) for p in stern[:0:-1]] + stern)
    mesh.box("cabin", (-0.6, -1.7, 0.55), (0.6, -0.1, 1.6))
    mesh.box("rail", (-0.7, -1.8, 1.6), (0.7, 0.0, 1.7))
    for x in (-0.35, 0.35):
        a, b, y = x - 0.2, x + 0.2, -0.08
        mesh.face("window", [(b, y, 1.1), (a, y, 1.1), (a, y, 1.45), (b, y, 1.45)])
    for s in (-1, 1):
        pane = [(s * 0.62, -1.3, 1.1), (s * 0.62, -0.5, 1.1), (s * 0.62, -0.5, 1.45), (s * 0.62, -1.3, 1.45)]
        mesh.face("window", pane if s > 0 else pane[::-1])
    mesh.box("mast", (-0.05, 0.55, 0.5), (0.05, 0.65, 3.4))
    return mesh


def crane_foot():
    mesh = Mesh("crane-foot")
    mesh.box("iron", (-0.9, -0.9, 0), (0.9, 0.9, 0.5))
    mesh.box("steel", (-0.35, -0.35, 0.5), (0.35, 0.35, 5.2))
    return mesh


def crane_arm():
    mesh = Mesh("crane-arm")
    mesh.box("steel", (-0.8, -1.0, 0), (0.8, 0.9, 1.6))
    mesh.face("window", [(0.82, -0.2, 0.6), (0.82, 0.7, 0.6), (0.82, 0.7, 1.3), (0.82, -0.2, 1.3)])
    mesh.face("window", [(-0.82, 0.7, 0.6), (-0.82, -0.2, 0.6), (-0.82, -0.2, 1.3), (-0.82, 0.7, 1.3)])
    mesh.box("iron", (-0.6, -2.2, 0.1), (0.6, -1.0, 1.1))
    for x in (-0.35, 0.25):
        mesh.box("steel", (x, 0.9, 1.2), (x + 0.1, 7.5, 1.35))
        for i in range(6):
            y = 1.3 + i
            mesh.box("steel", (x, y, 1.35), (x + 0.1, y + 0.12, 1.9 - 0.08 * i))
    mesh.box("steel", (-0.35, 7.4, 1.2), (0.35, 7.6, 1.5))
    mesh.box("iron", (-0.03, 7.45, -1.9), (0.03, 7.51, 1.2))
    mesh.box("iron", (-0.12, 7.36, -2.1), (0.12, 7.6, -1.9))
    return mesh


def lighthouse():
    mesh = Mesh("lighthouse")
    mesh.turned([(4.2, -1.0, "stone"), (3.6, 0.4, "stone"), (2.4, 1.3, "stone"), (0, 1.5, None)], 9, smooth=False)
    tower, steps = [], 6
    for i in range(steps + 1):
        tower.append((1.5 - 0.55 * i / steps, 1.3 + 7.2 * i / steps, "red" if i % 2 == 0 else "white"))
    tower[-1] = (tower[-1][0], tower[-1][1], "iron")
    mesh.turned(tower + [(1.35, 8.6, "iron"), (1.35, 8.8, "iron"), (0.7, 8.8, None)], 24)
    mesh.turned([(0.65, 8.8, "glass"), (0.65, 10.0, None)], 12)
    mesh.turned([(0.0, 9.0, "lamp"), (0.3, 9.2, "lamp"), (0.3, 9.6, "lamp"), (0.0, 9.8, None)], 12)
    roof = [(0.95, 10.0, "red"), (0.55, 10.5, "red"), (0.1, 10.9, "iron"), (0.06, 11.6, "iron"), (0, 11.6, None)]
    mesh.turned(roof, 16)
    mesh.turned([(0.0, 10.0, "red"), (0.95, 10.0, None)], 16)
    mesh.box("door", (-0.45, -1.62, 1.2), (0.45, -1.3, 2.9))
    return mesh


# --- Looks ------------------------------------------------------------------------------------------------------------

COLOURS = {
    "water": (0.11, 0.33, 0.42, 60), "stone": (0.55, 0.53, 0.5, 0), "timber": (0.36, 0.25, 0.16, 0),
    "iron": (0.16, 0.17, 0.19, 30), "steel": (0.86, 0.58, 0.1, 30), "red": (0.75, 0.13, 0.1, 20),
    "white": (0.93, 0.92, 0.88, 20), "blue": (0.12, 0.28, 0.55, 20), "ochre": (0.83, 0.62, 0.3, 0),
    "slate": (0.28, 0.3, 0.35, 10), "brick": (0.62, 0.28, 0.2, 0), "pane": (0.5, 0.7, 0.8, 80),
    "oak": (0.62, 0.45, 0.28, 0),
}


def planks_png(side=64):
    """Four boards with grain and nails, as a PNG with a palette."""
    rows, state = [], 7
    palette = [(118 + 9 * i, 82 + 7 * i, 48 + 5 * i) for i in range(8)] + [(60, 40, 24), (40, 40, 44)]
    for y in range(side):
        row = bytearray([0])
        for x in range(side):
            board, within = divmod(x, side // 4)
            grain = math.sin(within * 1.1 + math.sin(y * 0.2 + board * 2) * 1.5) * 2
            state = (state * 1103515245 + 12345) % 2**31
            tone = int(3.2 + grain + (board * 3 % 4) * 0.5 + state / 2**31)
            nail = within in (3, 12) and y % 32 == 5
            row.append(9 if nail else 8 if within == 0 else max(0, min(7, tone)))
        rows.append(bytes(row))
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", side, side, 8, 3, 0, 0, 0)
    colours = bytes(v for colour in palette for v in colour)
    # Stored, not compressed by the library: its output may differ between versions.
    body = chunk(b"IHDR", head) + chunk(b"PLTE", colours) + chunk(b"IDAT", zlib.compress(b"".join(rows), 0))
    return b"\x89PNG\r\n\x1a\n" + body + chunk(b"IEND", b"")


def effect(name, shader):
    yield f'<effect id="{name}-effect">'
    yield "<profile_COMMON>"
    if name == "planks":
        yield '<newparam sid="boards"><surface type="2D"><init_from>boards-image</init_from></surface></newparam>'
        yield '<newparam sid="wood"><sampler2D><source>boards</source></sampler2D></newparam>'
    yield '<technique sid="common">'
    yield from (f"          {line}" for line in shader)
    yield "</technique>"
    yield "</profile_COMMON>"
    yield "</effect>"


def shaders():
    for name, (r, g, b, shine) in COLOURS.items():
        colour = f"<diffuse><color>{r} {g} {b} 1</color></diffuse>"
        if shine:
            yield name, ["<phong>", f"  {colour}", "<specular><color>0.3 0.3 0.3 1</color></specular>",
                         f"<shininess><float>{shine}</float></shininess>", "</phong>"]
        else:
            yield name, ["<lambert>", f"  {colour}", "</lambert>"]
    yield "planks", ["<lambert>", '<diffuse><texture texture="wood" texcoord="UV0"/></diffuse>', "</lambert>"]
    yield "lamp", ["<constant>", "<emission><color>1 0.93 0.6 1</color></emission>", "</constant>"]
    yield "glass", ["<phong>", "<diffuse><color>0.7 0.85 0.9 1</color></diffuse>",
                    "<specular><color>0.9 0.9 0.9 1</color></specular>", "<shininess><float>90</float></shininess>",
                    '<transparent opaque="A_ONE"><color>1 1 1 1</color></transparent>',
                    "<transparency><float>0.35</float></transparency>", "</phong>"]


# --- What moves -------------------------------------------------------------------------------------------------------


def animation(name, target, times, values, parameter):
    yield f'<animation id="{name}" name="{title(name)}">'
    yield from source(f"{name}-times", times, ["TIME"])
    yield from source(f"{name}-values", values, [parameter])
    yield from source(f"{name}-kinds", ["LINEAR"] * len(times), ["INTERPOLATION"], "Name")
    yield f'<sampler id="{name}-sampler">'
    for semantic, kind in (("INPUT", "times"), ("OUTPUT", "values"), ("INTERPOLATION", "kinds")):
        yield f'<input semantic="{semantic}" source="#{name}-{kind}"/>'
    yield "</sampler>"
    yield f'<channel source="#{name}-sampler" target="{target}"/>'
    yield "</animation>"


def animations():
    waves = [i * 0.5 for i in range(17)]
    rock = lambda size, phase: [rounded(size * math.sin(2 * math.pi * t / 4 + phase)) for t in waves]
    yield from animation("crane-turns", "crane-top/turn.ANGLE", [0, 3, 5, 8], [-20, 75, 75, -20], "ANGLE")
    yield from animation("boat-rolls", "boat-red/roll.ANGLE", waves, rock(4, 0), "ANGLE")
    yield from animation("boat-heaves", "boat-red/heave.Z", waves, rock(0.08, 1.5), "Z")
    yield from animation("other-rolls", "boat-blue/roll.ANGLE", waves, rock(5, 2), "ANGLE")


# --- The scene --------------------------------------------------------------------------------------------------------


def instance(shape, binds):
    yield f'<instance_geometry url="#{shape}">'
    yield "<bind_material>"
    yield "<technique_common>"
    for symbol, material in binds.items():
        if material == "planks":
            yield f'<instance_material symbol="{symbol}" target="#planks">'
            yield '<bind_vertex_input semantic="UV0" input_semantic="TEXCOORD" input_set="0"/>'
            yield "</instance_material>"
        else:
            yield f'<instance_material symbol="{symbol}" target="#{material}"/>'
    yield "</technique_common>"
    yield "</bind_material>"
    yield "</instance_geometry>"


def node(name, body, place=None, turn=None):
    yield f'<node id="{name}" name="{title(name)}">'
    if place:
        yield "<translate>" + " ".join(str(v) for v in place) + "</translate>"
    if turn:
        yield f"<rotate>0 0 1 {turn}</rotate>"
    yield from body
    yield "</node>"


def painted(meshes):
    """What the symbols of a shape are bound to: the materials of the same names, or others."""
    return lambda mesh, **other: {m: other.get(m, m) for m in meshes[mesh].faces}


def boat_node(own, name, paint, place, turn):
    body = ['<translate sid="heave">0 0 0</translate>', '<rotate sid="roll">0 1 0 0</rotate>']
    binds = own("boat", keel="iron", hull=paint, rail="white", deck="oak", cabin="white", window="pane", mast="timber")
    return node(name, body + list(instance("boat", binds)), place, turn)


def harbour(meshes):
    own = painted(meshes)
    yield from node("sea-node", instance("sea", own("sea")))
    yield from node("pier-node", instance("pier", own("pier")))
    houses = (("house-red", "brick", "slate", (-9, 10.5, 1), 0), ("house-yellow", "ochre", "brick", (-3, 11, 1), 8))
    for name, wall, roof, place, turn in houses:
        binds = own("house", wall=wall, roof=roof, door="blue", window="pane")
        yield from node(name, instance("house", binds), place, turn)
    crates = ((3.2, 6.2, 1, 10), (4.4, 6.4, 1, -8), (3.8, 7.6, 1, 30), (3.8, 6.4, 2, 20), (-1.3, -5.2, 0.95, 15))
    for i, (x, y, z, turn) in enumerate(crates):
        yield from node(f"crate-{i + 1}", ['<instance_node url="#cargo"/>'], (x, y, z), turn)
    for i, (x, y) in enumerate(((1.2, 5.4), (1.9, 6.1), (1.0, 6.5))):
        yield from node(f"barrel-{i + 1}", instance("barrel", own("barrel")), (x, y, 1))
    for i, x in enumerate((-12, -8, 3, 7, 11)):
        yield from node(f"bollard-{i + 1}", instance("bollard", own("bollard")), (x, 4.5, 1))
    yield from boat_node(own, "boat-red", "red", (4.8, 0.2, 0.1), -70)
    yield from boat_node(own, "boat-blue", "blue", (-6.8, -4.5, 0.1), 15)
    load = list(node("load", ['<instance_node url="#cargo"/>'], (0, 7.48, -3.1)))
    arm = ['<rotate sid="turn">0 0 1 -20</rotate>']
    arm += list(instance("crane-arm", own("crane-arm", window="pane"))) + load
    top = list(node("crane-top", arm, (0, 0, 5.2)))
    yield from node("crane", list(instance("crane-foot", own("crane-foot"))) + top, (8, 7.5, 1))
    yield from node("tower", instance("lighthouse", own("lighthouse", door="timber")), (18, 18, 0), 40)
    yield from sky()
    yield '<node id="eye" name="Eye"><translate>-14 -29 14</translate><rotate>0 0 1 -25</rotate>'
    yield '<rotate>1 0 0 72</rotate><instance_camera url="#visitor"/>'
    yield "</node>"


def sky():
    """The sun, and the light of the sky from the other side."""
    for name, light, turn, tilt in (("sun-node", "sun", -30, 48), ("sky-node", "sky", 55, 60)):
        rotations = [f"<rotate>0 0 1 {turn}</rotate>", f"<rotate>1 0 0 {tilt}</rotate>"]
        yield from node(name, rotations + [f'<instance_light url="#{light}"/>'])


def cargo(meshes):
    own = painted(meshes)
    yield from boat_node(own, "boat-red", "red", (0, 0, 0.35), -60)
    for i, (x, y, turn) in enumerate(((-2.6, -1.9, 10), (0.3, -2.4, -8), (2.6, 0.9, 30))):
        yield from node(f"crate-{i + 1}", ['<instance_node url="#cargo"/>'], (x, y, 0), turn)
    for i, (x, y) in enumerate(((-1.5, -2.1), (-0.8, -2.6), (2.9, -0.6))):
        yield from node(f"barrel-{i + 1}", instance("barrel", own("barrel")), (x, y, 0))


def home(meshes):
    binds = painted(meshes)("house", wall="ochre", roof="brick", door="blue", window="pane")
    yield from node("house-1", instance("house", binds))
    for i, (x, y, turn) in enumerate(((-3.4, -2.2, 10), (-3.2, -0.8, -8))):
        yield from node(f"crate-{i + 1}", ['<instance_node url="#cargo"/>'], (x, y, 0), turn)


def sketched(text):
    """Transparency 0 for what is opaque, and a texture by the path of somebody's disk."""
    text = text.replace("<authoring_tool>make_harbour.py<", "<authoring_tool>Google SketchUp 7.1.4871<")
    text = text.replace(">planks.png<", ">file:///C:/Users/Ann/Models/textures/planks.png<")
    clear = """            <transparent opaque="A_ONE">
              <color>1 1 1 1</color>
            </transparent>
            <transparency>
              <float>0</float>
            </transparency>
"""
    for shader in ("lambert", "phong"):
        text = text.replace(f"          </{shader}>\n", f"{clear}          </{shader}>\n")
    return text


def worn(text):
    """A document with mistakes that exporters make."""
    text = text.replace('symbol="hull" target="#red"', 'symbol="hull" target="red"')
    text = text.replace("<color>0.62 0.45 0.28 1</color>", "<color>0,62 0,45 0,28 1</color>")
    text = text.replace("<color>0.93 0.92 0.88 1</color>", "<color>0.93, 0.92, 0.88, 1</color>")
    text = text.replace('<instance_geometry url="#barrel">', '<instance_geometry url="#Barrel">')
    text = text.replace("<author>The Portolan authors</author>", "<author>Smith & Sons</author>")
    text = text.replace('<polylist material="cabin" count="6">', '<polylist material=cabin count="6">')
    text = text.replace('<polylist material="hull" count="9">', '<polylist material="hull" count="10">')
    for place in ("-2.6 -1.9 0", "0.3 -2.4 0"):
        text = text.replace(f"<translate>{place}</translate>", f"<Translate>{place}</Translate>")
    return text


# --- Text -------------------------------------------------------------------------------------------------------------


def source(name, values, parameters, kind="float"):
    rows = len(values) // len(parameters)
    size = f'count="{rows}"' + (f' stride="{len(parameters)}"' if len(parameters) > 1 else "")
    tag = "Name_array" if kind == "Name" else "float_array"
    yield f'<source id="{name}">'
    yield f'<{tag} id="{name}-array" count="{len(values)}">' + " ".join(str(v) for v in values) + f"</{tag}>"
    yield "<technique_common>"
    yield f'<accessor source="#{name}-array" {size}>'
    for parameter in parameters:
        yield f'<param name="{parameter}" type="{kind}"/>'
    yield "</accessor>"
    yield "</technique_common>"
    yield "</source>"


def laid_out(lines):
    """The lines as text in canonical layout: one element a line, two spaces a level."""
    parts, out, depth = re.findall(r"<[^>]*>|[^<]+", "".join(line.strip() for line in lines)), [], 0
    while parts:
        part = parts.pop(0)
        depth -= part.startswith("</")
        pad = "  " * depth
        if part[1] in "/!?" or part.endswith("/>"):
            out.append(pad + part)
        elif not parts[0].startswith("<"):
            out.append(pad + part + parts.pop(0) + parts.pop(0))
        else:
            out.append(pad + part)
            depth += 1
    return "\n".join(out) + "\n"


def rounded(value):
    value = round(value, 4) + 0.0
    return int(value) if value == int(value) else value


def title(name):
    return "".join(word.capitalize() for word in name.split("-"))


def library(kind, lines):
    return [f"<library_{kind}>", *lines, f"</library_{kind}>"]


def document(about, name, shapes, moves, nodes):
    meshes = {mesh.name: mesh for mesh in (shape() for shape in shapes)}
    body = list(nodes(meshes))
    bound = {line.split('target="#')[1].split('"')[0] for line in body if 'target="#' in line} | {"planks"}
    looks = [(material, shader) for material, shader in shaders() if material in bound]
    out = ['<?xml version="1.0" encoding="UTF-8"?>',
           f"<!-- {about}, written by examples/make_harbour.py. COLLADA 1.4.1. -->",
           '<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">', "<asset>",
           "<contributor>", "<author>The Portolan authors</author>",
           "<authoring_tool>make_harbour.py</authoring_tool>", "</contributor>",
           "<created>2024-01-01T00:00:00Z</created>", "<modified>2024-01-01T00:00:00Z</modified>",
           '<unit name="meter" meter="1"/>', "<up_axis>Z_UP</up_axis>", "</asset>"]
    if moves:
        out += library("animations", animations())
        out += library("cameras", ['<camera id="visitor" name="Visitor"><optics><technique_common><perspective>',
                                   "<xfov>52</xfov><aspect_ratio>1.6</aspect_ratio><znear>1</znear><zfar>200</zfar>",
                                   "</perspective></technique_common></optics></camera>"])
        light = lambda name, colour: (
            f'<light id="{name}" name="{title(name)}"><technique_common><directional><color>{colour}</color></directional>'
            "</technique_common></light>")
        out += library("lights", [light("sun", "1.05 1 0.88"), light("sky", "0.5 0.56 0.65")])
    out += library("images", ['<image id="boards-image" name="Boards"><init_from>planks.png</init_from></image>'])
    out += library("effects", [line for name, shader in looks for line in effect(name, shader)])
    out += library("materials", [
        f'<material id="{name}" name="{title(name)}"><instance_effect url="#{name}-effect"/></material>'
        for name, _ in looks])
    out += library("geometries", [line for mesh in meshes.values() for line in mesh.xml()])
    out += library("nodes", node("cargo", instance("crate", {"planks": "planks"})))
    body = [f'<visual_scene id="{name}" name="{title(name)}">', *body, "</visual_scene>"]
    out += library("visual_scenes", body)
    out += ["<scene>", f'<instance_visual_scene url="#{name}"/>', "</scene>", "</COLLADA>"]
    return laid_out(out)


def files():
    """What is written: names and bytes."""
    shapes = (sea, pier, house, crate, barrel, bollard, boat, crane_foot, crane_arm, lighthouse)
    whole = document("A little harbour", "harbour", shapes, True, harbour)
    about = "A boat and some cargo, with mistakes that exporters make"
    part = document(about, "quay", (crate, barrel, boat), False, cargo)
    yard = document("A house as an old modeller wrote it", "yard", (house, crate), False, home)
    files = {"collada/harbour.dae": whole, "broken/worn.dae": worn(part), "broken/sketch.dae": sketched(yard)}
    pictures = {f"{folder}/planks.png": planks_png() for folder in ("collada", "broken")}
    return {name: text.encode() for name, text in files.items()} | pictures


if __name__ == "__main__":
    for name, content in files().items():
        FOLDER.joinpath(name).write_bytes(content)
