"""A Dask cluster of two processes in a process of its own, so that whatever Dask leaves behind there stays there.

Run as a script, it answers each line of standard input by one of JSON: the address of the scheduler, and those of the
workers as they are then, since one that was killed comes back with another. It ends with its input, thus with its
parent.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

__all__ = ["Cluster", "clustered"]

_PATIENCE = 60
"""Seconds in which the cluster must come up, get a lost worker back, or end."""


class Cluster:
    """What is known of the cluster from outside."""

    def __init__(self, asked: IO[str], told: IO[str]) -> None:
        self._asked, self._told = asked, told
        self.scheduler_address: str = self._ask()["scheduler"]

    def workers(self) -> list[str]:
        """The addresses of the two workers that are there now."""
        workers: list[str] = self._ask()["workers"]
        return workers

    def _ask(self) -> dict[str, Any]:
        print(file=self._asked, flush=True)
        answer: dict[str, Any] = json.loads(self._told.readline())
        return answer


@contextmanager
def clustered() -> Iterator[Cluster]:
    """A cluster in whose processes `solver` and `tests` can be imported."""
    root = str(Path(__file__).parents[1])
    path = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
    with subprocess.Popen(
        [sys.executable, __file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": path},
    ) as process:
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            yield Cluster(process.stdin, process.stdout)
            process.stdin.close()
            assert process.wait(_PATIENCE) == 0
        finally:
            process.kill()


def _serve() -> None:
    import dask  # noqa: PLC0415 - takes a second to load with the next one, and only the script needs them
    from distributed import LocalCluster  # noqa: PLC0415

    # So long the scheduler knocks at a worker that was killed, for a result that lay there. By default 30 seconds.
    dask.config.set({"distributed.comm.timeouts.connect": "5s"})
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        for _ in sys.stdin:
            cluster.wait_for_workers(2, timeout=_PATIENCE)
            told = {"scheduler": cluster.scheduler_address, "workers": list(cluster.scheduler_info["workers"])}
            print(json.dumps(told), flush=True)


if __name__ == "__main__":
    _serve()
