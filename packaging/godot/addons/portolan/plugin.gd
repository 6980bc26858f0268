@tool
extends EditorPlugin
## Registers the importer, and the setting that says where the program is.

const Importer := preload("importer.gd")

var _importer: EditorSceneFormatImporter


func _enter_tree() -> void:
	if not ProjectSettings.has_setting(Importer.SETTING):
		ProjectSettings.set_setting(Importer.SETTING, Importer.PROGRAM)
	ProjectSettings.set_initial_value(Importer.SETTING, Importer.PROGRAM)
	_importer = Importer.new()
	# Before Godot's own importer of `.dae`, which does not keep skins.
	add_scene_format_importer_plugin(_importer, true)


func _exit_tree() -> void:
	remove_scene_format_importer_plugin(_importer)
	_importer = null
