"""The same results from this process, from several, and from a Dask cluster, whatever dies meanwhile."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from multiprocessing import active_children
from pathlib import Path
from socket import socket
from threading import Thread

import pytest

from solver.errors import PolicyError, WorkersLost
from solver.lost_code.events import Variant
from solver.lost_code.tournament import Contest, DealResult, play_deal
from solver.workers import cores, here, in_processes, on_cluster, scheduler_at
from tests.clustered import Cluster, clustered
from tests.plugged import killed, killed_once, own_process, refused

CONTEST = Contest(
    2,
    5,
    ("tests.plugged:Plain", "random"),
    (Variant.CURSE,),
    ((1, 5), (2, 4), (3, 3), (4, 3), (5, 2), (7, 2), (10, 1)),
    False,
    records=True,
)
DEALS = range(1, 9)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Two workers and their scheduler, none of them in this process."""
    with clustered() as started:
        yield started


def in_order(results: Iterator[DealResult]) -> list[DealResult]:
    return sorted(results, key=lambda result: result.index)


@pytest.fixture(scope="module")
def expected() -> list[DealResult]:
    return list(here(partial(play_deal, CONTEST), DEALS))


def test_there_is_a_core() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)


def test_processes_give_the_same(expected: list[DealResult]) -> None:
    assert in_order(in_processes(partial(play_deal, CONTEST), DEALS, 2)) == expected


def test_a_cluster_gives_the_same(cluster: Cluster, expected: list[DealResult]) -> None:
    assert in_order(on_cluster(partial(play_deal, CONTEST), DEALS, cluster.scheduler_address)) == expected


def test_a_process_that_is_killed_loses_nothing(tmp_path: Path, expected: list[DealResult]) -> None:
    flag = tmp_path / "flag"
    flag.touch()
    assert in_order(in_processes(partial(killed_once, str(flag), CONTEST), DEALS, 2)) == expected
    assert not flag.exists()


def test_a_worker_of_a_cluster_that_is_killed_loses_nothing(
    cluster: Cluster, tmp_path: Path, expected: list[DealResult]
) -> None:
    flag = tmp_path / "flag"
    flag.touch()
    results = on_cluster(partial(killed_once, str(flag), CONTEST), DEALS, cluster.scheduler_address)
    assert in_order(results) == expected
    assert not flag.exists()


def test_processes_that_always_die_are_given_up() -> None:
    before = set(active_children())
    with pytest.raises(WorkersLost, match="ended 3 times before anything was done"):
        list(in_processes(killed, [1], 1))
    assert set(active_children()) <= before


def test_work_that_fails_ends_it_all(cluster: Cluster) -> None:
    before = set(active_children())
    with pytest.raises(ValueError, match="not 2"):
        list(in_processes(refused, range(100), 2))
    assert set(active_children()) <= before
    with pytest.raises(WorkersLost, match="gave up: ValueError: not 2"):
        list(on_cluster(refused, range(100), cluster.scheduler_address))


def test_what_a_policy_did_wrong_is_told_from_afar(cluster: Cluster) -> None:
    wrong = Contest(2, 5, ("tests.plugged:Raises", "random"), (), CONTEST.wheels, False)
    for results in (
        in_processes(partial(play_deal, wrong), [1], 1),
        on_cluster(partial(play_deal, wrong), [1], cluster.scheduler_address),
    ):
        with pytest.raises(PolicyError, match=r"policy tests.plugged:Raises in Ann's seat, .* ZeroDivisionError"):
            list(results)


def test_leaving_early_ends_the_processes() -> None:
    before = set(active_children())
    results = in_processes(own_process, range(1000), 2)
    process = next(results)
    assert process in {child.pid for child in active_children()}
    results.close()
    assert set(active_children()) <= before


def test_jobs_are_taken_as_they_come_to_be_done() -> None:
    """Of a list that has no end, only those are taken that are under way, and one more."""
    before = set(active_children())
    taken = count()
    results = in_processes(own_process, taken, 2)
    for _ in range(5):
        next(results)
    assert next(taken) <= 5 + 2 * 2 + 1
    results.close()
    assert set(active_children()) <= before


def test_no_more_processes_are_started_than_are_of_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.workers.cores", lambda: 1)
    monkeypatch.setattr("solver.workers._TO_A_CORE", 2)
    results = in_processes(own_process, range(100), 1000)
    assert len(set(results)) <= 2


ORPHAN = """
import os, signal, sys
sys.path.insert(0, {root!r})
from solver.workers import in_processes
from tests.plugged import own_process
if __name__ == "__main__":
    results = in_processes(own_process, range(10), 1)
    print(next(results), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks for a process under /proc")
def test_processes_end_with_their_parent(tmp_path: Path) -> None:
    script = tmp_path / "orphan.py"
    script.write_text(ORPHAN.format(root=str(Path(__file__).parents[1])))
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False, timeout=60)
    child = Path("/proc", done.stdout.strip())
    for _ in range(600):
        # One that has ended may still wait for its end to be noticed.
        if not child.exists() or child.joinpath("stat").read_text().split()[2] == "Z":
            return
        time.sleep(0.1)
    pytest.fail(f"{child} is still there")


# ---- clusters that are not there -------------------------------------------------------------------------------------


@pytest.mark.parametrize("answers", [None, b"", b"HTTP/1.0 400 Bad Request\r\n\r\n", b"\0" * 64, b"\1" + b"\0" * 63])
def test_an_address_at_which_no_scheduler_answers(answers: bytes | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody listens there, or somebody who stays silent, or who is no Dask."""
    monkeypatch.setattr("solver.workers._PATIENCE", 0.5)
    with socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        if answers is not None:
            taken.listen()
            Thread(target=_answer, args=(taken, answers), daemon=True).start()
        with pytest.raises(WorkersLost, match=f"^{address}: no Dask scheduler answers there; expected an address"):
            list(on_cluster(own_process, [1], address))


def _answer(listening: socket, answers: bytes) -> None:
    """Send everybody who comes the same, and keep the line open."""
    lines = []
    with suppress(OSError):
        while True:
            lines.append(listening.accept()[0])
            lines[-1].sendall(answers)


def test_a_worker_is_no_scheduler(cluster: Cluster) -> None:
    address = cluster.workers()[0]
    with pytest.raises(WorkersLost, match="no Dask scheduler answers there"):
        list(on_cluster(own_process, [1], address))


@pytest.mark.parametrize(
    "address",
    [
        *("", " ", "x", "1", ":1", "tcp://", "tcp://x", "tcp://:5", "tcp://127.0.0.1:abc", "127.0.0.1:0", "x:65536"),
        *("http://x", "http://x:80", "tls://127.0.0.1:5", "ucx://1", "inproc://x", "nowhere://x:1", "/tmp/x.json"),
        *("x:1/", "a b:1", "x:1\n", "x:²", "y" * 1_000_000),
    ],
)
def test_what_cannot_be_an_address_is_refused_at_once(address: str) -> None:
    with pytest.raises(WorkersLost, match="this cannot be the address of a Dask scheduler; expected HOST:PORT") as told:
        list(on_cluster(own_process, [1], address))
    assert len(str(told.value)) < 500


def test_an_address_may_leave_out_how_it_is_spoken_to() -> None:
    for address in ("127.0.0.1:8786", "a-host.example:1", "[::1]:65535"):
        assert scheduler_at(address) == scheduler_at(f"tcp://{address}") == f"tcp://{address}"


def test_a_cluster_without_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.workers._PATIENCE", 1)
    told = tmp_path / "scheduler.json"
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(told)]
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", *options]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as scheduler:
        try:
            while not (told.exists() and told.read_text().endswith("}")) and scheduler.poll() is None:
                time.sleep(0.05)
            address = json.loads(told.read_text())["address"]
            with pytest.raises(WorkersLost, match=f"{address}: no worker has joined"):
                list(on_cluster(own_process, [1], address))
        finally:
            scheduler.kill()


def test_without_dask_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(WorkersLost, match=r"the extra “cluster”: pip install 'lostcode\[cluster\]'"):
        list(on_cluster(own_process, [1], "tcp://127.0.0.1:8786"))
