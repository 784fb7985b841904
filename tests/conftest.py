"""Fixtures that several test files share."""

import os
from pathlib import Path

import pytest

from tests.console import Console

# As `run` in cli/main.py does, before numpy is loaded: small products wait long for threads that wait for a core.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


@pytest.fixture
def console(tmp_path: Path) -> Console:
    """Run the program in a folder of its own."""
    return Console(tmp_path)
