"""`lostcode new` for Enigma: Beyond Code: the questions, the options, and the file of what the box says."""

from pathlib import Path

import pytest

from tests.console import Console

ANSWERS = ["beyond-code", "Ann Bob Cy", "a", "b", "Winter Garden, Green House, Attic, Cellar", "cd?dcc?", "intro"]
"""The game, players, me, the Keeper, the four names, the corners but of Library and Book, the character set."""
SET_UP = """game beyond-code
players Ann Bob Cy
me Ann
keeper Bob
set introductory
card enigma corner chaos
card shadow corner decryption
card joint corner ?
card room-1 "Winter Garden" corner decryption
card room-2 "Green House" corner chaos
card room-3 "Attic" corner chaos
card room-4 "Cellar" corner ?
"""
"""The same, read by hand."""
BOX = """# of my box
[names]
room-1 = "Winter Garden" # upstairs
[corners]
joint = "decryption"
[effects]
library = '''Tell
a corner.'''
personal = "Only alone."
[goals]
messiah = "Three Chaos tokens."
ghost = "Not in the introductory set."
"""


def typed(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def text(console: Console, name: str = "g.game") -> str:
    return (console.folder / name).read_text("utf-8")


def box_file(console: Console) -> Path:
    return console.folder / "settings" / "beyond-code.toml"


def keep_box(console: Console, words: str = BOX) -> None:
    box_file(console).parent.mkdir(exist_ok=True)
    box_file(console).write_text(words, "utf-8")


def test_the_questions_make_the_record(console: Console) -> None:
    result = console.ask("new", "g.game", stdin=typed(ANSWERS))
    assert (result.status, text(console)) == (0, SET_UP)
    assert "Another game than The Lost Code? Its name first: beyond-code" in result.words
    # What the box says is asked once.
    again = console.ask("new", "two.game", "--game", "bey", stdin=typed([*ANSWERS[1:4], "i"]))
    assert (again.status, text(console, "two.game")) == (0, SET_UP)


def test_the_usual_game_needs_no_answer_more(console: Console) -> None:
    console.ask("new", "g.game", stdin=typed(["Ann Bob", "a"]))
    assert text(console) == "game lost-code\nplayers Ann Bob\nme Ann\n"


def test_it_is_said_where_effects_and_goals_may_be_written(console: Console) -> None:
    """They are copied with the last answer, so whoever writes them before it has them in the record."""

    def asked(*answers: str) -> str:
        (console.folder / "g.game").unlink(missing_ok=True)
        # The path may be broken anywhere.
        return "".join(console.ask("new", "g.game", "--game", "bey", stdin=typed([*answers])).out.split())

    where = "[effects]and[goals]in"
    for answers in (ANSWERS[1:6], ["Ann", ""]):
        told = asked(*answers)
        assert where in told
        assert "beyond-code.toml,tobewrittenbeforeyouanswer" in told
    with box_file(console).open("a", encoding="utf-8") as box:
        box.write('[effects]\nlibrary = "Tell a corner."\n')
    for answers in (["Ann Bob", "a", "a", ""], ["Ann", "", ""]):
        assert where not in asked(*answers)
        assert 'words library "Tell a corner."' in text(console)


@pytest.mark.parametrize("answered", range(1, len(ANSWERS)))
def test_what_was_entered_is_kept_and_goes_on_there(console: Console, answered: int) -> None:
    assert console.ask("new", "g.game", stdin=typed(ANSWERS[:answered])).status == 2
    again = ANSWERS[answered:] if answered > 1 else ANSWERS
    assert console.ask("new", "g.game", stdin=typed(again)).status == 0
    assert text(console) == SET_UP


def test_undo_takes_an_answer_back(console: Console) -> None:
    answers = [*ANSWERS[:3], "c", "undo", *ANSWERS[3:]]
    assert console.ask("new", "g.game", stdin=typed(answers)).status == 0
    assert text(console) == SET_UP


def test_undo_takes_back_what_went_into_the_box_file(console: Console) -> None:
    """Names and corners are asked again, also both, and the last answer counts; Enter leaves them as they are."""
    wrong = ["One, Two, Three, Four", "nnnnnnn"]
    answers = [*ANSWERS[:4], wrong[0], "undo", ANSWERS[4], wrong[1], "undo", "undo", "", ANSWERS[5], ANSWERS[6]]
    asked = console.ask("new", "g.game", stdin=typed(answers))
    assert (asked.status, text(console)) == (0, SET_UP)
    assert "Enter: One, Two, Three, Four" in asked.words
    assert "Enter: nnnnnnn" in asked.words
    assert "Winter" in box_file(console).read_text("utf-8")
    assert "One" not in box_file(console).read_text("utf-8")


@pytest.mark.parametrize(
    ("place", "wrong", "told"),
    [
        (1, "Ann Ann", "twice"),
        (1, "A B C D E F", "6 players"),
        (2, "zed", "nobody of that name"),
        (3, "zed", "nobody of that name"),
        (4, "One, Two", "2 names"),
        (4, "One, one, Two, Three", "“One”: two cards would be called so"),
        (4, "One, Library, Two, Three", "“Library”: two cards would be called so"),
        (4, "One, Enigma, Two, Three", "“Enigma”: enigma is called so"),
        (4, "One, b2, Two, Three", "“b2”: no line could mean a card of this name"),
        (5, "cd", "not one letter for each card"),
        (5, "xxxxxxx", "not one letter for each card"),
        (6, "big", "no character set is called so"),
    ],
)
def test_every_mistake_is_caught_at_once(console: Console, place: int, wrong: str, told: str) -> None:
    result = console.ask("new", "g.game", stdin=typed([*ANSWERS[:place], wrong]))
    assert result.status == 2
    assert told in result.words
    again = ANSWERS[place:] if place > 1 else ANSWERS
    assert console.ask("new", "g.game", stdin=typed(again)).status == 0
    assert text(console) == SET_UP


def test_alone(console: Console) -> None:
    """“Solo Setup”: Personal Assignment in place of Joint Work, and both easier modes are asked for."""
    keep_box(console)
    answers = ["beyond-code", "Ann", "", "", "time"]
    assert console.ask("new", "g.game", stdin=typed(answers)).status == 0
    assert text(console).splitlines() == [
        "game beyond-code",
        "players Ann",
        "ruling easy-time on",
        "ruling easy-tokens off",
        'card room-1 "Winter Garden"',
        'words library "Tell a corner."',
        'words personal "Only alone."',
        'words messiah "Three Chaos tokens."',
    ]


@pytest.mark.parametrize(
    ("said", "modes"),
    [("", "off off"), ("time", "on off"), ("tok", "off on"), ("ti to", "on on"), ("Tokens TIME", "on on")],
)
def test_the_easier_modes_may_be_cut_short(console: Console, said: str, modes: str) -> None:
    """“Solo Setup”: “You can reduce the difficulty”, by time, by tokens, or by both."""
    assert console.ask("new", "g.game", stdin=typed(["beyond-code", "Ann", "", "", said])).status == 0
    time, tokens = modes.split()
    assert text(console).splitlines()[2:4] == [f"ruling easy-time {time}", f"ruling easy-tokens {tokens}"]


@pytest.mark.parametrize("said", ["t", "none", "time more"])
def test_no_easier_mode(console: Console, said: str) -> None:
    result = console.ask("new", "g.game", stdin=typed(["beyond-code", "Ann", "", "", said]))
    assert result.status == 2
    assert "not an easier mode" in result.words


def test_the_record_gets_what_it_uses(console: Console) -> None:
    keep_box(console)
    made = console.ask(
        "new", "g.game", "--game", "beyond-code", "--player", "Ann", "--player", "Bob Lee", "--me", "ann"
    )
    assert made.status == 0, made.err
    assert text(console).splitlines() == [
        "game beyond-code",
        'players Ann "Bob Lee"',
        "me Ann",
        "set standard",
        "card joint corner decryption",
        'card room-1 "Winter Garden"',
        'words library "Tell a corner."',
        'words messiah "Three Chaos tokens."',
        'words ghost "Not in the introductory set."',
    ]
    # A record means the same without the box.
    box_file(console).unlink()
    assert "Winter Garden" in console.ask("solve", "g.game").words
    assert console.ask("new", "g.game", "--game", "beyond-code").status == 2


def test_lines_of_the_set_up_by_option(console: Console) -> None:
    keep_box(console)
    options = ["--game", "beyond-code", "--player", "Ann", "--player", "Bob", "--player", "Cy"]
    lines = ["--line", "set introductory", "--line", "keeper Cy", "--line", 'card room-1 "Hall"']
    assert console.ask("new", "g.game", *options, *lines).status == 0
    written = text(console)
    # What a line says counts more than the box; the Ghost is not in the introductory set.
    for line in ("set introductory", "keeper Cy", 'card room-1 "Hall"'):
        assert line in written.splitlines()
    assert "Winter Garden" not in written
    assert "ghost" not in written


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--game", "chess"], "“chess”: no game is called so; expected lost-code or beyond-code"),
        (["--game", ""], "no game is called so"),
        (
            ["--game", "beyond-code", "--player", "Ann", "--stack", "Ann"],
            "“--stack”: Enigma: Beyond Code takes no such",
        ),
        (["--player", "Ann", "--player", "Bob", "--line", "me Ann"], "“--line”: The Lost Code takes no such option"),
        (["--game", "bey", "--player", "Ann", "--player", "Bob", "--me", "Eve"], "--me: nobody of that name"),
        (["--game", "bey", "--player", "Ann", "--player", "Bob", "--line", "set x"], "--line: not known here"),
        (
            ["--game", "bey", "--player", "Ann", "--player", "Bob", "--line", "look Ann b3"],
            "--line: this is no line of",
        ),
    ],
)
def test_options_that_do_not_go_together(console: Console, options: list[str], told: str) -> None:
    result = console.ask("new", "g.game", *options)
    assert result.status == 2
    assert told in " ".join(result.err.split())
    assert not (console.folder / "g.game").exists()


@pytest.mark.parametrize(
    ("damaged", "told"),
    [
        ("names = 3\n", "“names” is no table"),
        ("[names]\nroom-9 = 'x'\n", "[names] “room-9” is not known"),
        ("[names]\nroom-1 = 5\n", "[names] room-1: expected words in quotes"),
        ("[names]\nroom-1 = 'a \"b\"'\n", "[names] room-1"),
        ("[names]\nroom-1 = 'Hall'\nroom-2 = 'hall'\n", "“Hall”: two cards would be called so"),
        ("[names]\nroom-1 = 'Enigma'\n", "[names] “Enigma”: enigma is called so"),
        ("[names]\nroom-1 = 'room-2'\n", "[names] “room-2”: room-2 is called so"),
        ("[names]\nroom-1 = 'Lib'\n", "[names] “Lib”: this is the beginning of library"),
        # No line of a record could mean a card of this name.
        ("[names]\nroom-1 = 'A1'\n", "[names] room-1: “A1”: no line could mean a card of this name"),
        ("[names]\nroom-1 = 'not'\n", "[names] room-1: “not”: no line could mean a card of this name"),
        ("[names]\nroom-1 = '?'\n", "[names] room-1: “?”: no line could mean a card of this name"),
        ("[corners]\njoint = 'red'\n", "“red” is no corner"),
        ("[effect]\nlibrary = 'x'\n", "“effect” is not known here"),
        ("[goals]\nlibrary = 'x'\n", "[goals] “library” is not known"),
        ("[names\n", "beyond-code.toml"),
        ("x" * 100_000, "beyond-code.toml"),
    ],
)
def test_a_damaged_box_file_is_named_and_left_as_it_was(console: Console, damaged: str, told: str) -> None:
    keep_box(console, damaged)
    for call, stdin in (
        (["--game", "beyond-code", "--player", "Ann", "--player", "Bob"], ""),
        (["--game", "beyond-code"], typed(["Ann Bob", "a", "a"])),
    ):
        result = console.ask("new", "g.game", *call, stdin=stdin)
        assert result.status == 2
        said = " ".join(result.said.split())
        assert told in said
        assert "Mend it or move it away; it was left as it is" in said
        assert box_file(console).read_text("utf-8") == damaged
        (console.folder / "g.game").unlink(missing_ok=True)


def test_answers_are_put_into_the_file_and_nothing_else_changes(console: Console) -> None:
    keep_box(console)
    answers = ["beyond-code", "Ann Bob", "a", "a", "Green House, Attic, Cellar", "cdcdcd", ""]
    assert console.ask("new", "g.game", stdin=typed(answers)).status == 0
    kept = box_file(console).read_text("utf-8")
    for line in (
        *BOX.splitlines(),
        'room-2 = "Green House"',
        'room-4 = "Cellar"',
        'enigma = "chaos"',
        'room-4 = "decryption"',
    ):
        assert line in kept.splitlines(), line
