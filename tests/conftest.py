"""Fixtures that several test files share."""

from pathlib import Path

import pytest

from tests.console import Console


@pytest.fixture
def console(tmp_path: Path) -> Console:
    """Run the program in a folder of its own."""
    return Console(tmp_path)
