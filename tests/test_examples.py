"""The shipped records say what their notes say: the arithmetic is shown there and here."""

from pathlib import Path

from cli.lost_code.commands import answer, show, solve
from cli.lost_code.data import data
from solver.games import read
from solver.lost_code.events import Symbol
from solver.lost_code.knowledge import findings
from solver.lost_code.odds import odds
from solver.lost_code.view import view

FOLDER = Path(__file__).parents[1] / "solver" / "lost_code" / "examples"


def line_of(name: str, beginning: str) -> int:
    lines = (FOLDER / f"{name}.game").read_text("utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.startswith(beginning))


def values(name: str, seat: str | None, before: int | None, symbol: Symbol) -> set[int]:
    """The numbers that a stone may have."""
    record = read((FOLDER / f"{name}.game").read_text("utf-8"), before)
    return set(odds(view(record, seat)).values[symbol])


def track(before: int) -> tuple[dict[str, int], str | None]:
    table = read((FOLDER / "rulebook.game").read_text("utf-8"), before).state
    return dict(table.spaces), table.cursed


def test_midway_a_discard_sharpens_an_old_answer() -> None:
    """5 + snake + chameleon > 13 and chameleon < 7, so snake > 2; of 1, 2, 3, 7 the others leave only the 7."""
    discard = line_of("midway", "exchange Ann jaguar")
    assert values("midway", None, discard, Symbol.SNAKE) == {1, 7}
    assert values("midway", None, discard + 1, Symbol.SNAKE) == {7}


def test_rulebook_jim_crosses_out_what_two_chameleons_and_a_jaguar_cannot_be() -> None:
    told, discard = line_of("rulebook", "answer Jim right"), line_of("rulebook", "exchange Jim chameleon")
    assert {5, 6, 7} <= values("rulebook", "Jim", told, Symbol.CHAMELEON)
    assert not {5, 6, 7} & values("rulebook", "Jim", told + 1, Symbol.CHAMELEON)
    assert values("rulebook", "Jim", discard + 1, Symbol.JAGUAR) == {1}
    assert {5, 6, 7} <= values("rulebook", "Jim", discard + 1, Symbol.CHAMELEON)


def test_rulebook_jim_moves_two_spaces() -> None:
    told = line_of("rulebook", "answer Jim right")
    assert track(told + 1)[0]["Jim"] - track(told)[0]["Jim"] == 2


def test_rulebook_the_curse() -> None:
    cursed = line_of("rulebook", "# Round 5.")
    spaces, holder = track(cursed)
    assert (spaces["Diana"], holder) == (9, "Diana")
    spaces, holder = track(line_of("rulebook", "# Round 6."))
    assert spaces["Diana"] == 9 + 1 + 1 - 1
    assert holder == "Christopher"
    spaces, holder = track(line_of("rulebook", "# Round 7."))
    assert (spaces["Christopher"], holder) == (14, None)


def test_rulebook_diana_gets_thirteen() -> None:
    end = line_of("rulebook", "final Yvonne")
    before = track(end)[0]
    final = read((FOLDER / "rulebook.game").read_text("utf-8")).state
    assert final.scored
    assert final.spaces["Diana"] - before["Diana"] == 2 + 5 + 2 + 1 + 5 - 2


def test_rulebook_has_no_slip() -> None:
    record = read((FOLDER / "rulebook.game").read_text("utf-8"))
    for seat in (None, *record.state.players):
        assert findings(view(record, seat)) == ()


def test_slip_both_are_found() -> None:
    """Noah's bear 2, bird 2 and jaguar 6 make 10, below 11-14; Aunt Ruth's first bird is a 1 on her log's line."""
    told, discard = line_of("slip", "answer Noah right"), line_of("slip", 'exchange "Aunt Ruth" bird')
    seen = view(read((FOLDER / "slip.game").read_text("utf-8")))
    shown = data(show(seen))["findings"]
    assert [(f["line"], f["stated"], f["right"]) for f in shown] == [
        (told, "right", "lower"),
        (discard, "bird 7", "bird 1"),
    ]
    assert data(solve(seen, "table", None, None))["logs"] > 0
    early = data(answer(view(read((FOLDER / "slip.game").read_text("utf-8"), told))))["answers"]
    assert [(a["sum"], a["answer"]) for a in early if a["player"] == "Noah"] == [(10, "lower")]
