#!/usr/bin/env python3
"""Judges exact solids by OpenCascade: shapes that it makes are written as COLLADA 1.5 boundary representations, and what
portolan tells of them, and makes of them, is compared with OpenCascade's own numbers.

    python3 -m venv /tmp/occ && /tmp/occ/bin/pip install "cadquery-ocp<8" numpy
    /tmp/occ/bin/python tests/judges/brep_occ.py target/release/portolan [FOLDER] [--holes 1600]

Each shape is written with and without parameter curves. Compared are volume and area (`info --json`), for four tolerances
the STL: watertight, consistently wound, volume, and the distance of points of triangles from the solid, and what OpenCascade
reads from the STEP file that portolan writes.
"""
import json, math, os, struct, subprocess, sys, time
from OCP.gp import gp_Pnt, gp_Dir, gp_Ax1, gp_Ax2, gp_Vec, gp_Trsf, gp_Elips
from OCP.TopAbs import *
from OCP.TopExp import TopExp, TopExp_Explorer
from OCP.TopTools import TopTools_IndexedMapOfShape
from OCP.TopoDS import TopoDS, TopoDS_Iterator
from OCP.BRep import BRep_Tool
from OCP.BRepTools import BRepTools_WireExplorer
from OCP.BRepAdaptor import BRepAdaptor_Curve, BRepAdaptor_Curve2d, BRepAdaptor_Surface
from OCP.GeomAbs import *
from OCP.BRepPrimAPI import *
from OCP.BRepAlgoAPI import BRepAlgoAPI_Cut, BRepAlgoAPI_Fuse, BRepAlgoAPI_Common
from OCP.BRepFilletAPI import BRepFilletAPI_MakeFillet, BRepFilletAPI_MakeChamfer
from OCP.BRepOffsetAPI import BRepOffsetAPI_ThruSections, BRepOffsetAPI_MakePipe
from OCP.BRepBuilderAPI import *
from OCP.BRepGProp import BRepGProp
from OCP.GProp import GProp_GProps
from OCP.BRepMesh import BRepMesh_IncrementalMesh
from OCP.BRepExtrema import BRepExtrema_DistShapeShape
from OCP.GeomConvert import GeomConvert
from OCP.Geom2dConvert import Geom2dConvert
from OCP.TopLoc import TopLoc_Location

TAU = 2 * math.pi


def num(x):
    return repr(float(x))


def nums(*xs):
    return " ".join(num(x) for x in xs)


def frame(ax, flat=False):
    """`<orient>` and `<origin>` of an axis system. That of a plane may be left-handed: its parameters do not use z."""
    o, x, y = ax.Location(), ax.XDirection(), ax.YDirection()
    z = x.Crossed(y) if flat else ax.Direction()
    m = [[x.X(), y.X(), z.X()], [x.Y(), y.Y(), z.Y()], [x.Z(), y.Z(), z.Z()]]
    det = (m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
           + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]))
    assert det > 0, "left-handed"
    t = m[0][0] + m[1][1] + m[2][2]
    v = [m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]]
    s = math.sqrt(sum(a * a for a in v)) / 2
    angle = math.degrees(math.atan2(s, (t - 1) / 2))
    if s < 1e-9:
        if t > 0:
            axis, angle = [0, 0, 1], 0
        else:
            cols = [[m[r][c] + (r == c) for r in range(3)] for c in range(3)]
            axis = max(cols, key=lambda c: sum(a * a for a in c))
            n = math.sqrt(sum(a * a for a in axis))
            axis, angle = [a / n for a in axis], 180
    else:
        axis = [a / (2 * s) for a in v]
    return f"<orient>{nums(*axis, angle)}</orient><origin>{nums(o.X(), o.Y(), o.Z())}</origin>"


def nurbs(b, sid, dim):
    """A B-spline curve, unrolled if it is periodic."""
    if b.IsPeriodic():
        b.SetNotPeriodic()
    knots = [b.Knot(i) for i in range(1, b.NbKnots() + 1) for _ in range(b.Multiplicity(i))]
    poles, weights = [], []
    for i in range(1, b.NbPoles() + 1):
        p = b.Pole(i)
        poles += [p.X(), p.Y(), p.Z() if dim == 3 else 0.0]
        weights.append(b.Weight(i))
    return f'<nurbs degree="{b.Degree()}">{source(sid + "k", knots, 1)}{source(sid + "p", poles, 3)}' \
           f'{source(sid + "w", weights, 1)}<control_vertices><input semantic="KNOT" source="#{sid}k"/>' \
           f'<input semantic="POLE" source="#{sid}p"/><input semantic="WEIGHT" source="#{sid}w"/></control_vertices></nurbs>'


def source(name, values, stride, params=None):
    params = params or {1: ["V"], 2: ["START", "END"], 3: ["X", "Y", "Z"]}[stride]
    return f'<source id="{name}"><float_array id="{name}a" count="{len(values)}">{nums(*values)}</float_array>' \
           f'<technique_common><accessor source="#{name}a" count="{len(values) // stride}" stride="{stride}">' \
           + "".join(f'<param name="{p}" type="float"/>' for p in params) + "</accessor></technique_common></source>"


def curve3(c, sid):
    t = c.GetType()
    if t == GeomAbs_Line:
        o, d = c.Line().Location(), c.Line().Direction()
        return f"<line><origin>{nums(o.X(), o.Y(), o.Z())}</origin><direction>{nums(d.X(), d.Y(), d.Z())}</direction></line>"
    if t == GeomAbs_Circle:
        return f"<circle><radius>{num(c.Circle().Radius())}</radius></circle>{frame(c.Circle().Position())}"
    if t == GeomAbs_Ellipse:
        e = c.Ellipse()
        return f"<ellipse><radius>{nums(e.MajorRadius(), e.MinorRadius())}</radius></ellipse>{frame(e.Position())}"
    if t == GeomAbs_BSplineCurve:
        return nurbs(c.BSpline(), sid, 3)
    if t == GeomAbs_BezierCurve:
        return nurbs(GeomConvert.CurveToBSplineCurve_s(c.Bezier()), sid, 3)
    raise ValueError(f"curve {t}")


def direct(axes):
    x, y = axes.XDirection(), axes.YDirection()
    return x.X() * y.Y() - x.Y() * y.X() > 0


def curve2(c, sid, first, last, slant):
    """A parameter curve; on cones v is along the axis, not along the side."""
    t = c.GetType()
    if t == GeomAbs_Line and (slant == 1 or c.Line().Direction().Y() == 0):
        o, d = c.Line().Location(), c.Line().Direction()
        return f"<line><origin>{nums(o.X(), o.Y() * slant, 0)}</origin><direction>{nums(d.X(), d.Y(), 0)}</direction></line>"
    if t == GeomAbs_Circle and slant == 1 and direct(c.Circle().Axis()):
        p, x = c.Circle().Location(), c.Circle().XAxis().Direction()
        angle = math.degrees(math.atan2(x.Y(), x.X()))
        return f"<circle><radius>{num(c.Circle().Radius())}</radius></circle><orient>{nums(0, 0, 1, angle)}</orient>" \
               f"<origin>{nums(p.X(), p.Y(), 0)}</origin>"
    if t == GeomAbs_BSplineCurve and slant == 1:
        return nurbs(c.BSpline(), sid, 2)
    if t == GeomAbs_Line:
        a, b = c.Value(first), c.Value(last)
        return f'<nurbs degree="1">{source(sid + "k", [first, first, last, last], 1)}' \
               f'{source(sid + "p", [a.X(), a.Y() * slant, 0, b.X(), b.Y() * slant, 0], 3)}<control_vertices>' \
               f'<input semantic="KNOT" source="#{sid}k"/><input semantic="POLE" source="#{sid}p"/></control_vertices></nurbs>'
    return None


def surface(s, sid):
    t = s.GetType()
    if t == GeomAbs_Plane:
        return f"<plane><equation>0 0 1 0</equation></plane>{frame(s.Plane().Position(), True)}", 1
    if t == GeomAbs_Cylinder:
        r = s.Cylinder().Radius()
        return f"<cylinder><radius>{nums(r, r)}</radius></cylinder>{frame(s.Cylinder().Position())}", 1
    if t == GeomAbs_Cone:
        c = s.Cone()
        return f"<cone><radius>{num(c.RefRadius())}</radius><angle>{num(c.SemiAngle())}</angle></cone>" \
               f"{frame(c.Position())}", math.cos(c.SemiAngle())
    if t == GeomAbs_Sphere:
        return f"<sphere><radius>{num(s.Sphere().Radius())}</radius></sphere>{frame(s.Sphere().Position())}", 1
    if t == GeomAbs_Torus:
        o = s.Torus()
        return f"<torus><radius>{nums(o.MajorRadius(), o.MinorRadius())}</radius></torus>{frame(o.Position())}", 1
    if t == GeomAbs_SurfaceOfExtrusion:
        d = s.Direction()
        return f"<swept_surface><curve>{curve3(s.BasisCurve(), sid + 'b')}</curve>" \
               f"<direction>{nums(d.X(), d.Y(), d.Z())}</direction></swept_surface>", 1
    if t == GeomAbs_SurfaceOfRevolution:
        a = s.AxeOfRevolution()
        o, d = a.Location(), a.Direction()
        return f"<swept_surface><curve>{curve3(s.BasisCurve(), sid + 'b')}</curve><origin>{nums(o.X(), o.Y(), o.Z())}" \
               f"</origin><axis>{nums(d.X(), d.Y(), d.Z())}</axis></swept_surface>", 1
    if t == GeomAbs_BSplineSurface:
        b = s.BSpline()
    elif t == GeomAbs_BezierSurface:
        b = GeomConvert.SurfaceToBSplineSurface_s(s.Bezier())
    else:
        raise ValueError(f"surface {t}")
    if b.IsUPeriodic():
        b.SetUNotPeriodic()
    if b.IsVPeriodic():
        b.SetVNotPeriodic()
    ku = [b.UKnot(i) for i in range(1, b.NbUKnots() + 1) for _ in range(b.UMultiplicity(i))]
    kv = [b.VKnot(i) for i in range(1, b.NbVKnots() + 1) for _ in range(b.VMultiplicity(i))]
    poles, weights = [], []
    for j in range(1, b.NbVPoles() + 1):
        for i in range(1, b.NbUPoles() + 1):
            p = b.Pole(i, j)
            poles += [p.X(), p.Y(), p.Z()]
            weights.append(b.Weight(i, j))
    return f'<nurbs_surface degree_u="{b.UDegree()}" degree_v="{b.VDegree()}">{source(sid + "u", ku, 1)}' \
           f'{source(sid + "v", kv, 1)}{source(sid + "p", poles, 3)}{source(sid + "w", weights, 1)}<control_vertices>' \
           f'<input semantic="KNOT_U" source="#{sid}u"/><input semantic="KNOT_V" source="#{sid}v"/>' \
           f'<input semantic="POLE" source="#{sid}p"/><input semantic="WEIGHT" source="#{sid}w"/>' \
           f'</control_vertices></nurbs_surface>', 1


def mapped(shape, kind):
    found = TopTools_IndexedMapOfShape()
    TopExp.MapShapes_s(shape, kind, found)
    return found


def children(shape):
    it = TopoDS_Iterator(shape, False, True)
    while it.More():
        yield it.Value()
        it.Next()


def document(shape, pcurves=True, unit=0.001):
    """The COLLADA document of a shape."""
    vs, es, ws, fs, ss, os_ = (mapped(shape, k) for k in
                               (TopAbs_VERTEX, TopAbs_EDGE, TopAbs_WIRE, TopAbs_FACE, TopAbs_SHELL, TopAbs_SOLID))
    way = lambda s: 0 if s.Orientation() == TopAbs_REVERSED else 1
    points, curves, params, edges = [], [], [], []
    for i in range(1, vs.Extent() + 1):
        p = BRep_Tool.Pnt_s(TopoDS.Vertex_s(vs.FindKey(i)))
        points += [p.X(), p.Y(), p.Z()]
    for i in range(1, es.Extent() + 1):
        e = TopoDS.Edge_s(es.FindKey(i).Oriented(TopAbs_FORWARD))
        first, last = TopExp.FirstVertex_s(e), TopExp.LastVertex_s(e)
        text = "" if BRep_Tool.Degenerated_s(e) else curve3(BRepAdaptor_Curve(e), f"c{i}")
        curves.append(f'<curve sid="c{i}">{text}</curve>')
        if BRep_Tool.Degenerated_s(e):
            face = next(f for f in (TopoDS.Face_s(fs.FindKey(k)) for k in range(1, fs.Extent() + 1))
                        if any(x.IsSame(e) for w in children(f) for x in children(w)))
            c = BRepAdaptor_Curve2d(e, face)
        else:
            c = BRepAdaptor_Curve(e)
        params += [c.FirstParameter(), c.LastParameter()]
        edges.append((i - 1, vs.FindIndex(first) - 1, vs.FindIndex(last) - 1, i - 1))
    # Edges in the order in which they follow each other with parameter curves, and in any order without.
    faces_of = {}
    for i in range(1, fs.Extent() + 1):
        f = TopoDS.Face_s(fs.FindKey(i).Oriented(TopAbs_FORWARD))
        for w in children(f):
            faces_of.setdefault(ws.FindIndex(w), f)
    wires, wcounts = [], []
    for i in range(1, ws.Extent() + 1):
        w = TopoDS.Wire_s(ws.FindKey(i).Oriented(TopAbs_FORWARD))
        row = [(es.FindIndex(e) - 1, way(e)) for e in children(w)]
        if pcurves and i in faces_of:
            ordered, explorer = [], BRepTools_WireExplorer(w, faces_of[i])
            while explorer.More():
                e = explorer.Current()
                ordered.append((es.FindIndex(e) - 1, way(e)))
                explorer.Next()
            if len(ordered) == len(row):
                row = ordered
        wires.append(row)
        wcounts.append(len(row))
    surfaces, faces, fcounts, flat, rows, pcounts = [], [], [], [], [], []
    for i in range(1, fs.Extent() + 1):
        f = TopoDS.Face_s(fs.FindKey(i).Oriented(TopAbs_FORWARD))
        text, slant = surface(BRepAdaptor_Surface(f, False), f"s{i}")
        surfaces.append(f'<surface sid="s{i}">{text}</surface>')
        many = 0
        for w in children(f):
            faces.append((i - 1, ws.FindIndex(w) - 1, way(w), 0))
            many += 1
            seen = set()
            for e in children(w):
                k = es.FindIndex(e)
                if k in seen:
                    continue
                seen.add(k)
                e = TopoDS.Edge_s(e.Oriented(TopAbs_FORWARD))
                if not pcurves and not BRep_Tool.Degenerated_s(e):
                    continue
                both = [e, TopoDS.Edge_s(e.Reversed())] if BRep_Tool.IsClosed_s(e, f) else [e]
                made = []
                for one in both:
                    c = BRepAdaptor_Curve2d(one, f)
                    made.append(curve2(c, f"d{len(flat) + len(made) + 1}", params[2 * k - 2], params[2 * k - 1], slant))
                if all(made):
                    for text in made:
                        flat.append(f'<curve sid="d{len(flat) + 1}">{text}</curve>')
                        rows.append((k - 1, i - 1, len(flat) - 1))
                    pcounts.append(len(made))
        fcounts.append(many)
    shells, scounts, solids, ocounts = [], [], [], []
    for i in range(1, ss.Extent() + 1):
        row = [(fs.FindIndex(f) - 1, way(f)) for f in children(ss.FindKey(i).Oriented(TopAbs_FORWARD))]
        shells += row
        scounts.append(len(row))
    for i in range(1, os_.Extent() + 1):
        row = [(ss.FindIndex(s) - 1, way(s)) for s in children(os_.FindKey(i).Oriented(TopAbs_FORWARD))]
        solids += row
        ocounts.append(len(row))
    sids = lambda name, letter, n: f'<source id="{name}"><SIDREF_array id="{name}a" count="{n}">' \
        + " ".join(f"{letter}{i + 1}" for i in range(n)) + '</SIDREF_array><technique_common>' \
        f'<accessor source="#{name}a" count="{n}"><param type="sidref"/></accessor></technique_common></source>'
    flatten = lambda rows: " ".join(str(x) for row in rows for x in row)
    table = lambda name, inputs, rows, counts: "" if not rows else \
        f'<{name} id="{name}" count="{len(counts) if counts is not None else len(rows)}">' + "".join(
            f'<input semantic="{s}" source="#{t}" offset="{i}"/>' for i, (s, t) in enumerate(inputs)) + (
            f'<vcount>{" ".join(map(str, counts))}</vcount>' if counts is not None else "") + f"<p>{flatten(rows)}</p></{name}>"
    words = lambda name, param, list: f'<source id="{name}"><Name_array id="{name}a" count="{len(list)}">' \
        f'{" ".join(list)}</Name_array><technique_common><accessor source="#{name}a" count="{len(list)}">' \
        f'<param name="{param}" type="Name"/></accessor></technique_common></source>'
    o = ("ORIENTATION", "orientations")
    body = f"<curves>{''.join(curves)}</curves>" + (f"<surface_curves>{''.join(flat)}</surface_curves>" if flat else "") \
        + f"<surfaces>{''.join(surfaces)}</surfaces>" + source("points", points, 3) + sids("cs", "c", len(curves)) \
        + (sids("ds", "d", len(flat)) if flat else "") + sids("sfs", "s", len(surfaces)) \
        + words("orientations", "ORIENTATION", ["REVERSED", "FORWARD"]) + source("params", params, 2) \
        + words("materials", "MATERIAL", ["m"]) \
        + '<vertices id="vertices"><input semantic="POSITION" source="#points"/></vertices>' \
        + table("edges", [("CURVE", "cs"), ("VERTEX", "vertices"), ("VERTEX", "vertices"), ("PARAM", "params")], edges, None) \
        + table("wires", [("EDGE", "edges"), o], [r for w in wires for r in w], wcounts) \
        + table("faces", [("SURFACE", "sfs"), ("WIRE", "wires"), o, ("MATERIAL", "materials")], faces, fcounts) \
        + table("pcurves", [("EDGE", "edges"), ("FACE", "faces"), ("CURVE2D", "ds")], rows, pcounts) \
        + table("shells", [("FACE", "faces"), o], shells, scounts) + table("solids", [("SHELL", "shells"), o], solids, ocounts)
    return '<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2008/03/COLLADASchema" version="1.5.0"><asset>' \
        f'<created>2020-01-01T00:00:00Z</created><modified>2020-01-01T00:00:00Z</modified><unit meter="{unit}"/>' \
        f'<up_axis>Z_UP</up_axis></asset><library_geometries><geometry id="shape"><brep>{body}</brep></geometry>' \
        '</library_geometries><library_visual_scenes><visual_scene id="v"><node id="n"><instance_geometry url="#shape"/>' \
        '</node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#v"/></scene></COLLADA>'


def written(shape, pcurves=True):
    """The document; left-handed surfaces are written as B-splines."""
    try:
        return document(shape, pcurves)
    except AssertionError:
        return document(BRepBuilderAPI_NurbsConvert(shape).Shape(), pcurves)


# ---------------------------------------------------------------- shapes

def ax(x=0, y=0, z=0, d=(0, 0, 1)):
    return gp_Ax2(gp_Pnt(x, y, z), gp_Dir(*d))


def all_edges(maker, shape, r):
    es = mapped(shape, TopAbs_EDGE)
    for i in range(1, es.Extent() + 1):
        maker.Add(r, TopoDS.Edge_s(es.FindKey(i)))
    return maker.Shape()


def polygon(points):
    p = BRepBuilderAPI_MakePolygon()
    for q in points:
        p.Add(gp_Pnt(*q))
    p.Close()
    return p.Wire()


def plate(n):
    """A plate with n × n cylindrical holes."""
    from OCP.BRep import BRep_Builder
    outer = polygon([(0, 0, 0), (n * 10, 0, 0), (n * 10, n * 10, 0), (0, n * 10, 0)])
    face = BRepBuilderAPI_MakeFace(outer)
    for i in range(n):
        for j in range(n):
            from OCP.gp import gp_Circ
            c = gp_Circ(ax(i * 10 + 5, j * 10 + 5), 3)
            w = BRepBuilderAPI_MakeWire(BRepBuilderAPI_MakeEdge(c).Edge()).Wire()
            face.Add(TopoDS.Wire_s(w.Reversed()))
    return BRepPrimAPI_MakePrism(face.Face(), gp_Vec(0, 0, 5)).Shape()


def shapes():
    box = lambda a, b, c: BRepPrimAPI_MakeBox(a, b, c).Shape()
    cyl = lambda a, r, h: BRepPrimAPI_MakeCylinder(a, r, h).Shape()
    yield "box", box(10, 20, 30)
    yield "cylinder", cyl(ax(), 5, 20)
    yield "cylinder-part", BRepPrimAPI_MakeCylinder(ax(1, 2, 3, (1, 1, 1)), 5, 20, 2.0).Shape()
    yield "sphere", BRepPrimAPI_MakeSphere(7).Shape()
    yield "sphere-part", BRepPrimAPI_MakeSphere(7, -0.5, 1.0, 4.0).Shape()
    yield "cone", BRepPrimAPI_MakeCone(ax(), 5, 0, 10).Shape()
    yield "frustum", BRepPrimAPI_MakeCone(ax(), 5, 2, 10).Shape()
    yield "frustum-up", BRepPrimAPI_MakeCone(ax(), 2, 5, 10, 4.0).Shape()
    yield "torus", BRepPrimAPI_MakeTorus(10, 3).Shape()
    yield "torus-part", BRepPrimAPI_MakeTorus(10, 3, -1.0, 2.0, 3.0).Shape()
    yield "fillet-box", fillet(box(10, 20, 30), 2.0)
    yield "chamfer-box", chamfer(box(10, 20, 30), 2.0)
    yield "fillet-cylinder", fillet(cyl(ax(), 5, 20), 1.0)
    yield "tee", BRepAlgoAPI_Fuse(cyl(ax(), 5, 40), cyl(ax(0, 0, 20, (1, 0, 0)), 3, 20)).Shape()
    yield "tee-equal", BRepAlgoAPI_Fuse(cyl(ax(), 5, 40), cyl(ax(0, 0, 20, (1, 0, 0)), 5, 20)).Shape()
    yield "drilled-sphere", BRepAlgoAPI_Cut(BRepPrimAPI_MakeSphere(10).Shape(), cyl(ax(0, 0, -20), 4, 40)).Shape()
    yield "drilled-side", BRepAlgoAPI_Cut(BRepPrimAPI_MakeSphere(10).Shape(), cyl(ax(3, 0, -20), 4, 40)).Shape()
    yield "lens", BRepAlgoAPI_Common(BRepPrimAPI_MakeSphere(gp_Pnt(0, 0, -6), 10).Shape(), BRepPrimAPI_MakeSphere(gp_Pnt(0, 0, 6), 10).Shape()).Shape()
    loft = BRepOffsetAPI_ThruSections(True, False)
    for w in (polygon([(0, 0, 0), (10, 0, 0), (10, 10, 0), (0, 10, 0)]), polygon([(2, 2, 8), (9, 1, 8), (8, 8, 8), (1, 7, 8)]),
              polygon([(0, 0, 16), (8, 0, 16), (8, 8, 16), (0, 8, 16)])):
        loft.AddWire(w)
    yield "loft", loft.Shape()
    e = BRepBuilderAPI_MakeEdge(gp_Elips(ax(), 6, 3)).Edge()
    face = BRepBuilderAPI_MakeFace(BRepBuilderAPI_MakeWire(e).Wire()).Face()
    yield "ellipse-prism", BRepPrimAPI_MakePrism(face, gp_Vec(1, 2, 10)).Shape()
    from OCP.GeomAPI import GeomAPI_PointsToBSpline
    from OCP.TColgp import TColgp_Array1OfPnt
    pts = TColgp_Array1OfPnt(1, 6)
    for i, (r, z) in enumerate([(3, 0), (6, 3), (4, 7), (5, 11), (7, 14), (3, 18)]):
        pts.SetValue(i + 1, gp_Pnt(r, 0, z))
    spline = BRepBuilderAPI_MakeEdge(GeomAPI_PointsToBSpline(pts).Curve()).Edge()
    down = lambda a, b: BRepBuilderAPI_MakeEdge(gp_Pnt(*a), gp_Pnt(*b)).Edge()
    w = BRepBuilderAPI_MakeWire(spline, down((3, 0, 18), (0, 0, 18)), down((0, 0, 18), (0, 0, 0)), down((0, 0, 0), (3, 0, 0))).Wire()
    yield "vase", BRepPrimAPI_MakeRevol(BRepBuilderAPI_MakeFace(w).Face(), gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1))).Shape()
    pts2 = TColgp_Array1OfPnt(1, 4)
    for i, p in enumerate([(0, 0, 0), (0, 10, 10), (10, 0, 20), (0, 0, 30)]):
        pts2.SetValue(i + 1, gp_Pnt(*p))
    path = BRepBuilderAPI_MakeWire(BRepBuilderAPI_MakeEdge(GeomAPI_PointsToBSpline(pts2).Curve()).Edge()).Wire()
    from OCP.gp import gp_Circ
    ring = BRepBuilderAPI_MakeFace(BRepBuilderAPI_MakeWire(BRepBuilderAPI_MakeEdge(gp_Circ(ax(), 2)).Edge()).Wire()).Face()
    yield "pipe", BRepOffsetAPI_MakePipe(path, ring).Shape()
    yield "nurbs-torus", BRepBuilderAPI_NurbsConvert(BRepPrimAPI_MakeTorus(10, 3).Shape()).Shape()
    yield "nurbs-sphere", BRepBuilderAPI_NurbsConvert(BRepPrimAPI_MakeSphere(7).Shape()).Shape()
    yield "nurbs-cone", BRepBuilderAPI_NurbsConvert(BRepPrimAPI_MakeCone(ax(), 5, 0, 10).Shape()).Shape()
    yield "hollow", BRepAlgoAPI_Cut(box(30, 30, 30), BRepPrimAPI_MakeSphere(gp_Pnt(15, 15, 15), 8).Shape()).Shape()
    yield "plate-9", plate(3)


def fillet(shape, r):
    return all_edges(BRepFilletAPI_MakeFillet(shape), shape, r)


def chamfer(shape, r):
    return all_edges(BRepFilletAPI_MakeChamfer(shape), shape, r)


# ---------------------------------------------------------------- judging

def run(*args):
    done = subprocess.run(args, capture_output=True, text=True, timeout=600)
    return done.returncode, done.stdout, done.stderr


def stl(path):
    data = open(path, "rb").read()
    n = struct.unpack_from("<I", data, 80)[0]
    return [tuple(struct.unpack_from("<3f", data, 84 + 50 * i + 12 + 12 * k) for k in range(3)) for i in range(n)]


def judge_stl(tris):
    count = {}
    for t in tris:
        for a, b in ((t[0], t[1]), (t[1], t[2]), (t[2], t[0])):
            count[(a, b)] = count.get((a, b), 0) + 1
    bad = sum(1 for (a, b), n in count.items() if count.get((b, a), 0) != n)
    volume = 0.0
    for a, b, c in tris:
        volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6
    return bad, volume


def farthest(shape, tris, most=150):
    worst = 0.0
    step = max(1, len(tris) // most)
    shell = TopExp_Explorer(shape, TopAbs_SHELL)
    shells = []
    while shell.More():
        shells.append(shell.Current())
        shell.Next()
    for i in range(0, len(tris), step):
        a, b, c = tris[i]
        for wa, wb, wc in ((1 / 3, 1 / 3, 1 / 3), (0.5, 0.5, 0), (0, 0.5, 0.5)):
            p = [wa * a[k] + wb * b[k] + wc * c[k] for k in range(3)]
            v = BRepBuilderAPI_MakeVertex(gp_Pnt(*p)).Vertex()
            worst = max(worst, min(BRepExtrema_DistShapeShape(v, s).Value() for s in shells))
    return worst


def measures(shape):
    """Volume and area. OpenCascade's plain integrals are a percent off for splines, its adaptive ones two percent for oblique
    prisms."""
    faces = TopExp_Explorer(shape, TopAbs_FACE)
    splines = False
    while faces.More():
        splines |= BRepAdaptor_Surface(TopoDS.Face_s(faces.Current())).GetType() == GeomAbs_BSplineSurface
        faces.Next()
    volume, area = GProp_GProps(), GProp_GProps()
    if splines:
        BRepGProp.VolumeProperties_s(shape, volume, 1e-6, False, False)
        BRepGProp.SurfaceProperties_s(shape, area, 1e-6, False)
    else:
        BRepGProp.VolumeProperties_s(shape, volume)
        BRepGProp.SurfaceProperties_s(shape, area)
    return volume.Mass(), area.Mass()


def step_volume(path):
    """Volume, area and soundness of what OpenCascade reads from a STEP file, in millimetres."""
    from OCP.STEPControl import STEPControl_Reader
    from OCP.IFSelect import IFSelect_RetDone
    from OCP.BRepCheck import BRepCheck_Analyzer
    reader = STEPControl_Reader()
    if reader.ReadFile(path) != IFSelect_RetDone:
        return None
    reader.TransferRoots()
    shape = reader.OneShape()
    return *measures(shape), BRepCheck_Analyzer(shape).IsValid()


def main():
    program = sys.argv[1]
    folder = sys.argv[2] if len(sys.argv) > 2 and not sys.argv[2].startswith("-") else "/tmp/brep-occ"
    only = [a for a in sys.argv[3:] if not a.startswith("-") and not a.isdigit()]
    os.makedirs(folder, exist_ok=True)
    bad = 0
    for name, shape in shapes():
        if only and name not in only:
            continue
        volume_, area_ = measures(shape)
        for with_pcurves in (True, False):
            label = name + ("" if with_pcurves else "-bare")
            path = f"{folder}/{label}.dae"
            open(path, "w").write(written(shape, with_pcurves))
            code, out, err = run(program, "info", path, "--json")
            line = f"{label:24}"
            faults = []
            try:
                b = json.loads(out)["breps"][0]
                dv, da = b["volume"] / volume_ - 1, b["area"] / area_ - 1
                line += f" V {dv:+.1e} A {da:+.1e} closed {b['closed']}"
                if abs(dv) > 1e-4 or abs(da) > 1e-4 or not b["closed"]:
                    faults.append("measures")
            except Exception as e:
                faults.append(f"info: {e!r} {err[:100]}")
            code, _, err = run(program, "convert", path, f"{folder}/{label}.step", "--force")
            found = step_volume(f"{folder}/{label}.step") if code == 0 else None
            if found is None:
                faults.append(f"no step {err[:80]}")
            else:
                volume, surface_, valid = found
                dv, da = volume / volume_ - 1, surface_ / area_ - 1
                line += f" | step V {dv:+.0e} A {da:+.0e}{'' if valid else ' unsound'}"
                if abs(dv) > 1e-4 or abs(da) > 1e-4 or not valid:
                    faults.append("step")
            size = 30.0
            for share in (1e-1, 1e-2, 1e-3, 1e-4):
                out_path = f"{folder}/{label}.stl"
                tolerance = share * size * 0.001
                code, _, err = run(program, "convert", path, out_path, "--tolerance", repr(tolerance), "--force")
                if not os.path.exists(out_path):
                    faults.append(f"no stl {err[:80]}")
                    break
                tris = stl(out_path)
                os.remove(out_path)
                # STL files are written in metres or in the unit of the document; the volume tells which.
                open_edges, volume = judge_stl(tris)
                scale = 1.0 if abs(volume) > 1e-3 * abs(volume_) else 1000.0
                # STL files have Y up; the shapes have Z up.
                tris = [tuple((x * scale, -z * scale, y * scale) for x, y, z in t) for t in tris]
                volume *= scale ** 3
                off = farthest(shape, tris) if share < 1e-1 else 0.0
                t = share * size
                line += f" | {share:g}: {len(tris)}t open {open_edges} dV {abs(volume - volume_) / (area_ * t):.2f} off {off / t:.2f}"
                if open_edges or abs(volume - volume_) > area_ * t or off > t * 1.05:
                    faults.append(f"stl at {share:g}")
            bad += bool(faults)
            print(line, "  BAD " + ", ".join(faults) if faults else "", flush=True)
    if "--holes" in sys.argv:
        many = int(sys.argv[sys.argv.index("--holes") + 1])
        n = round(math.sqrt(many))
        shape = plate(n)
        path = f"{folder}/plate-{many}.dae"
        open(path, "w").write(written(shape))
        start = time.time()
        BRepMesh_IncrementalMesh(shape, 0.01, False, 0.5, False)
        occ = time.time() - start
        triangles = 0
        ex = TopExp_Explorer(shape, TopAbs_FACE)
        while ex.More():
            t = BRep_Tool.Triangulation_s(TopoDS.Face_s(ex.Current()), TopLoc_Location())
            triangles += t.NbTriangles() if t else 0
            ex.Next()
        start = time.time()
        run(program, "convert", path, f"{folder}/plate.stl", "--tolerance", "1e-5", "--force")
        whole = time.time() - start
        tris = stl(f"{folder}/plate.stl")
        print(f"plate {many}: BRepMesh {occ:.2f} s {triangles}t, portolan convert {whole:.2f} s (all of it) {len(tris)}t open {judge_stl(tris)[0]}")
    print(f"{bad} bad")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
