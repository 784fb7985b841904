"""`--aim` and `--read`: what stands beside the exact figures, in which order, and that these stay what they are."""

import json
import re
import sys
from collections.abc import Mapping
from itertools import pairwise
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cli.figures import chance
from cli.lost_code.words import manner
from solver.games import read
from solver.lost_code.events import Symbol, Variant
from solver.lost_code.odds import odds
from solver.lost_code.outlook import Outlook, outlook
from solver.lost_code.planner import Aim, Planner
from solver.lost_code.ranking import one_step
from solver.lost_code.reading import Reading
from solver.lost_code.simulate import NAMES, deal, play
from solver.lost_code.telling import told_by
from solver.lost_code.view import View, view
from tests.console import Console
from tests.records import EXAMPLE, NARROW, START, before, golden, line_of, seat_for

WITH = (["--aim", "win"], ["--aim", "points"], ["--read"], ["--aim", "win", "--read"])
PLAN = {"plan", "left", "win"}
READ = {"right", "expected", "value"}

# Bob is told “right” for 15-21 and for 0-3 with the same stones: no log agrees with that, and his sum is 7.
MISLED = START + "".join(
    f"roll bear bear snake\nguess Ann 0-9\nguess Bob {window}\nanswer Ann right\nanswer Bob right\n"
    for window in ("15-21", "0-3")
)
HIDDEN = EXAMPLE.replace("log Bob       bear 3", "log Bob       bear ?") + "roll bear bear snake\n"
THROWS_AGAIN = EXAMPLE + "roll jaguar human bird\n"


# ---- the first choice is what the policy does -----------------------------------------------------------------------


class Compared(Planner):
    """Plays as the planner does, and compares each decision with what is listed first."""

    compared = 0

    def listed(self, view: View) -> Outlook:
        type(self).compared += 1
        return outlook(one_step(view), self.aim, self.reading)

    def token(self, view: View) -> tuple[int, ...]:
        decided = super().token(view)
        assert self.listed(view).advice.tokens[0].numbers == decided
        return decided

    def die(self, view: View) -> tuple[tuple[Symbol, Symbol], ...]:
        decided = super().die(view)
        assert self.listed(view).advice.turns[0].turns == decided
        return decided

    def guess(self, view: View) -> tuple[int, int]:
        decided = super().guess(view)
        first = self.listed(view).advice.guesses[0]
        assert (first.low, first.high) == decided
        return decided

    def exchange(self, view: View) -> Symbol:
        decided = super().exchange(view)
        assert self.listed(view).advice.exchanges[0].symbol is decided
        return decided

    def final(self, view: View) -> Mapping[Symbol, tuple[int, ...]]:
        decided = super().final(view)
        final = self.listed(view).advice.final
        assert final is not None
        assert {choices[0].symbol: choices[0].numbers for choices in final.symbols if not choices[0].written} == decided
        return decided


@pytest.mark.parametrize(
    ("players", "variants", "aim", "reads"),
    [(2, (Variant.SHORTCUT,), Aim.WIN, True), (3, (Variant.INTRODUCTORY, Variant.CURSE), Aim.POINTS, False)],
    ids=["win", "points"],
)
def test_the_first_choice_is_the_policys(
    players: int, variants: tuple[Variant, ...], aim: Aim, reads: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Compared, "compared", 0)
    names = NAMES[:players]
    others = {name: Planner(Random(0), aim=Aim.POINTS) for name in names[1:]}
    mine = Compared(Random(0), aim=aim, reading=Reading if reads else None)
    play(deal(Random(5), players, variants), {names[0]: mine, **others})
    assert Compared.compared > 10


# ---- the form for programs ------------------------------------------------------------------------------------------


def plain(value: Any) -> Any:
    """The same without every key that an aim or reading adds."""
    added = PLAN | {"read", "tells", "bet", "aim", "fathomable", "read_win", "read_expected"}
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items() if key not in added}
    return [plain(each) for each in value] if isinstance(value, list) else value


def in_order(value: Any) -> Any:
    """The same with every list in one order, since an aim decides the order alone."""
    if isinstance(value, dict):
        return {key: in_order(each) for key, each in value.items()}
    return sorted((in_order(each) for each in value), key=json.dumps) if isinstance(value, list) else value


@pytest.mark.parametrize("more", WITH, ids=" ".join)
def test_rank_keeps_its_exact_figures(console: Console, more: list[str]) -> None:
    name = console.write(THROWS_AGAIN)
    exact = console.ask("rank", name, "--json").data
    data = console.ask("rank", name, "--json", *more).data
    assert in_order(plain(data)) == in_order(exact)
    keys = (PLAN if "--aim" in more else set()) | ({"read"} if "--read" in more else set())
    assert {key for each in data["choices"] for key in each} - {"tells"} == set(exact["choices"][0]) | keys
    assert data.get("aim") == (more[1] if "--aim" in more else None)
    if "--read" in more:
        assert all(set(each["read"]) >= READ | PLAN for kind in ("choices", "turn") for each in data[kind])
    if "--aim" in more:
        deciding = [(each["read"] if "--read" in more else each)["plan"] for each in data["choices"]]
        assert all(one >= other - 1e-9 for one, other in pairwise(deciding))
    else:
        assert plain(data["choices"]) == exact["choices"]


def test_the_chance_to_win_in_the_last_round(console: Console) -> None:
    text = golden("plain-2-complete")
    name = console.write(before(text, line_of(text, "guess")))
    seat = console.ask("rank", name, "--as", "Dee", "--json").data["waiting"] or "Dee"
    data = console.ask("rank", name, "--as", seat, "--aim", "win", "--json").data
    looked_at = [each["win"] for each in data["choices"] if each["win"] is not None]
    assert looked_at
    assert looked_at == sorted(looked_at, reverse=True)
    assert all(0 < win < 1 for win in looked_at)
    assert " win" in console.ask("rank", name, "--as", seat, "--aim", "win").out


@pytest.mark.parametrize("more", WITH, ids=" ".join)
def test_final_keeps_its_keys(console: Console, more: list[str]) -> None:
    text = golden("plain-2-complete")
    name = console.write(text)
    exact = console.ask("final", name, "--as", "Dee", "--json").data
    data = console.ask("final", name, "--as", "Dee", "--json", *more).data
    assert set(plain(data)) == set(exact)
    assert list(data["symbols"]) == list(exact["symbols"])
    assert ("win" in data) == ("--aim" in more)
    if more[:2] == ["--aim", "win"]:
        assert 0 < data["win"] < 1
    else:
        assert {s: each["numbers"] for s, each in data["symbols"].items()} == {
            s: each["numbers"] for s, each in exact["symbols"].items()
        }
    for each in data["symbols"].values():
        if "--read" in more:
            assert 0 <= each["read"]["right"] <= 1


@pytest.mark.parametrize("name", ["plain-2", "introductory-3"])
def test_solve_reads_beside_the_counts(console: Console, name: str) -> None:
    file = console.write(golden(name))
    exact = console.ask("solve", file, "--json").data
    data = console.ask("solve", file, "--read", "--json").data
    told = data.pop("read")
    assert data == exact
    assert set(told) == {"values", "bits", "choices", "unread", "manners"}
    assert told["choices"] > 5
    assert told["unread"] == 0
    for symbol, counted in exact["values"].items():
        chances = told["values"][symbol]
        assert list(chances) == list(counted)
        assert sum(chances.values()) == pytest.approx(1)
        for number, ways in counted.items():
            assert (chances[number] == 1) == (ways == exact["logs"])
            assert 0 < chances[number] <= 1
    assert set(told["manners"]) == set(exact["track"]) - {exact["viewer"]}
    for manners in told["manners"].values():
        likely = [each["chance"] for each in manners]
        assert sum(likely) == pytest.approx(1)
        assert likely == sorted(likely, reverse=True)
        assert all(set(each) == {"by", "strict", "chance"} for each in manners)


# ---- what cannot be told --------------------------------------------------------------------------------------------


def test_hidden_stones(console: Console) -> None:
    """What Bob thinks cannot be told without his bear: the value alone counts."""
    name = console.write(HIDDEN)
    exact = console.ask("rank", name, "--json").data
    data = console.ask("rank", name, "--aim", "win", "--read", "--json").data
    assert data["fathomable"] is False
    assert (data["read"]["choices"], data["read"]["unread"]) == (0, 1)
    assert all(each["plan"] == each["value"] for kind in ("choices", "turn") for each in data[kind])
    assert all(each["left"] is None and each["win"] is None for each in data["choices"])
    alone = console.ask("rank", name, "--aim", "win", "--json").data
    assert plain(alone) == exact
    screen = console.ask("rank", name, "--aim", "win", "--read").words
    assert "what they think cannot be told" in screen
    assert "No choice of the others was read" in screen
    assert "1 could not be read" in screen
    assert "the plan is the one-step value." in screen
    assert "read %" not in screen


@pytest.mark.parametrize("verb", ["solve", "rank", "final"])
def test_who_was_told_what_cannot_be_true(console: Console, verb: str) -> None:
    name = console.write(MISLED + "roll bear jaguar snake\n")
    for more in WITH if verb != "solve" else (["--read"],):
        result = console.ask(verb, name, *more, "--json")
        assert result.status == 0
        if "--read" in more:
            assert (result.data["read"]["choices"], result.data["read"]["unread"]) == (2, 0)
        assert console.ask(verb, name, *more).status == 0


def test_a_contradiction_stays_one(console: Console) -> None:
    name = console.write(golden("contradiction-1"))
    for verb, *more in (["solve", "--read"], *(["rank", *each] for each in WITH), ["final", "--aim", "win"]):
        result = console.ask(verb, name, "--json", *more)
        assert (result.status, result.data) == (1, console.ask(verb, name, "--json").data)


@pytest.mark.bare
def test_a_record_may_end_anywhere(console: Console) -> None:
    """Every line of a short record, and some of a whole game."""
    short = THROWS_AGAIN.splitlines(keepends=True)
    whole = golden("plain-2-complete").splitlines(keepends=True)
    seat = seat_for("".join(whole))
    calls = [["rank", "--aim", "win", "--read"], ["solve", "--read"], ["final", "--aim", "win", "--read"]]
    cuts = [("".join(short[:at]), calls[:1]) for at in range(1, len(short) + 1)]
    cuts += [("".join(whole[:at]), calls) for at in (*range(12, len(whole), 12), *range(-4, 0))]
    for text, asked in cuts:
        name = console.write(text)
        of = seat if text.startswith("".join(whole[:3])) else []
        plainly = console.ask("rank", name, *of, "--json").status
        for verb, *more in asked:
            assert console.ask(verb, name, *of, *more, "--json").status == plainly, (text, verb)


# ---- the screen -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("name", ["plain-2", "introductory-3"])
def test_nothing_is_wider_than_the_terminal(console: Console, name: str, width: int) -> None:
    file = console.write(golden(name))
    calls = [["solve", "--read"], *([verb, *more] for verb in ("rank", "final") for more in WITH)]
    for verb, *more in calls:
        result = console.ask(verb, file, *more, COLUMNS=str(width), NO_COLOR="1")
        assert result.status == 0
        assert result.widest <= width, (verb, more, result.said)
        assert "\x1b" not in result.said


def test_the_screen_of_rank(console: Console) -> None:
    name = console.write(THROWS_AGAIN)
    screen = console.ask("rank", name, "--aim", "win", "--read", "--top", "2")
    assert re.search(r"^range +wheel +VP +right +read % +VP now +value +read +plan *$", screen.out, re.MULTILINE)
    assert "The plan is “read” less half of what Bob may then expect from the round." in screen.words
    assert "Bob will choose by the one-step value: that is assumed." in screen.words
    assert "take 1 choice of the others into account" in screen.words
    narrow = console.ask("rank", name, "--aim", "win", "--read", COLUMNS="40").out
    assert re.search(r"^range +right +read % +value +read +plan *$", narrow, re.MULTILINE)


MIDWAY = str(Path(__file__).parents[1] / "solver" / "lost_code" / "examples" / "midway.game")


def test_the_plan_says_only_what_was_done(console: Console) -> None:
    """With four players nothing is subtracted; a token that is left has 2 VP more; nothing to decide, nothing said."""
    words = console.ask("rank", MIDWAY, "--aim", "win").words
    assert "Beside the token the plan is the one-step value." in words
    assert "less half" not in words
    assert "The plan adds 2.00 VP to leaving it" in words
    assert "The plan adds" not in console.ask("rank", MIDWAY, "--read").words
    text = THROWS_AGAIN + "guess Ann 9-15\n"
    waits = console.ask("rank", console.write(text), "--aim", "win", "--read").words
    assert "Next: Bob sets a wheel" in waits
    assert "plan" not in waits
    assert "“read”" not in waits
    assert "the chance to win is not looked at now" in console.ask("final", MIDWAY, "--aim", "win").words


def test_final_sums_up_with_the_reading(console: Console) -> None:
    more = ("--aim", "win", "--read")
    data = console.ask("final", MIDWAY, *more, "--json").data
    exact = console.ask("final", MIDWAY, "--json").data
    total = sum(each["read"]["expected"] for each in data["symbols"].values())
    assert data["read_expected"] == pytest.approx(total)
    words = console.ask("final", MIDWAY, *more).words
    assert f"Together worth {data['expected']:.2f} VP, with the others' choices read {total:.2f} VP." in words
    differ = [
        f"{symbol} {' or '.join(map(str, exact['symbols'][symbol]['numbers']))}"
        for symbol, each in data["symbols"].items()
        if each["numbers"] != exact["symbols"][symbol]["numbers"]
    ]
    assert differ
    assert all(each in words for each in differ)


def test_reading_tells_what_a_bet_gives_away_whatever_the_aim(console: Console) -> None:
    """Three first bets are about as good here."""
    name = console.write(THROWS_AGAIN)
    told = [
        any("tells" in each for each in console.ask("rank", name, "--aim", aim, "--read", "--json").data["choices"])
        for aim in ("points", "win")
    ]
    assert told == [True, True]


def test_the_screen_of_solve(console: Console) -> None:
    """One log is left, so Bob's choices can tell nothing more."""
    screen = console.ask("solve", console.write(NARROW), "--read").out
    assert re.search(r"choices read +100% *$", screen, re.MULTILINE)
    assert "How the others seem to choose" in screen
    assert re.search(r"^Bob: (by the value|for VP now), [a-z ]+ [\d.]+ %", screen, re.MULTILINE)
    narrow = console.ask("solve", console.write(NARROW), "--read", COLUMNS="40").out
    assert re.search(r"^ +choices read +100% *$", narrow, re.MULTILINE)
    narrow = console.ask("solve", console.write(EXAMPLE), "--read", COLUMNS="40").out
    assert re.search(r"^ +logs +share +choices read *$", narrow, re.MULTILINE)
    assert re.search(r"^ +0: +\d+ +[\d.]+ % +[\d.]+ % *$", narrow, re.MULTILINE)


@pytest.mark.parametrize(
    ("share", "shown"),
    [
        (0.0, "0 %"),
        (1e-300, "<0.1 %"),
        (0.0004, "<0.1 %"),
        (1 / 3, "33.3 %"),
        (0.99996, ">99.9 %"),
        (1 - 2**-53, ">99.9 %"),
        (1.0, "100 %"),
    ],
)
def test_chances_are_not_rounded_into_certainty(share: float, shown: str) -> None:
    assert chance(share) == shown


def test_manners_in_words() -> None:
    assert manner("bits", inf) == "for what the answer tells, always the best"
    assert manner("value", 30.0) == "by the value, strictly"
    assert manner("points", 2.0) == "for VP now, loosely"
    assert manner("", 0.0) == "without a pattern"


# ---- what a choice gives away ---------------------------------------------------------------------------------------


def test_what_a_bet_tells() -> None:
    """No more than Bob does not know; and nothing of a symbol that he knows already."""
    seen = odds(view(read(THROWS_AGAIN)))
    bets = [(low, low + 3) for low in range(19)]
    told = told_by(seen, bets)
    assert [set(each) for each in told] == [{"Bob"}] * len(bets)
    # Bob cannot tell apart more than the numbers that lie nowhere in his sight, five of each of six symbols.
    assert all(0 <= each["Bob"] < 6 * 2.33 for each in told)
    assert max(each["Bob"] for each in told) > 0.05


def test_whoever_knows_his_log_learns_nothing() -> None:
    """Bob is told twice that his stones add up to 0, so they are 0 0 0 0 0 0, whatever Ann chooses."""
    mine = "log Bob " + " ".join(f"{symbol} 0" for symbol in ("bear", "jaguar", "human", "bird", "chameleon", "snake"))
    text = f"game lost-code\nplayers Ann Bob\nme Ann\n{mine}\n" + "".join(
        f"log neutral-{n} "
        + " ".join(f"{s} {n}" for s in ("bear", "jaguar", "human", "bird", "chameleon", "snake"))
        + "\n"
        for n in (1, 2)
    )
    text += "roll bear jaguar human\nguess Bob 0\nguess Ann 9-15\nanswer Bob right\nanswer Ann right\n"
    text += "roll bird chameleon snake\nguess Ann 9-15\nguess Bob 0\nanswer Ann right\nanswer Bob right\n"
    seen = odds(view(read(text + "roll bear bear bear\n")))
    assert [each["Bob"] for each in told_by(seen, [(9, 15), (12, 12)])] == pytest.approx([0, 0], abs=1e-9)


# ---- what is loaded -------------------------------------------------------------------------------------------------

LOADED = """
import json, sys
from cli.main import app
for arguments in json.loads(sys.argv[1]):
    try:
        app(arguments)
    except SystemExit as end:
        assert not end.code, end.code
parts = ("outlook", "planner", "reading", "opponent", "telling", "pricing")
print(json.dumps([name for name in sys.modules if name.rpartition(".")[2].partition("_")[0] in parts]))
"""


def test_nothing_more_is_loaded_without_the_options(console: Console) -> None:
    name = console.write(THROWS_AGAIN)
    calls = [[verb, name, *form] for verb in ("solve", "rank", "final") for form in ([], ["--json"])]
    result = console.run(json.dumps(calls), program=(sys.executable, "-c", LOADED))
    assert result.status == 0, result.err
    assert json.loads(result.out.splitlines()[-1]) == []
