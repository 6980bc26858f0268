"""The Python on the pages of the book does what it says, and the examples are what their script writes."""

from __future__ import annotations

import pathlib
import re
import runpy
import shutil

import pytest

TOP = pathlib.Path(__file__).resolve().parents[3]
PAGES = [TOP / "README.md", TOP / "bindings/python/README.md", *sorted(TOP.glob("docs/src/**/*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: pathlib.Path) -> list[str]:
    return [match.group(1) for match in BLOCK.finditer(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page)], ids=lambda page: str(page.relative_to(TOP)))
def test_python_of_the_pages(page: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page are run one after the other in a copy of the examples."""
    folder = tmp_path / "examples"
    shutil.copytree(TOP / "examples", folder)
    monkeypatch.chdir(folder)
    names: dict[str, object] = {}
    for number, block in enumerate(blocks(page), 1):
        exec(compile(block, f"{page.name}, block {number}", "exec"), names)


def test_there_are_pages_with_python() -> None:
    assert sum(len(blocks(page)) for page in PAGES) > 5


def test_the_harbour_is_what_its_script_writes() -> None:
    script = runpy.run_path(str(TOP / "examples/make_harbour.py"))
    for name, content in script["files"]().items():
        assert (TOP / "examples" / name).read_bytes() == content, f"{name}: run examples/make_harbour.py"
