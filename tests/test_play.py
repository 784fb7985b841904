"""`lostcode play`: what is typed, what is written, what is shown. Here through a pipe."""

from pathlib import Path
from random import Random

import pytest

from cli.table import COMMANDS
from cli.verbs import VERBS
from solver.games import GAMES, read
from solver.lost_code.notation import write
from tests.console import Console, Outcome
from tests.strategies import random_game
from tests.test_shorthand import short_forms

SET_UP = """game lost-code
players Ann Bob
me Ann
stack Bob Ann
wheels 1=5 2=4 3=3 4=3 5=2 7=2 10=1
log Bob bear 3 jaguar 0 human 7 bird 2 chameleon 5 snake 1
log neutral-1 bear 1 jaguar 4 human 2 bird 0 chameleon 3 snake 6
log neutral-2 bear 6 jaguar 7 human 5 bird 4 chameleon 0 snake 2
"""
ROUND = """roll bear bear snake
turn bear human
guess Ann 9-15
guess Bob 10-13
answer Ann lower
answer Bob right
exchange Ann bear 0 ?
"""
"""Ann's bear is one of 0 2 4 5 7, her human one of 0 1 3 4 6, her snake one of 0 3 4 5 7: no sum is above 20."""


def play(console: Console, text: str, *typed: str) -> Outcome:
    return console.ask("play", console.write(text), stdin="".join(f"{line}\n" for line in typed))


def written(console: Console) -> str:
    return (console.folder / "game.txt").read_text("utf-8")


def test_a_round_in_its_shortest_forms(console: Console) -> None:
    result = play(console, SET_UP, "bebes", "be h", "9-15", "10-13", "lo", "", "be 0")
    assert (result.status, written(console)) == (0, SET_UP + ROUND)
    # 3 + 7 + 1 = 11 lies in 10-13, by the stones of Bob.
    assert "Tell Bob: RIGHT, human 7 + bear 3 + snake 1 = 11 for 10-13" in result.words
    assert "Enter: answer Bob right" in result.words
    assert "Bob moves 3 forward: space 3." in result.words


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("columns", [80, 40])
def test_help_tells_what_happens_and_what_can_be_asked(console: Console, name: str, columns: int) -> None:
    folder = Path(__file__).parents[1] / "solver" / name.replace("-", "_") / "examples"
    text = min(folder.glob("*.game")).read_text("utf-8")
    told = console.ask("play", console.write(text), stdin="?\n", COLUMNS=str(columns))
    assert told.widest <= columns
    lines = {" ".join(line.split()) for line in told.out.splitlines()}
    companion = VERBS[name].companion()
    happening = companion.examples(companion.look(read(text)))
    assert happening
    for word in (*happening, *companion.commands, *COMMANDS):
        # What follows its first word may stand on the next line.
        assert any(line.startswith(word.split()[0]) for line in lines), word


def test_lines_from_one_on(console: Console) -> None:
    result = play(console, SET_UP, "lines 7")
    assert "7 log neutral-1" in result.words
    assert "6 log Bob" not in result.words
    wrong = play(console, SET_UP, "lines 9")
    assert wrong.status == 2
    assert "expected a number from 1 to 8" in wrong.words


def test_the_prompt_says_what_comes_next(console: Console) -> None:
    asked = [
        "You throw the dice, like be j h",
        "Round 1/10 · You set a wheel, like 9-15; before that: turn a die, like t be j",
        "Round 1/10 · You set a wheel, like 9-15",
        "Round 1/10 · Bob sets a wheel, like 9-15",
        "Round 1/10 · You set 9-15: what are you told, ok, lo or hi?",
        "Round 1/10 · Tell Bob: RIGHT",
        "Round 1/10 · You exchange a stone: symbol and number given up, like j 3; best: ",
        "You throw the dice",
    ]
    lines = ROUND.splitlines()
    for done, words in enumerate(asked):
        result = play(console, SET_UP + "".join(f"{line}\n" for line in lines[:done]))
        assert words in result.words, words


def test_what_an_answer_tells(console: Console) -> None:
    lines = ROUND.splitlines(keepends=True)
    result = play(console, SET_UP + "".join(lines[:4]), "lo")
    # By hand: of the 125 logs of bear, human and snake, those with a sum below 9; the other three symbols: 125.
    fitting = [(b, h, s) for b in (0, 2, 4, 5, 7) for h in (0, 1, 3, 4, 6) for s in (0, 3, 4, 5, 7) if b + h + s < 9]
    assert f"{125 * len(fitting):,} logs are left, of 15,625." in result.words
    gone = sorted({0, 2, 4, 5, 7} - {bear for bear, _, _ in fitting})
    assert not gone
    assert "Impossible now" not in result.words


def test_certain_impossible_and_possible_again(console: Console) -> None:
    text = SET_UP + "roll snake snake snake\nguess Ann 21\nguess Bob 0-6\nanswer Ann wrong\n"
    result = play(console, text.replace("guess Ann 21\n", "guess Ann 0-9\n").replace("wrong", "higher"), "why")
    assert result.status == 0
    # Three snakes above 9: snake is 4, 5 or 7. Then 15 exactly is right: 5.
    result = play(
        console,
        SET_UP + "roll snake snake snake\nguess Ann 15\nguess Bob 0-6\n",
        "ok",
        "",
    )
    assert "Certain now: snake 5." in result.words
    assert "Impossible now: snake 0 3 4 7." in result.words
    assert "Ann moves 5 forward: space 5." in result.words


def test_nothing_is_known_of_a_new_stone(console: Console) -> None:
    text = SET_UP + "roll snake snake snake\nguess Ann 12-14\nguess Bob 0-6\nanswer Ann higher\nanswer Bob right\n"
    result = play(console, text, "s 5")
    # Above 14 were 5 and 7. The 5 is given up; the new one is any unseen but 5.
    assert "Possible again: snake 0 3 4." in result.words
    assert "Impossible now: snake 5." in result.words


def test_undo_redo_and_notes(console: Console) -> None:
    result = play(console, SET_UP, "bebes", "note a strong throw", "undo", "undo", "redo", "redo", "9-15", "undo")
    assert (result.status, written(console)) == (0, SET_UP + "roll bear bear snake\n# a strong throw\n")
    assert "taken back: roll bear bear snake" in result.words
    assert "done again: # a strong throw" in result.words


@pytest.mark.parametrize(
    "command", ["undo", "redo", "skip", "all", "note", "edit", "edit 99", "edit x", "insert", "edit 5-"]
)
def test_commands_that_have_nothing_to_do(console: Console, command: str) -> None:
    result = play(console, SET_UP, command)
    assert (result.status, written(console)) == (2, SET_UP)
    assert "expected" in result.words


def test_an_old_line_is_changed(console: Console) -> None:
    result = play(console, SET_UP + ROUND, "edit 11 10-16")
    assert (result.status, written(console)) == (0, SET_UP + ROUND.replace("9-15", "10-16"))
    assert "line 11 was: guess Ann 9-15" in result.words


def test_an_old_line_is_asked_for(console: Console) -> None:
    play(console, SET_UP + ROUND, "edit 11", "10-16")
    assert written(console) == SET_UP + ROUND.replace("9-15", "10-16")
    play(console, SET_UP + ROUND, "edit 11", "")
    assert written(console) == SET_UP + ROUND


def test_what_no_longer_fits_is_shown_before_it_is_saved(console: Console) -> None:
    result = play(console, SET_UP + ROUND, "edit 13 ok", "")
    assert (result.status, written(console)) == (0, SET_UP + ROUND)
    assert "exchange Ann bear 0 ?" in result.words
    assert "Nothing was changed." in result.words
    result = play(console, SET_UP + ROUND, "edit 13 ok", "y")
    changed = (SET_UP + ROUND).replace("answer Ann lower", "answer Ann right").replace("exchange", "# again: exchange")
    assert (result.status, written(console)) == (0, changed)
    assert "Does not fit yet, skip drops it: exchange Ann bear 0 ?" in result.words
    # What comes again is refused while it does not fit, and taken when it does.
    assert play(console, changed, "").status == 2
    assert play(console, changed, "all").status == 2
    fits = changed.replace("answer Ann right", "answer Ann lower")
    assert "Enter: exchange Ann bear 0 ? (from before; skip drops it)" in play(console, fits).words
    console.write(changed)
    result = play(console, changed, "edit 13 lo", "all")
    assert (result.status, written(console)) == (0, SET_UP + ROUND)
    play(console, changed, "skip")
    assert written(console) == changed.replace("# again: exchange Ann bear 0 ?\n", "")


def test_an_edit_that_contradicts_what_was_told_is_asked_about(console: Console) -> None:
    text = SET_UP + "roll snake snake snake\nguess Ann 15\nguess Bob 0-6\nanswer Ann wrong\nanswer Bob right\n"
    # Three times a snake of 1 is 3: never 2 to 8 and 9 too. “right” for 16 is impossible: no number times 3.
    result = play(console, text.replace("guess Ann 15", "guess Ann 14"), "edit 12 ok", "")
    assert "! No log fits" in result.words
    assert "Save it?" in result.words
    assert "answer Ann wrong" in written(console)


def test_a_forgotten_line(console: Console) -> None:
    forgotten = SET_UP + ROUND.replace("turn bear human\n", "")
    result = play(console, forgotten, "insert 10 t be h")
    assert (result.status, written(console)) == (0, SET_UP + ROUND)
    play(console, forgotten, "insert 10", "t be h")
    assert written(console) == SET_UP + ROUND
    # Without the turn Bob's sum is 3 + 3 + 1 = 7, and “right” for 10-13 was wrong: that is asked about.
    result = play(console, SET_UP + ROUND, "edit 10 -", "y")
    assert written(console) == forgotten
    assert "the sum is 7" in result.words


def test_what_if_changes_nothing(console: Console) -> None:
    text = SET_UP + "roll snake snake snake\n"
    result = play(console, text, "whatif 15 ok", "whatif 15", "whatif t s be", "whatif 9 15 lower")
    assert (result.status, written(console)) == (0, text)
    # One of five snakes, each equally likely: 3 times 5 is 15.
    assert (
        "If you set 15 and are told “right”: This happens in 20.0 % of your logs. 3,125 logs are left" in result.words
    )
    assert "are told “wrong”: This happens in 80.0 %" in result.words
    assert "If this came next: turn snake bear" in result.words
    assert "If you set 9-15 and are told “lower”: This happens in 20.0 % of your logs." in result.words


@pytest.mark.parametrize(
    ("lines", "typed", "told"),
    [
        # Said without a thought, where the truth is another: Bob's 7 + 3 + 1 = 11 lies above 4-7.
        (4, "ok", "the sum is 11"),
        (4, "bob ok", "the sum is 11"),
        (4, "no", "which way?"),
        (0, "to bob", "no token can be taken now"),
        (2, "rank 3", "rank takes no such word"),
        (2, "solve ann", "solve stands alone"),
        (3, "whatif 9-15", "Ann has that wheel"),
        (2, "undo x", "not a number of steps"),
        (2, "undo 0", "not a number of steps"),
    ],
)
def test_what_is_better_refused(console: Console, lines: int, typed: str, told: str) -> None:
    text = SET_UP.replace("me Ann", "me Bob").replace("log Bob", "log Ann") if lines == 3 else SET_UP
    text += "".join(line + "\n" for line in ROUND.splitlines()[:lines]).replace("10-13", "4-7")
    text += "answer Ann lower\n" if lines == 4 else ""
    result = play(console, text, typed)
    assert (result.status, written(console)) == (2, text)
    assert told in result.words


@pytest.mark.parametrize(
    ("lines", "typed", "told"),
    [
        ("roll bear bear snake\n", "whatif 4 lower", "no direction is told"),
        (ROUND.replace("exchange Ann bear 0 ?\n", ""), "whatif 9-15", "you were answered already"),
        ("", "h" * 1001, "too long for a line"),
        ("", "j " * 600, "too long for a line"),
        ("", "caf\u00e9 \u202e", "control character"),
    ],
)
def test_more_that_is_better_refused(console: Console, lines: str, typed: str, told: str) -> None:
    result = play(console, SET_UP + lines, typed)
    assert (result.status, written(console)) == (2, SET_UP + lines)
    assert told in result.words


def test_one_letter_undoes_or_leaves_unless_it_names_a_player(console: Console) -> None:
    set_up = SET_UP.replace("Bob", "Una") + "roll bear bear snake\nguess Ann 9-15\n"
    play(console, set_up, "u 4", "q", "hi")
    assert written(console) == set_up + "guess Una 4\n"
    play(console, SET_UP + "roll bear bear snake\n", "u")
    assert written(console) == SET_UP


def test_the_introductory_game_turned_into_another(console: Console) -> None:
    set_up = SET_UP.replace("me Ann\n", "me Ann\nvariant introductory\n")
    for symbol in ("bear 3 ", "bear 1 ", "bear 6 "):
        set_up = set_up.replace(symbol, "")
    result = play(console, set_up, "edit 4 variant x-race", "undo", "j j s", "whatif 9-15")
    assert result.status == 0
    assert written(console) == set_up + "roll jaguar jaguar snake\n"
    assert play(console, set_up, "be j s", "whatif 9-15").status == 2
    result = play(console, set_up, "be j s", "t be s", "whatif 9-15")
    assert result.status == 0


def test_an_answer_that_every_hidden_stone_gives_is_proposed(console: Console) -> None:
    hidden = SET_UP.replace("log Bob bear 3", "log Bob bear ?") + "roll bear bear bear\nturn bear snake\n"
    # Bob's bear is at most 7, his sum at most 15.
    result = play(console, hidden + "guess Ann 9-15\nguess Bob 18-21\nanswer Ann lower\n", "")
    assert result.status == 0
    assert written(console).endswith("answer Bob lower\n")


def test_bytes_that_are_no_text(console: Console) -> None:
    name = console.write(SET_UP)
    result = console.run("play", name, stdin=b"bebes\n\xff\n")
    assert (result.status, "this is not text" in result.said) == (2, True)
    assert console.run("new", "other.game", stdin=b"\xff\n").status == 2


def test_an_answer_in_full_is_what_the_table_said(console: Console) -> None:
    text = SET_UP + "".join(line + "\n" for line in ROUND.splitlines()[:5]).replace("10-13", "4-7")
    result = play(console, text, "right")
    assert written(console) == text + "answer Bob right\n"
    assert "but the sum is 11" in result.words


def test_several_steps_at_once(console: Console) -> None:
    result = play(console, SET_UP, *ROUND.splitlines()[:4], "undo 3", "redo 2", "undo 9")
    # The last step finds nothing left to undo and says so.
    assert (result.status, written(console)) == (2, SET_UP)
    assert "done again: guess Ann 9-15" in result.words


def test_what_is_taken_back_and_done_again_is_named(console: Console) -> None:
    result = play(console, SET_UP + ROUND, "edit 11 10-16", "undo", "redo")
    assert "taken back: guess Ann 10-16" in result.words
    assert "done again: guess Ann 10-16" in result.words


def test_a_log_is_changed_by_digits_in_the_order_of_the_pad(console: Console) -> None:
    for typed in ("edit 6 307338", "edit 6 log Bob 307338", "edit 6 log b 307338"):
        play(console, SET_UP.replace("me Ann\n", "me Ann\nvariant x-race\n"), typed.replace("6", "7"))
        assert "log Bob bear 8 jaguar 0 human 3 bird 3 chameleon 7 snake 3\n" in written(console)


@pytest.mark.parametrize("typed", ["whatif", "whatif 9-15", "whatif 99-105 ok", "whatif 9-16 lower", "whatif hello"])
def test_what_if_that_cannot_be(console: Console, typed: str) -> None:
    text = SET_UP if typed == "whatif 9-15" else SET_UP + "roll snake snake snake\n"
    result = play(console, text, typed)
    assert (result.status, written(console)) == (2, text)


def test_questions_that_are_verbs_elsewhere(console: Console) -> None:
    text = SET_UP + "roll snake snake snake\n"
    result = play(
        console, text, "show", "solve", "rank", "rank all", "why", "lines", "?", "help", "hide", "quit", "j j j"
    )
    assert (result.status, written(console)) == (0, text)
    assert "Track, from last to first" in result.words
    assert "bits are still unknown" in result.words
    assert "Against" in result.words
    assert "\n9  roll snake snake snake\n" in result.out
    assert "no terminal" in result.words


def test_commands_by_a_beginning_where_no_line_is_meant(console: Console) -> None:
    result = play(console, SET_UP, "bebes", "und", "q", "j j j")
    assert (result.status, written(console)) == (0, SET_UP)


def test_the_first_refused_line_ends_a_pipe(console: Console) -> None:
    result = play(console, SET_UP, "bebes", "9-16", "9-15")
    assert (result.status, written(console)) == (2, SET_UP + "roll bear bear snake\n")
    assert "no wheel shows 8 numbers" in result.words


def test_a_comment_behind_a_line_is_kept(console: Console) -> None:
    play(console, SET_UP, "bebes   # she cheered")
    assert written(console) == SET_UP + "roll bear bear snake  # she cheered\n"


def test_a_wrong_announcement_is_a_finding(console: Console) -> None:
    lines = ROUND.splitlines(keepends=True)
    result = play(console, SET_UP + "".join(lines[:5]), "hi")
    assert written(console).endswith("answer Bob higher\n")
    assert "! line 14: Bob was told “higher” for 10-13, but the sum is 11" in result.words


def test_a_contradiction_names_lines_and_what_helps(console: Console) -> None:
    text = SET_UP + "roll snake snake snake\nguess Ann 16\nguess Bob 0-6\n"
    result = play(console, text, "ok")
    # 16 is no multiple of 3.
    assert "! No log fits: line 12 cannot be true, given the stones seen." in result.words
    # “right” may have been said for “wrong”; 15 is three times a snake of 5, one off.
    assert "answer Ann wrong" in result.words
    found = play(console, text, "ok", "check", "")
    assert "a range off by one or two" in found.words
    assert "guess Ann 15" in found.words
    # It goes on all the same, and says so after every line.
    assert found.status == 0
    assert "A smallest set of lines: 12. check names the likeliest slip; edit 12 changes a line." in found.words


def test_a_record_of_one_who_sees_all(console: Console) -> None:
    text = SET_UP.replace("me Ann\n", "") + "log Ann bear 0 jaguar 1 human 0 bird 1 chameleon 1 snake 0\n"
    result = play(console, text, "bebes", "9-15", "10-13", "", "", "ann be 0 5", "bob s 3")
    assert result.status == 0
    assert written(console) == text + (
        "roll bear bear snake\nguess Ann 9-15\nguess Bob 10-13\nanswer Ann lower\nanswer Bob lower\n"
        "exchange Ann bear 0 5\nexchange Bob snake 1 3\n"
    )
    assert play(console, text, "whatif 9-15").status == 2
    assert play(console, text, "solve").status == 2
    assert play(console, text, "why").status == 2


def test_a_game_that_is_not_set_up(console: Console) -> None:
    result = play(console, "game lost-code\n", "bebes")
    assert result.status == 2
    assert "lostcode new" in " ".join(result.said.split())


@pytest.mark.parametrize("name", ["nothing.game", "-", ""])
def test_no_such_game(console: Console, name: str) -> None:
    result = console.ask("play", name)
    assert result.status == 2
    assert "expected" in result.said


def test_faults_of_the_file_are_told_and_it_is_left(console: Console) -> None:
    result = play(console, SET_UP + "rolls bear bear snake\n", "undo")
    assert (result.status, written(console)) == (2, SET_UP + "rolls bear bear snake\n")
    assert "game.txt:9:" in result.said


@pytest.mark.parametrize("seed", range(8))
def test_a_whole_game_typed_in_short_forms_is_its_record(console: Console, seed: int) -> None:
    played = random_game(Random(seed), rounds=11)
    full = played.seen_by(played.setup.players[0]) if seed % 2 else played.complete()
    record = read(full)
    moves = [entry for entry in record.entries if record.game.set_up_order(entry.event) is None]
    set_up = "".join(f"{line}\n" for line in record.lines[: moves[0].line - 1])
    # Digits at the end stand in the order of the pad, which short_forms leaves alone.
    typed = [list(short_forms(write(entry.event), read(full, entry.line).state))[-1] for entry in moves]
    result = play(console, set_up, *typed)
    assert result.status == 0
    assert read(written(console)).entries == record.entries
