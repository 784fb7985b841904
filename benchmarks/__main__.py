"""`python -m benchmarks [--save]`: run all, print the tables; --save keeps them under benchmarks/results/."""

import argparse
import os
import platform
import subprocess
import sys
from datetime import date
from pathlib import Path

from benchmarks import check, engines, growth, processes, proofs, sheet, sitting

QUESTIONS = {
    "engines": engines.run,
    "processes": processes.run,
    "growth": growth.run,
    "sitting": sitting.run,
    "proofs": proofs.run,
    "check": check.run,
    "sheet": sheet.run,
}
RESULTS = Path(__file__).parent / "results"


def machine() -> str:
    """Say what the figures were measured on."""
    pages = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 0
    return (
        f"{os.cpu_count()} cores, {pages / 2**30:.0f} GiB, {platform.system()}, "
        f"Python {platform.python_version()}, {date.today().isoformat()}, commit {commit()}"
    )


def commit() -> str:
    """The commit that is checked out, with “+” where the files differ from it."""
    head = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    changed = subprocess.run(["git", "status", "--porcelain"], capture_output=True, text=True, check=False)
    return (head.stdout.strip() or "unknown") + ("+" if changed.stdout.strip() else "")


def main() -> None:
    """Run the questions that were named, or all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("questions", nargs="*", choices=[*QUESTIONS, []], help="which to run; none: all")
    parser.add_argument("--save", action="store_true", help="keep the tables under benchmarks/results/")
    options = parser.parse_args()
    for name in options.questions or QUESTIONS:
        table = f"# {name}\n\n{machine()}\n\n{QUESTIONS[name]()}\n"
        print(table)
        sys.stdout.flush()
        if options.save:
            RESULTS.mkdir(exist_ok=True)
            (RESULTS / f"{name}.md").write_text(table, encoding="utf-8")


if __name__ == "__main__":
    main()
