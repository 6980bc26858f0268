"""Batches: on this machine through Python, and on a Ray cluster of two nodes.

The cluster runs in a network namespace of its own, because Ray replaces a loopback address by that of the machine. Without
Ray, or where no namespace can be made, the tests of the cluster are skipped and say so.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

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


# Everything ends with the first process of the namespace.
SCRIPT = r"""
set -eu
ip link set lo up
head="$PYTHON -m ray.scripts.scripts start --head --port=6399 --node-ip-address=127.0.0.1 --num-cpus=1 --include-dashboard=false --disable-usage-stats --min-worker-port=20000 --max-worker-port=20100"
$head >head.log 2>&1 || { cat head.log >&2; exit 90; }
"$PYTHON" -m ray.scripts.scripts start --address=127.0.0.1:6399 --num-cpus=1 --disable-usage-stats --min-worker-port=21000 --max-worker-port=21100 >node.log 2>&1 || { cat node.log >&2; exit 91; }
eval "$WORK"
"""


def cluster(folder: Path, work: str) -> subprocess.CompletedProcess[str]:
    """Runs shell commands beside a cluster of two nodes."""
    if importlib.util.find_spec("ray") is None:
        pytest.skip("Ray is not installed: `pip install 'ray[default]'`")
    probe = subprocess.run(["unshare", "--net", "--pid", "--fork", "--mount-proc", "ip", "link", "set", "lo", "up"], capture_output=True)
    if probe.returncode:
        pytest.skip("no network namespace can be made: root, unshare and ip are needed")
    environment = {**os.environ, "PYTHON": sys.executable, "WORK": work, "RAY_DISABLE_IMPORT_WARNING": "1"}
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
    )
    done = cluster(tmp_path, work)
    assert done.returncode == 0, done.stdout + done.stderr
    print(done.stderr)
    assert "ms a file, 241 files on the cluster" in done.stderr
    assert "there is no Ray cluster at `127.0.0.1:1`" in done.stderr
    assert run("portolan", "batch", "in", "whole", "--to", "glb", cwd=tmp_path).returncode == 3
    assert len(tree(tmp_path / "whole")) == 240
    assert tree(tmp_path / "out") == tree(tmp_path / "whole")
    assert tree(tmp_path / "killed") == tree(tmp_path / "whole")
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
