"""What a seat may not know never reaches anything computed or printed for it.

The stones hidden from a seat are replaced by every other filling that fits what it has seen and heard (a sample where
there are many); nothing that is printed for the seat may change.
"""

import json
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest
from rich.console import Console, Group

from cli.verbs import VERBS
from solver.errors import Contradiction, SeatError
from solver.games import read
from solver.lost_code.view import view
from tests.strategies import CLEAR, Blur, Played, other_fillings, random_game

pytestmark = pytest.mark.bare

GAME = VERBS["lost-code"]
FILLINGS = 6


def printed(text: str, seat: str, *, rank: bool) -> list[str]:
    """All that every verb prints for the seat, as JSON and as a screen."""
    seen = view(read(text), seat)
    said: list[str] = []
    verbs: list[Callable[[], Any]] = [
        lambda: GAME.verbs.show(seen),
        lambda: GAME.verbs.answer(seen),
        lambda: GAME.verbs.final(seen),
        lambda: GAME.verbs.solve(seen, "table", 5, None),
    ]
    if rank:
        verbs.append(lambda: GAME.verbs.rank(seen, 5))
    for verb in verbs:
        try:
            result = verb()
        except Contradiction as error:
            said.append(repr((error.lines, error.others, error.reason, error.findings)))
            continue
        console = Console(width=80)
        with console.capture() as capture:
            console.print(Group(*GAME.screen(result)))
        said += [json.dumps(GAME.data(result)), capture.get()]
    return said


def filled(played: Played, rng: Random, seat: str) -> list[str]:
    return list(other_fillings(played, seat, rng, FILLINGS))


@pytest.mark.parametrize("part", range(4))
def test_other_fillings_change_nothing(part: int) -> None:
    compared = 0
    for seed in range(400_000 + 1000 * part, 400_000 + 1000 * part + 15):
        rng = Random(seed)
        played = random_game(rng)
        seat = rng.choice(played.setup.players)
        expected = printed(played.complete(), seat, rank=seed % 3 == 0)
        for text in filled(played, rng, seat):
            assert text != played.complete()
            assert printed(text, seat, rank=seed % 3 == 0) == expected, f"seed {seed}, seat {seat}"
            compared += 1
    assert compared >= 25


def test_complete_record_says_what_the_players_own_record_says() -> None:
    """A complete record seen as Bob, and the record that Bob would have kept, are the same to him."""
    for seed in range(410_000, 410_060):
        rng = Random(seed)
        played = random_game(rng)
        seat = rng.choice(played.setup.players)
        complete = view(read(played.complete()), seat).table
        kept = view(read(played.seen_by(seat, CLEAR, rng))).table
        assert (complete.spaces, complete.order, complete.cursed) == (kept.spaces, kept.order, kept.cursed)
        numbers = [
            [
                [stone.number for stone in table.history(owner, symbol)]
                for owner in table.owners
                for symbol in table.symbols
            ]
            for table in (complete, kept)
        ]
        assert numbers[0] == numbers[1], seed


EARLY = """game lost-code
players Ann Bob
log Ann       bear 3 jaguar 0 human 7 bird 2 chameleon 5 snake 1
log Bob       bear 4 jaguar 1 human 6 bird 3 chameleon 4 snake 0
log neutral-1 bear 1 jaguar 4 human 2 bird 0 chameleon 3 snake 6
log neutral-2 bear 6 jaguar 7 human 5 bird 4 chameleon 0 snake 2
roll bear bear snake
guess Bob 9-15
guess Ann 10-13
answer Bob wrong
answer Ann higher
"""


def test_direction_of_a_wrong_is_completed_for_the_seat_that_heard_it() -> None:
    """Bob has 4 + 4 + 0 = 8, below 9-15: he was told “lower”, though the record says “wrong”."""
    logs = GAME.verbs.solve(view(read(EARLY), "Bob"), "table", None, None).odds
    # Bob's bear is 0, 2, 5 or 7 or 4 (1, 3, 6 are seen), his snake 0, 3, 4, 5 or 7 (1, 2, 6 are seen).
    pairs = [(b, s) for b in (0, 2, 4, 5, 7) for s in (0, 3, 4, 5, 7) if 2 * b + s < 9]
    assert logs.total == len(pairs) * 5**4


def test_findings_about_his_own_log_are_not_told_to_a_seat() -> None:
    """Ann has 3 + 3 + 1 = 7, so “higher” than 10-13 is an error of the table; only Bob may know."""
    record = read(EARLY)
    assert [f["line"] for f in GAME.data(GAME.verbs.show(view(record, "Bob")))["findings"]] == [11]
    assert [f["right"] for f in GAME.data(GAME.verbs.show(view(record)))["findings"]] == ["lower"]
    assert GAME.data(GAME.verbs.show(view(record, "Ann")))["findings"] == []


def test_a_seat_is_named_in_any_unicode_form() -> None:
    record = read("game lost-code\nplayers Ren\u00e9 Bob\n")
    assert view(record, "Rene\u0301").viewer == "Ren\u00e9"


def test_nobody_sits_there() -> None:
    for nobody in ("Zoe", "", "neutral-1"):
        with pytest.raises(SeatError, match="does not play here"):
            view(read(EARLY), nobody)
    with pytest.raises(SeatError, match="--as"):
        GAME.verbs.final(view(read(EARLY)))


def test_blurred_records_can_be_seen_from_every_seat() -> None:
    for seed in range(420_000, 420_040):
        rng = Random(seed)
        played = random_game(rng)
        record = read(played.complete(Blur.random(rng), rng))
        for seat in played.setup.players:
            table = view(record, seat).table
            assert table.round == record.state.round
            assert all(table.history(seat, s)[-1].number is None for s in table.symbols) or seat in table.revealed


# ---- stones opened in part --------------------------------------------------------------------------------------

# Ten rounds in which both are right. Ann's sum is 2 + 2 + 7 = 11, then 2 + 0 + 7 = 9; Bob's 4 + 4 + 6 = 14, then 11.
# She has moved 1 a round, he 2, so she guesses first from the second round on; in the first her piece lies on top.
ENDED = (
    """game lost-code
players Ann Bob
variant shortcut
stack Bob Ann
log Ann       bear 2 jaguar 0 human 7 bird 2 chameleon 5 snake 1
log Bob       bear 4 jaguar 1 human 6 bird 3 chameleon 4 snake 0
log neutral-1 bear 1 jaguar 4 human 2 bird 0 chameleon 3 snake 6
log neutral-2 bear 6 jaguar 7 human 5 bird 4 chameleon 0 snake 2
roll bear bear human
token Bob bear 3 4
guess Ann 3-12
guess Bob 9-15
"""
    + "roll bear jaguar human\nguess Ann 3-12\nguess Bob 9-15\n" * 9
    + "final Ann bear 2 jaguar 0\nfinal Bob jaguar 1 human 5 6\n"
)
ALL_OF_ANNS = "reveal Ann bear 2 jaguar 0 human 7 bird 2 chameleon 5 snake 1\n"


def shown(text: str, seat: str | None) -> Mapping[str, Any]:
    return GAME.data(GAME.verbs.show(view(read(text), seat)))


@pytest.mark.parametrize(
    ("reveal", "opened"),
    [
        ("", {}),
        ("reveal Ann\n", {}),
        ("reveal Ann bear ? jaguar ? human ? bird ? chameleon ? snake ?\n", {}),
        ("reveal Ann bear 2\n", {"bear": 2}),
        (ALL_OF_ANNS.replace("snake 1", "snake ?"), {"bear": 2, "jaguar": 0, "human": 7, "bird": 2, "chameleon": 5}),
    ],
    ids=["none", "empty", "not noted", "one", "all but one"],
)
def test_stones_opened_in_part_open_nothing_else(reveal: str, opened: dict[str, int]) -> None:
    """While not all of hers lie open the guesses were not compared: what Bob wrote behind his screen is his."""
    assert shown(ENDED + reveal, None)["scored"], "to one who sees all the game is over"
    seen = shown(ENDED + reveal, "Ann")
    logs = dict.fromkeys(["bear", "jaguar", "human", "bird", "chameleon", "snake"])
    assert seen["final_logs"]["Ann"] == logs | opened
    assert list(seen["finals"]) == ["Ann"]
    assert seen["tokens"] == [{"player": "Bob", "symbol": "bear", "numbers": None}]
    assert (seen["scored"], seen["winner"]) == (False, None)


def test_stones_opened_all_show_what_the_others_wrote() -> None:
    seen = shown(ENDED + ALL_OF_ANNS, "Ann")
    assert seen["finals"]["Bob"] == {"jaguar": [1], "human": [5, 6]}
    assert seen["tokens"] == [{"player": "Bob", "symbol": "bear", "numbers": [3, 4]}]
    assert seen["scored"]


@pytest.mark.parametrize("reveal", ["", "reveal Ann\n", "reveal Ann bear ? human ?\n", "reveal Ann bird 2\n"])
def test_a_reveal_that_opens_no_stone_of_an_answer_does_not_take_it_back(reveal: str) -> None:
    """No sum is below 0, so the answer contradicts itself. Opened stones would make a finding of it."""
    text = "".join(line for line in ENDED.splitlines(keepends=True) if not line.startswith(("log Ann", "final")))
    text = text.replace("players Ann Bob\n", "players Ann Bob\nme Ann\n")
    text = text.replace("guess Bob 9-15\n", "guess Bob 9-15\nanswer Ann right\n")
    start, _, end = text.rpartition("guess Ann 3-12\nguess Bob 9-15\nanswer Ann right\n")
    closed = f"{start}guess Ann 0-9\nguess Bob 9-15\nanswer Ann lower\nexchange Ann snake 1 ?\n{end}"
    line = closed.split("\n").index("answer Ann lower") + 1
    with pytest.raises(Contradiction) as caught:
        GAME.verbs.final(view(read(closed + reveal)))
    assert caught.value.lines == (line,)
    assert shown(closed + reveal, None)["findings"] == []
    found = shown(closed + "reveal Ann bear 2\n", None)["findings"]
    assert [finding["line"] for finding in found] == [line]
