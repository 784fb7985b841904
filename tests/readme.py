"""The console blocks of the README: run again, compared, or written anew by `python -m tests.readme`."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

__all__ = ["BLOCK", "README", "output"]

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
BLOCK = re.compile(r"```console\n\$ (?P<command>lostcode [^\n]*)\n(?P<output>.*?)```", re.DOTALL)


def output(command: str) -> str:
    """What a command prints at 80 columns; spaces at the ends of lines are no matter."""
    code = f"import sys; from cli.main import run; sys.argv = {shlex.split(command)!r}; run()"
    environment = os.environ | {"COLUMNS": "80", "NO_COLOR": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, cwd=ROOT, env=environment, encoding="utf-8", check=True
    )
    return "".join(line.rstrip() + "\n" for line in done.stdout.splitlines())


def main() -> None:
    """Put what the commands print now into the README."""
    text = README.read_text("utf-8")
    filled = BLOCK.sub(lambda m: f"```console\n$ {m['command']}\n{output(m['command'])}```", text)
    README.write_text(filled, "utf-8")


if __name__ == "__main__":
    main()
