"""A whole game typed at a terminal: with mistakes, with a power cut after every line, two at once, on a full disk."""

import errno
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import takewhile
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TypeAlias

import pytest

from solver.games import read
from tests.console import WITHOUT_RIGHTS, Console
from tests.records import START, THROWN
from tests.refusals import BAD_INPUT
from tests.sitting import AGAIN, OWN_PAD, Line, Sitting, game, meaning
from tests.terminal import CTRL_U, ENTER, PATIENCE, Terminal, seated

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

FILE = "friday.game"


def text(console: Console) -> str:
    path = console.folder / FILE
    return path.read_text("utf-8") if path.exists() else ""


def holds(console: Console, lines: Sequence[str]) -> bool:
    """Whether the file says just that, line by line; it must be a good game, too."""
    written = text(console)
    if written:
        read(written)
    return list(map(meaning, written.splitlines())) == list(map(meaning, lines))


def afresh(line: Line) -> str:
    """What is typed in a program that was started anew."""
    return line.typed if line.afresh is None else line.afresh


def type_in(at: Terminal, line: Line, *, anew: bool = False) -> None:
    at.enter(afresh(line) if anew else line.typed)
    if line.key:
        assert not at.picture.strip(), "the screen must be blank"
        at.press(line.key)


# ---- the whole game -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["expansions", "beside Ann", "other wheels", "wheels assumed"])
def test_a_whole_game(console: Console, name: str) -> None:
    played = game(name)
    for verb, lines in (("new", played.set_up), ("play", played.play)):
        with seated(console, verb, FILE, measured=name == "expansions") as at:
            for line in lines:
                type_in(at, line)
                assert holds(console, line.file), line
                assert line.asked in at.asked, line
                assert line.told in at.said, line
            assert at.left() == 0
    result = played.result
    shown = console.ask("show", FILE, "--json").data
    assert shown["track"] == result.track
    assert shown["order"] == list(result.order)
    assert shown["winner"] == result.order[-1]
    assert shown["findings"] == []


def test_final_score_on_the_screen(console: Console) -> None:
    """The last stones are typed, and the table of the score stands on the screen."""
    played = game("expansions")
    last = next(place for place, line in enumerate(played.plain) if "wins" in line.told)
    console.write("\n".join(played.plain[last - 1].file) + "\n", FILE)
    console.ask("wheels", "--pad", " ".join(OWN_PAD))
    with seated(console, "play", FILE) as at:
        type_in(at, played.plain[last])
        for player, space in played.result.track.items():
            assert any(row.startswith(f"{player} ") and row.endswith(f" {space}") for row in at.rows)


# ---- power cuts -----------------------------------------------------------------------------------------------------

Part: TypeAlias = tuple[str, list[Line], tuple[str, ...]]
"""The command that is running, lines typed to it one after another, and the lines of the file before them."""


def by_change(played: Sitting) -> list[Part]:
    """Lines up to one that changes the file, over and over."""
    parts: list[Part] = []
    before: tuple[str, ...] = ()
    for verb, lines in (("new", played.set_up), ("play", played.play)):
        collected: list[Line] = []
        for line in lines:
            collected.append(line)
            if line.file != before:
                parts.append((verb, collected, before))
                collected, before = [], line.file
    return parts


def by_question(played: Sitting) -> list[Part]:
    """Each line with those that answer what it makes the program ask."""
    parts: list[Part] = []
    before: tuple[str, ...] = ()
    for verb, lines in (("new", played.set_up), ("play", played.play)):
        for line in lines:
            if line.answers:
                parts[-1][1].append(line)
            else:
                parts.append((verb, [line], before))
            before = line.file
    return parts


def share(parts: Sequence[Part], number: int, of: int) -> list[Part]:
    """One of so many shares, about equal."""
    size = -(-len(parts) // of)
    return list(parts[size * number : size * (number + 1)])


def lay_out(console: Console, part: Part, pad: Sequence[str] = OWN_PAD) -> None:
    """Make everything as the earlier parts leave it."""
    verb, _, before = part
    if before:
        console.write("".join(f"{line}\n" for line in before), FILE)
    if verb == "play":
        assert console.ask("wheels", "--pad", " ".join(pad)).status == 0


@pytest.mark.bare
@pytest.mark.parametrize("number", range(4))
def test_killed_after_every_line(console: Console, number: int) -> None:
    """Whatever was accepted is in the file, and the next sitting begins with what was asked last."""
    parts, asked, ran = share(by_change(game("expansions")), number, 4), "", ""
    assert len(parts) > 25
    lay_out(console, parts[0])
    for verb, lines, _ in parts:
        with seated(console, verb, FILE) as at:
            if ran == verb:
                assert at.asked == asked, lines
            for line in lines:
                type_in(at, line, anew=True)
            asked, ran = at.asked, verb
            at.kill()
        assert holds(console, lines[-1].file), lines


@pytest.mark.long
@pytest.mark.skipif("LOSTCODE_LONG" not in os.environ, reason="takes minutes; make test-long")
@pytest.mark.parametrize("number", range(8))
def test_killed_at_every_key(console: Console, number: int) -> None:
    """The file holds every line accepted before the key, and at most the one whose Enter the key was."""
    parts = share(by_question(game("expansions")), number, 8)
    assert len(parts) > 15
    lay_out(console, parts[0])
    for verb, lines, before in parts:
        after = lines[-1].file
        for place, line in enumerate(lines):
            for end in range(1, len(afresh(line)) + 1):
                with seated(console, verb, FILE) as at:
                    for earlier in lines[:place]:
                        type_in(at, earlier, anew=True)
                    at.type(afresh(line)[:end])
                    at.kill()
                assert holds(console, before), (line, end)
        for kind in range(3 if after != before else 1):
            if after == before or not holds(console, after):
                enter_and_kill(console, verb, lines, moments(console)[kind])
                assert holds(console, before) or holds(console, after) or partly(console, before, after), lines
        if after == before or not holds(console, after):
            with seated(console, verb, FILE) as at:
                for line in lines:
                    type_in(at, line, anew=True)
                at.kill()
        assert holds(console, after), lines


def enter_and_kill(console: Console, verb: str, lines: Sequence[Line], moment: Callable[[], bool]) -> None:
    """Type lines, and end the program at a moment after the last Enter."""
    with seated(console, verb, FILE) as at:
        for line in lines[:-1]:
            type_in(at, line, anew=True)
        at.type(afresh(lines[-1]))
        at.send(ENTER)
        give_up = monotonic() + PATIENCE
        while not moment():
            assert monotonic() < give_up, lines
        at.kill()


def moments(console: Console) -> list[Callable[[], bool]]:
    """At once; when something is being saved; when it is saved."""
    path, beside = console.folder / FILE, console.folder / f".{FILE}.new"

    def state() -> tuple[int, int] | None:
        return (path.stat().st_ino, path.stat().st_mtime_ns) if path.exists() else None

    before = state()
    return [lambda: True, lambda: beside.exists() or state() != before, lambda: state() != before]


def partly(console: Console, before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether some of the lines that had been pushed out are in the game again, and the rest is still kept."""
    written = text(console).splitlines()
    read(text(console))
    out, left = ([line for line in lines if line.startswith(AGAIN)] for lines in (before, written))
    return (
        0 < len(left) < len(out) and left == out[-len(left) :] and [w.removeprefix(AGAIN) for w in written] == [*after]
    )


# ---- keys -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "number"), [("expansions", 8), ("beside Ann", 6), ("other wheels", 6), ("wheels assumed", 3)]
)
def test_keys_of_a_round(console: Console, name: str, number: int) -> None:
    """A throw, a die turned, four wheels, four answers, two exchanges: at most 60 keys, with Enter."""
    played = game(name)
    rolls = [place for place, line in enumerate(played.plain) if line.file[-1].startswith("roll ")]
    first, end = rolls[number - 1], [*rolls, len(played.plain)][number]
    lines = list(takewhile(lambda line: not line.file[-1].startswith(("final", "reveal")), played.plain[first:end]))
    kinds = Counter(line.file[-1].split()[0] for line in lines)
    assert kinds == {"roll": 1, "turn": 1, "guess": 4, "answer": 4, "exchange": 2}
    lay_out(console, ("play", lines, played.plain[first - 1].file), played.pad)
    with seated(console, "play", FILE) as at:
        for line in lines:
            type_in(at, line)
        keys = at.keys
    assert holds(console, lines[-1].file)
    print(f"{keys} keys: {' '.join(line.typed + '⏎' for line in lines)}")
    assert keys <= 60


# ---- others at the same file ----------------------------------------------------------------------------------------

OUTSIDE = THROWN + "# written by hand\n"


@pytest.fixture
def begun(console: Console) -> Console:
    """A game that is set up; Ann is to throw."""
    console.write(START, FILE)
    return console


def test_two_at_once(begun: Console) -> None:
    with seated(begun, "play", FILE) as first:
        for verb in ("play", "new"):
            piped = begun.run(verb, FILE, stdin=b"be be s\n")
            assert (piped.status, piped.out) == (BAD_INPUT, "")
            assert piped.err == f"{FILE}: another lostcode works on this file; close it first\n"
            with seated(begun, verb, FILE) as second:
                assert second.left() == BAD_INPUT
                assert second.picture.strip() == piped.err.strip()
        assert text(begun) == START
        first.enter("be be s")
        assert text(begun) == THROWN
        first.kill()
    with seated(begun, "play", FILE) as second:
        assert "You set a wheel" in second.asked


@pytest.mark.parametrize("typed", ["j j h", "", "show", "undo", "note so", "edit 7 log neutral-2 bear 6", "hide"])
def test_changed_outside(begun: Console, typed: str) -> None:
    """Whatever comes next is neither obeyed nor lost in silence, and what stands in the file stays."""
    with seated(begun, "play", FILE) as at:
        begun.write(OUTSIDE, FILE)
        assert at.enter(typed) == f"{FILE} was changed by another program; nothing was overwritten"
        assert re.fullmatch("r [^,]+, k [^,]+, q leaves", at.asked)
        at.enter("x")
        assert re.fullmatch("r [^,]+, k [^,]+, q leaves", at.asked)
        at.press("q" + ENTER)
        assert at.left() == BAD_INPUT
    assert begun.files() == {FILE: OUTSIDE.encode()}


def test_changed_outside_and_read_again(begun: Console) -> None:
    with seated(begun, "play", FILE) as at:
        begun.write(OUTSIDE, FILE)
        at.enter("j j h")
        assert "read again" in at.enter("r")
        assert "You set a wheel" in at.asked
        assert text(begun) == OUTSIDE
        at.enter("9-15")
    assert text(begun) == OUTSIDE + "guess Ann 9-15\n"


def test_changed_outside_and_kept(begun: Console) -> None:
    with seated(begun, "play", FILE) as at:
        begun.write(OUTSIDE, FILE)
        at.enter("j j h")
        assert f"{FILE}.outside" in at.enter("k")
        assert "You throw the dice" in at.asked
        assert begun.files() == {FILE: START.encode(), f"{FILE}.outside": OUTSIDE.encode()}
        at.enter("j j h")
    assert text(begun) == START + "roll jaguar jaguar human\n"


def test_changed_outside_into_what_cannot_be_read(begun: Console) -> None:
    with seated(begun, "play", FILE) as at:
        begun.write(START + "rubbish\n", FILE)
        at.enter("j j h")
        assert "line 9: “rubbish”" in at.enter("r")
        assert re.fullmatch("r [^,]+, k [^,]+, q leaves", at.asked)
        at.enter("k")
        at.enter("j j h")
    assert text(begun) == START + "roll jaguar jaguar human\n"


@pytest.mark.parametrize(
    ("further", "asking", "answer"),
    [
        ("guess Ann 9-15\n", "edit 9", CTRL_U + "be be h"),
        ("turn snake human\nguess Ann 9-15\n", "edit 9 j j j", "y"),
        ("guess Ann 9-15\n", "insert 10", "t s h"),
    ],
)
def test_changed_outside_while_something_is_asked(begun: Console, further: str, asking: str, answer: str) -> None:
    begun.write(THROWN + further, FILE)
    with seated(begun, "play", FILE) as at:
        at.enter(asking)
        assert "wheel" not in at.asked
        begun.write(OUTSIDE, FILE)
        assert at.enter(answer).endswith(f"{FILE} was changed by another program; nothing was overwritten")
        at.press("q" + ENTER)
        assert at.left() == BAD_INPUT
    assert begun.files() == {FILE: OUTSIDE.encode()}


def test_left_without_a_look_at_the_file(begun: Console) -> None:
    with seated(begun, "play", FILE) as at:
        begun.write(OUTSIDE, FILE)
        at.enter("quit")
        assert at.left() == 0
    assert begun.files() == {FILE: OUTSIDE.encode()}


def test_deleted_outside(begun: Console) -> None:
    with seated(begun, "play", FILE) as at:
        for choice in ("k", "q"):
            (begun.folder / FILE).unlink()
            assert at.enter("be be s") == f"{FILE} is gone; nothing was overwritten"
            assert re.fullmatch("k [^,]+, q leaves", at.asked)
            at.enter("r")
            assert re.fullmatch("k [^,]+, q leaves", at.asked)
            assert begun.files() == {}
            at.press(choice + ENTER)
            if choice == "k":
                assert "You throw the dice" in at.asked
                assert begun.files() == {FILE: START.encode()}
                at.enter("be be s")
                assert text(begun) == THROWN
        assert at.left() == BAD_INPUT
    assert begun.files() == {}


def test_folder_deleted_outside(console: Console) -> None:
    folder = console.folder / "sub"
    folder.mkdir()
    console.write(START, f"sub/{FILE}")
    with seated(console, "play", f"sub/{FILE}") as at:
        rmtree(folder)
        at.enter("be be s")
        assert "there is no folder" in at.enter("k")
        assert re.fullmatch("k [^,]+, q leaves", at.asked)
        folder.mkdir()
        at.enter("k")
        at.enter("be be s")
    assert (folder / FILE).read_text("utf-8") == THROWN


# ---- nothing can be written -----------------------------------------------------------------------------------------


def room(at: Terminal, size: int) -> None:
    """Let no file of the program become larger; 0: any may again."""
    import resource  # noqa: PLC0415 - is not everywhere

    hard = resource.prlimit(at.child.pid, resource.RLIMIT_FSIZE)[1]
    resource.prlimit(at.child.pid, resource.RLIMIT_FSIZE, (size or hard, hard))


@pytest.mark.skipif(sys.platform != "linux", reason="needs limits that can be set from outside")
def test_full_disk(begun: Console) -> None:
    """The line is refused with one message; what fits goes on, and all of it as soon as there is room again."""
    begun.write(THROWN, FILE)
    with seated(begun, "play", FILE) as at:
        asked = at.asked
        room(at, len(THROWN) + 3)
        for typed in ("9-15", "t be h", "note so"):
            said = at.enter(typed)
            assert said == f"{FILE}: cannot be saved: {os.strerror(errno.EFBIG)}; nothing was changed"
            assert at.asked == asked
            assert begun.files() == {FILE: THROWN.encode()}
        assert "9-15" in at.enter("whatif 9-15")
        at.enter("undo")
        assert text(begun) == START
        at.enter("redo")
        assert text(begun) == THROWN
        room(at, 0)
        at.enter("9-15")
    assert begun.files() == {FILE: (THROWN + "guess Ann 9-15\n").encode()}


@pytest.mark.skipif(sys.platform != "linux", reason="needs limits that can be set from outside")
def test_full_disk_while_setting_up(console: Console) -> None:
    header = "game lost-code\nplayers Ann Bob\n"
    with seated(console, "new", FILE) as at:
        room(at, 20)
        at.enter("Ann Bob")
        assert "Who plays?" in at.asked
        assert console.files() == {}
        room(at, len(header))
        at.enter("Ann Bob")
        said = at.enter("ann")
        assert said == f"{FILE}: cannot be saved: {os.strerror(errno.EFBIG)}; nothing was changed"
        assert "Which one are you?" in at.asked
        assert console.files() == {FILE: header.encode()}
        room(at, 0)
        at.enter("ann")
        assert "Variants" in at.asked
    assert console.files() == {FILE: f"{header}me Ann\n".encode()}


LOADED = """
import contextlib, importlib, os, pkgutil
import cli, filelock, platformdirs, prompt_toolkit, rich, solver
for package in (cli, filelock, platformdirs, prompt_toolkit, rich, solver):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        with contextlib.suppress(Exception):
            importlib.import_module(module.name)
"""
"""What the program may need, loaded while it still may read it."""


def test_folder_without_rights() -> None:
    with TemporaryDirectory() as made:
        console = Console(Path(made) / "games")
        console.folder.mkdir()
        path = console.folder / console.write(START, FILE)
        path.chmod(0o666)
        for folder in (Path(made), console.folder):
            folder.chmod(0o555)
        python, option, program = WITHOUT_RIGHTS
        with seated(console, "play", FILE, program=(python, option, LOADED + program)) as at:
            for _ in range(2):
                said = at.enter("be be s")
                assert said == f"{FILE}: cannot be saved: {os.strerror(errno.EACCES)}; nothing was changed"
                assert "You throw the dice" in at.asked
            assert "You throw the dice" in at.enter("help")
            assert path.read_text("utf-8") == START
            console.folder.chmod(0o777)
            at.enter("be be s")
            assert path.read_text("utf-8") == THROWN
        Path(made).chmod(0o755)


# ---- lines from a pipe ----------------------------------------------------------------------------------------------


def piped(lines: Sequence[Line]) -> bytes:
    return "".join(line.typed + "\n" for line in lines).encode()


@pytest.mark.bare
@pytest.mark.parametrize("name", ["expansions", "other wheels"])
def test_a_whole_game_from_a_pipe(console: Console, name: str) -> None:
    """Plain lines come in, and nothing but text goes out."""
    played = game(name)
    good = [line for line in played.set_up if line.told in ("", "taken back: log", "is set up")]
    for verb, lines in (("new", good), ("play", played.plain[:-1])):
        result = console.run(verb, FILE, stdin=piped(lines), timeout=60)
        assert (result.status, result.err) == (0, "")
        assert "\x1b" not in result.out
        assert holds(console, lines[-1].file)
    assert f"{played.result.order[-1]} wins" in result.out


@pytest.mark.parametrize(
    ("typed", "told"), [("gess 9-15", "gess"), ("bob 9-15", "another's turn"), ("3-10", "8 numbers")]
)
def test_a_pipe_ends_with_the_first_line_refused(begun: Console, typed: str, told: str) -> None:
    result = begun.run("play", FILE, stdin=f"be be s\nt be h\n{typed}\n9-15\n".encode())
    assert result.status == BAD_INPUT
    assert told in result.said
    assert text(begun) == THROWN + "turn bear human\n"


def test_a_pipe_ends_with_the_first_answer_refused(console: Console) -> None:
    result = console.run("new", FILE, stdin=b"Ann Bob\nann\nchess\nAnn Bob\n")
    assert result.status == BAD_INPUT
    assert "chess" in result.said
    assert text(console) == "game lost-code\nplayers Ann Bob\nme Ann\n"


@pytest.mark.parametrize("typed", ["", "be be s\n", "be be s", "be be s\nquit\n9-15\n"])
def test_the_end_of_a_pipe(begun: Console, typed: str) -> None:
    result = begun.run("play", FILE, stdin=typed.encode())
    assert (result.status, result.err) == (0, "")
    assert text(begun) == (THROWN if typed else START)


def test_questions_in_a_pipe(begun: Console) -> None:
    """A line that answers a question is no line of the game."""
    begun.write(THROWN + "turn snake human\nguess Ann 9-15\n", FILE)
    result = begun.run("play", FILE, stdin=b"hide\nedit 9 j j j\n\nedit 9 j j j\ny\nall\n")
    assert result.status == BAD_INPUT
    assert "Nothing can be hidden here" in result.out
    assert text(begun) == START + f"roll jaguar jaguar jaguar\n{AGAIN}turn snake human\n{AGAIN}guess Ann 9-15\n"
