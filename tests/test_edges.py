"""What a file, a stream or a key can do: a clear message, the right status, no traceback."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.console import WITHOUT_RIGHTS, Console, Outcome, redirected
from tests.records import EXCHANGED, HEADER, START
from tests.refusals import BAD_INPUT, CLOSED_PIPE, CONTRADICTION, INTERRUPTED, follow_advice, is_clean

# ---- files that are no records ----------------------------------------------------------------------------------

BAD_BYTES = [
    pytest.param(b"", 1, "game lost-code", id="empty"),
    pytest.param(b"\n", 1, "game lost-code", id="blank-lines"),
    pytest.param(b"# a", 1, "game lost-code", id="only-comments"),
    pytest.param(b"\xef\xbb\xbf", 1, "game lost-code", id="only-a-byte-order-mark"),
    pytest.param(bytes(range(255, 0, -1)) * 40, 1, "text|control", id="binary"),
    pytest.param(HEADER.encode("utf-16"), 1, "text|UTF-8", id="utf-16"),
    pytest.param(b"\0" * 1000, 1, "text|U\\+0000", id="zeros"),
    pytest.param(b'{"game": "lost-code"}\n', 1, "expected", id="json"),
    pytest.param(HEADER.encode() + b"log B\xf6b bear 3\n", 4, "text|UTF-8", id="latin-1"),
    pytest.param(HEADER.encode() + b"# \xed\xa0\x80\n", 4, "text|UTF-8", id="lone-surrogate"),
    pytest.param(HEADER.encode() + b"# \0\n", 4, "U\\+0000", id="nul"),
    pytest.param(HEADER.encode() + b"log B\x1b[31mob bear 3\n", 4, "U\\+001B", id="escape"),
    pytest.param("game lost-code\nplayers Ann Bob\nme B\u009b31mob\n".encode(), 3, "U\\+009B", id="c1-escape"),
    pytest.param(HEADER.encode() + b"log Bob\rbear 3\n", 4, "U\\+000D", id="carriage-return"),
    pytest.param(HEADER.encode() + b"log Bob\x0bbear 3\n", 4, "U\\+000B", id="vertical-tab"),
    pytest.param(HEADER.encode() + b"log Bob\x7f bear 3\n", 4, "U\\+007F", id="delete"),
]


@pytest.mark.parametrize(("raw", "line", "told"), BAD_BYTES)
def test_no_record(console: Console, raw: bytes, line: int, told: str) -> None:
    name = console.write(raw)
    written = console.files()
    for result in (console.ask("show", name), console.ask("show", "-", stdin=raw)):
        assert (result.status, result.out) == (BAD_INPUT, "")
        assert re.match(rf"(game\.txt|standard input):{line}: ", result.err)
        assert re.search(told, result.err)
        assert is_clean(result.err)
    data = console.ask("show", name, "--json").data
    assert (data["error"], data["line"]) == ("notation", line)
    assert re.search(told, data["message"])
    assert console.files() == written


@pytest.mark.parametrize(("raw", "line", "told"), BAD_BYTES)
def test_what_stands_before_bad_bytes_can_be_used(console: Console, raw: bytes, line: int, told: str) -> None:
    """Specification: what stands before a line that cannot be read is a good game and is kept."""
    del told
    name = console.write(raw)
    if b"players" in b"".join(raw.split(b"\n")[: line - 1]):
        assert console.ask("show", name, "--at", str(line)).status == 0
    follow_advice(console, name, console.ask("show", name))


@pytest.mark.parametrize("character", ["\u202e", "\u2066"], ids=["override", "isolate"])
def test_bidirectional_characters_reach_no_terminal(console: Console, character: str) -> None:
    """They reorder what stands around them, so that a message would show something else than the file."""
    unknown = console.ask("show", console.write(HEADER + f"log B{character}ob bear 3\n"))
    assert unknown.status == BAD_INPUT
    assert unknown.err.startswith("game.txt:4: ")
    assert is_clean(unknown.err)
    named = console.ask("show", console.write(f"game lost-code\nplayers Ann B{character}ob\n"))
    assert named.status in (0, BAD_INPUT)
    assert is_clean(named.said)


def test_wrong_game_after_comments(console: Console) -> None:
    name = console.write("# c\n\ngame chess\n")
    result = console.ask("show", name)
    assert result.status == BAD_INPUT
    assert result.err.startswith("game.txt:3: ")
    follow_advice(console, name, result)


def test_file_of_ten_megabytes(console: Console) -> None:
    name = console.write(HEADER + "# a comment\n" * (10_000_000 // 12))
    for form in ([], ["--json"]):
        result = console.ask("show", name, *form)
        assert result.status == BAD_INPUT
        assert "game.txt" in result.said
        assert "larger" in result.said
        assert len(result.said) < 300
    assert "error" in result.data


@pytest.mark.parametrize(("file", "why"), [("folder", "directory"), ("missing.txt", "No such file"), ("", "")])
def test_file_that_cannot_be_opened(console: Console, file: str, why: str) -> None:
    (console.folder / "folder").mkdir()
    written = console.files()
    result = console.ask("solve", file)
    assert (result.status, result.out) == (BAD_INPUT, "")
    assert file in result.err
    assert why in result.err
    data = console.ask("solve", file, "--json").data
    assert "error" in data
    assert file in data["message"]
    assert why in data["message"]
    assert console.files() == written


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="needs the permissions of Unix")
def test_no_permission() -> None:
    with tempfile.TemporaryDirectory() as made:
        console = Console(Path(made))
        console.folder.chmod(0o755)
        name = console.write(START)
        (console.folder / name).chmod(0o000)
        result = console.run("show", name, program=WITHOUT_RIGHTS)
        assert (result.status, result.out) == (BAD_INPUT, "")
        assert "game.txt" in result.err
        assert "Permission denied" in result.err
        assert "Traceback" not in result.err
        assert "error" in console.run("show", name, "--json", program=WITHOUT_RIGHTS).data


# ---- much too long ----------------------------------------------------------------------------------------------


def test_long_comment_is_no_fault(console: Console) -> None:
    assert console.ask("show", console.write(START + "#" + "x" * 100_000 + "\n")).status == 0
    assert console.ask("show", console.write(START + " " * 100_000 + "roll bear bear snake\n")).status == 0


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        pytest.param("x" * 100_000, "xxx", id="one-word"),
        pytest.param("roll " + "bear " * 20_000, "bear", id="many-dice"),
        pytest.param("log Bob bear " + "9" * 100_000, "999", id="one-number"),
        pytest.param('log "' + "B" * 100_000, "BBB", id="open-quote"),
        pytest.param("guess " + "B" * 10_000 + " 3", "BBB", id="one-name"),
        pytest.param("stack " + " ".join(f"n{i}" for i in range(2_000)), "n0", id="many-names"),
    ],
)
def test_long_line_has_a_short_message(console: Console, line: str, typed: str) -> None:
    """A message is read by a person: it shows the beginning of what was typed, not 100,000 characters of it."""
    result = console.ask("show", console.write(START + line + "\n"))
    assert (result.status, result.out) == (BAD_INPUT, "")
    assert result.err.startswith("game.txt:9: ")
    assert typed in result.err
    assert len(result.err) < 1000


def test_very_many_names_take_no_minutes(console: Console) -> None:
    """The largest file that is read has room for 120,000 names; they must not be compared each with each."""
    name = console.write("game lost-code\nplayers " + " ".join(f"n{i}" for i in range(120_000)) + "\n")
    result = console.run("show", name, timeout=60)
    assert (result.status, result.out) == (BAD_INPUT, "")
    assert result.err.startswith("game.txt:2: ")


def test_name_of_10000_characters(console: Console) -> None:
    """The specification sets no limit. If there is one, it must be told; if not, the screen must stand it."""
    name = console.write(START.replace("Bob", "B" * 10_000))
    result = console.ask("show", name)
    assert result.status in (0, BAD_INPUT)
    assert len(result.err) < 1000
    assert result.widest <= (80 if result.status == 0 else 1000)


# ---- what is no fault -------------------------------------------------------------------------------------------


def test_byte_order_mark_and_windows_line_ends(console: Console) -> None:
    unix = console.ask("show", console.write(EXCHANGED), "--json").data
    windows = "\ufeff" + EXCHANGED.replace("\n", "\r\n")
    assert console.ask("show", console.write(windows), "--json").data == unix
    faulty = console.ask("show", console.write(windows + "guess Ann 9-14\r\n"), "--json").data
    assert [error["line"] for error in faulty["errors"]] == [16]
    assert "\r" not in faulty["message"]


def test_last_line_needs_no_end(console: Console) -> None:
    data = console.ask("show", console.write(EXCHANGED.rstrip("\n")), "--json").data
    assert data["final_logs"] == console.ask("show", console.write(EXCHANGED), "--json").data["final_logs"]


def test_standard_input(console: Console) -> None:
    name = console.write(EXCHANGED)
    piped = console.run("solve", "-", "--json", stdin=EXCHANGED.encode())
    assert piped.status == 0
    assert piped.data == console.ask("solve", name, "--json").data


def once_read(path: Path) -> int:
    """Open a named pipe for writing as soon as somebody reads it, so that a program that never does hangs nothing."""
    for _ in range(200):
        try:
            return os.open(path, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            time.sleep(0.05)
    raise AssertionError("nobody reads the pipe")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_named_pipe(console: Console) -> None:
    path = console.folder / "pipe"
    os.mkfifo(path)
    with console.running("solve", "pipe", "--json") as process:
        with os.fdopen(once_read(path), "wb") as pipe:
            pipe.write(EXCHANGED.encode())
        out, err = process.communicate(timeout=120)
    result = Outcome(process.returncode, out.decode(), err.decode())
    assert (result.status, result.err) == (0, "")
    assert result.data == console.ask("solve", console.write(EXCHANGED), "--json").data


# ---- where the answer goes --------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [[], ["--json"]], ids=["screen", "json"])
def test_closed_pipe(console: Console, form: list[str]) -> None:
    """The reader has left: the status of a program that SIGPIPE has ended, and not a word."""
    name = console.write(EXCHANGED)
    reading, writing = os.pipe()
    os.close(reading)
    try:
        result = console.run("solve", name, *form, stdout=writing)
    finally:
        os.close(writing)
    assert result.err == ""
    assert result.status == CLOSED_PIPE


FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")


@FULL
@pytest.mark.parametrize(
    "arguments",
    [["solve", "game.txt"], ["solve", "game.txt", "--json"], ["wheels"], ["--help"], ["--version"]],
    ids=" ".join,
)
def test_full_disk(console: Console, arguments: list[str]) -> None:
    console.write(EXCHANGED)
    with open("/dev/full", "wb") as full:
        result = console.run(*arguments, stdout=full.fileno())
    assert "Traceback" not in result.err
    assert "No space left on device" in result.err
    assert result.status == BAD_INPUT


@FULL
def test_message_that_cannot_be_written(console: Console) -> None:
    """The status still tells bad input; 1 would be a contradiction."""
    with open("/dev/full", "wb") as full, console.running("show", "missing.txt", stderr=full.fileno()) as process:
        process.communicate(timeout=120)
    assert process.returncode == BAD_INPUT


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell that closes streams")
@pytest.mark.parametrize(
    ("redirection", "arguments"),
    [(">&-", ["show", "game.txt"]), (">&-", ["show", "game.txt", "--json"]), ("<&-", ["show", "-"])],
    ids=["no-output", "no-output-json", "no-input"],
)
def test_closed_streams(console: Console, redirection: str, arguments: list[str]) -> None:
    console.write(EXCHANGED)
    with console.running(*arguments, program=redirected(redirection)) as process:
        _, err = process.communicate(timeout=120)
    assert b"Traceback" not in err
    assert process.returncode not in (0, CONTRADICTION)


# ---- Ctrl-C -----------------------------------------------------------------------------------------------------

# Nothing is known, so CP-SAT and python-constraint would list 1680**6 ways.
ENDLESS = "game lost-code\nplayers Ann Bob\nme Ann\n"


@pytest.fixture
def _interruptible() -> Iterator[None]:
    """A program started in the background inherits that Ctrl-C is ignored; one started under a handler does not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def busy(process: subprocess.Popen[bytes]) -> None:
    """Wait until CP-SAT is loaded and at work."""
    maps = Path(f"/proc/{process.pid}/maps")
    end = time.monotonic() + 10
    while time.monotonic() < end and maps.exists() and "ortools" not in maps.read_text():
        time.sleep(0.05)
    time.sleep(0.8)


@pytest.mark.usefixtures("_interruptible")
@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="needs to see what a process has loaded")
@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "game.txt", "--engine", "cp-sat"],
        ["solve", "game.txt", "--engine", "cp-sat", "--json"],
        ["engines", "game.txt"],
    ],
    ids=" ".join,
)
def test_interrupt(console: Console, arguments: list[str]) -> None:
    """Ctrl-C ends the program at once, with its status, without a traceback and without an answer."""
    console.write(ENDLESS)
    with console.running(*arguments, "--limit", "30") as process:
        busy(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert b"Traceback" not in err
    assert process.returncode == INTERRUPTED
    assert out == b""
