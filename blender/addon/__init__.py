"""Portolan in Blender: import and export of COLLADA, OpenGEX, X3D, VRML97 and xVRML.

Blender 5 has no COLLADA any more. This add-on brings it back, with the operators `wm.collada_import` and `wm.collada_export` that
scripts call, and adds the other formats of Portolan as `import_scene.portolan` and `export_scene.portolan`.
"""

from __future__ import annotations

import os
from typing import Any

import bpy
from bpy.props import BoolProperty, CollectionProperty, EnumProperty, IntProperty, StringProperty
from bpy_extras.io_utils import ExportHelper, ImportHelper

from . import told

#: What is read and written, as file selectors want it.
READ = "*.dae;*.zae;*.kmz;*.ogex;*.x3d;*.x3dv;*.wrl;*.wrz;*.vrml;*.xwrl;*.xvrml;*.urdf"
WRITTEN = "*.dae;*.zae;*.ogex;*.x3d;*.x3dv;*.wrl;*.xwrl"
#: The text that says everything about the last file.
TEXT = "Portolan"
LIMITS_IN = "Meshes get the faces of the file; everything else comes by way of glTF"
LIMITS_OUT = "Everything goes by way of glTF; faces keep their corners"


def say(operator: Any, verb: str, path: str, result: Any) -> None:
    """Reports in one line, and everything in a text of Blender."""
    text = bpy.data.texts.get(TEXT) or bpy.data.texts.new(TEXT)
    lines = told.lines(path, result.findings, result.losses, result.notes)
    text.clear()
    text.write("\n".join(lines) + "\n")
    summary = told.summary(result.findings, result.losses)
    name = os.path.basename(path)
    if len(lines) > 1:
        operator.report({"WARNING"}, f"{verb} {name}: {summary or 'with notes'}; the text '{TEXT}' lists everything")
        for line in lines[1:11]:
            operator.report({"INFO"}, line.strip())
    else:
        operator.report({"INFO"}, f"{verb} {name}")


def guarded(operator: Any, path: str, work: Any) -> set[str]:
    """Does something with a file; what goes wrong is an error of the operator."""
    try:
        import portolan
    except ImportError as why:
        operator.report({"ERROR"}, f"the Python package portolan is not installed in Blender ({why})")
        return {"CANCELLED"}
    try:
        work()
    except (portolan.Error, OSError) as why:
        operator.report({"ERROR"}, f"{os.path.basename(path)}: {why}")
        return {"CANCELLED"}
    return {"FINISHED"}


def object_mode() -> None:
    if bpy.context.object is not None and bpy.context.object.mode != "OBJECT" and bpy.ops.object.mode_set.poll():
        bpy.ops.object.mode_set(mode="OBJECT")


class IMPORT_OT_portolan(bpy.types.Operator, ImportHelper):
    """Import COLLADA, OpenGEX, X3D, VRML97, xVRML and URDF files with Portolan"""

    bl_idname = "import_scene.portolan"
    bl_label = "Import with Portolan"
    bl_options = {"REGISTER", "UNDO", "PRESET"}

    filename_ext = ".dae"
    filter_glob: StringProperty(default=READ, options={"HIDDEN"})
    files: CollectionProperty(type=bpy.types.OperatorFileListElement, options={"HIDDEN", "SKIP_SAVE"})
    directory: StringProperty(subtype="DIR_PATH", options={"HIDDEN", "SKIP_SAVE"})
    polygons: BoolProperty(
        name="Faces of the file", default=True,
        description="Quads stay quads, and vertices with seams stay one; otherwise everything is triangles",
    )
    custom_normals: BoolProperty(name="Custom normals", default=True, description="Take the normals of the file")
    import_units: BoolProperty(
        name="Unit of the file", default=False, description="Set the unit of the scene to that of the file; otherwise sizes are in metres"
    )
    everywhere: BoolProperty(
        name="Textures in other folders", default=False,
        description="Read textures wherever the file says; otherwise only in its own folder and below",
    )

    def execute(self, context: Any) -> set[str]:
        names = [item.name for item in self.files if item.name]
        paths = [os.path.join(self.directory, name) for name in names] if names and self.directory else [self.filepath]
        done = {"FINISHED"}
        for path in paths:
            result = guarded(self, path, lambda path=path: self.read(bpy.path.abspath(path)))
            if result == {"CANCELLED"}:
                done = result
        return done

    def read(self, path: str) -> None:
        from . import reading

        object_mode()
        allow = [os.path.abspath(os.sep)] if self.everywhere else []
        result = reading.read(
            path, polygons=self.polygons, custom_normals=self.custom_normals, unit_of_file=self.import_units, allow=allow
        )
        say(self, "imported", path, result)

    def draw(self, context: Any) -> None:
        for name in ("polygons", "custom_normals", "import_units", "everywhere"):
            self.layout.prop(self, name)
        self.layout.label(text=LIMITS_IN, icon="INFO")


class EXPORT_OT_portolan(bpy.types.Operator, ExportHelper):
    """Export COLLADA, OpenGEX, X3D, VRML97 and xVRML files with Portolan"""

    bl_idname = "export_scene.portolan"
    bl_label = "Export with Portolan"
    bl_options = {"PRESET"}

    filename_ext = ".dae"
    # The extension says the format.
    check_extension = False
    filter_glob: StringProperty(default=WRITTEN, options={"HIDDEN"})
    selected: BoolProperty(name="Selection only", default=False)
    apply_modifiers: BoolProperty(name="Apply modifiers", default=False)
    polygons: BoolProperty(name="Faces with all their corners", default=True, description="Otherwise everything is triangles")
    animations: BoolProperty(name="Animations", default=True)
    cameras: BoolProperty(name="Cameras", default=True)
    lights: BoolProperty(name="Lights", default=True)
    up_axis: EnumProperty(
        name="Up", items=[("Z", "Z", "As in Blender"), ("Y", "Y", "As in glTF")], default="Z",
        description="The axis that points up, where the format says it",
    )

    def execute(self, context: Any) -> set[str]:
        path = bpy.path.abspath(self.filepath)
        if not os.path.splitext(path)[1]:
            path += self.filename_ext
        return guarded(self, path, lambda: self.write(path))

    def write(self, path: str) -> None:
        from . import writing

        object_mode()
        result = writing.write(
            path,
            selected=self.selected,
            apply_modifiers=self.apply_modifiers,
            polygons=self.polygons,
            animations=self.animations,
            cameras=self.cameras,
            lights=self.lights,
            up_axis=self.up_axis,
        )
        say(self, "exported", path, result)

    def draw(self, context: Any) -> None:
        for name in ("selected", "apply_modifiers", "polygons", "animations", "cameras", "lights", "up_axis"):
            self.layout.prop(self, name)
        self.layout.label(text=LIMITS_OUT, icon="INFO")


#: What Blender's own operators had and what means nothing here. It is taken, so that scripts run, and told.
WITHOUT_MEANING = "Taken for scripts that say it; it changes nothing"


def ignored(operator: Any, names: tuple[str, ...]) -> None:
    """Tells which arguments a script gave that change nothing."""
    given = [name for name in names if operator.properties.is_property_set(name)]
    if given:
        operator.report({"WARNING"}, f"without effect: {', '.join(given)}")


class WM_OT_collada_import(bpy.types.Operator, ImportHelper):
    """Load a COLLADA file"""

    bl_idname = "wm.collada_import"
    bl_label = "Import COLLADA"
    bl_options = {"REGISTER", "UNDO", "PRESET"}

    filename_ext = ".dae"
    filter_glob: StringProperty(default="*.dae;*.zae;*.kmz", options={"HIDDEN"})
    import_units: BoolProperty(
        name="Import Units", default=False, description="Set the unit of the scene to that of the file; otherwise sizes are in metres"
    )
    custom_normals: BoolProperty(name="Custom Normals", default=True, description="Take the normals of the file")
    fix_orientation: BoolProperty(name="Fix Leaf Bones", default=False, description=WITHOUT_MEANING)
    find_chains: BoolProperty(name="Find Bone Chains", default=False, description=WITHOUT_MEANING)
    auto_connect: BoolProperty(name="Auto Connect", default=False, description=WITHOUT_MEANING)
    min_chain_length: IntProperty(name="Minimum Chain Length", default=0, description=WITHOUT_MEANING)
    keep_bind_pose: BoolProperty(name="Keep Bind Info", default=False, description=WITHOUT_MEANING)

    def execute(self, context: Any) -> set[str]:
        path = bpy.path.abspath(self.filepath)
        return guarded(self, path, lambda: self.read(path))

    def read(self, path: str) -> None:
        from . import reading

        object_mode()
        ignored(self, ("fix_orientation", "find_chains", "auto_connect", "min_chain_length", "keep_bind_pose"))
        result = reading.read(path, custom_normals=self.custom_normals, unit_of_file=self.import_units)
        say(self, "imported", path, result)

    def draw(self, context: Any) -> None:
        self.layout.prop(self, "import_units")
        self.layout.prop(self, "custom_normals")
        self.layout.label(text=LIMITS_IN, icon="INFO")


class WM_OT_collada_export(bpy.types.Operator, ExportHelper):
    """Save a COLLADA file"""

    bl_idname = "wm.collada_export"
    bl_label = "Export COLLADA"
    bl_options = {"PRESET"}

    filename_ext = ".dae"
    filter_glob: StringProperty(default="*.dae", options={"HIDDEN"})
    apply_modifiers: BoolProperty(name="Apply Modifiers", default=False)
    selected: BoolProperty(name="Selection Only", default=False)
    include_children: BoolProperty(name="Include Children", default=False, description="Also what is below selected objects")
    include_armatures: BoolProperty(name="Include Armatures", default=False, description="Also the armatures of selected objects")
    include_shapekeys: BoolProperty(name="Include Shape Keys", default=True)
    deform_bones_only: BoolProperty(name="Deform Bones Only", default=False)
    include_animations: BoolProperty(name="Include Animations", default=True)
    include_all_actions: BoolProperty(name="Include all Actions", default=True)
    sampling_rate: IntProperty(name="Sampling Rate", default=1, min=1, description="Frames from key to key")
    active_uv_only: BoolProperty(name="Only Selected UV Map", default=False, description=WITHOUT_MEANING)
    triangulate: BoolProperty(name="Triangulate", default=True, description="Write triangles in place of faces with more corners")
    use_texture_copies: BoolProperty(name="Copy", default=True, description=WITHOUT_MEANING)
    use_object_instantiation: BoolProperty(name="Use Object Instances", default=True, description=WITHOUT_MEANING)
    use_blender_profile: BoolProperty(name="Use Blender Profile", default=True, description=WITHOUT_MEANING)
    sort_by_name: BoolProperty(name="Sort by Object name", default=False, description=WITHOUT_MEANING)
    limit_precision: BoolProperty(name="Limit Precision", default=False, description=WITHOUT_MEANING)
    keep_bind_info: BoolProperty(name="Keep Bind Info", default=False, description=WITHOUT_MEANING)
    keep_keyframes: BoolProperty(name="Keep Keyframes", default=False, description=WITHOUT_MEANING)
    keep_flat_curves: BoolProperty(name="All Keyed Curves", default=False, description=WITHOUT_MEANING)
    keep_smooth_curves: BoolProperty(name="Keep Smooth curves", default=False, description=WITHOUT_MEANING)
    open_sim: BoolProperty(name="Export to SL/OpenSim", default=False, description=WITHOUT_MEANING)
    apply_global_orientation: BoolProperty(name="Apply Global Orientation", default=False, description=WITHOUT_MEANING)
    export_global_forward_selection: StringProperty(default="Y", description=WITHOUT_MEANING)
    export_global_up_selection: EnumProperty(
        name="Up Axis", items=[("X", "X", ""), ("Y", "Y", ""), ("Z", "Z", ""), ("-X", "-X", ""), ("-Y", "-Y", ""), ("-Z", "-Z", "")],
        default="Z",
    )
    export_object_transformation_type: IntProperty(default=0, description=WITHOUT_MEANING)
    export_object_transformation_type_selection: StringProperty(default="matrix", description=WITHOUT_MEANING)
    export_animation_transformation_type: IntProperty(default=0, description=WITHOUT_MEANING)
    export_animation_transformation_type_selection: StringProperty(default="matrix", description=WITHOUT_MEANING)
    export_animation_type_selection: StringProperty(default="sample", description=WITHOUT_MEANING)
    export_mesh_type: IntProperty(default=0, description=WITHOUT_MEANING)
    export_mesh_type_selection: StringProperty(default="view", description=WITHOUT_MEANING)

    IGNORED = (
        "active_uv_only", "use_texture_copies", "use_object_instantiation", "use_blender_profile", "sort_by_name", "limit_precision",
        "keep_bind_info", "keep_keyframes", "keep_flat_curves", "keep_smooth_curves", "open_sim", "apply_global_orientation",
        "export_global_forward_selection", "export_object_transformation_type", "export_object_transformation_type_selection",
        "export_animation_transformation_type", "export_animation_transformation_type_selection", "export_animation_type_selection",
        "export_mesh_type", "export_mesh_type_selection",
    )

    def execute(self, context: Any) -> set[str]:
        path = bpy.path.abspath(self.filepath)
        return guarded(self, path, lambda: self.write(path))

    def write(self, path: str) -> None:
        from . import writing

        object_mode()
        ignored(self, self.IGNORED)
        up = self.export_global_up_selection
        if up.startswith("-"):
            self.report({"WARNING"}, f"COLLADA cannot say that {up} points up; {up[1:]} is written")
        before = [ob for ob in bpy.context.view_layer.objects if ob.select_get()]
        if self.selected:
            self.select_more(before)
        try:
            result = writing.write(
                path,
                selected=self.selected,
                apply_modifiers=self.apply_modifiers,
                polygons=not self.triangulate,
                animations=self.include_animations,
                shape_keys=self.include_shapekeys,
                deform_bones_only=self.deform_bones_only,
                up_axis=up.lstrip("-"),
                export_frame_step=self.sampling_rate,
                export_animation_mode="ACTIONS" if self.include_all_actions else "ACTIVE_ACTIONS",
            )
        finally:
            for ob in bpy.context.view_layer.objects:
                ob.select_set(ob in before)
        say(self, "exported", path, result)

    def select_more(self, chosen: list[Any]) -> None:
        more = set()
        for ob in chosen:
            if self.include_children:
                more.update(ob.children_recursive)
            if self.include_armatures:
                more.update(m.object for m in ob.modifiers if m.type == "ARMATURE" and m.object)
        for ob in more:
            ob.select_set(True)

    def draw(self, context: Any) -> None:
        names = (
            "selected", "include_children", "include_armatures", "include_shapekeys", "apply_modifiers", "triangulate",
            "export_global_up_selection", "include_animations", "include_all_actions", "sampling_rate", "deform_bones_only",
        )
        for name in names:
            self.layout.prop(self, name)
        self.layout.label(text=LIMITS_OUT, icon="INFO")


class PORTOLAN_FH_files(bpy.types.FileHandler):
    """Files that are dropped onto Blender"""

    bl_idname = "PORTOLAN_FH_files"
    bl_label = "Portolan"
    bl_import_operator = "import_scene.portolan"
    bl_export_operator = "export_scene.portolan"
    bl_file_extensions = READ.replace("*", "")

    @classmethod
    def poll_drop(cls, context: Any) -> bool:
        return context.area is not None and context.area.type in {"VIEW_3D", "OUTLINER"}


def import_menu(self: Any, context: Any) -> None:
    self.layout.operator(IMPORT_OT_portolan.bl_idname, text="COLLADA, OpenGEX, X3D, VRML, xVRML (Portolan)")


def export_menu(self: Any, context: Any) -> None:
    self.layout.operator(EXPORT_OT_portolan.bl_idname, text="COLLADA, OpenGEX, X3D, VRML, xVRML (Portolan)")


CLASSES = [IMPORT_OT_portolan, EXPORT_OT_portolan, PORTOLAN_FH_files]
#: Blender before 5 has its own.
RESTORED = [WM_OT_collada_import, WM_OT_collada_export]


def register() -> None:
    built_in = "collada_import" in dir(bpy.ops.wm) and bpy.app.version < (5, 0, 0)
    for cls in CLASSES + ([] if built_in else RESTORED):
        bpy.utils.register_class(cls)
    bpy.types.TOPBAR_MT_file_import.append(import_menu)
    bpy.types.TOPBAR_MT_file_export.append(export_menu)


def unregister() -> None:
    bpy.types.TOPBAR_MT_file_import.remove(import_menu)
    bpy.types.TOPBAR_MT_file_export.remove(export_menu)
    for cls in reversed(CLASSES + RESTORED):
        if cls.is_registered:
            bpy.utils.unregister_class(cls)
