"""The same work done here, by processes of this machine, or on a Dask cluster.

Each way gives the results as they come, in any order, so a result must say itself what it belongs to. Work that stops
with an exception stops all of it; a process that dies loses nothing, since what it was at is done again.
"""

import asyncio
import logging
import os
import re
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, redirect_stdout, suppress
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait as wait_for
from threading import Thread
from typing import TYPE_CHECKING, Generic, TypeVar

from solver.errors import DeductionError, WorkersLost

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["cores", "here", "in_processes", "on_cluster", "scheduler_at"]

J = TypeVar("J")
R = TypeVar("R")

_TRIES = 3
"""So many times in a row all processes may die before one result has come."""
_AHEAD = 1000
"""Jobs that lie with a cluster at a time, so that a large one is busy and a long list needs no room."""
_PATIENCE = 10
"""Seconds in which a cluster must answer."""
_LONGEST = 300
"""Characters of what others say that are passed on."""
_ADDRESS = re.compile(
    r"(?:tcp://)?(?P<host>\[[0-9A-Fa-f:.]+(?:%\w+)?\]|[^\W_](?:[\w.-]*\w)?\.?):(?P<port>[0-9]{1,5})", re.ASCII
)
_TO_A_CORE = 4
"""More processes than this on each core only wait for each other."""
_MOST = 61 if sys.platform == "win32" else 1024
"""More processes than this cannot be waited for."""


def cores() -> int:
    """How many processes this one may keep busy."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def here(work: Callable[[J], R], jobs: Iterable[J]) -> Generator[R, None, None]:
    """Do it in this process, one after another. What the work prints goes to standard error, as everywhere."""
    for job in jobs:
        with redirect_stdout(sys.stderr):
            result = work(job)
        yield result


# ---- processes of this machine ---------------------------------------------------------------------------------------


def in_processes(work: Callable[[J], R], jobs: Iterable[J], workers: int) -> Generator[R, None, None]:
    """Do it in so many processes, or in fewer where more are of no use. Raises WorkersLost where they die repeatedly.

    They are started afresh, not forked, so work and jobs must pickle. Jobs are taken as they come to be done, so they
    may be any number. When the iterator is closed, or left by an exception, the processes are ended at once.
    """
    left = _Left(jobs)
    in_vain = 0
    while left:
        done = False
        for result in _until_one_dies(work, left, min(workers, _TO_A_CORE * cores(), _MOST)):
            done = True
            yield result
        in_vain = 0 if done else in_vain + 1
        if left and in_vain == _TRIES:
            raise WorkersLost(
                f"the processes that do the work ended {_TRIES} times before anything was done: killed, or out of "
                "memory, or ended by what they were given to do"
            )


class _Left(Generic[J]):
    """Jobs that nobody is at. Those that were given back come first; of the others only the next is ever held."""

    def __init__(self, jobs: Iterable[J]) -> None:
        self._later = iter(jobs)
        self._next = deque(islice(self._later, 1))

    def __bool__(self) -> bool:
        return bool(self._next)

    def first(self) -> J:
        return self._next[0]

    def take(self) -> J:
        job = self._next.popleft()
        if not self._next:
            self._next.extend(islice(self._later, 1))
        return job

    def give_back(self, jobs: Iterable[J]) -> None:
        self._next.extendleft(reversed(list(jobs)))


def _until_one_dies(work: Callable[[J], R], left: _Left[J], workers: int) -> Generator[R, None, None]:
    """Take jobs and do them, until none is left or a process died: then what it was at is given back."""
    # Products of small matrices are several times slower on threads that wait for a core.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    others = set(active_children())
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_begin)
    under_way: dict[Future[R], J] = {}
    finished = False
    try:
        while left or under_way:
            with _interrupts_held():
                while left and len(under_way) < 2 * workers:
                    future = pool.submit(work, left.first())
                    under_way[future] = left.take()
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                result = future.result()
                del under_way[future]
                yield result
        finished = True
    except BrokenProcessPool:
        left.give_back(under_way.values())
    finally:
        if not finished:
            for child in set(active_children()) - others:
                child.kill()
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Keep Ctrl-C from processes that are being started; this one hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Begin a process that leaves Ctrl-C to its parent, never outlives it, and has no say in its output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)


# ---- a Dask cluster --------------------------------------------------------------------------------------------------


def scheduler_at(address: str) -> str:
    """The address of a scheduler in full. Raises WorkersLost where it can be none."""
    found = _ADDRESS.fullmatch(address)
    if found is None or not 1 <= int(found["port"]) <= 65535:
        raise WorkersLost(
            f"“{_cut(address)}”: this cannot be the address of a Dask scheduler; expected HOST:PORT or "
            "tcp://HOST:PORT, like tcp://192.168.0.7:8786"
        )
    return f"tcp://{found['host']}:{found['port']}"


def on_cluster(work: Callable[[J], R], jobs: Iterable[J], address: str) -> Generator[R, None, None]:
    """Hand it to the Dask cluster whose scheduler is at the address, where the same program must be installed.

    Raises WorkersLost where the address cannot be one, the library is missing, no scheduler answers, or the cluster
    gives up. The scheduler itself gives the work of a worker that dies to another one.
    """
    address = scheduler_at(address)
    try:
        from distributed import as_completed
    except ImportError as error:
        raise WorkersLost(
            f"--scheduler needs Dask, which cannot be loaded ({error}); expected the extra “cluster”: pip install "
            "'lostcode[cluster]'"
        ) from error
    # What goes wrong is said once, by us. Dask gives some of its loggers levels of their own.
    for name in [name for name in logging.root.manager.loggerDict if name.split(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    waiting = iter(jobs)
    client = _client(address)
    try:
        # Not pure: Dask must not take two contests for one because their names are alike.
        ahead = [client.submit(work, job, pure=False) for job in islice(waiting, _AHEAD)]
        coming = as_completed(ahead, loop=client.loop)
        del ahead
        for future in coming:
            result: R = future.result()
            yield result
            for job in islice(waiting, 1):
                coming.add(client.submit(work, job, pure=False))
    except (DeductionError, GeneratorExit):
        raise
    except Exception as error:
        raise WorkersLost(f"{address}: the Dask cluster gave up: {type(error).__name__}: {_cut(error)}") from error
    finally:
        with suppress(Exception):
            client.close(timeout=_PATIENCE)


def _client(address: str) -> "Client":
    from distributed import Client

    if not _answers(address):
        raise WorkersLost(
            f"{address}: no Dask scheduler answers there; expected an address like tcp://192.168.0.7:8786"
        )
    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except Exception as error:
        raise WorkersLost(
            f"{address}: this Dask scheduler cannot be worked with: {type(error).__name__}: {_cut(error)}"
        ) from error
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except BaseException as error:
        # Whatever it was, Ctrl-C too: nobody else will have it to close.
        with suppress(Exception):
            client.close(timeout=_PATIENCE)
        if not isinstance(error, TimeoutError):
            raise
        raise WorkersLost(
            f"{address}: no worker has joined this Dask cluster; start one with: dask worker {address}"
        ) from error
    return client


def _answers(address: str) -> bool:
    """Whether a scheduler answers there in time.

    A client of Dask that meets somebody else waits for ever, or complains once more when it is collected. So nobody
    becomes one before this is known, and it is asked in a thread that may be left behind.
    """
    from distributed.comm.core import connect
    from distributed.core import send_recv

    told: list[bool] = []

    async def ask() -> bool:
        connection = await connect(address, timeout=_PATIENCE)
        try:
            answer = await send_recv(connection, op="identity")
            return bool(answer["type"] == "Scheduler")
        finally:
            connection.abort()

    def ask_in_time() -> None:
        # What is no Dask at all is taken for any number of bytes, or for anything.
        with suppress(Exception):
            told.append(asyncio.run(asyncio.wait_for(ask(), _PATIENCE)))

    asking = Thread(target=ask_in_time, daemon=True)
    asking.start()
    asking.join(_PATIENCE + 1)
    return told == [True]


def _cut(told: object) -> str:
    """In one line, of bounded length."""
    words = " ".join(str(told)[:10_000].split())
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
