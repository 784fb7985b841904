"""The program as a user meets it: run as a process of its own, or in this one where a process would add nothing."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.cells import cell_len
from typer.testing import CliRunner

from cli.main import app

__all__ = ["GOLDEN", "PROGRAM", "VERBS", "WITHOUT_RIGHTS", "Console", "Outcome", "redirected"]

GOLDEN = Path(__file__).parent / "golden" / "lost-code"
VERBS = ("show", "solve", "rank", "final", "answer", "engines")
"""Every command that loads a record."""

PROGRAM = shutil.which("lostcode", path=str(Path(sys.executable).parent)) or "lostcode"
_LEFT_OUT = re.compile(
    r"COLUMNS|LINES|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|CLICOLOR.*|TTY_.*|PY_COLORS|PYTEST_.*|(LOSTCODE|_LOSTCODE|_?TYPER).*"
)
_WITHOUT_RIGHTS = """
import os, cli.verbs, solver.games
from cli.main import run
if os.getuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
run()
"""
WITHOUT_RIGHTS = (sys.executable, "-c", _WITHOUT_RIGHTS)
"""The program, once it is loaded, as a user to whom nothing belongs."""


def redirected(redirection: str) -> tuple[str, ...]:
    """Give the program as a shell starts it with a redirection like `>&-`."""
    return ("sh", "-c", f'exec "$0" "$@" {redirection}', PROGRAM)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one run of the program left behind."""

    status: int
    out: str
    err: str

    @property
    def said(self) -> str:
        """All that was printed."""
        return self.out + self.err

    @property
    def data(self) -> Any:
        """What stands on standard output as JSON: one value and nothing else."""
        return json.loads(self.out)

    @property
    def words(self) -> str:
        """What stands on standard output with every run of white space as one space, so that no line break matters."""
        return " ".join(self.out.split())

    @property
    def widest(self) -> int:
        """How many columns of a terminal the longest line takes."""
        return max(map(cell_len, self.said.split("\n")))


@dataclass(frozen=True, slots=True)
class Console:
    """A folder in which the program is run. Settings lie in it, too, so that nothing of the user's is touched."""

    folder: Path

    @property
    def data_folder(self) -> Path:
        """Where the program keeps games and locks: beside the folder, which shows what a command writes there."""
        return self.folder.with_name(f"{self.folder.name}-data")

    def write(self, text: str | bytes, name: str = "game.txt") -> str:
        """Put a file there, line ends as they are, and give its name."""
        (self.folder / name).write_bytes(text.encode() if isinstance(text, str) else text)
        return name

    def files(self) -> dict[str, bytes | None]:
        """Everything that lies there; None for what is no plain file."""
        found = {str(path.relative_to(self.folder)): path for path in sorted(self.folder.rglob("*"))}
        return {name: path.read_bytes() if path.is_file() else None for name, path in found.items()}

    def environment(self, **more: str) -> dict[str, str]:
        """The variables of a run: those of this process that cannot change what is printed, and 80 columns."""
        kept = {name: value for name, value in os.environ.items() if not _LEFT_OUT.fullmatch(name)}
        own = {"LOSTCODE_CONFIG": str(self.folder / "settings"), "LOSTCODE_DATA": str(self.data_folder)}
        return kept | {"COLUMNS": "80"} | own | more

    def ask(self, *arguments: str, stdin: bytes | str = b"", **environment: str) -> Outcome:
        """Run the program in this process. An exception that a user would see as a traceback is raised here."""
        wanted = self.environment(**environment)
        unset: dict[str, str | None] = {name: None for name in os.environ if name not in wanted}
        before = Path.cwd()
        os.chdir(self.folder)
        try:
            result = CliRunner().invoke(app, list(arguments), input=stdin, env=unset | wanted)
        finally:
            os.chdir(before)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Outcome(result.exit_code, result.stdout, result.stderr)

    def run(
        self,
        *arguments: str | bytes,
        stdin: bytes = b"",
        stdout: int = subprocess.PIPE,
        timeout: float = 60,
        program: Sequence[str] = (PROGRAM,),
    ) -> Outcome:
        """Run the program as a process and wait for it."""
        with self.running(*arguments, stdin=subprocess.PIPE, stdout=stdout, program=program) as process:
            out, err = process.communicate(stdin, timeout)
        return Outcome(process.returncode, (out or b"").decode(), err.decode())

    @contextmanager
    def running(
        self,
        *arguments: str | bytes,
        stdin: int = subprocess.DEVNULL,
        stdout: int = subprocess.PIPE,
        stderr: int = subprocess.PIPE,
        program: Sequence[str] = (PROGRAM,),
        environment: Mapping[str, str] | None = None,
    ) -> Iterator[subprocess.Popen[bytes]]:
        """Start the program as a process; it is gone when the context ends. program: how it is started."""
        wanted = self.environment(**environment or {})
        if program is WITHOUT_RIGHTS:
            # Whoever may not write here may not leave figures of coverage either.
            wanted = {name: value for name, value in wanted.items() if not name.startswith("COV")}
        with subprocess.Popen(
            [*program, *arguments], cwd=self.folder, env=wanted, stdin=stdin, stdout=stdout, stderr=stderr
        ) as process:
            try:
                yield process
            finally:
                if process.poll() is None:
                    process.kill()
