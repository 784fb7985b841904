"""Lines put right as an explanation says, whether it says what was planted, and records that contradict themselves."""

from collections.abc import Iterable, Iterator, Sequence

from solver.games import draft
from solver.knowledge import Knowledge
from solver.lost_code.judging import Explanation
from solver.lost_code.knowledge import knowledge
from solver.lost_code.notation import write
from solver.lost_code.slips import Slip
from solver.lost_code.view import view
from solver.table import satisfying
from tests.slipping import Planted, lied, plain, plant

__all__ = ["contradictory", "place_of", "repaired"]


def contradictory(first: int, count: int) -> Iterator[tuple[int, str, Knowledge]]:
    """So many records that contradict themselves, most by one lie, each with what the viewer knows."""
    seed = first
    while count:
        seed += 1
        slip = lied(seed) if seed % 4 else plant(seed, "direction")
        record = draft(slip.text).record if slip else None
        if slip is None or record is None or record.state.clashes:
            continue
        known = knowledge(view(record))
        if not satisfying(known):
            count -= 1
            yield seed, slip.text, known


def repaired(text: str, together: Iterable[Slip]) -> str:
    """The record with the changes made, blindly, line by line."""
    lines: list[str] = text.splitlines()
    for change in sorted((c for slip in together for c in slip.changes), key=lambda c: (-c.line, c.says is None)):
        at = change.line - 1
        if change.says is None:
            assert change.means is not None
            lines.insert(at, write(change.means))
        else:
            lines[at : at + 1] = [] if change.means is None else [write(change.means)]
    return "".join(line + "\n" for line in lines)


def place_of(planted: Planted, explanations: Sequence[Explanation]) -> int | None:
    """Where the planted slip stands among the explanations, from 0; none if it is not there.

    An exchange that was forgotten is found if its player and symbol are; nobody can say what was drawn. A die that was
    turned may be put in before any line up to the first guess. “Wrong” without a direction is “lower” or “higher”.
    """
    wanted = [{_key(r.line, plain(r.says), plain(r.means)) for r in planted.repairs}]
    first = planted.repairs[0]
    if (
        len(planted.repairs) == 1
        and first.means
        and first.means.startswith("answer ")
        and first.means.endswith(" wrong")
    ):
        told = [plain(first.means.removesuffix("wrong") + word) for word in ("lower", "higher")]
        wanted += [{_key(first.line, plain(first.says), words)} for words in told]
    for place, each in enumerate(explanations):
        said = [
            (c.line, plain(write(c.says) if c.says else None), plain(write(c.means) if c.means else None))
            for slip in each.slips
            for c in slip.changes
        ]
        if {_key(*one) for one in said} in wanted:
            return place
    return None


def _key(line: int, says: tuple[str, ...] | None, means: tuple[str, ...] | None) -> object:
    if says is None and means is not None:
        return means[:3]
    return line, says, means
