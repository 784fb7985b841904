"""Three engines and a brute force that shares no code with them agree on random legal games."""

import os

import pytest

from solver import cp_sat, table
from solver.engines import ENGINES
from solver.lost_code.knowledge import knowledge
from tests import brute
from tests.samples import Sample, samples

pytestmark = pytest.mark.bare

LONG = 10_000


def agree(sample: Sample, engines: list[str]) -> None:
    """Compare totals and marginals with brute force, and the logs of the engines with each other."""
    known = knowledge(sample.view)
    expected = brute.solve(sample.text, sample.seat)
    logs = None
    for engine in engines:
        found = ENGINES[engine](known, None)
        assert found.total == expected["logs"], (sample.seed, engine)
        assert [dict(counted) for counted in found.marginals.values()] == list(expected["values"].values()), sample.seed
        logs = logs or list(found.logs)
        assert list(found.logs) == logs, (sample.seed, engine)


@pytest.mark.parametrize("part", range(6))
def test_small_games(part: int) -> None:
    """300 games with up to 3,000 ways each."""
    count = 0
    for sample in samples(1000 * part, 50):
        agree(sample, list(ENGINES))
        count += 1
    assert count == 50


@pytest.mark.parametrize("part", range(4))
def test_larger_games(part: int) -> None:
    """20 games with 3,001 to 60,000 ways each."""
    count = 0
    for sample in samples(50_000 + 1000 * part, 5, least=3001, most=60_000, tries=400_000):
        agree(sample, list(ENGINES))
        count += 1
    assert count == 5


def spoiled(sample: Sample) -> tuple[str, int] | None:
    """The record with the direction of one answer to the viewer turned round: its text and the line."""
    lines = sample.text.split("\n")
    turned = {"lower": "higher", "higher": "lower"}
    name = sample.view.seat
    for number, line in reversed(list(enumerate(lines, 1))):
        words = line.split()
        quoted = f'"{name}"' if " " in name or "#" in name else name
        if words[:1] == ["answer"] and words[-1] in turned and line.startswith(f"answer {quoted} "):
            lines[number - 1] = line.replace(words[-1], turned[words[-1]])
            return "\n".join(lines), number
    return None


def test_no_world() -> None:
    """Engines say that nothing fits where brute force finds no world, and only there.

    Not after the viewer's own reveal: an answer that it refutes is then a finding, no fact.
    """
    seen = {True: 0, False: 0}
    for sample in samples(80_000, 120, most=500):
        if (made := spoiled(sample)) is None or sample.view.seat in sample.view.table.revealed:
            continue
        wrong = Sample(sample.seed, made[0], sample.seat, 0)
        possible = brute.solve(wrong.text, wrong.seat)["logs"] > 0
        known = knowledge(wrong.view)
        seen[possible] += 1
        assert table.satisfying(known) == possible, sample.seed
        assert cp_sat.satisfying(known) == possible, sample.seed
        assert (ENGINES["python-constraint"](known, None).total > 0) == possible, sample.seed
    assert min(seen.values()) >= 10


@pytest.mark.long
@pytest.mark.skipif("LOSTCODE_LONG" not in os.environ, reason="takes minutes; make test-long")
@pytest.mark.parametrize("part", range(20))
def test_ten_thousand_games(part: int) -> None:
    """10,000 games with up to 3,000 ways each, from other seeds."""
    count = 0
    for sample in samples(1_000_000 + 10_000 * part, LONG // 20):
        agree(sample, list(ENGINES))
        count += 1
    assert count == LONG // 20
