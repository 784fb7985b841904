"""A page of results whose rows come one by one, over days: new ones take the place of those of the same name."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.timing import markdown

__all__ = ["Page"]


@dataclass(frozen=True, slots=True)
class Page:
    """A table in Markdown, under a title and a text. heads: of the columns; the first one names the row."""

    path: Path
    title: str
    about: str
    heads: Sequence[str]

    def rows(self) -> list[list[str]]:
        """The rows that lie there; none if they have other columns."""
        if not self.path.exists():
            return []
        lines = [line for line in self.path.read_text("utf-8").splitlines() if line.startswith("|")]
        cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
        return cells[2:] if cells and cells[0] == list(self.heads) else []

    def keep(self, name: str, rows: Sequence[Sequence[str]], order: Sequence[str], machine: str) -> None:
        """Put these rows in the place of those of the name, and save. order: of the names; others come last."""
        kept = [row for row in self.rows() if row[0] != name]
        places = {each: place for place, each in enumerate(order)}
        every = sorted([*kept, *map(list, rows)], key=lambda row: places.get(row[0], len(places)))
        text = f"# {self.title}\n\nLast on {machine}\n\n{self.about}\n\n{markdown(self.heads, every)}\n"
        self.path.parent.mkdir(exist_ok=True)
        beside = self.path.with_suffix(".new")
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, self.path)
