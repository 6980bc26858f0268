"""Places beyond the file system: inputs are copied from where fsspec finds them, and results back."""

from __future__ import annotations

import importlib
import os
import posixpath
import tempfile
from typing import Any, Sequence


class Unavailable(Exception):
    """A place cannot be reached."""


def is_remote(place: str) -> bool:
    """Is it a URL that fsspec understands, and no path?"""
    scheme, found, _ = place.partition("://")
    return bool(found) and scheme.replace("+", "").replace("-", "").isalnum()


def reached(place: str) -> tuple[Any, str]:
    """The file system of a place, and its path there."""
    try:
        fsspec = importlib.import_module("fsspec")
    except ImportError:
        raise Unavailable(f"`{place}` needs fsspec; `pip install fsspec` installs it, and further packages what it leads to") from None
    try:
        files, path = fsspec.core.url_to_fs(place)
        return files, path
    except (ImportError, ValueError, OSError) as why:
        raise Unavailable(f"`{place}` cannot be reached: {why}") from None


class Mirror:
    """A folder on this machine, or one that all machines see, with copies of remote inputs, and of results for a remote place.

    What was there already is copied as well, with the journal, so that finished work is not repeated.
    """

    def __init__(self, paths: Sequence[str], scratch: str | None) -> None:
        self.paths = list(paths)
        self.held = None if scratch is not None else tempfile.TemporaryDirectory(prefix="portolan-")
        self.folder = scratch if scratch is not None else self.held.name if self.held else ""
        self.target: tuple[Any, str] | None = None
        self.before: dict[str, tuple[int, int]] = {}

    def local(self) -> list[str]:
        """The same places as paths; inputs are copied to them."""
        *inputs, output = self.paths
        places = []
        for number, place in enumerate(inputs):
            places.append(self.fetched(place, os.path.join(self.folder, f"in{number}")) if is_remote(place) else place)
        if is_remote(output):
            self.target = reached(output)
            files, path = self.target
            output = os.path.join(self.folder, "out")
            os.makedirs(output, exist_ok=True)
            try:
                if files.exists(path):
                    self.copied(files, path, output)
            except OSError as why:
                raise Unavailable(f"`{self.paths[-1]}` cannot be read: {why}") from None
            self.before = stamps(output)
        return [*places, output]

    def fetched(self, place: str, folder: str) -> str:
        """A copy of a file or folder."""
        files, path = reached(place)
        try:
            if files.isfile(path):
                os.makedirs(folder, exist_ok=True)
                target = os.path.join(folder, posixpath.basename(path))
                files.get_file(path, target)
                return target
            if not files.exists(path):
                raise Unavailable(f"there is nothing at `{place}`")
            self.copied(files, path, folder)
        except OSError as why:
            raise Unavailable(f"`{place}` cannot be read: {why}") from None
        return folder

    def copied(self, files: Any, path: str, folder: str) -> None:
        """Copies a folder; files that are there with the same size are taken as they are only if they are not older."""
        os.makedirs(folder, exist_ok=True)
        top = path.rstrip("/") + "/"
        for found, details in files.find(path, detail=True).items():
            inside = found[len(top) :] if found.startswith(top) else posixpath.basename(found)
            parts = inside.split("/")
            if not inside or any(part in ("", ".", "..") for part in parts):
                raise Unavailable(f"`{found}` is no name for a file")
            target = os.path.join(folder, *parts)
            if fresh(target, details):
                continue
            os.makedirs(os.path.dirname(target), exist_ok=True)
            files.get_file(found, target)

    def give_back(self) -> int:
        """Copies what is new or changed to the remote place; gives how many files these were."""
        if self.target is None:
            return 0
        files, path = self.target
        folder = os.path.join(self.folder, "out")
        now = stamps(folder)
        # Results come first: a journal never speaks of what is not there.
        changed = sorted((name for name in now if self.before.get(name) != now[name]), key=lambda name: (".portolan" in name, name))
        for name in changed:
            target = posixpath.join(path, *name.split(os.sep))
            try:
                files.makedirs(posixpath.dirname(target), exist_ok=True)
                files.put_file(os.path.join(folder, name), target)
            except OSError as why:
                raise Unavailable(f"cannot write `{target}`: {why}") from None
            self.before[name] = now[name]
        return len(changed)

    def close(self) -> None:
        """Removes the folder, if it was made for this run."""
        if self.held is not None:
            self.held.cleanup()


def fresh(target: str, details: dict[str, Any]) -> bool:
    """Is a copy as new as what it was made from, as far as the remote place says that?"""
    changed = details.get("mtime", details.get("LastModified", details.get("updated")))
    if changed is None or not os.path.exists(target):
        return False
    seconds = changed.timestamp() if hasattr(changed, "timestamp") else changed
    if not isinstance(seconds, (int, float)):
        return False
    have = os.stat(target)
    return have.st_size == details.get("size") and have.st_mtime >= seconds


def stamps(folder: str) -> dict[str, tuple[int, int]]:
    """Sizes and times of all files below a folder."""
    found = {}
    for top, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(top, name)
            stat = os.stat(path)
            found[os.path.relpath(path, folder)] = (stat.st_size, stat.st_mtime_ns)
    return found
