"""How fast a smallest conflict is found, and how often the likeliest slip is the one that was planted.

Conflicts: all smallest sets of each record, from what the viewer knows, beside CPMpy's `optimal_mus` (one set), where
CPMpy is installed. Slips: planted in random games, of all kinds alike often, or as often as the priors say; counted are
the records that contradict themselves or break a rule. Promised is what the weights say of themselves: the mean chance
of what stands first, and of the first three together. No order does better, if the priors are right.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import groupby
from random import Random
from statistics import mean, median, quantiles
from time import perf_counter

from benchmarks.timing import markdown
from solver.explain import smallest_conflicts
from solver.games import draft
from solver.lost_code.check import check
from solver.lost_code.slips import PRIORS, Kind
from solver.table import satisfying
from solver.worlds import broken_lines
from tests.cpmpy_says import optimal_mus
from tests.repairing import contradictory, place_of
from tests.slipping import KINDS, Edit, Planted, all_slips, plant, planted
from tests.strategies import random_game

__all__ = ["run"]

CONFLICTS, COMPARED, SLIPS = 500, 60, 300
GOAL, FASTER = 20.0, 5


def run() -> str:
    """Give both tables."""
    return f"{_conflicts()}\n\n{_slips()}"


# ---- conflicts ---------------------------------------------------------------------------------------------------


def _conflicts() -> str:
    ours: list[float] = []
    pairs: list[tuple[float, float]] = []
    for _, text, known in contradictory(5_000_000, CONFLICTS):
        start = perf_counter()
        found = smallest_conflicts(known, satisfying, broken=broken_lines(known) or ())
        ours.append(1000 * (perf_counter() - start))
        if find_spec("cpmpy") and len(pairs) < COMPARED and text.count("\n") >= 60:
            start = perf_counter()
            theirs = optimal_mus(known)
            pairs.append((1000 * (perf_counter() - start), ours[-1]))
            if len(theirs) != len(found.sets[0]):
                raise AssertionError(f"CPMpy finds {theirs}, and we {found.sets}")
    rows = [[f"{len(ours)} records", *_spread(ours), f"goal: p95 at most {GOAL:.0f} ms"]]
    if pairs:
        rows.append([f"{len(pairs)} of 60 lines and more", *_spread([own for _, own in pairs]), ""])
        faster = median(other / own for other, own in pairs)
        told = f"median {faster:.0f}x as long; goal: {FASTER}x"
        rows.append(["the same, CPMpy optimal_mus", *_spread([other for other, _ in pairs]), told])
    else:
        rows.append(["CPMpy optimal_mus", "", "", "", "not installed, so not compared"])
    return markdown(["smallest conflicts", "median ms", "p95 ms", "longest ms", ""], rows)


def _spread(times: list[float]) -> list[str]:
    return [f"{median(times):.2f}", f"{quantiles(times, n=20)[-1]:.2f}", f"{max(times):.2f}"]


# ---- slips -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Case:
    """A record that was wrong. place: of the planted slip. chances: of the first three. forbidden: by the rules."""

    place: int | None
    chances: tuple[float, ...]
    seconds: float
    forbidden: bool


def _slips() -> str:
    rows = []
    for name, draw in {"all kinds alike": _alike, "as the priors say": _by_priors}.items():
        cases = list(_cases(draw))
        listed = [case for case in cases if case.place is not None]
        first, three = (sum(c.place < n for c in listed if c.place is not None) / len(cases) for n in (1, 3))
        rows.append(
            [
                name,
                len(cases),
                sum(case.forbidden for case in cases),
                f"{len(listed) / len(cases):.1%}",
                f"{first:.1%}",
                f"{mean(case.chances[0] for case in listed):.1%}",
                f"{three:.1%}",
                f"{mean(sum(case.chances) for case in listed):.1%}",
                f"{median(case.seconds for case in cases):.2f} / {max(case.seconds for case in cases):.2f}",
            ]
        )
    heads = ["planted", "records", "of these forbidden", "listed", "first", "promised", "in the first 3", "promised"]
    return markdown([*heads, "check s, median / longest"], rows)


def _cases(draw: Callable[[int], Planted | None]) -> Iterator[Case]:
    seed = 6_000_000
    left = SLIPS
    while left:
        seed += 1
        slip = draw(seed)
        read = None if slip is None else draft(slip.text)
        if slip is None or read is None:
            continue
        start = perf_counter()
        found = check(read, None, 600.0)
        if found.wrong:
            left -= 1
            chances = tuple(each.chance for each in found.explanations[:3])
            place = place_of(slip, found.explanations)
            yield Case(place, chances, perf_counter() - start, bool(found.faults))


def _alike(seed: int) -> Planted | None:
    return plant(seed, list(KINDS)[seed % len(KINDS)], blurred=0)


def _by_priors(seed: int) -> Planted | None:
    """Make one of all the slips that can be made in a game, each as likely as its prior says."""
    rng = Random(seed)
    played = random_game(rng, rounds=rng.randint(1, 9))
    me = rng.choice(played.setup.players)
    text = played.seen_by(me)
    edits: list[tuple[str, Edit]] = []
    weights: list[float] = []
    for kind in KINDS:
        prior = PRIORS[Kind[kind.upper().replace("-", "_")]]
        every = sorted(all_slips(kind, text, played.setup, me), key=lambda edit: _where(text, edit))
        for _, some in groupby(every, key=lambda edit: _where(text, edit)):
            ways = list(some)
            edits += [(kind, edit) for edit in ways]
            weights += [prior / len(ways)] * len(ways)
    if not edits:
        return None
    ((kind, edit),) = rng.choices(edits, weights)
    return planted(text, edit, kind, seed)


def _where(text: str, edit: Edit) -> tuple[int, ...]:
    """The lines of a slip; in a log with one number misread, also which one."""
    lines = text.splitlines()
    where = [at for at, _ in edit]
    for at, written in edit:
        old, new = lines[at].split(), (written or "").split()
        changed = [place for place, (was, now) in enumerate(zip(old, new, strict=False)) if was != now]
        if old[0] in ("log", "reveal") and len(changed) == 1:
            where += changed
    return tuple(where)
