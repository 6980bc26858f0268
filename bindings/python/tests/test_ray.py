"""Batches: on this machine through Python, and on a Ray cluster of two nodes.

The cluster runs in a network namespace of its own, because Ray replaces a loopback address by that of the machine. Without
Ray, or where no namespace can be made, the tests of the cluster are skipped and say so.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from portolan import _core
from portolan import ray as over_ray

EXAMPLES = Path(__file__).parents[3] / "examples"


def tree(folder: Path) -> dict[str, str]:
    """Every file that is no journal, with a checksum."""
    files = [path for path in folder.rglob("*") if path.is_file() and ".portolan" not in path.parts]
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def assets(folder: Path, copies: int) -> Path:
    """Copies of the examples in folders."""
    inputs = folder / "in"
    for number in range(copies):
        for path in sorted((EXAMPLES / "collada").glob("*.dae")) + sorted((EXAMPLES / "opengex").glob("*.ogex")):
            target = inputs / str(number) / path.name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    return inputs


def run(*words: str, cwd: Path, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **more}
    return subprocess.run([sys.executable, "-m", *words], cwd=cwd, env=environment, capture_output=True, text=True, timeout=300)


def test_a_batch_starts_workers_with_python(tmp_path: Path) -> None:
    assets(tmp_path, 2)
    done = run("portolan", "batch", "in", "out", "--to", "glb", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("16 files: 16 converted"), done.stdout
    again = run("portolan", "batch", "in", "out", "--to", "glb", cwd=tmp_path)
    assert again.stdout.startswith("16 files: 16 unchanged"), again.stdout


def test_work_that_is_shared_out_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assets(tmp_path, 1)
    (tmp_path / "in/bad.dae").write_text("hello")
    monkeypatch.chdir(tmp_path)
    batch = _core.Batch(["in", "out", "--to", "glb", "--report", "r.jsonl", "--quiet"])
    jobs = batch.jobs()
    assert len(jobs) == 9 and all(size > 0 for size, _ in jobs)
    for number, (_, job) in enumerate(jobs):
        batch.add(_core.batch_supervise(job, 60) if number % 2 else _core.batch_work(job))
    assert batch.finish(False) == 3
    assert len((tmp_path / "r.jsonl").read_text().splitlines()) == 9
    assert run("portolan", "batch", "in", "whole", "--to", "glb", cwd=tmp_path).returncode == 3
    assert tree(tmp_path / "out") == tree(tmp_path / "whole")
    assert _core.Batch(["in", "out", "--to", "glb"]).jobs() == []


def test_wrong_words_and_types_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError) as wrong:
        _core.Batch(["in", "out"])
    assert wrong.value.args[0] == 2
    with pytest.raises(TypeError):
        _core.Batch(5)  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        _core.batch_work("{}")


def test_tasks_are_sized_by_bytes() -> None:
    sizes = [5, 5, 5, 50, 1, 1, 1, 1]
    tasks = over_ray.groups([(size, str(number)) for number, size in enumerate(sizes)], 12, 3)
    assert [[size for size, _ in task] for task in tasks] == [[5, 5], [5], [50], [1, 1, 1], [1]]
    assert over_ray.memory_of([(10, ""), (1000, "")]) == over_ray.WORKER_MEMORY + 10_000


def test_without_ray_it_says_how_to_get_it(tmp_path: Path) -> None:
    assets(tmp_path, 1)
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "ray.py").write_text("raise ImportError('hidden')\n")
    done = run("portolan.ray", "in", "out", "--to", "glb", cwd=tmp_path, PYTHONPATH=str(hidden))
    assert done.returncode == 2 and "pip install 'portolan[ray]'" in done.stderr, done.stderr


@pytest.fixture
def worked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many files each run worked on. They are worked on in this process, in place of a cluster."""
    counts: list[int] = []

    def here(own: Any, words: list[str]) -> int:
        batch = _core.Batch(words)
        jobs = batch.jobs()
        counts.append(len(jobs))
        for _, job in jobs:
            batch.add(_core.batch_work(job))
        return batch.finish(False)

    monkeypatch.setattr(over_ray, "batched", here)
    return counts


def test_remote_places_are_read_and_written(tmp_path: Path, worked: list[int]) -> None:
    fsspec = pytest.importorskip("fsspec")
    inputs = assets(tmp_path, 2)
    memory = fsspec.filesystem("memory")
    memory.put(str(inputs), "/shelf/models", recursive=True)
    words = ["memory://shelf/models", "memory://shelf/out", "--to", "glb", "--quiet"]
    assert over_ray.main(words) == 0 and worked == [16]
    assert run("portolan", "batch", "in", "whole", "--to", "glb", cwd=tmp_path).returncode == 0
    memory.get("/shelf/out", str(tmp_path / "copy"), recursive=True)
    assert tree(tmp_path / "copy") == tree(tmp_path / "whole") != {}
    # The journal came along, so that nothing is done twice; one file that changed is done again.
    assert over_ray.main(words) == 0 and worked == [16, 0]
    changed = next(path for path in memory.find("/shelf/models") if path.endswith("door.dae"))
    memory.pipe_file(changed, memory.cat_file(changed) + b"<!-- later -->")
    assert over_ray.main(words) == 0 and worked == [16, 0, 1]
    # A folder by its URL, and results in a folder of this machine.
    here, scratch = tmp_path / "here", tmp_path / "scratch"
    assert over_ray.main([inputs.as_uri(), str(here), "--to", "glb", "--scratch", str(scratch), "--quiet"]) == 0
    assert tree(here) == tree(tmp_path / "whole")


def test_remote_places_that_are_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("fsspec")
    assert over_ray.main(["memory://nothing/here", str(tmp_path / "out"), "--to", "glb"]) == 3
    assert "there is nothing at `memory://nothing/here`" in capsys.readouterr().err
    assert over_ray.main(["nosuch://a/b", str(tmp_path / "out"), "--to", "glb"]) == 3
    assert "`nosuch://a/b` cannot be reached" in capsys.readouterr().err


# Everything ends with the first process of the namespace.
SCRIPT = r"""
set -eu
ip link set lo up
head="$PYTHON -m ray.scripts.scripts start --head --port=6399 --node-ip-address=127.0.0.1 --num-cpus=$HEAD_CPUS --include-dashboard=false --disable-usage-stats --min-worker-port=20000 --max-worker-port=20100"
$head >head.log 2>&1 || { cat head.log >&2; exit 90; }
$BEFORE_NODE "$PYTHON" -m ray.scripts.scripts start --address=127.0.0.1:6399 --num-cpus=1 --disable-usage-stats --min-worker-port=21000 --max-worker-port=21100 >node.log 2>&1 || { cat node.log >&2; exit 91; }
eval "$WORK"
"""


def cluster(folder: Path, work: str, before_node: str = "", head_cpus: int = 1) -> subprocess.CompletedProcess[str]:
    """Runs shell commands beside a cluster of two nodes; words can be put before the command that starts the second."""
    if importlib.util.find_spec("ray") is None:
        pytest.skip("Ray is not installed: `pip install 'ray[default]'`")
    probe = subprocess.run(["unshare", "--net", "--pid", "--fork", "--mount-proc", "ip", "link", "set", "lo", "up"], capture_output=True)
    if probe.returncode:
        pytest.skip("no network namespace can be made: root, unshare and ip are needed")
    environment = {**os.environ, "PYTHON": sys.executable, "WORK": work, "RAY_DISABLE_IMPORT_WARNING": "1"}
    environment |= {"BEFORE_NODE": before_node, "HEAD_CPUS": str(head_cpus)}
    command = ["unshare", "--net", "--pid", "--fork", "--mount-proc", "--kill-child", "sh", "-c", SCRIPT]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=400)


def test_a_cluster_gives_the_same_bytes(tmp_path: Path) -> None:
    assets(tmp_path, 30)
    (tmp_path / "in/bad.dae").write_text("hello")
    work = (
        '"$PYTHON" -m portolan.ray in out --to glb --address 127.0.0.1:6399 --report r.jsonl && exit 92; test $? = 3\n'
        # Workers are killed while they work.
        '"$PYTHON" -m portolan.ray in killed --to glb --address 127.0.0.1:6399 --task-files 20 >killed.log 2>&1 &\n'
        "running=$!\n"
        "for round in 1 2 3 4 5 6; do sleep 0.5; for id in $(pgrep -f '^ray::work'); do kill -9 $id || true; done; done\n"
        "wait $running && exit 93; test $? = 3\n"
        '"$PYTHON" -m portolan.ray in other --to glb --address 127.0.0.1:1 && exit 94; test $? = 3\n'
        # Inputs and results by way of fsspec.
        '"$PYTHON" -m portolan.ray "file://$PWD/in" "file://$PWD/far" --to glb --address 127.0.0.1:6399 && exit 95; test $? = 3\n'
    )
    done = cluster(tmp_path, work)
    assert done.returncode == 0, done.stdout + done.stderr
    print(done.stderr)
    assert re.search(r"ms a file, 241 files on the cluster: [\d.]+ ms of work on 2 processors, [\d.]+ ms of overhead", done.stderr)
    assert "there is no Ray cluster at `127.0.0.1:1`" in done.stderr
    assert run("portolan", "batch", "in", "whole", "--to", "glb", cwd=tmp_path).returncode == 3
    assert len(tree(tmp_path / "whole")) == 240
    assert tree(tmp_path / "out") == tree(tmp_path / "whole")
    assert tree(tmp_path / "killed") == tree(tmp_path / "whole")
    assert tree(tmp_path / "far") == tree(tmp_path / "whole")
    records = [json.loads(line) for line in (tmp_path / "killed/.portolan/journal.jsonl").read_text().splitlines()]
    assert len(records) == len({record["key"] for record in records}) == 241
    again = run("portolan", "batch", "in", "out", "--to", "glb", cwd=tmp_path)
    assert "240 unchanged, 1 failed" in again.stdout


def test_a_file_that_takes_too_long_costs_itself(tmp_path: Path) -> None:
    assets(tmp_path, 1)
    number = 200_000
    points = " ".join(f"{(n * 7919) % 100_003} {(n * 104_729) % 99_991} 0" for n in range(number))
    indices = " ".join(map(str, range(number)))
    text = (EXAMPLES / "collada/door.dae").read_text()
    start, end = text.index("<library_geometries>"), text.index("</library_geometries>")
    mesh = (
        f'<library_geometries><geometry id="leaf"><mesh><source id="p"><float_array id="a" count="{3 * number}">{points}</float_array>'
        f'<technique_common><accessor source="#a" count="{number}" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>'
        '<param name="Z" type="float"/></accessor></technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices>'
        f'<polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/><vcount>{number}</vcount><p>{indices}</p></polylist></mesh></geometry>'
    )
    (tmp_path / "in/slow.dae").write_text(text[:start] + mesh + text[end:])
    work = '"$PYTHON" -m portolan.ray in out --to glb --address auto --file-seconds 0.4 --report r.jsonl || test $? = 3\n'
    done = cluster(tmp_path, work)
    assert done.returncode == 0, done.stdout + done.stderr
    records = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()]
    codes = {record["input"]: record.get("error", {}).get("code") for record in records}
    assert codes.pop("in/slow.dae") == "IO040" and len(codes) == 8


def test_a_node_without_the_package_says_so(tmp_path: Path) -> None:
    assets(tmp_path, 1)
    hidden = tmp_path / "hidden/portolan"
    hidden.mkdir(parents=True)
    (hidden / "__init__.py").write_text("raise ImportError('hidden')\n")
    work = '"$PYTHON" -m portolan.ray in out --to glb --address 127.0.0.1:6399 && exit 92; test $? = 3\n'
    # The first node has no processor for tasks, so that all go to the second.
    done = cluster(tmp_path, work, before_node=f"env PYTHONPATH={hidden.parent}", head_cpus=0)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "portolan is not installed on the node" in done.stderr and "install the same wheel there" in done.stderr, done.stderr


def test_without_a_cluster_it_says_how_to_start_one(tmp_path: Path) -> None:
    if importlib.util.find_spec("ray") is None:
        pytest.skip("Ray is not installed: `pip install 'ray[default]'`")
    assets(tmp_path, 1)
    done = run("portolan.ray", "in", "out", "--to", "glb", cwd=tmp_path, RAY_ADDRESS="", RAY_TMPDIR=str(tmp_path / "ray"))
    assert done.returncode == 3, done.stdout + done.stderr
    assert "there is no Ray cluster at `auto`" in done.stderr and "ray start --head" in done.stderr, done.stderr
