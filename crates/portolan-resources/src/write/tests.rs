use std::fs;

use super::*;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn all_files_are_written_or_none() {
    let temp = folder();
    let at = |name: &str| temp.path().join(name);
    fs::write(at("old"), "old").unwrap();
    let mut writer = Writer::new(false);
    writer.put(at("new"), &b"new"[..]);
    writer.put(at("old"), &b"changed"[..]);
    writer.put(at("missing/x"), &b"x"[..]);
    assert!(matches!(writer.commit(), Err(Unwritable::Failed(why)) if why.ends_with("the folder does not exist")));
    assert_eq!((names(temp.path()), fs::read(at("old")).unwrap()), (vec!["old".to_owned()], b"old".to_vec()));
    let mut writer = Writer::new(false);
    writer.put(at("new"), &b"new"[..]);
    writer.put(at("old"), &b"changed"[..]);
    writer.commit().unwrap();
    assert_eq!(names(temp.path()), ["new", "old"]);
    assert_eq!(fs::read(at("old")).unwrap(), b"changed");
}

#[test]
fn files_that_got_their_names_are_taken_back() {
    let temp = folder();
    let at = |name: &str| temp.path().join(name);
    fs::write(at("b"), "old").unwrap();
    let staged = |name: &str| Staged::new(&at(name), b"new", false).unwrap();
    let all = vec![staged("a"), staged("b"), staged("c")];
    // A folder cannot be replaced by a file.
    fs::create_dir(at("c")).unwrap();
    assert!(stage::place_all(all).is_err());
    assert_eq!(names(temp.path()), ["b", "c"]);
    assert_eq!(fs::read(at("b")).unwrap(), b"old");
}

#[test]
fn no_output_is_an_input_or_another_output() {
    let temp = folder();
    let at = |name: &str| temp.path().join(name);
    fs::write(at("in.dae"), "in").unwrap();
    fs::write(at("in.zae"), "zip").unwrap();
    let mut writer = Writer::new(true);
    writer.reads(at("in.dae").to_str().unwrap());
    writer.reads(at("in.zae/inner/a.dae").to_str().unwrap());
    let clash = |result: Result<(), Unwritable>| matches!(result, Err(Unwritable::Clash(_)));
    assert!(clash(writer.will_write(at("in.dae"))));
    assert!(clash(writer.will_write(at("./in.zae"))));
    writer.will_write(at("out")).unwrap();
    assert!(clash(writer.will_write(temp.path().join(".").join("out"))));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(at("in.dae"), at("link")).unwrap();
        fs::hard_link(at("in.dae"), at("hard")).unwrap();
        assert!(clash(writer.will_write(at("link"))) && clash(writer.will_write(at("hard"))));
    }
    // What is found to be read only later counts as well.
    writer.put(at("in.dae"), &b"lost"[..]);
    assert!(clash(writer.commit()));
    assert_eq!(fs::read(at("in.dae")).unwrap(), b"in");
}

#[test]
fn names_of_other_files_are_not_free() {
    let temp = folder();
    let at = |name: &str| temp.path().join(name);
    fs::write(at("brick.png"), "mine").unwrap();
    fs::write(at("a.mtl"), format!("{OWN_LIBRARY}\nnewmtl x")).unwrap();
    fs::write(at("b.mtl"), "newmtl x").unwrap();
    fs::write(at("a.bin"), "data").unwrap();
    fs::write(at("b.bin"), "data").unwrap();
    fs::write(at("a.gltf"), r#"{"asset":{"generator":"Portolan 0.1.0"},"buffers":[{"uri":"a.bin"}]}"#).unwrap();
    let free = free_names(&at("a.gltf"), false);
    assert!(free.is_free("new.png", b"") && free.is_free("sub/new.png", b"") && free.is_free("brick.png", b"mine"));
    assert!(!free.is_free("brick.png", b"other") && !free.is_free("brick.png/x.png", b""));
    assert!(free.is_free("a.mtl", b"") && !free.is_free("b.mtl", b""));
    assert!(free.is_free("a.bin", b"") && !free.is_free("b.bin", b""));
    assert!(free_names(&at("a.gltf"), true).is_free("brick.png", b"other"));
    #[cfg(unix)]
    {
        let elsewhere = folder();
        std::os::unix::fs::symlink(elsewhere.path(), at("textures")).unwrap();
        std::os::unix::fs::symlink(elsewhere.path().join("x"), at("dangling.png")).unwrap();
        assert!(!free.is_free("textures/new.png", b"") && !free.is_free("dangling.png", b""));
    }
}

#[cfg(unix)]
#[test]
fn edits_keep_the_mode_and_respect_read_only_files() {
    use std::os::unix::fs::PermissionsExt;
    let temp = folder();
    let path = temp.path().join("a");
    fs::write(&path, "1").unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    edit(&path, b"2", false).unwrap();
    assert_eq!((fs::read(&path).unwrap(), mode(&path)), (b"2".to_vec(), 0o640));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o440)).unwrap();
    assert!(edit(&path, b"3", false).unwrap_err().to_string().contains("read-only"));
    edit(&path, b"3", true).unwrap();
    assert_eq!((fs::read(&path).unwrap(), mode(&path)), (b"3".to_vec(), 0o440));
    assert_eq!(names(temp.path()), ["a"]);
}

#[cfg(target_os = "linux")]
#[test]
fn leftovers_of_killed_processes_are_removed() {
    let temp = folder();
    let at = |name: &str| temp.path().join(name);
    // No process has a number as large.
    fs::create_dir(at(".portolan-4294967294-0")).unwrap();
    fs::write(at(".portolan-4294967294-0/x"), "").unwrap();
    fs::write(at(".portolan-1-0"), "").unwrap();
    fs::write(at(".portolan-mine"), "").unwrap();
    edit(&at("a"), b"", false).unwrap();
    assert_eq!(names(temp.path()), [".portolan-1-0", ".portolan-mine", "a"]);
}

#[cfg(unix)]
#[test]
fn devices_are_written_to_and_stay() {
    let mut writer = Writer::new(false);
    writer.will_write("/dev/null").unwrap();
    writer.will_write("/dev/null").unwrap();
    writer.put("/dev/null", &b"x"[..]);
    writer.commit().unwrap();
    assert!(is_special(Path::new("/dev/null")));
    let mut writer = Writer::new(false);
    writer.put("/dev/full", &b"x"[..]);
    assert!(cfg!(not(target_os = "linux")) || matches!(writer.commit(), Err(Unwritable::Failed(_))));
}

#[cfg(target_os = "linux")]
#[test]
fn files_in_the_folders_of_devices_are_files() {
    use std::os::fd::AsRawFd;
    let temp = folder();
    let at = temp.path().join("in.dae");
    fs::write(&at, "in").unwrap();
    let open = fs::OpenOptions::new().append(true).open(&at).unwrap();
    let through = format!("/proc/self/fd/{}", open.as_raw_fd());
    // The folder as the process sees it.
    let held = fs::File::open(temp.path()).unwrap();
    let inside = format!("/proc/self/fd/{}/in.dae", held.as_raw_fd());
    for path in [through.as_str(), inside.as_str()] {
        let mut writer = Writer::new(true);
        writer.reads(at.to_str().unwrap());
        assert!(matches!(writer.will_write(path), Err(Unwritable::Clash(_))), "{path}");
        writer.put(path, &b"lost"[..]);
        assert!(matches!(writer.commit(), Err(Unwritable::Clash(_))), "{path}");
    }
    assert_eq!(fs::read(&at).unwrap(), b"in");
    assert!(is_special(Path::new(&through)) && !is_special(Path::new(&inside)));
    assert!(is_special(Path::new("/dev/stdout")) && is_special(Path::new("/dev/fd/1")));
    assert!(!is_special(Path::new("/dev/shm/portolan.glb")));
}
