@tool
extends EditorSceneFormatImporter
## Converts a file to a `.glb` with `portolan convert`, and imports that with Godot's own glTF
## importer.

## The setting of the project that names the program, and the name by which it is found on the
## search path.
const SETTING := "portolan/program"
const PROGRAM := "portolan"

## Not glTF and OBJ, which Godot reads itself.
const EXTENSIONS: Array[String] = [
	"dae", "zae", "kmz", "ogex", "xwrl", "xvrml", "x3d", "x3dv", "wrl", "wrz", "vrml", "urdf"
]


func _get_extensions() -> PackedStringArray:
	return PackedStringArray(EXTENSIONS)


func _get_import_flags() -> int:
	return IMPORT_SCENE | IMPORT_ANIMATION


func _import_scene(path: String, flags: int, options: Dictionary) -> Object:
	var target := _temporary(path)
	var scene: Node = null
	if _convert(path, target):
		scene = _scene(path, target, flags, options)
	DirAccess.remove_absolute(target)
	return scene


## A file of its own for each input and each process, outside of the project, so that Godot does not
## import it again.
func _temporary(path: String) -> String:
	var name := "portolan-%d-%s.glb" % [OS.get_process_id(), path.md5_text()]
	return OS.get_cache_dir().path_join(name)


## Says whether it went well; what is wrong, and what does not come over, is told in Godot's output.
func _convert(path: String, target: String) -> bool:
	var program := str(ProjectSettings.get_setting(SETTING, PROGRAM))
	var words := PackedStringArray(["convert", ProjectSettings.globalize_path(path), target])
	var lines: Array = []
	var status := OS.execute(program, words, lines, true)
	var told := "".join(lines).strip_edges()
	# Status 1 is a conversion with losses that the configuration of the project objects to.
	if (status == 0 or status == 1) and FileAccess.file_exists(target):
		if not told.is_empty():
			print("%s: %s" % [path, told])
		return true
	if status == -1:
		told = "the program `%s` cannot be started; install it or set %s" % [program, SETTING]
	push_error("%s was not imported (status %d): %s" % [path, status, told])
	return false


func _scene(path: String, target: String, flags: int, options: Dictionary) -> Node:
	var document := GLTFDocument.new()
	var state := GLTFState.new()
	var error := document.append_from_file(target, state, flags, path.get_base_dir())
	if error != OK:
		push_error("%s was not imported: %s" % [path, error_string(error)])
		return null
	state.filename = path.get_file().get_basename()
	var rate := float(options.get("animation/fps", 30))
	var trimming := bool(options.get("animation/trimming", false))
	var immutable := bool(options.get("animation/remove_immutable_tracks", true))
	return document.generate_scene(state, rate, trimming, immutable)
