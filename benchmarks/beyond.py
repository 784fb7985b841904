"""Beyond Code: how long an entry takes at the table, and whether the honesty's interval holds what it says.

Entries: random games (`tests.beyond_games`) of 40 lines of play, with three shuffles. Each line after the
30th is entered as the loop at the table does it: the line is played, all is weighed again by what everybody knows,
contradictions are looked for in what its keeper knows, and the page is printed. In a second sitting he asks for the
odds behind every line, which are weighed by what he knows. What was reckoned for the line before is remembered. A line
that changes somebody's honesty has every naming weighed anew.

Honesty: players are drawn from the prior Beta(2, 2). First by namings alone, each checked with one chance whatever the
card was; then with lies doubted twice as often as truths; then in whole games, where a lie is also proved by all that
happens to be known of the card named, which no truth is.
"""

from dataclasses import dataclass
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time

from benchmarks.estimates import share
from benchmarks.timing import markdown
from cli.beyond_code.companion import Companion
from cli.outcome import rendered
from solver.beyond_code.answers import Odds
from solver.beyond_code.odds import posterior, solve, trust
from solver.beyond_code.state import Naming, Shuffled
from solver.beyond_code.view import view
from solver.games import read
from solver.words import Words
from tests.beyond_games import Manner, random_text

__all__ = ["run"]

GAMES, FROM_LINE, LINES, SHUFFLES = 12, 30, 45, 3
ORDINARY, CHANGING = 50.0, 250.0
"""Goals, in milliseconds."""
DRAWN, WHOLE_GAMES, NAMINGS, CHECKED = 20_000, 150, 12, 0.3


def run() -> str:
    """Give both tables."""
    return f"{_entries()}\n\n{_honesty()}"


# ---- how long an entry takes -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entered:
    """A line entered. milliseconds: until the page stood there, or the odds; busy: of the processor's time.

    changing: it changed somebody's honesty.
    """

    milliseconds: float
    busy: float
    changing: bool


def _entries() -> str:
    games = _long_games()
    rows = []
    for name, typed in (("the page", _typed), ("the odds", _asked)):
        entered = [each for game in games for each in typed(game)]
        rows.append(_row(f"{name}, no honesty changed", [each for each in entered if not each.changing], ORDINARY))
        rows.append(_row(f"{name}, an honesty changed", [each for each in entered if each.changing], CHANGING))
    heads = ["an entry, until", "entries", "median ms", "p95 ms", "longest ms", "CPU median", "p95", "longest", ""]
    return markdown(heads, rows)


def _row(name: str, entered: list[Entered], goal: float) -> list[object]:
    waits, busy = _spread([each.milliseconds for each in entered]), _spread([each.busy for each in entered])
    return [name, len(entered), *waits, *busy, f"goal: at most {goal:.0f} ms"]


def _spread(times: list[float]) -> list[str]:
    return [f"{median(times):.0f}", f"{quantiles(times, n=20)[-1]:.0f}", f"{max(times):.0f}"]


def _long_games() -> list[str]:
    """Games of 40 lines of play, with all their shuffles."""
    games: list[str] = []
    seed = 0
    while len(games) < GAMES:
        text = random_text(Random(seed), manner=Manner(shuffles=SHUFFLES, turns=24, rounds=8))
        seed += 1
        lines = text.splitlines()[:LINES]
        if sum(line.startswith("shuffle") for line in lines) == SHUFFLES:
            games.append("\n".join(lines) + "\n")
    return games


def _typed(text: str) -> list[Entered]:
    """Every line until its page stands there."""
    lines = text.splitlines()
    record = read("\n".join(lines[:FROM_LINE]) + "\n")
    table = Companion()
    before = table.look(record)
    entered: list[Entered] = []
    for line in lines[FROM_LINE:]:
        start, cpu = perf_counter(), process_time()
        record = record.then(record.game.read(Words(line)))
        now = table.look(record)
        rendered(table.changed(before, now))
        took, busy = 1000 * (perf_counter() - start), 1000 * (process_time() - cpu)
        found, earlier = now.public.odds, before.public.odds
        if found is None or earlier is None:
            raise AssertionError(f"a line that contradicts others was timed: {line}")
        entered.append(Entered(took, busy, _weighed(found, line).honesty != earlier.honesty))
        before = now
    return entered


def _asked(text: str) -> list[Entered]:
    """Every line until the odds are there."""
    lines = text.splitlines()
    record = read("\n".join(lines[:FROM_LINE]) + "\n")
    before = solve(view(record))
    entered: list[Entered] = []
    for line in lines[FROM_LINE:]:
        start, cpu = perf_counter(), process_time()
        record = record.then(record.game.read(Words(line)))
        found = solve(view(record))
        took, busy = 1000 * (perf_counter() - start), 1000 * (process_time() - cpu)
        entered.append(Entered(took, busy, _weighed(found, line).honesty != before.honesty))
        before = found
    if sum(isinstance(step, Shuffled) for step in before.view.table.steps) != SHUFFLES:
        raise AssertionError("a game without its shuffles was timed")
    return entered


def _weighed(found: Odds, line: str) -> Odds:
    """The odds, if they are some."""
    if not all(abs(sum(row.values()) - 1) < 1e-9 for row in found.soft.values()):
        raise AssertionError(f"chances that do not add up to 1 were timed: {line}")
    return found


# ---- the honesty's interval ------------------------------------------------------------------------------------------


def _honesty() -> str:
    rng = Random(7)
    once = [_drawn(rng, CHECKED, CHECKED) for _ in range(DRAWN)]
    twice = [_drawn(rng, CHECKED, 2 * CHECKED) for _ in range(DRAWN)]
    whole = [held for seed in range(WHOLE_GAMES) for held in _in_a_game(seed)]
    rows = [
        _covered(f"{NAMINGS} namings, {CHECKED:.0%} checked", once, "goal: 90 % ± 2"),
        _covered("the same, lies doubted twice as often", twice, ""),
        _covered("whole games, 40 % checked", whole, ""),
    ]
    return markdown(["honesty drawn from the prior", "players", "in the 90 % interval", "95 % from", "to", ""], rows)


def _covered(name: str, held: list[bool], goal: str) -> list[object]:
    low, high = share(sum(held), len(held))
    return [name, len(held), f"{sum(held) / len(held):.1%}", f"{low:.1%}", f"{high:.1%}", goal]


def _drawn(rng: Random, doubted: float, lie_doubted: float) -> bool:
    """Whether the interval holds the honesty of one player after some of his namings were checked."""
    honest = rng.betavariate(2, 2)
    true = false = 0
    for _ in range(NAMINGS):
        tells_truth = rng.random() < honest
        if rng.random() < (doubted if tells_truth else lie_doubted):
            true, false = true + tells_truth, false + (not tells_truth)
    low, high = trust((2.0, 2.0), true, false).interval
    return low <= honest <= high


def _in_a_game(seed: int) -> list[bool]:
    """The same for all others after a whole game, by the record."""
    rng = Random(1_000_000 + seed)
    honesty = {player: rng.betavariate(2, 2) for player in ("Bob", "Cy", "Di")}
    record = read(random_text(rng, manner=Manner(honesty=honesty, turns=16)))
    held = view(record)
    found = posterior(held)
    named = {step.player for step in held.table.steps if isinstance(step, Naming)}
    trusts = {player: each for player, each in found.honesty.items() if player in named}
    return [each.interval[0] <= honesty[player] <= each.interval[1] for player, each in trusts.items()]
