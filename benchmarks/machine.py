"""What the figures were measured on, and with which program."""

import os
import platform
import subprocess
from datetime import date

__all__ = ["commit", "machine", "today"]


def machine() -> str:
    """Say what the figures were measured on."""
    pages = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 0
    return (
        f"{os.cpu_count()} cores, {pages / 2**30:.0f} GiB, {platform.system()}, "
        f"Python {platform.python_version()}, {today()}, commit {commit()}"
    )


def today() -> str:
    """The date, as in 2025-12-31."""
    return date.today().isoformat()


def commit() -> str:
    """The commit that is checked out, with “+” where the files differ from it, results aside."""
    head = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    aside = ["--", ":/", ":(top,exclude)benchmarks/results"]
    changed = subprocess.run(["git", "status", "--porcelain", *aside], capture_output=True, text=True, check=False)
    return (head.stdout.strip() or "unknown") + ("+" if changed.stdout.strip() else "")
