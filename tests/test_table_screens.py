"""What stands on the screen at the table, and what single keys do."""

import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.console import Console
from tests.records import THROWN
from tests.refusals import INTERRUPTED
from tests.sitting import Line, game
from tests.terminal import CTRL_C, CTRL_D, ENTER, TAB, UP, Terminal, seated

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

FILE = "friday.game"
BACKSPACE = "\x7f"
SEATED = "game lost-code\nplayers Ann Bob Cy\nme Ann\nstack Cy Bob Ann\nwheels 1=5 2=4 3=3 4=3 5=2 7=2 10=1\n"
"""Three players; of the logs nothing is told yet."""
TURNED = THROWN + "turn snake human\n"
COLOUR = re.compile(r"\x1b\[(?:\d*;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]")


def written(console: Console) -> str:
    path = console.folder / FILE
    return path.read_text("utf-8") if path.exists() else ""


# ---- the size of the terminal ---------------------------------------------------------------------------------------


def played(console: Console, name: str, columns: int) -> Iterator[tuple[Line, Terminal]]:
    """Play a game without a mistake; the terminal after every line."""
    for verb, lines in (("new", game(name).set_up), ("play", game(name).plain)):
        with seated(console, verb, FILE, columns=columns) as at:
            for line in lines:
                at.enter(line.typed)
                if not at.gone:
                    yield line, at


@cache
def questions(name: str) -> list[str]:
    """What is asked after every line where there is plenty of room, without blanks."""
    with TemporaryDirectory() as made:
        console = Console(Path(made) / "games")
        console.folder.mkdir()
        return ["".join(at.asked.split()) for _, at in played(console, name, 500)]


DECISIONS = (
    "Which die to turn",
    "Which wheel to set for",
    "token: take it?",
    "Which stone to exchange",
    "Your final guesses",
)


def due(line: Line) -> list[str]:
    """The titles of what the viewer must decide now, at the latest since the last line."""
    must_turn = line.asked == "You turn every bear"
    thrown = "".join(line.file[-1:]).startswith("roll ") and (must_turn or line.asked == "You set a wheel")
    return (
        ["Which die to turn"] * thrown
        + ["Which wheel to set for"] * (line.asked == "You set a wheel")
        + ["Your final guesses"] * (line.asked == "Your final guesses")
    )


@pytest.mark.parametrize("columns", [80, 40])
@pytest.mark.parametrize("name", ["expansions", "beside Ann"])
def test_every_entry_fits(console: Console, name: str, columns: int) -> None:
    """Nothing runs over the edge, and the last rows are what is asked, to its last word, and where it is typed."""
    decided = 0
    for (line, at), question in zip(played(console, name, columns), questions(name), strict=True):
        assert at.screen.too_long == [], line
        assert at.screen.top >= 0, line
        assert "".join(at.asked.split()) == question, line
        last = at.screen.cursor.y
        assert (at.rows[last], at.screen.cursor.x) == (">", 2), line
        assert not any(at.rows[last + 1 :]), line
        if columns == 80:
            shown = [title for title in DECISIONS if title in at.said]
            for title in {*due(line), *shown}:
                assert any(title in row for row in at.rows[: at.screen.top]), (line, title)
                decided += 1
    assert decided > 10 or columns < 80


@pytest.mark.parametrize("columns", [80, 40])
def test_screens_of_commands_fit(console: Console, columns: int) -> None:
    """What is asked for may scroll, but nothing runs over the edge, and the prompt stands below it."""
    console.write(TURNED + "guess Ann 9-15\n", FILE)
    with seated(console, "play", FILE, columns=columns, measured=True) as at:
        asked = at.asked
        for typed in ("show", "solve", "rank", "rank all", "lines", "help", "why", "whatif 10-13", "edit 9 j j j"):
            at.enter(typed)
            if typed.startswith("edit"):
                assert at.asked == "Save it? y saves, Enter leaves all as it was"
                at.enter("")
            assert at.screen.too_long == [], typed
            assert at.asked == asked, typed
            assert not any(at.rows[at.screen.cursor.y + 1 :]), typed


# ---- colours --------------------------------------------------------------------------------------------------------


def sent(console: Console, environment: Mapping[str, str]) -> str:
    """All that is sent to a terminal while a game is set up and begun, with mistakes, completion and questions."""
    raw = ""
    for verb, lines in (
        ("new", ["Ann Bob", "ann", "s c", "", "", "", "803751", "307251", "1?????", "?"]),
        ("play", ["be be s", "gess", "show", "rank", "help", f"bo{TAB} 10-13", "9-15", "", "hi", "why"]),
    ):
        with seated(console, verb, FILE, placed=True, environment=environment) as at:
            for line in lines:
                at.enter(line)
            if verb == "play":
                at.send(CTRL_D)
            assert at.left() == 0
            raw += at.raw.decode()
    assert written(console).endswith("answer Ann higher\n")
    return raw


def test_colours_follow_no_color(console: Console, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert COLOUR.search(sent(console, {}))
    plain = Console(tmp_path_factory.mktemp("plain"))
    assert COLOUR.findall(sent(plain, {"NO_COLOR": "1"})) == []


def test_what_a_colour_is() -> None:
    coloured = ["\x1b[31m", "\x1b[1;38;5;32m", "\x1b[97m", "\x1b[0;40m", "\x1b[48;2;1;2;3m", "\x1b[1;104m"]
    assert [text for text in coloured if COLOUR.search(text)] == coloured
    assert not any(
        COLOUR.search(text) for text in ("\x1b[0m", "\x1b[1m", "\x1b[0;7m", "\x1b[39m", "\x1b[31A", "\x1b[4m")
    )


# ---- keys -----------------------------------------------------------------------------------------------------------


@pytest.fixture(name="at")
def _at_her_game(console: Console) -> Iterator[Terminal]:
    """Ann sits at a game in which she has thrown and turned a die."""
    console.write(TURNED, FILE)
    with seated(console, "play", FILE, measured=True) as at:
        yield at


def press(at: Terminal, keys: str, then: str) -> None:
    """Press keys, and see the line become what it should."""
    at.send(keys)
    at.wait(lambda: at.typed.rstrip() == then)


def test_tab_completes_names_symbols_and_commands(at: Terminal, console: Console) -> None:
    press(at, f"guess ann{TAB}", "guess Ann")
    press(at, " 9-15", "guess Ann 9-15")
    at.press(ENTER)
    assert written(console) == TURNED + "guess Ann 9-15\n"
    press(at, f"Bo{TAB}", "Bob")
    press(at, " 10-13", "Bob 10-13")
    at.press(ENTER)
    at.enter("lo")
    at.enter("")
    press(at, f"exchange Ann ja{TAB}", "exchange Ann jaguar")
    press(at, BACKSPACE * 6 + f"yel{TAB}", "exchange Ann yellow")
    press(at, " 2", "exchange Ann yellow 2")
    at.press(ENTER)
    assert written(console).endswith("\nexchange Ann jaguar 2 ?\n")
    press(at, f"so{TAB}", "solve")


def test_tab_shows_what_may_be_meant(at: Terminal) -> None:
    """Nothing of what was typed is lost by it."""
    at.send(f"b{TAB}")
    at.wait(lambda: "Bob  bear bird blue" in at.picture and at.ready)
    press(at, f"i{TAB}", "bird")


def test_up_brings_earlier_lines_back(at: Terminal, console: Console) -> None:
    """The last typed first, then those of the file, oldest last; a line that was refused can be mended."""
    press(at, UP, "turn snake human")
    press(at, UP, "roll bear bear snake")
    at.press(CTRL_C)
    at.enter("guess Ann 9-51")
    assert written(console) == TURNED
    press(at, UP, "guess Ann 9-51")
    press(at, BACKSPACE * 2 + "15", "guess Ann 9-15")
    at.press(ENTER)
    assert written(console) == TURNED + "guess Ann 9-15\n"
    press(at, UP, "guess Ann 9-15")


def test_an_old_line_is_changed_in_place(at: Terminal, console: Console) -> None:
    at.enter("edit 10")
    assert at.typed == "turn snake human"
    press(at, BACKSPACE * 5 + "bird", "turn snake bird")
    at.press(ENTER)
    assert written(console) == THROWN + "turn snake bird\n"
    at.enter("edit 10")
    assert "Nothing was changed" in at.enter("")


@pytest.mark.parametrize(
    ("asking", "key"), [("edit 10", CTRL_C), ("edit 9 j j j", CTRL_C), ("edit 9 j j j", CTRL_D), ("insert 10", CTRL_D)]
)
def test_a_question_is_given_up(at: Terminal, console: Console, asking: str, key: str) -> None:
    """The sitting goes on, and nothing was changed."""
    asked = at.asked
    at.enter(asking)
    assert at.asked != asked
    at.press(key)
    assert at.said == "Nothing was changed."
    assert at.asked == asked
    assert written(console) == TURNED


@pytest.mark.parametrize("typed", ["9-1", "guess Ann 9-15", "quit", "be"])
def test_ctrl_c_clears_a_half_typed_line(at: Terminal, console: Console, typed: str) -> None:
    """It is no entry; on an empty line Ctrl-C leaves."""
    asked = at.asked
    at.type(typed)
    at.press(CTRL_C)
    assert (at.asked, at.typed) == (asked, "")
    assert written(console) == TURNED
    at.send(CTRL_C)
    assert at.left() == 0
    assert written(console) == TURNED


def test_ctrl_d(at: Terminal, console: Console) -> None:
    """It leaves where nothing is typed, and only there."""
    at.type("9-1")
    at.send(CTRL_D)
    press(at, "5", "9-15")
    at.press(ENTER)
    assert written(console) == TURNED + "guess Ann 9-15\n"
    at.send(CTRL_D)
    assert at.left() == 0
    assert written(console) == TURNED + "guess Ann 9-15\n"


@pytest.mark.parametrize("key", ["x", " ", ENTER, CTRL_C, CTRL_D, UP, TAB, "\x1b", "é"])
def test_hidden_until_a_key_is_pressed(at: Terminal, console: Console, key: str) -> None:
    """Whichever it is; it is no entry, and the screen is as it was."""
    asked, before = at.asked, at.rows
    at.press("hide" + ENTER)
    assert at.screen.other
    assert not any(at.rows)
    at.press(key)
    assert not at.screen.other
    assert (at.asked, at.typed) == (asked, "")
    assert "\n".join(before[:-4]).strip() in at.picture
    assert written(console) == TURNED


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D])
def test_set_up_left_and_taken_up(console: Console, key: str) -> None:
    with seated(console, "new", FILE, measured=True) as at:
        at.send(key)
        assert at.left() == INTERRUPTED
        assert at.said == "Nothing was written."
    assert console.files() == {}
    with seated(console, "new", FILE, measured=True) as at:
        at.enter("Ann Bob")
        at.type("an")
        at.press(CTRL_C)
        assert "Which one are you?" in at.asked
        assert at.typed == ""
        at.send(key)
        assert at.left() == INTERRUPTED
        assert at.said == f"What was entered is in {FILE}; lostcode new {FILE} goes on there."
    with seated(console, "new", FILE, measured=True) as at:
        assert "Which one are you?" in at.asked
    assert written(console) == "game lost-code\nplayers Ann Bob\n"


# ---- digits that cannot be right ------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [80, 40])
def test_complaint_while_digits_are_typed(console: Console, columns: int) -> None:
    """At the foot of the screen, and only while it is so; the line goes on being typed and can be mended."""
    console.write(SEATED, FILE)
    console.ask("wheels", "--pad", "bear jaguar human bird chameleon snake")

    def foot(words: str) -> None:
        at.wait(lambda: at.rows[-1].startswith(words) and bool(at.rows[-1]) == bool(words) and at.ready)

    with seated(console, "new", FILE, columns=columns, placed=True, measured=True) as at:
        at.type("38")
        foot("jaguar 8: only with X-Race")
        at.type("7")
        assert "bear 3 jaguar 8 human 7 bird _" in at.asked
        foot("jaguar 8: only with X-Race")
        at.press(ENTER)
        assert written(console) == SEATED
        at.type("38")
        at.send(BACKSPACE)
        at.wait(lambda: at.typed == "3")
        foot("")
        at.type("072515")
        foot("6 digits are enough")
        at.send(BACKSPACE)
        foot("")
        at.press(ENTER)
        bobs = SEATED + "log Bob bear 3 jaguar 0 human 7 bird 2 chameleon 5 snake 1\n"
        assert written(console) == bobs
        at.type("13")
        foot("")
        at.type("7")
        foot("human 7: Bob has it")
        at.type("?45")
        foot("human 7: Bob has it")
        at.press(ENTER)
        assert "human 7 was seen already" in at.said
        assert written(console) == bobs
        at.enter("136?45")
        assert written(console) == bobs + "log Cy bear 1 jaguar 3 human 6 bird ? chameleon 4 snake 5\n"


def test_an_eight_is_right_in_x_race(console: Console) -> None:
    console.write(SEATED.replace("stack", "variant x-race\nstack"), FILE)
    console.ask("wheels", "--pad", "bear jaguar human bird chameleon snake")
    with seated(console, "new", FILE, placed=True) as at:
        at.type("89")
        at.wait(lambda: at.rows[-1].startswith("jaguar 9: there is no such stone"))
        at.send(BACKSPACE)
        at.wait(lambda: not at.rows[-1] and at.typed == "8")
        at.type("76543")
        at.press(ENTER)
    assert written(console).endswith("\nlog Bob bear 8 jaguar 7 human 6 bird 5 chameleon 4 snake 3\n")
