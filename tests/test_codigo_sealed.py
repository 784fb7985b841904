"""Hidden codes of Código Enigma stay hidden on every way back: edit, redo, --at, errors, refused words."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from cli.codigo_enigma.companion import Companion
from cli.session import Session
from cli.table import Table
from solver.games import read
from tests.console import Console
from tests.test_codigo_table import Desk, leaked, marked

HIDING = """game codigo-enigma
players Ann Bob
cards 40
card 5 medal 97 symbol tank code helmet tank tank
card 9 medal 98 symbol helmet code tank helmet grenade
card 21 medal 4 symbol grenade code helmet grenade tank grenade
deal Ann 3 8 12
deal Bob 5 9 21
zone 7 14 18
expose Bob 9
complete Bob 5 own
discard Ann 3
discard Ann 8
complete Bob 21
"""
"""Bob's code, 9 with 5 and 21, is hidden by the last line."""
SECRET = ("5", "9", "21", "98", "97")


class PatientDesk(Desk):
    """A person, who is asked again after a mistake."""

    patient = True


def sat(tmp_path: Path, typed: Sequence[str], text: str = HIDING) -> Desk:
    path = tmp_path / "g.game"
    path.write_text(text)
    desk = PatientDesk(typed)
    assert Table(Session.opened(path), Companion(), desk).sit() == 0
    return desk


def screen(desk: Desk) -> str:
    """What a terminal still shows: what was said since it was last cleared."""
    last = max((n for n, said in enumerate(desk.said) if said == "(cleared)"), default=-1)
    return "".join(desk.said[last + 1 :])


def told(words: str) -> set[str]:
    """Which cards of Bob's code are named, apart from the numbers of lines."""
    tokens = (
        re.sub(r"line \d+|^\d+ ", "", words)
        .replace("“", " ")
        .replace("”", " ")
        .replace(",", " ")
        .replace(":", " ")
        .split()
    )
    return set(tokens) & set(SECRET)


@pytest.mark.parametrize(
    "typed",
    [
        ["edit 8 deal Bob 5 9 22", ""],
        ["edit 10 expose Bob 21", ""],
        ["edit 9 zone 21 14 18", ""],
        ["insert 10 lay Bob 5 9 own 22"],
        ["insert 10 lay Bob 9 22 own"],
        ["insert 11 discard Bob 22"],
    ],
)
def test_a_preview_and_the_error_of_an_edit_tell_no_code(tmp_path: Path, typed: list[str]) -> None:
    """The change is given up, so the code is still hidden, and so is all that was printed of it."""
    desk = sat(tmp_path, typed)
    assert len(desk.said) > 1
    assert not told("".join(desk.said)), desk.said
    assert (tmp_path / "g.game").read_text() == HIDING


@pytest.mark.parametrize(
    "typed",
    [["undo", "redo"], ["undo 3", "redo 3"], ["edit 11 complete Bob own", "undo"], ["undo", "complete Bob 21"]],
)
def test_a_code_that_is_hidden_again_leaves_the_screen(tmp_path: Path, typed: list[str]) -> None:
    desk = sat(tmp_path, typed)
    assert told("".join(desk.said)), "the code lay open meanwhile"
    assert not told(screen(desk)), screen(desk)
    assert len(read((tmp_path / "g.game").read_text()).state.hidden["Bob"]) == 1


def test_the_screen_is_not_cleared_where_nothing_is_hidden_anew(tmp_path: Path) -> None:
    desk = sat(tmp_path, ["undo", "undo", "undo", "redo", "tkae 2"])
    assert "(cleared)" not in desk.said
    desk = sat(tmp_path, ["tkae 2", "take Bob 9x", "undo"])
    assert "(cleared)" not in desk.said


@pytest.mark.parametrize(
    "typed",
    [
        ["lay Bob 9 5 own 21"],
        ["l 9 5 o 21"],
        ["lay Bob 9 5 own x 21"],
        ['lay Bob 9 5 own "21"x'],
        ["fill 21"],
        ["insert 12 lay Bob 9 5 own 21"],
        ["edit 10", "expose Bob 9x"],
        ["insert 10", 'lay Bob 9 5 own 21"'],
        ["1 tank helmet grenade"],
        ["reveal Bob 1 said tank helmet grenade"],
        ["1 t h g"],
        ["reveal Bob 1 exact medal 98"],
    ],
)
def test_refused_words_that_tell_leave_the_screen(tmp_path: Path, typed: list[str]) -> None:
    """Neither the cards of the code nor its symbols, tank, helmet and grenade, nor its medal are on the screen."""
    desk = sat(tmp_path, typed)
    assert "(cleared)" in desk.said
    assert "ENCARTE zone" in screen(desk), "the table is drawn again"
    assert not told(screen(desk)), screen(desk)
    assert not {"tank", "t", "grenade"} & set(re.findall(r"\w+", screen(desk)))


@pytest.mark.parametrize("verb", ["show", "solve", "final", "explain", "check"])
def test_a_look_back_keeps_what_the_file_still_hides(console: Console, verb: str) -> None:
    """Before line 14 the code lay exposed, before line 10 its cards were in Bob's hand."""
    console.write(HIDING)
    for line in range(9, 16):
        for more in ([], ["--json"]):
            at = console.ask(verb, "game.txt", "--at", str(line), *more)
            assert at.status == 0, at.said
            cards = {"“21”", '"21"', '"9"', '"5"', "tank 1"}
            assert not [card for card in cards if card in at.said.replace("'", '"')], (line, at.said)
            if verb == "show" and not more:
                assert "grenade" not in at.said, at.said


def test_a_look_back_before_a_line_of_open_cards(console: Console) -> None:
    """What nothing hides is shown; once the code is revealed, so is how it lay."""
    console.write(HIDING)
    assert console.ask("show", "game.txt", "--at", "12", "--json").data["cards"]["Ann"] == ["3", "8", "12"]
    assert console.ask("show", "game.txt", "--at", "12", "--json").data["exposed"]["Bob"]["card"] == "?"
    console.write(HIDING + "take Bob 2\nfill reveal\nreveal Bob 1 exact\n")
    exposed = console.ask("show", "game.txt", "--at", "12", "--json").data["exposed"]["Bob"]
    assert (exposed["card"], exposed["laid"]) == ("9", ["5", "own"])
    console.write(HIDING.replace("cards 40", "cards 40\nruling notes open"))
    assert console.ask("show", "game.txt", "--at", "13", "--json").data["exposed"]["Bob"]["card"] == "9"


@pytest.mark.parametrize(
    "line",
    [
        'lay Bob 9 5 own "21"x',
        'lay "Bob 9 5 own 21',
        'lay"Bob" 9 5 own 21',
        '"lay" Bob 9 5 own 21',
        'LAY 9"5" 21',
        'lya 9"5"',
    ],
)
def test_a_line_that_cannot_be_split_is_not_quoted_whole(console: Console, line: str) -> None:
    console.write(HIDING[: HIDING.index("expose Bob")] + line + "\n")
    for verb in ("show", "check"):
        for more in ([], ["--json"]):
            at = console.ask(verb, "game.txt", *more)
            assert at.status == 2
            assert "10" in at.said
            assert not told(at.said.replace('"', " ").replace("\\", " ")), at.said


def test_a_quote_in_another_line_is_still_quoted() -> None:
    with pytest.raises(Exception, match='"Bob') as caught:
        read('game codigo-enigma\nplayers Ann "Bob\n')
    assert "never closed" in str(caught.value)


FAULTS = {
    "before the lay line": "soldier Bob 2\nlay Bob 9 5 own 21\n",
    "in the lay line": "lay Bob 9 5 own 21 21\n",
    "a card that is not held": "lay Bob 9 5 own 22\n",
    "an unreadable lay line": "lay Bob 9 5x own 21\n",
    "a lay line misspelt": "lya Bob 9 5 own 21\n",
    "behind the lay line": "lay Bob 9 5 own 21\ntake Bob 1\n",
    "the complete line of an exposed code": "expose Bob 9\ncomplete Bob 5 own 22\n",
    "a reveal without a REVEAL card": "lay Bob 9 5 own 21\nreveal Bob 1 said tank helmet grenade\n",
    "its medal": "lay Bob 9 5 own 21\nreveal Bob 1 exact medal 98\n",
    "a ruling in play": "ruling nonsense\nlay Bob 9 5 own 21\n",
    "a card line": "lay Bob 9 5 own 21\ncard 9 medal 98 symbol helmet code tank helmet grenade\n",
}
LOOKS = (
    *(["show"], ["final"], ["check"], ["rank"]),
    *(["show", "--at", "10"], ["show", "--at", "11"], ["check", "--at", "11"]),
)
"""Nothing in these is a number beside cards, points, lines and the clock."""


@pytest.mark.parametrize("play", FAULTS.values(), ids=FAULTS)
def test_a_file_with_a_fault_tells_no_code(console: Console, play: str) -> None:
    """Wherever the fault stands: what a line lays to a code is told by no command, nor by a look back."""
    console.write(HIDING[: HIDING.index("expose Bob")] + play)
    for look in LOOKS:
        verb, *more = look
        at = console.ask(verb, "game.txt", *more)
        assert at.status in (0, 1, 2), at.said
        clock = r"\d+ cards in the deck|within \d+ draws|[\d.]+ %|line \d+|game\.txt:\d+|--at \d+"
        words = set(re.findall(r"\w+", re.sub(clock, "", at.said)))
        assert not words & {"9", "98", "97", "tank", "helmet"}, (look, at.said)
        if " 22" not in play:
            # Where 22 was typed nobody can know that 21 was meant.
            assert "21" not in words, (look, at.said)
    for look in LOOKS[4:]:
        at = console.ask(look[0], "game.txt", *look[1:], "--json")
        assert not re.search(r'"(9|98|97|5|tank|helmet)"|“(9|5|98)', at.said), (look, at.said)


def test_what_was_revealed_before_a_fault_is_told(console: Console) -> None:
    """A code that lies open is no secret, whatever is wrong behind it."""
    console.write(HIDING + "take Bob 2\nfill reveal\nreveal Bob 1 exact\nsoldier Ann 1\nsoldier Ann 1\n")
    assert console.ask("show", "game.txt").status == 2
    assert console.ask("show", "game.txt", "--at", "12", "--json").data["exposed"]["Bob"]["card"] == "9"


def test_opening_the_notes_in_play_is_asked_first(tmp_path: Path) -> None:
    """Ruling 30: a table that wants it; the question itself tells no code."""
    desk = sat(tmp_path, ["insert 4 ruling notes open", ""])
    assert "With notes open the hidden code lies open to everybody" in "".join(desk.said)
    assert not told("".join(desk.said)), desk.said
    assert (tmp_path / "g.game").read_text() == HIDING
    desk = sat(tmp_path, ["insert 4 ruling notes open", "y", "undo"])
    assert not told("".join(desk.said)), desk.said
    desk = sat(tmp_path, ["insert 4 ruling notes open", "y", "show"])
    assert told(desk.said[-1])


@pytest.mark.parametrize("seed", range(4))
def test_random_games_with_a_fault_tell_no_code(console: Console, seed: int) -> None:
    """A line that cannot be read stands anywhere in the play: no card of the codes hidden at the end is told."""
    text, secret = marked(seed)
    lines = text.splitlines()
    play = next(n for n, line in enumerate(lines, 1) if line.startswith("zone")) + 1
    for place in Random(seed).sample(range(play, len(lines) + 1), 5):
        console.write("\n".join([*lines[: place - 1], "take Ann 9", *lines[place - 1 :]]) + "\n")
        for look in (["show"], ["check", "--json"], ["show", "--at", str(place)], ["final", "--at", str(place - 1)]):
            at = console.ask(look[0], "game.txt", *look[1:])
            assert not leaked(at.said, secret), (place, look, at.said)


HOLLOW = {
    "no players line": lambda text: text.replace("players Ann Bob\n", "\n"),
    "a players line misspelt": lambda text: text.replace("players", "playerz"),
    "a set-up line that cannot stand there": lambda text: text.replace("cards 40", "cards 40\ncards 41"),
}


@pytest.mark.parametrize("spoilt", HOLLOW.values(), ids=HOLLOW)
def test_a_fault_of_the_set_up_tells_no_code(console: Console, spoilt: Callable[[str], str]) -> None:
    """Without players every line is a fault and is quoted: the cards dealt that lie hidden now are left out."""
    console.write(re.sub(r"\b(5|9|21)\b", lambda number: str(700 + int(number[0])), spoilt(HIDING)))
    for verb in ("show", "check"):
        for more in ([], ["--json"], ["--at", "11"]):
            at = console.ask(verb, "game.txt", *more)
            assert at.status in (1, 2)
            assert not {"705", "709", "721"} & set(re.findall(r"\w+", at.said)), at.said


@pytest.mark.parametrize("line", ["9", "9 21", "fill -21", "discard Bob x 21", "reveal 21", "soldier Ann 9", "take 9"])
def test_a_line_that_cannot_be_read_names_no_hidden_card(console: Console, line: str) -> None:
    console.write(HIDING + line + "\n")
    for verb in ("show", "check"):
        at = console.ask(verb, "game.txt")
        assert at.status == 2
        assert not {"9", "21"} & set(re.findall(r"\w+", at.said)), at.said


def other_symbols(text: str) -> str:
    """The same game, but every card of the hidden code has other symbols: tank -> helmet -> grenade -> tank."""
    after = {"tank": "helmet", "helmet": "grenade", "grenade": "tank"}
    lines = [
        " ".join(after.get(word, word) for word in line.split()) if re.match(r"card (5|9|21) ", line) else line
        for line in text.splitlines()
    ]
    return "\n".join(lines) + "\n"


def test_what_lies_in_a_hidden_code_changes_no_look_back(console: Console) -> None:
    """Also not the never-seen cards by symbol, which fall by one with each card that comes up.

    A box of 12 cards, all described, so that these are counted: 3 are hidden, 6 of the others lie open at the start.
    """
    others = {3: "helmet", 7: "tank", 8: "tank", 12: "tank", 14: "tank", 18: "tank", 22: "tank", 23: "tank", 24: "tank"}
    more = "".join(f"card {n} medal 1 symbol {symbol} code tank tank tank\n" for n, symbol in others.items())
    played = HIDING.replace("cards 40", "cards 12").replace("deal Ann", more + "deal Ann", 1)
    # 21 comes up in play.
    played = played.replace("Bob 5 9 21", "Bob 5 9 22").replace("zone", "first Bob\nzone")
    played = played.replace("discard Ann 3\ndiscard Ann 8\ncomplete Bob 21\n", "")
    played += "discard Ann 3\ntake Ann 2\nfill 21\ntake Bob 2\nfill 23\ncomplete Bob 21\n"
    both = (played, other_symbols(played))
    assert [len(read(text).state.hidden["Bob"]) for text in both] == [1, 1]
    for verb in ("show", "solve", "rank", "final", "explain", "check"):
        for line in range(21, len(played.splitlines()) + 2):
            for more_ in ([], ["--json"]):
                told = []
                for text in both:
                    console.write(text)
                    told.append(console.ask(verb, "game.txt", "--at", str(line), *more_))
                assert told[0] == told[1], (verb, line)
    # At the end, where all of it lies hidden, they are counted: 22, 24 (tank) and the wild cards are left.
    assert console.ask("solve", "game.txt", "--json").data["unseen"]["symbols"]["tank"] == 1
    assert "unseen" not in console.ask("solve", "game.txt", "--json", "--at", "25").data
    assert "not counted in this look back" in console.ask("solve", "game.txt", "--at", "25").words
