"""Batches on a Ray cluster: ``python -m portolan.ray IN... OUT --to glb --address auto``.

Plan, journal, limits and reports are those of ``portolan batch``; only the work is shared out by Ray. Files are grouped into tasks
by their bytes. A task that ends its process is split, and each of its files is worked on alone, in a process of its own with the
limits of ``portolan batch``. All nodes have to see the inputs and the output folder under the same paths.

Inputs and the output folder may be URLs that fsspec understands (``s3://bucket/models``). They are copied through a folder on the way:
``--scratch``, which all nodes have to see if there are several.
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import socket
import sys
import time
from collections import deque
from typing import Any, Iterable, Sequence

from . import _core
from ._remote import Mirror, Unavailable, is_remote

#: Bytes of inputs that one task gets.
TASK_BYTES = 16 << 20
#: Files that one task gets.
TASK_FILES = 50
#: Memory that a worker needs before it has read anything, and what a byte of a file becomes at most.
WORKER_MEMORY, MEMORY_PER_BYTE = 48 << 20, 10

#: An address of a cluster, and how long to wait for somebody there.
HOST_AND_PORT, CONNECT_SECONDS = re.compile(r"(ray://)?(?P<host>[^/:]+|\[[^]]+\]):(?P<port>\d+)"), 10.0

USAGE = 2
UNAVAILABLE = 3


class Stop(Exception):
    """The run ends with a message and an exit status."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def groups(jobs: Iterable[tuple[int, str]], most_bytes: int, most_files: int) -> list[list[tuple[int, str]]]:
    """Jobs in tasks: as many files as fit, at least one."""
    tasks: list[list[tuple[int, str]]] = []
    size = 0
    for job in jobs:
        if not tasks or len(tasks[-1]) >= most_files or size + job[0] > most_bytes:
            tasks.append([])
            size = 0
        tasks[-1].append(job)
        size += job[0]
    return tasks


def memory_of(task: Sequence[tuple[int, str]]) -> int:
    """Memory that a task needs: files are worked on one after the other, so the largest counts."""
    return WORKER_MEMORY + MEMORY_PER_BYTE * max(size for size, _ in task)


def work(version: str, jobs: list[str], seconds: float, alone: bool) -> dict[str, Any]:
    """A task: works on files on some node, and gives their records."""
    import os
    import threading
    import time

    try:
        from portolan import _core as core
    except ImportError as why:
        return {"missing": f"portolan is not installed on the node {os.uname().nodename} ({why}); install the same wheel there"}
    if core.__version__ != version:
        node = os.uname().nodename
        return {"missing": f"the node {node} has portolan {core.__version__}, and this machine {version}; install the same wheel"}
    begin = time.perf_counter()
    if alone:
        records = [core.batch_supervise(job, seconds) for job in jobs]
        return {"records": records, "seconds": time.perf_counter() - begin}
    records = []
    for job in jobs:
        # A file that takes too long ends this process, and is then worked on alone, where its limit is told.
        clock = threading.Timer(seconds, os._exit, (75,))
        clock.daemon = True
        clock.start()
        records.append(core.batch_work(job))
        clock.cancel()
    return {"records": records, "seconds": time.perf_counter() - begin}


def connect(address: str | None) -> Any:
    """Connects to a cluster."""
    try:
        ray = importlib.import_module("ray")
    except ImportError:
        raise Stop(USAGE, "Ray is not installed; `pip install 'portolan[ray]'` installs it") from None
    place = HOST_AND_PORT.fullmatch(address or "")
    if place is not None:
        # Ray itself tries for minutes.
        try:
            socket.create_connection((place["host"].strip("[]"), int(place["port"])), CONNECT_SECONDS).close()
        except (OSError, OverflowError) as why:
            raise no_cluster(address, why) from None
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", configure_logging=True)
    except (ConnectionError, ValueError, RuntimeError, TimeoutError, OSError) as why:
        if address in (None, "local"):
            raise Stop(UNAVAILABLE, f"Ray cannot be started here: {why}") from None
        raise no_cluster(address, why) from None
    return ray


def no_cluster(address: str | None, why: Exception) -> Stop:
    """Says that there is no cluster, and how to get one."""
    first = str(why).splitlines()[0] if str(why) else type(why).__name__
    help = "start one with `ray start --head`, or give its address, as in `--address 10.0.0.1:6379`"
    return Stop(UNAVAILABLE, f"there is no Ray cluster at `{address}` ({first}); {help}")


class Run:
    """Tasks on a cluster, and the records that come back."""

    def __init__(self, ray: Any, batch: _core.Batch, retries: int) -> None:
        self.ray, self.batch, self.retries = ray, batch, retries
        # The function travels as it is: a node without the package can then say so.
        ray.cloudpickle.register_pickle_by_value(sys.modules[work.__module__])
        self.remote = ray.remote(work)
        self.waiting: deque[tuple[list[tuple[int, str]], bool]] = deque()
        self.running: dict[Any, tuple[list[tuple[int, str]], bool]] = {}
        #: Seconds that tasks worked on files, on all nodes.
        self.worked = 0.0

    def submit(self) -> None:
        """Gives the next task to the cluster."""
        task, alone = self.waiting.popleft()
        memory = self.capped(memory_of(task))
        options = {"num_cpus": 1, "memory": memory, "max_retries": self.retries if alone else 0}
        jobs = [job for _, job in task]
        reference = self.remote.options(**options).remote(_core.__version__, jobs, self.batch.seconds(), alone)
        self.running[reference] = (task, alone)

    def capped(self, memory: int) -> int:
        """What no node has would wait for ever."""
        nodes = [node["Resources"].get("memory", 0) for node in self.ray.nodes() if node["Alive"]]
        return int(min(memory, max(nodes, default=memory)))

    def take(self, reference: Any) -> int:
        """Notes what a task came to; gives how many files are finished."""
        task, alone = self.running.pop(reference)
        try:
            result = self.ray.get(reference)
        except self.ray.exceptions.RayError as why:
            if alone:
                for _, job in task:
                    self.batch.add(failed(job, why))
                return len(task)
            # Which of its files it was is seen when each is alone.
            self.waiting.extendleft(([job], True) for job in reversed(task))
            return 0
        if "missing" in result:
            raise Stop(UNAVAILABLE, result["missing"])
        self.worked += result["seconds"]
        for record in result["records"]:
            self.batch.add(record)
        return len(task)

    def processors(self) -> int:
        """Processors that tasks can use."""
        return max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def told(self, seconds: float, files: int) -> str:
        """What a file took, and how much of that was not work on it: starting processes, sharing out, waiting for the last task."""
        processors = self.processors()
        each, work = 1000 * seconds / files, 1000 * self.worked / files / processors
        parts = f"{work:.2f} ms of work on {processors} processors, {max(each - work, 0):.2f} ms of overhead"
        return f"{each:.2f} ms a file, {files} files on the cluster: {parts}"

    def all(self, tasks: list[list[tuple[int, str]]], told: bool) -> None:
        """Works on everything. A few tasks more than there are processors wait on the cluster."""
        self.waiting.extend((task, False) for task in tasks)
        count, done = sum(len(task) for task in tasks), 0
        begin = time.monotonic()
        while self.waiting or self.running:
            ahead = 2 + 2 * self.processors()
            while self.waiting and len(self.running) < ahead:
                self.submit()
            ready, _ = self.ray.wait(list(self.running), timeout=5)
            for reference in ready:
                done += self.take(reference)
            if told and ready:
                rate = done / max(time.monotonic() - begin, 1e-9)
                left = (count - done) / rate if rate else 0.0
                print(f"\r{done}/{count} files  {rate:.0f}/s  {left:.0f} s left ", end="", file=sys.stderr, flush=True)
        if told:
            print(file=sys.stderr)


def failed(job: str, why: Exception) -> str:
    """A record of a file that no node could work on."""
    fields = json.loads(job)
    message = str(why).splitlines()[0] if str(why) else type(why).__name__
    return json.dumps({
        "key": fields["key"], "input": fields["input"], "output": fields["output"], "task": fields["task"],
        "bytes": fields["bytes"], "status": 70, "result": "failed", "error": {"code": "IO042", "message": message},
    })


def parser() -> argparse.ArgumentParser:
    """The options of this program; all others are those of ``portolan batch``."""
    about = "Works on whole folders on a Ray cluster. All other arguments are those of `portolan batch`."
    words = argparse.ArgumentParser(prog="python -m portolan.ray", description=about, allow_abbrev=False)
    words.add_argument("--address", default="auto", help="the cluster: auto, host:port, or local to start one here [default: auto]")
    words.add_argument("--task-bytes", type=int, default=TASK_BYTES, help="bytes of inputs for one task [default: %(default)s]")
    words.add_argument("--task-files", type=int, default=TASK_FILES, help="files for one task [default: %(default)s]")
    words.add_argument("--task-retries", type=int, default=3, help="how often a task is tried again whose node is lost [default: 3]")
    words.add_argument("--scratch", metavar="FOLDER", help="where copies of remote files are kept [default: a temporary folder]")
    return words


def main(words: Sequence[str] | None = None) -> int:
    """Runs a batch on a cluster and gives the exit status."""
    own, rest = parser().parse_known_args(words)
    try:
        return mirrored(own, rest)
    except Stop as stop:
        print(f"portolan.ray: {stop}", file=sys.stderr)
        return stop.status
    except Unavailable as why:
        print(f"portolan.ray: {why}", file=sys.stderr)
        return UNAVAILABLE


def mirrored(own: argparse.Namespace, words: list[str]) -> int:
    """Runs a batch, with copies of what is remote."""
    if not any(is_remote(word) for word in words):
        return batched(own, words)
    paths = refused_as_stop(lambda: _core.batch_paths(words))
    mirror = Mirror(paths, own.scratch)
    try:
        rest = iter(mirror.local())
        # Places are replaced one by one, in their order.
        left = list(paths)
        changed = []
        for word in words:
            if left and word == left[0]:
                left.pop(0)
                word = next(rest)
            changed.append(word)
        try:
            status = batched(own, changed)
        finally:
            count = mirror.give_back()
            if count:
                print(f"{count} files written to {paths[-1]}", file=sys.stderr)
        return status
    finally:
        mirror.close()


def refused_as_stop(ask: Any) -> Any:
    """What the command line refuses ends the run."""
    try:
        return ask()
    except ValueError as why:
        status, message = why.args
        raise Stop(status, message) from None


def batched(own: argparse.Namespace, words: list[str]) -> int:
    """Runs a batch on paths that all nodes see."""
    batch = refused_as_stop(lambda: _core.Batch(words))
    ended = False
    jobs = batch.jobs()
    if jobs:
        ray = connect(None if own.address == "local" else own.address)
        begin = time.monotonic()
        try:
            run = Run(ray, batch, own.task_retries)
            run.all(groups(jobs, own.task_bytes, own.task_files), sys.stderr.isatty())
            print(run.told(time.monotonic() - begin, len(jobs)), file=sys.stderr)
        except KeyboardInterrupt:
            ended = True
        except ValueError as why:
            status, message = why.args
            batch.finish(False)
            raise Stop(status, message) from None
        finally:
            ray.shutdown()
    return int(batch.finish(ended))


if __name__ == "__main__":
    sys.exit(main())
