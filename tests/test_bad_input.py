"""What a user types wrong, in a record or after a verb: a clear message, the right status, no traceback."""

import re

import pytest

from tests.console import GOLDEN, VERBS, Console
from tests.records import ANSWERED, BOBS, EXCHANGED, HEADER, ROLLED, SEATED, SET, START, THROWN
from tests.refusals import BAD_INPUT, CONTRADICTION, follow_advice, is_clean

# Bob's sum is 7 + 3 + 1 = 11, so 12-15 was too high.
BOB_MISSED = ROLLED + "guess Ann 9-15\nguess Bob 12-15\nanswer Ann right\nanswer Bob lower\n"
SMALLEST = ROLLED + "guess Ann 9\nguess Bob 10-13\n"
# Each pile has 8 - 1 - 4 = 3 stones; here the bears' three are drawn.
NO_BEARS = (
    THROWN
    + "guess Ann 0\nguess Bob 0-1\nanswer Ann wrong\nanswer Bob higher\n"
    + "exchange Ann bear 0 ?\nexchange Bob bear 3 4\n"
    + "roll bear bear snake\nguess Ann 0\nguess Bob 0-1\nanswer Ann wrong\nanswer Bob higher\n"
    + "exchange Ann bear 2 ?\n"
)
SHORTCUT = START.replace("me Ann\n", "me Ann\nvariant shortcut\n") + "roll bear bear snake\n"
X_RACE = HEADER + "variant x-race\nstack Bob Ann\n"
INTRODUCTORY = HEADER + "variant introductory\n"
OVER = (GOLDEN / "plain-2-complete.game").read_text("utf-8")


def case(name: str, before: str, line: str, typed: str, *expected: str) -> object:
    """A faulty line after good ones; what was typed, as it stands there, and patterns for what was expected."""
    return pytest.param(before, line, typed, expected, id=name.replace(" ", "-"))


FAULTS = [
    # The game
    case("wrong game", "", "game chess", "chess", "lost-code"),
    case("no game", "", "players Ann Bob", "players Ann Bob", "game lost-code"),
    case("a game and more", "", "game lost-code now", "now", "end"),
    case("a game twice", HEADER, "game lost-code", "game", "roll"),
    case("unknown line", START, "frobnicate Ann", "frobnicate", "roll", "guess"),
    case("misspelt keyword", START, "rol bear bear snake", "rol", "roll"),
    # Players
    case("one player", "game lost-code\n", "players Ann", "Ann", "2", "4"),
    case("five players", "game lost-code\n", "players Ann Bob Cy Dee Eve", "Eve", "2", "4"),
    case("no players", "game lost-code\n", "players", "players", "name"),
    case("a name twice", "game lost-code\n", "players Ann Ann", "Ann", "once|twice|different"),
    case("a name in two encodings", "game lost-code\n", "players Zo\u00eb Zoe\u0308", "Zo\u00eb", "once|twice"),
    case("an empty name", "game lost-code\n", 'players Ann ""', "", "name"),
    case("players twice", HEADER, "players Cy Dee", "players", "one|second"),
    case("nobody plays", "game lost-code\n", "roll bear bear snake", "roll bear bear snake", "players"),
    *(
        case(f"the name {name}", "game lost-code\n", f"players Ann {name}", name.strip('"'), "name")
        for name in ("bear", "Bear", "blue", "roll", "ROLL", "right", "curse", "?", "-", "7", "neutral-1", '"snake"')
    ),
    case("me unknown", "game lost-code\nplayers Ann Bob\n", "me Cy", "Cy", "Ann", "Bob"),
    case("me twice", HEADER, "me Bob", "Bob", "Ann"),
    case("two of me", "game lost-code\nplayers Ann Bob\n", "me Ann Bob", "Bob", "end"),
    # Set-up
    case("unknown variant", HEADER, "variant chess", "chess", "x-race", "shortcut"),
    case("a variant twice", HEADER, "variant curse curse", "curse", "once|twice"),
    case("two wheels", HEADER, "wheels 1=5 2=4", "wheels", "7|seven"),
    case("a wheel twice", HEADER, "wheels 1=5 1=4 3=3 4=3 5=2 7=2 10=1", "1=4", "different|once"),
    case("no wheel", HEADER, "wheels 1=5 2=4 3=3 4=3 5=2 7=2 ten", "ten", "="),
    case("a wheel of no width", HEADER, "wheels 0=5 2=4 3=3 4=3 5=2 7=2 10=1", "0=5", "width"),
    case("a wheel wider than the board", HEADER, "wheels 1=5 2=4 3=3 4=3 5=2 7=2 23=1", "23=1", "width"),
    case("a wheel worth nothing", HEADER, "wheels 1=5 2=4 3=3 4=3 5=2 7=2 10=0", "10=0", "VP"),
    case("stack unknown", HEADER, "stack Bob Cy", "Cy", "Ann", "Bob"),
    case("stack too short", HEADER, "stack Bob", "Bob", "Ann"),
    case("stack twice one", HEADER, "stack Bob Bob", "Bob", "once|twice"),
    case("a second stack", SEATED, "stack Ann Bob", "stack Ann Bob", "second", "one line"),
    case("a second stack that says the same", SEATED, "stack Bob Ann", "stack Bob Ann", "second", "one line"),
    case("set-up after the first roll", THROWN, "stack Bob Ann", "stack Bob Ann", "roll"),
    case("a log after the first roll", THROWN, "log Bob bear 3", "log Bob bear 3", "roll"),
    # Logs
    case("log unknown", SEATED, "log Cy bear 3", "Cy", "Bob", "neutral-2"),
    case("log of a third nobody", SEATED, "log neutral-3 bear 3", "neutral-3", "neutral-2"),
    case("log of the viewer", SEATED, "log Ann bear 3", "Ann", "others|hidden"),
    case("a second log", BOBS, "log Bob bear 3", "Bob", "second|one line"),
    case("name in another case", SEATED, "log bob bear 3", "bob", "Bob"),
    case("a symbol twice", SEATED, "log Bob bear 3 bear 4", "bear", "once|twice"),
    case("a symbol twice by its colour", SEATED, "log Bob bear 3 red 4", "bear|red", "once|twice"),
    case("a stone in two logs", BOBS, "log neutral-1 bear 3", "bear 3", "line 6"),
    case("unknown symbol", SEATED, "log Bob dragon 3", "dragon", "bear", "snake"),
    case("ambiguous symbol", SEATED, "log Bob b 3", "b", "bear", "bird", "blue"),
    case("number out of range", SEATED, "log Bob bear 8", "8", r"\b7\b"),
    case("number out of range in x-race", X_RACE, "log Bob bear 9", "9", r"\b8\b"),
    case("number below zero", SEATED, "log Bob bear -1", "-1", "number"),
    case("huge number", SEATED, "log Bob bear " + "9" * 40, "9" * 40, "number"),
    case("number in words", SEATED, "log Bob bear three", "three", "number"),
    case("number in other digits", SEATED, "log Bob bear \u0663", "\u0663", "number"),
    case("number missing", SEATED, "log Bob bear", "log Bob bear", "number"),
    case("bear in the introductory game", INTRODUCTORY, "log Bob bear 3", "bear", "jaguar"),
    # The throw
    case("two dice", START, "roll bear bear", "roll bear bear", "symbol"),
    case("four dice", START, "roll bear bear snake human", "human", "end"),
    case("unknown die", START, "roll bear bear dragon", "dragon", "snake"),
    case("turn before the throw", START, "turn bear human", "turn bear human", "roll"),
    case("turn what does not lie", THROWN, "turn jaguar human", "jaguar", "bear", "snake"),
    case("turn to the same", THROWN, "turn bear bear", "bear", "another"),
    case("turn twice", ROLLED, "turn human bird", "turn human bird", "guess"),
    case("turn after a guess", ROLLED + "guess Ann 9-15\n", "turn human bird", "turn human bird", "guess"),
    case("token without the shortcut", THROWN, "token Ann bear 3", "token Ann bear", "shortcut"),
    case("token of a single die", SHORTCUT, "token Ann snake 3", "token Ann snake", "two dice"),
    case("token with no number", SHORTCUT, "token Ann bear", "token Ann bear", "number"),
    case("token with a number twice", SHORTCUT, "token Ann bear 3 3", "3", "different"),
    case("token with four numbers", SHORTCUT, "token Ann bear 1 2 3 4", "4", "three"),
    case("token taken twice", SHORTCUT + "token Ann bear 3\n", "token Bob bear 3", "token Bob bear", "guess"),
    case("token after the turn", SHORTCUT + "turn bear human\n", "token Ann bear 3", "token Ann bear", "guess"),
    # Guesses
    case("a guess before the throw", START, "guess Ann 9-15", "guess Ann 9-15", "roll"),
    case("another's turn to guess", ROLLED, "guess Bob 10-13", "Bob", "Ann"),
    case("a guess of nobody", ROLLED, "guess Cy 10-13", "Cy", "Ann", "Bob"),
    case("a guess of a neutral log", ROLLED, "guess neutral-1 10-13", "neutral-1", "name"),
    case("a second guess", SET, "guess Ann 9-15", "guess Ann 9-15", "answer"),
    case("a range that fits no wheel", ROLLED, "guess Ann 9-14", "9-14", r"\b7\b", r"\b10\b"),
    case("a range beyond the board", ROLLED, "guess Ann 18-24", "18-24", r"\b21\b"),
    case("a number beyond the board", ROLLED, "guess Ann 22", "22", r"\b21\b"),
    case("a range beyond the x-race board", X_RACE + "roll bear bear snake\n", "guess Ann 22-26", "22-26", r"\b24\b"),
    case("a range backwards", ROLLED, "guess Ann 15-9", "15-9", "9-15"),
    case("half a range", ROLLED, "guess Ann 9-", "9-", "range"),
    case("a range below zero", ROLLED, "guess Ann -3", "-3", "range"),
    case("two ranges", ROLLED, "guess Ann 9-15-20", "9-15-20", "range"),
    case("a range in words", ROLLED, "guess Ann some", "some", "range"),
    case("a range with spaces", ROLLED, "guess Ann 9 - 15", "- 15", "end|range"),
    case("a huge range", ROLLED, "guess Ann 0-" + "9" * 40, "0-" + "9" * 40, "range"),
    case("no range", ROLLED, "guess Ann", "guess Ann", "range"),
    case("two on one wheel", ROLLED + "guess Ann 9-15\n", "guess Bob 3-9", "3-9", "Ann", r"\b10\b"),
    # Answers
    case("an answer before a guess", ROLLED, "answer Ann lower", "answer Ann lower", "guess of Ann"),
    case("an answer before all guesses", ROLLED + "guess Ann 9-15\n", "answer Ann right", "answer Ann", "guess of Bob"),
    case("an answer out of order", SET, "answer Bob right", "answer Bob right", "answer.* Ann"),
    case("an answer twice", SET + "answer Ann lower\n", "answer Ann lower", "Ann", "Bob"),
    case("an answer to nobody", SET, "answer Cy lower", "Cy", "Ann", "Bob"),
    case("no answer", SET, "answer Ann", "answer Ann", "right", "higher"),
    case("unknown answer", SET, "answer Ann maybe", "maybe", "right", "lower", "higher", "wrong"),
    case("lower for the smallest wheel", SMALLEST, "answer Ann lower", "lower", "right", "wrong"),
    case("higher for the smallest wheel", SMALLEST, "answer Ann higher", "higher", "right", "wrong"),
    # Exchanges
    case("an exchange before the answers", SET, "exchange Ann bear 0 ?", "exchange Ann bear 0 ?", "answer.* Ann"),
    case("an exchange of the wrong one", ANSWERED, "exchange Bob bear 3 4", "Bob", "Ann"),
    case("an exchange that is not due", EXCHANGED, "exchange Bob bear 3 4", "exchange Bob bear 3 4", "roll"),
    case("a roll instead of an exchange", ANSWERED, "roll bear bear bear", "roll bear bear bear", "exchange of Ann"),
    case("a roll instead of an answer", SET, "roll bear bear bear", "roll bear bear bear", "answer.* Ann"),
    case("a roll instead of a guess", ROLLED, "roll bear bear bear", "roll bear bear bear", "guess of Ann"),
    case("the viewer's own draw", ANSWERED, "exchange Ann bear 0 5", "5", r"\?"),
    case("a drawn stone that lies elsewhere", BOB_MISSED, "exchange Bob bear 3 6", "bear 6", "line 8"),
    case("an exchange of half a line", ANSWERED, "exchange Ann bear 0", "exchange Ann bear 0", r"\?"),
    case("an empty pile", NO_BEARS, "exchange Bob bear 4 5", "bear", "jaguar", "snake"),
    # The end
    case("final guesses too soon", EXCHANGED, "final Ann bear 3", "final Ann bear 3", "roll|10"),
    case("stones opened too soon", EXCHANGED, "reveal Bob bear 3", "reveal Bob bear 3", "roll|10"),
    case("four final guesses", OVER, "final Bob bear 1 2 3 4", "4", "three"),
    case("a final guess twice", OVER, "final Bob bear 3 3", "3", "different"),
    case("a final guess out of range", OVER, "final Bob bear 8", "8", r"\b7\b"),
    case("a final symbol twice", OVER, "final Bob bear 1 bear 2", "bear", "once|twice"),
    case("a second final", OVER + "final Bob bear 1\n", "final Bob bear 2", "Bob", "second|once", "Dee"),
    case("a second reveal", OVER + "reveal Bob bear 7\n", "reveal Bob bear 7", "Bob", "second|once", "Dee"),
    # Words
    case("a quote left open", "game lost-code\n", 'players Ann "Bob', '"Bob', '"'),
    case("words that run into each other", "game lost-code\n", 'players "Ann"Bob', '"Ann"Bob', "space"),
    case("a keyword in quotes", START, '"roll" bear bear snake', "roll", "quote"),
]


def line_after(before: str) -> int:
    return before.count("\n") + 1


def tells(message: str, typed: str, expected: tuple[str, ...]) -> bool:
    """Whether a message has what was typed and what was expected."""
    shown = typed in message or ("|" in typed and re.search(typed, message) is not None)
    return shown and all(re.search(pattern, message, re.IGNORECASE) for pattern in expected)


@pytest.mark.parametrize(("before", "line", "typed", "expected"), FAULTS)
def test_fault_is_told(console: Console, before: str, line: str, typed: str, expected: tuple[str, ...]) -> None:
    name = console.write(before + line + "\n")
    written = console.files()
    result = console.ask("solve", name)
    assert result.status == BAD_INPUT
    assert result.out == ""
    message = result.err.split("\n")[0]
    assert message.startswith(f"{name}:{line_after(before)}: ")
    assert tells(message, typed, expected), message
    assert console.files() == written


@pytest.mark.parametrize(("before", "line", "typed", "expected"), FAULTS)
def test_fault_as_json(console: Console, before: str, line: str, typed: str, expected: tuple[str, ...]) -> None:
    """The form of the specification: {"error": "notation", "line": 14, "message": "…", "errors": […]}."""
    result = console.ask("solve", console.write(before + line + "\n"), "--json")
    assert result.status == BAD_INPUT
    assert result.err == ""
    assert result.data["error"] == "notation"
    assert result.data["line"] == line_after(before)
    assert tells(result.data["message"], typed, expected), result.data["message"]
    assert [error["line"] for error in result.data["errors"]] == [line_after(before)]
    assert result.data["errors"][0]["message"] == result.data["message"]


@pytest.mark.parametrize(("before", "line", "typed", "expected"), FAULTS)
def test_what_stands_before_a_fault_can_be_used(
    console: Console, before: str, line: str, typed: str, expected: tuple[str, ...]
) -> None:
    del typed, expected
    name = console.write(before + line + "\n")
    told = console.ask("show", name)
    if "players" in before:
        assert f"--at {line_after(before)}" in told.err
        cut = console.ask("show", name, "--at", str(line_after(before)), "--json")
        assert cut.status == 0
        assert cut.data == console.ask("show", console.write(before, "before.txt"), "--json").data
    follow_advice(console, name, told)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_tells_the_fault(console: Console, verb: str) -> None:
    result = console.ask(verb, console.write(ROLLED + "guess Ann 9-14\n"))
    assert (result.status, result.out) == (BAD_INPUT, "")
    assert result.err.startswith("game.txt:11: ")


# ---- the rounds of a game ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "rounds"),
    [("plain-2-complete", 10), ("x-race-3-complete", 9), ("introductory-3-complete", 9), ("plain-4-complete", 8)],
)
def test_one_round_too_many(console: Console, record: str, rounds: int) -> None:
    """Rulebook: 8 rounds in a 4 players game, 9 in a 3 players game, 10 in a 2 players game."""
    text = (GOLDEN / f"{record}.game").read_text("utf-8")
    assert len(re.findall("^roll", text, re.MULTILINE)) == rounds
    result = console.ask("show", console.write(text + "roll human bird snake\n"))
    assert result.status == BAD_INPUT
    message = result.err.split("\n")[0]
    assert message.startswith(f"game.txt:{line_after(text)}: ")
    assert re.search(rf"\b{rounds}\b", message)
    assert re.search("final", message)
    assert console.ask("show", "game.txt", "--at", str(line_after(text))).status == 0


# ---- several faults ----------------------------------------------------------------------------------------------

SEVERAL = (
    "# a game with faults on lines 6, 7, 9, 10, 12, 13, 14 and 16\n"
    "game lost-code\n"
    "players Ann Bob\n"
    "me Ann\n"
    "log Bob bear 3 jaguar 0 human 7 bird 2 chameleon 5 snake 1\n"
    "log neutral-1 bear 3\n"  # a stone in two logs
    "log neutral-2 bear 9\n"  # a number out of range
    "roll bear bear snake\n"
    "trun bear human\n"  # an unknown line
    "guess Ann 9-14\n"  # no wheel
    "guess Bob 10-13\n"
    "answer Cy lower\n"  # an unknown name
    "answer Ann maybe\n"  # an unknown answer
    'answer "Bob right\n'  # a quote left open
    "\n"
    "exchange Ann dragon 0 ?\n"  # an unknown symbol
)
FAULTY_LINES = [6, 7, 9, 10, 12, 13, 14, 16]


def test_several_faults_together_and_in_order(console: Console) -> None:
    name = console.write(SEVERAL)
    text = console.ask("solve", name)
    assert text.status == BAD_INPUT
    assert [int(line) for line in re.findall(r"^game\.txt:(\d+): ", text.err, re.MULTILINE)] == FAULTY_LINES
    data = console.ask("solve", name, "--json").data
    assert data["line"] == FAULTY_LINES[0]
    assert [error["line"] for error in data["errors"]] == FAULTY_LINES
    assert all(error["message"] for error in data["errors"])


def test_beginning_of_a_file_with_several_faults(console: Console) -> None:
    """Lines 1 to 5 are a game with Bob's log known."""
    name = console.write(SEVERAL)
    assert console.ask("show", name, "--at", "6", "--json").data["final_logs"]["Bob"]["human"] == 7
    at_seven = console.ask("show", name, "--at", "7")
    assert at_seven.status == BAD_INPUT
    assert "game.txt:6: " in at_seven.err
    assert "game.txt:7: " not in at_seven.err


def test_range_at_the_end_of_the_x_race_board(console: Console) -> None:
    """Three eights are 24, so 20-24 lies on that board, and on no other."""
    assert console.ask("show", console.write(X_RACE + "roll bear bear snake\nguess Ann 20-24\n")).status == 0
    assert console.ask("show", console.write(THROWN + "guess Ann 20-24\n")).status == BAD_INPUT


# ---- contradictions ---------------------------------------------------------------------------------------------

# The sum of the same stones was at most 9, and at least 12.
TWO_ANSWERS = (
    THROWN
    + "guess Ann 0-9\nguess Bob 0-6\nanswer Ann right\nanswer Bob higher\nexchange Bob jaguar 0 1\n"
    + "roll bear bear snake\nguess Bob 0-6\nguess Ann 12-21\nanswer Bob higher\nanswer Ann right\n"
)


@pytest.mark.parametrize("verb", ["solve", "rank", "final"])
def test_contradiction(console: Console, verb: str) -> None:
    name = console.write(TWO_ANSWERS)
    answers = [n for n, line in enumerate(TWO_ANSWERS.split("\n"), 1) if line == "answer Ann right"]
    text = console.ask(verb, name)
    assert (text.status, text.err) == (CONTRADICTION, "")
    assert name in text.out
    assert all(re.search(rf"\b{line}\b", text.out) for line in answers)
    result = console.ask(verb, name, "--json")
    assert (result.status, result.err) == (CONTRADICTION, "")
    assert result.data["error"] == "contradiction"
    assert result.data["lines"] == answers


def test_contradiction_for_the_engines(console: Console) -> None:
    result = console.ask("engines", console.write(TWO_ANSWERS))
    assert result.status == CONTRADICTION
    assert re.search(r"\b12\b.*\b19\b", result.words)


def test_own_discard_that_lies_elsewhere(console: Console) -> None:
    """Ann gives up a bear 3; Bob's bear 3 stands on line 6. Both lines are named."""
    name = console.write(ANSWERED + "exchange Ann bear 3 ?\n")
    result = console.ask("solve", name, "--json")
    assert result.status == CONTRADICTION
    assert (result.data["error"], result.data["lines"]) == ("contradiction", [6, 15])
    text = console.ask("solve", name)
    assert text.status == CONTRADICTION
    assert re.search(r"\b6\b", text.out)
    assert re.search(r"\b15\b", text.out)


# ---- options ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["0", "-3", "x", "1.5", ""])
def test_at_no_line(console: Console, line: str) -> None:
    result = console.ask("show", console.write(EXCHANGED), "--at", line)
    assert (result.status, result.out) == (BAD_INPUT, "")
    assert "--at" in result.err
    assert line in result.err


@pytest.mark.parametrize("line", ["16", "1000", "9" * 30])
def test_at_beyond_the_end(console: Console, line: str) -> None:
    name = console.write(EXCHANGED)
    assert console.ask("show", name, "--at", line, "--json").data == console.ask("show", name, "--json").data


@pytest.mark.parametrize("line", ["1", "2"])
def test_at_before_there_are_players(console: Console, line: str) -> None:
    result = console.ask("show", console.write(EXCHANGED), "--at", line)
    assert (result.status, result.out) == (BAD_INPUT, "")
    assert "game.txt" in result.err
    assert "--at" not in result.err  # no advice that leads back to here


@pytest.mark.parametrize("name", ["Cy", "neutral-1", "ann", "bear", "?", ""])
@pytest.mark.parametrize("verb", VERBS)
def test_as_nobody_who_plays(console: Console, verb: str, name: str) -> None:
    file = console.write(EXCHANGED)
    result = console.ask(verb, file, "--as", name)
    assert (result.status, result.out) == (BAD_INPUT, "")
    assert f"“{name}”" in result.err
    assert "Ann" in result.err
    assert "Bob" in result.err
    data = console.ask(verb, file, "--as", name, "--json").data
    assert "error" in data
    assert f"“{name}”" in data["message"]


@pytest.mark.parametrize("verb", ["solve", "rank", "final", "engines"])
def test_no_seat(console: Console, verb: str) -> None:
    """Specification: --as is needed in a record without `me`."""
    file = console.write(EXCHANGED.replace("me Ann\n", ""))
    result = console.ask(verb, file)
    assert (result.status, result.out) == (BAD_INPUT, "")
    assert all(word in result.err for word in ("--as", "Ann", "Bob"))
    assert "error" in console.ask(verb, file, "--json").data


@pytest.mark.parametrize("value", ["\x1b[31mCy", "\u202eyC"], ids=["escape", "bidi"])
@pytest.mark.parametrize(
    "arguments", [["show", "game.txt", "--as"], ["show"], ["wheels", "--set"], []], ids=["as", "file", "set", "verb"]
)
def test_strange_arguments_reach_no_terminal(console: Console, arguments: list[str], value: str) -> None:
    console.write(EXCHANGED)
    result = console.ask(*arguments, value)
    assert (result.status, result.out) == (BAD_INPUT, "")
    assert result.err
    assert is_clean(result.err)


def test_arguments_that_are_no_text(console: Console) -> None:
    name = console.write(EXCHANGED).encode()
    for arguments in ([b"show", name, b"--as", b"\xff"], [b"show", b"\xff"]):
        result = console.run(*arguments)
        assert (result.status, result.out) == (BAD_INPUT, "")
        assert result.err
        assert "Traceback" not in result.err
    assert "error" in console.run(b"show", name, b"--as", b"\xff", b"--json").data


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve"],
        ["solve", "game.txt", "game.txt"],
        ["solve", "game.txt", "--list", "0"],
        ["solve", "game.txt", "--list", "x"],
        ["solve", "game.txt", "--engine", "magic"],
        ["solve", "game.txt", "--limit", "0"],
        ["solve", "game.txt", "--limit", "-1"],
        ["solve", "game.txt", "--engine", "cp-sat", "--limit", "nan"],
        ["rank", "game.txt", "--top", "0"],
        ["rank", "game.txt", "--top", "many"],
        ["show", "game.txt", "--frobnicate"],
        ["frobnicate", "game.txt"],
    ],
    ids=" ".join,
)
def test_wrong_options(console: Console, arguments: list[str]) -> None:
    console.write(EXCHANGED)
    written = console.files()
    result = console.ask(*arguments)
    assert (result.status, result.out) == (BAD_INPUT, "")
    assert "Error" in result.err
    assert console.files() == written
