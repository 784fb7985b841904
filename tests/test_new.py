"""`lostcode new`: the set-up by questions and from options, and `lostcode list`."""

import json
import os
from pathlib import Path

import pytest

from tests.console import Console

ANSWERS = ["Ann Bob", "a", "x c", "bob ann", "ok", "", "307258", "413670", "526104"]
"""Players, me, variants, stack, wheels, pad, and the logs of Bob, neutral-1 and neutral-2."""
SET_UP = """game lost-code
players Ann Bob
me Ann
variant x-race curse
stack Bob Ann
wheels 1=5 2=4 3=3 4=3 5=2 7=2 10=1
log Bob bear 8 jaguar 0 human 5 bird 3 chameleon 7 snake 2
log neutral-1 bear 0 jaguar 1 human 7 bird 4 chameleon 3 snake 6
log neutral-2 bear 4 jaguar 2 human 0 bird 5 chameleon 6 snake 1
"""
"""The same, read by hand in the order bird jaguar chameleon snake human bear."""


def typed(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def text(console: Console, name: str = "g.game") -> str:
    return (console.folder / name).read_text("utf-8")


def test_the_questions_make_the_record(console: Console) -> None:
    result = console.ask("new", "g.game", stdin=typed(ANSWERS))
    assert (result.status, text(console)) == (0, SET_UP)
    assert "please compare with your wheels" in result.words
    assert result.words.endswith("lostcode play g.game")


@pytest.mark.parametrize("answered", range(len(ANSWERS)))
def test_what_was_entered_is_kept_and_goes_on_there(console: Console, answered: int) -> None:
    first = console.ask("new", "g.game", stdin=typed(ANSWERS[:answered]))
    # The input ended too early, but nothing is lost.
    assert first.status == 2
    if answered:
        assert SET_UP.startswith(text(console).split("variant")[0])
    else:
        assert not (console.folder / "g.game").exists()
    result = console.ask("new", "g.game", stdin=typed(ANSWERS[answered:]))
    assert (result.status, text(console)) == (0, SET_UP)


def test_no_me_and_no_variant_need_no_line_and_no_second_answer(console: Console) -> None:
    answers = ["Ann Bob", "-", "", "", "", "", "307251", "413670", "526104", "634512"]
    assert console.ask("new", "g.game", stdin=typed(answers)).status == 0
    written = text(console)
    assert "\nme " not in written
    assert "\nvariant" not in written
    assert "wheels 1=5 2=4 3=3 4=3 5=2 7=2 10=1 assumed\n" in written
    assert "log Ann bear 1 jaguar 0 human 5 bird 3 chameleon 7 snake 2\n" in written


def test_the_introductory_game_asks_for_five_digits(console: Console) -> None:
    answers = ["Ann Bob", "Ann", "i", "", "", "", "30725", "41?67", "?"]
    assert console.ask("new", "g.game", stdin=typed(answers)).status == 0
    logs = [line for line in text(console).splitlines() if line.startswith("log")]
    assert logs == [
        "log Bob jaguar 0 human 5 bird 3 chameleon 7 snake 2",
        "log neutral-1 jaguar 1 human 7 bird 4 chameleon ? snake 6",
        "log neutral-2",
    ]


@pytest.mark.parametrize(
    ("place", "wrong", "told"),
    [
        (0, "Ann", "1 players"),
        (0, "Ann Ann", "twice"),
        (0, "", "too early"),
        (1, "zed", "nobody of that name"),
        (2, "x-rays", "no variant is called so"),
        (3, "ann ann", "not every piece once"),
        (4, "7=0", "no wheel can be so"),
        (4, "7=x", "not the value of a wheel"),
        (5, "bird bear", "six symbols"),
        (6, "30725", "not one digit for each symbol"),
        (6, "307259", "no stone has that number"),
        (7, "313670", "bird 3 was seen already"),
        (6, "30725x", "no symbol is called so"),
    ],
)
def test_every_mistake_is_caught_at_once(console: Console, place: int, wrong: str, told: str) -> None:
    result = console.ask("new", "g.game", stdin=typed([*ANSWERS[:place], wrong]))
    assert result.status == 2
    assert told in result.words
    result = console.ask("new", "g.game", stdin=typed(ANSWERS[place:]))
    assert (result.status, text(console)) == (0, SET_UP)


def test_eight_is_spoken_of_where_it_was_typed(console: Console) -> None:
    x_race = console.ask("new", "x.game", stdin=typed([*ANSWERS[:6], "307259"]))
    assert "8 is only" not in x_race.words
    assert "“9”: no stone has that number; expected 0 to 8" in x_race.words
    # The pad is known by now.
    plain = console.ask("new", "plain.game", stdin=typed([*ANSWERS[:2], "", *ANSWERS[3:5], "307258"]))
    assert "8 is only in the X-Race variant" in plain.words


@pytest.mark.parametrize("columns", [40, 80])
def test_questions_with_wide_names_stay_on_the_screen(console: Console, columns: int) -> None:
    names = "李明李明李明李明 Bob Cy Дарья"
    for answers in ([names], [names, "-"], [names, "-", "", ""], [names, "-", "", "", "", ""]):
        result = console.ask("new", f"{len(answers)}.game", stdin=typed(answers), COLUMNS=str(columns))
        assert result.widest <= columns
        assert "李明李明李明李明" in result.words


def test_undo_takes_an_answer_back(console: Console) -> None:
    answers = ["Ann Bobby", "undo", *ANSWERS[:7], "413671", "undo", *ANSWERS[7:]]
    assert console.ask("new", "g.game", stdin=typed(answers)).status == 0
    assert text(console) == SET_UP


def test_undo_asks_again_what_needed_no_line(console: Console) -> None:
    answers = ["Ann, Bob", "-", "undo", "ann", "", "undo", "curse, x", "undo", "x,c", *ANSWERS[3:]]
    assert console.ask("new", "g.game", stdin=typed(answers)).status == 0
    assert text(console) == SET_UP


def test_wheels_and_pad_are_asked_once(console: Console) -> None:
    pad = "be j h bi c s"
    answers = ["Ann Bob", "Ann", "", "", "10=2", pad, "?", "?", "?"]
    assert console.ask("new", "one.game", stdin=typed(answers)).status == 0
    second = console.ask("new", "two.game", stdin=typed(["Ann Bob", "Ann", "", "", "", "012345", "?", "?"]))
    assert second.status == 0
    assert "wheels 1=5 2=4 3=3 4=3 5=2 7=2 10=2\n" in text(console, "two.game")
    assert "log Bob bear 0 jaguar 1 human 2 bird 3 chameleon 4 snake 5\n" in text(console, "two.game")
    assert "Assumed" not in second.words
    # The X side has values of its own, which nobody has compared yet.
    third = console.ask("new", "three.game", stdin=typed(["Ann Bob", "Ann", "x", ""]))
    assert "please compare with your wheels" in third.words


def test_a_game_that_is_set_up_is_left_alone(console: Console) -> None:
    console.ask("new", "g.game", stdin=typed(ANSWERS))
    for arguments in (["new", "g.game"], ["new", "g.game", "--player", "Eve", "--player", "Flo"]):
        result = console.ask(*arguments)
        assert result.status == 2
        assert text(console) == SET_UP


@pytest.mark.parametrize("content", ["not a game\n", "game lost-code\nplayers Ann\n", "game lost-code\nrubbish\n"])
def test_a_file_that_cannot_be_read_is_left_alone(console: Console, content: str) -> None:
    name = console.write(content)
    assert console.ask("new", name, stdin=typed(ANSWERS)).status == 2
    assert text(console, name) == content


OPTIONS = [
    *("--player", "Ann", "--player", "Bob", "--me", "ann", "--variant", "curse", "--variant", "x"),
    *("--stack", "Bob", "--stack", "Ann", "--wheels", "1=5,2=4,3=3,4=3,5=2,7=2,10=1"),
    *("--log", "Bob=307258", "--log", "neutral-1=413670", "--log", "neutral-2=526104"),
]


def test_options_make_the_same_record_without_a_question(console: Console) -> None:
    result = console.ask("new", "g.game", *OPTIONS)
    assert "Nobody's log is hidden" not in result.words
    assert (result.status, text(console)) == (0, SET_UP.replace("x-race curse", "curse x-race"))


def test_the_order_of_the_pad_from_an_option_is_saved(console: Console) -> None:
    players = ["--player", "Ann", "--player", "Bob"]
    assumed = console.ask("new", "one.game", *players, "--log", "Bob=307251")
    assert "assumed order of the pad, bird jaguar chameleon snake human bear" in assumed.words
    first = console.ask("new", "two.game", *players, "--pad", "be j h bi c s", "--log", "Bob=307251")
    second = console.ask("new", "three.game", *players, "--log", "Bob=307251")
    assert "assumed" not in first.words + second.words
    assert text(console, "two.game") == text(console, "three.game")
    assert "log Bob bear 3 jaguar 0 human 7 bird 2 chameleon 5 snake 1\n" in text(console, "two.game")
    wrong = console.ask("new", "four.game", *players, "--pad", "be j h")
    assert (wrong.status, "--pad:" in wrong.said) == (2, True)


def test_what_no_option_tells_takes_its_default(console: Console) -> None:
    result = console.ask("new", "g.game", "--player", "Ann Lee", "--player", "Bob")
    assert result.status == 0
    assert "Nobody's log is hidden" in result.words
    assert text(console) == (
        'game lost-code\nplayers "Ann Lee" Bob\nstack "Ann Lee" Bob\nwheels 1=5 2=4 3=3 4=3 5=2 7=2 10=1 assumed\n'
    )


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--player", "Ann"], "--player: 1 players"),
        (["--me", "Ann"], "--player"),
        (["--player", "Ann", "--player", "bear"], "--player: a word of the record"),
        (["--player", "Ann", "--player", 'B"b'], "--player"),
        (["--player", "Ann", "--player", "Bob", "--me", "Cy"], "--me: nobody of that name"),
        (["--player", "Ann", "--player", "Bob", "--variant", "z"], "--variant: no variant"),
        (["--player", "Ann", "--player", "Bob", "--stack", "Bob"], "--stack: not every piece"),
        (["--player", "Ann", "--player", "Bob", "--wheels", "1=5,9"], "--wheels: not the value"),
        (["--player", "Ann", "--player", "Bob", "--log", "307251"], "--log: no log is named"),
        (["--player", "Ann", "--player", "Bob", "--log", "Cy=307251"], "--log: nobody of that name"),
        (["--player", "Ann", "--player", "Bob", "--log", "Bob=307258"], "--log: no stone has that number"),
        (["--player", "Ann", "--player", "Bob", "--me", "Bob", "--log", "Bob=307251"], "--log: your own log"),
        (
            ["--player", "Ann", "--player", "Bob", "--log", "Bob=307251", "--log", "Ann=307251"],
            "--log: bear 1 was seen",
        ),
    ],
)
def test_a_wrong_option_is_named_and_nothing_written(console: Console, options: list[str], told: str) -> None:
    result = console.ask("new", "g.game", *options)
    assert result.status == 2
    assert told in " ".join(result.said.split())
    assert not (console.folder / "g.game").exists()


def test_a_game_without_a_name_goes_to_the_folder_of_games(console: Console) -> None:
    for _ in range(2):
        assert console.ask("new", "--player", "Ann", "--player", "Bob").status == 0
    listed = console.ask("list", "--json").data
    assert len(listed["games"]) == 2
    files = {Path(game["file"]) for game in listed["games"]}
    assert {path.parent for path in files} == {Path(listed["folder"])}
    assert all(path.read_text().startswith("game lost-code\nplayers Ann Bob\n") for path in files)


def test_the_list_has_the_newest_first_with_round_and_score(console: Console) -> None:
    assert "Begin one" in console.ask("list").words
    console.ask("new", "--player", "Ann", "--player", "Bob", "--log", "Bob=?", "--log", "Ann=?")
    folder = Path(console.ask("list", "--json").data["folder"])
    games = {"old.game": SET_UP, "new.game": SET_UP + "roll bear bear snake\n", "bad.game": "nonsense\n"}
    for age, (name, content) in enumerate(games.items()):
        (folder / name).write_text(content)
        os.utime(folder / name, (2_000_000_000 + age, 2_000_000_000 + age))
    data = console.ask("list", "--json").data["games"]
    assert [Path(game["file"]).name for game in data[:3]] == ["bad.game", "new.game", "old.game"]
    assert "error" in data[0]
    assert (data[1]["round"], data[1]["rounds"], data[1]["track"]) == (1, 10, {"Ann": 0, "Bob": 0})
    assert json.loads(json.dumps(data[2]))["round"] == 0
    screen = console.ask("list").out.splitlines()
    assert "cannot be read" in screen[1]
    assert "1/10" in screen[2]
    assert "Ann 0" in screen[2]


def test_play_without_a_file_offers_the_games(console: Console) -> None:
    assert console.ask("play").status == 2
    console.ask("new", "--player", "Ann", "--player", "Bob")
    folder = Path(console.ask("list", "--json").data["folder"])
    (folder / "other.game").write_text(SET_UP)
    os.utime(folder / "other.game", (1, 1))
    result = console.ask("play", stdin="2\nj be be\n")
    assert result.status == 0
    assert (folder / "other.game").read_text() == SET_UP + "roll jaguar bear bear\n"
    for wrong in ("7", "0", "0000012", "-1", "one"):
        assert console.ask("play", stdin=f"{wrong}\n").status == 2
    assert console.ask("play", stdin="\nx\n").status == 2
