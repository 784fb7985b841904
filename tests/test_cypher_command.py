"""Cypher as a user meets it: new, show, solve, explain, check and play, at two widths, and what goes wrong."""

import json
import re
import shlex
from pathlib import Path

import pytest
from rich.cells import cell_len

from cli.cypher.companion import COMMANDS
from cli.cypher.words import copies, next_game
from solver.cypher.events import Custom
from solver.cypher.notation import KEYWORDS
from solver.cypher.view import view
from solver.games import read
from tests.console import Console
from tests.readme import README
from tests.test_cypher_rules import BOX, DRY, FOURTH, MINE, OPEN_THREE, POWER

GOLDEN = Path(__file__).parent / "golden" / "cypher"
THREE = (GOLDEN / "three.game").read_text("utf-8")
FOUR = (GOLDEN / "four-actions.game").read_text("utf-8")
TWO = (GOLDEN / "two-actions.game").read_text("utf-8")
COMPLETE = (GOLDEN / "four-complete.game").read_text("utf-8")
CONTRADICTION = (GOLDEN / "contradiction.game").read_text("utf-8")
ANSWERS = ["cypher", "Ann Bob Cy", "a", BOX.removeprefix("cards "), "", "a c f"]
"""The game, players, me, the cards, nothing removed, the hand."""
SET_UP = f"game cypher\nplayers Ann Bob Cy\nme Ann\n{BOX}\nhand Ann a c f\n"


def typed(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def text(console: Console, name: str = "g.game") -> str:
    return (console.folder / name).read_text("utf-8")


def box_file(console: Console) -> Path:
    return console.folder / "settings" / "cypher.toml"


# ---- the README ------------------------------------------------------------------------------------------------------


def test_the_readme_shows_every_kind_of_line_in_a_record_that_reads() -> None:
    chapter = README.read_text("utf-8").split("\n## Cypher\n")[1].split("\n## ")[0]
    (shown,) = re.findall(r"```\n(game cypher\n.*?)```", chapter, re.DOTALL)
    kinds = {line.split()[0] for line in shown.splitlines()} | set(re.findall(r"`(discard) Bob \?`", chapter))
    assert kinds == set(KEYWORDS)
    assert read(shown).state.started
    assert all(f"`{custom}`" in chapter for custom in Custom)
    assert all(name in chapter for name in COMMANDS if name != "show")


# ---- new -------------------------------------------------------------------------------------------------------------


def test_the_questions_make_the_record_and_keep_the_box(console: Console) -> None:
    result = console.ask("new", "g.game", stdin=typed(ANSWERS))
    assert (result.status, text(console)) == (0, SET_UP)
    # What the box says is kept: Enter takes it the next time, though a card may be taken out then.
    again = console.ask("new", "two.game", "--game", "cy", stdin=typed(["Ann Bob", "b", "", "y", "d e"]))
    assert again.status == 0
    assert text(console, "two.game") == f"game cypher\nplayers Ann Bob\nme Bob\n{BOX}\nremoved\nhand Bob d e\n"


@pytest.mark.parametrize("answered", range(2, len(ANSWERS)))
def test_what_was_entered_is_kept_and_goes_on_there(console: Console, answered: int) -> None:
    assert console.ask("new", "g.game", stdin=typed(ANSWERS[:answered])).status == 2
    again = ANSWERS[answered:]
    if answered == 5:
        again = ["", *again]  # that nothing was taken out needs no line, so it is asked again
    assert console.ask("new", "g.game", stdin=typed(again)).status == 0
    assert text(console) == SET_UP


@pytest.mark.parametrize(
    ("place", "wrong", "told"),
    [
        (1, "Ann", "2 to 4 players"),
        (2, "zed", "nobody of that name plays"),
        (3, "power=0 a=1x17", "these are 18 cards"),
        (3, "power", "not a card with its value"),
        (4, "maybe", "neither yes nor no"),
        (5, "a c", "3 cards are dealt to Ann, not 2; expected 3 names"),
        (5, "a c z", "no card is called so"),
        (5, "a c ?", "these cards were seen"),
    ],
)
def test_every_mistake_is_caught_at_once(console: Console, place: int, wrong: str, told: str) -> None:
    result = console.ask("new", "g.game", stdin=typed([*ANSWERS[:place], wrong]))
    assert result.status == 2
    assert told in result.words


def test_place_holders_are_marked_as_assumed(console: Console) -> None:
    console.ask("new", "g.game", "--game", "cypher", stdin=typed(["Ann Bob", "a", "", "", "card-1 card-2 power"]))
    assert "cards" not in text(console)
    assert console.ask("show", "g.game", "--json").data["assumed"] == ["cards"]
    assert "place-holders, assumed" in console.ask("show", "g.game").words


def test_options_set_a_game_up_and_ask_nothing(console: Console) -> None:
    options = ["--game", "cypher", "--player", "Ann", "--player", "Bob", "--me", "ann", "--line", "hand Ann a b c"]
    result = console.ask("new", "g.game", *options, "--line", BOX)
    assert result.status == 0
    assert text(console) == f"game cypher\nplayers Ann Bob\nme Ann\n{BOX}\nhand Ann a b c\n"
    refused = console.ask("new", "x.game", *options, "--line", "market g")
    assert refused.status == 2
    assert "no line of the set-up" in refused.said
    assert console.ask("new", "x.game", *options, "--variant", "curse").status == 2


FILE = """\
[[card]]
name = "power"
value = 0
action = "The end comes."
[[card]]
name = "night guard"
value = -2
copies = 9
class = "watch"
permanent = true
[[card]]
name = "b"
copies = 9
"""


def test_the_box_file_is_copied_into_the_record(console: Console) -> None:
    box_file(console).parent.mkdir()
    box_file(console).write_text(FILE, "utf-8")
    options = ["--game", "cypher", "--player", "Ann", "--player", "Bob", "--me", "Ann"]
    assert console.ask("new", "g.game", *options).status == 0
    assert text(console).splitlines()[3:] == [
        'cards power=0 "night guard=-2x9" b=?x9',
        'card power action "The end comes."',
        'card "night guard" class watch permanent',
    ]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("rubbish", "Expected"),
        ("[[card]]\nname = 3\n", "expected words in quotes"),
        ('[[card]]\nname = "a"\nvalue = "x"\n', "expected a whole number"),
        ('[[card]]\nname = "a"\nprice = 3\n', "“price” is not known"),
        ('[[card]]\nname = "a"\ncopies = 3\n', "these are 3 cards"),
        ("[[card]]\nvalue = 3\n", "its name is missing"),
        ('[[card]]\nname = "a"\npermanent = 1\n', "expected true or false"),
        ("cards = 3\n", "“cards” is not known here"),
    ],
)
def test_a_damaged_box_file_is_named_and_left_as_it_is(console: Console, words: str, told: str) -> None:
    box_file(console).parent.mkdir()
    box_file(console).write_text(words, "utf-8")
    result = console.ask("new", "g.game", "--game", "cypher", "--player", "Ann", "--player", "Bob")
    assert result.status == 2
    assert "cypher.toml" in result.err
    assert told in result.err
    assert box_file(console).read_text("utf-8") == words
    assert not (console.folder / "g.game").exists()


# ---- screens and JSON ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("game", [THREE, FOUR, TWO, COMPLETE], ids=["three", "four", "two", "complete"])
def test_screens_fit(console: Console, game: str, columns: int) -> None:
    name = console.write(game)
    seat = [] if "\nme " in game else ["--as", "Bob"]
    seated = [["solve", name, *seat], ["explain", name, *seat]] if game is not COMPLETE else []
    for call in (["show", name, *seat], ["check", name], *seated):
        shown = console.ask(*call, COLUMNS=str(columns), NO_COLOR="1")
        assert shown.status == 0, shown.said
        assert "\x1b" not in shown.out
        assert max(map(cell_len, shown.out.splitlines())) <= columns


def test_show_tells_the_table(console: Console) -> None:
    words = console.ask("show", console.write(THREE)).words
    assert "Next: Cy plays a card." in words
    assert "Market: d (4) · deck: 10" in words
    assert "Ann (you) 2 3 c (3)" in words
    assert "Without actions the deck is never empty" in words


def test_show_tells_the_last_turns_and_who_wins_a_tie(console: Console) -> None:
    words = console.ask("show", console.write(POWER)).words
    assert "Ann triggered the end. A last turn still: Bob, Cy and Ann." in words
    assert "Who is named first wins a tie: Bob, Cy, Ann." in words


def test_show_tells_the_winner_and_the_series(console: Console) -> None:
    words = console.ask("show", console.write(COMPLETE.replace("hand Ann", "won Ann 1\nhand Ann", 1))).words
    expected = json.loads((GOLDEN / "four-complete.expected.json").read_text("utf-8"))
    assert f"{expected['winner']} wins:" in words
    assert "Games won: Ann 1" in words or "Games won: Ann 2" in words


def test_the_next_game_of_a_series_is_set_up_by_the_command_that_the_last_one_shows(console: Console) -> None:
    """Ruling 16: the left neighbour of who began begins; names and order stay, the games won are counted."""
    told = json.loads((GOLDEN / "four-complete.expected.json").read_text("utf-8"))
    won = COMPLETE.replace("hand Ann", "won Bob 1\nruling fourth after\nhand Ann", 1)
    last = next(line for line in won.splitlines() if line.startswith("players"))
    shown = console.ask("show", console.write(won), COLUMNS="40")
    assert shown.widest <= 40
    # As a shell reads it.
    command = shown.out.partition("Bob:\nlostcode ")[2].partition("\nGames won:")[0].replace("\\\n", "")
    assert console.ask(*shlex.split(command), "next.game").status == 0
    kept = text(console, "next.game").splitlines()
    assert last == 'players Ann Bob Cy "Dee Dee"'
    assert kept[1] == 'players Bob Cy "Dee Dee" Ann'
    assert "ruling fourth after" in kept
    games = {"Bob": 1} | {told["winner"]: 2 if told["winner"] == "Bob" else 1}
    assert any(
        line == "won " + " ".join(f"{name} {games[name]}" for name in ("Ann", "Bob", "Cy") if name in games)
        for line in kept
    )


def test_a_card_that_was_taken_out_is_taken_out_of_the_next_game_too() -> None:
    """“Game Variants”: one card is removed unseen in each game of the variant."""
    seen = view(read(MINE.replace("hand Ann", "removed\nhand Ann")))
    assert next_game(seen, "Bob")[-1].endswith("--line removed")
    assert "removed" not in " ".join(next_game(view(read(MINE)), "Bob"))


def test_several_steps_back_show_once_where_they_led(console: Console) -> None:
    more = "play Ann c\nreceive Ann market\n"
    console.write(MINE + more, "g.game")
    told = console.ask("play", "g.game", stdin="undo 2\n")
    assert told.status == 0
    assert told.words.count("taken back:") == 2
    # The opening, and one prompt after both steps.
    assert told.out.count("\n> ") == 2
    assert text(console) == MINE


def test_the_own_cards_are_asked_for_at_the_table_where_they_are_not_told(console: Console) -> None:
    console.write(MINE.replace("hand Ann a c f\nmarket g\n", ""), "g.game")
    result = console.ask("play", "g.game", stdin=typed(["hand Ann a c f", "g", "quit"]))
    assert "your cards first, like hand Ann a b c" in result.words
    assert text(console) == MINE


def test_solve_says_under_which_model(console: Console) -> None:
    result = console.ask("solve", console.write(THREE))
    assert "if they choose blindly" in result.words
    assert "Certain: f in Cy’s hand." in result.words
    # Ann passed a and f, and Bob took g from the market; c lies on her table, and its other copy was never seen.
    assert "Seen before, and out of sight now: a, f, g." in result.words
    # 1/11 for the other d on top; of the never-seen power a b b c are below, e f g h i above: 5/11 each.
    assert "The market, d (4), is worth more than the top of the deck: 45.5%;" in result.words


def test_solve_as_json_is_what_the_format_says(console: Console) -> None:
    expected = json.loads((GOLDEN / "three.expected.json").read_text("utf-8"))
    data = console.ask("solve", console.write(THREE), "--json").data
    assert data.keys() >= expected.keys()
    assert data["places"]["f"]["Cy"] == pytest.approx(12 / 11, abs=1e-9)
    assert data["places"]["f"]["deck"] == pytest.approx([1 / 11] * 10, abs=1e-9)


def test_explain_a_card_and_a_place(console: Console) -> None:
    name = console.write(THREE)
    assert "f is in Cy’s hand: it follows from line 10." in console.ask("explain", name, "f").words
    only = console.ask("explain", name, "f", "bob", "--json").data
    assert [each["place"] for each in only["impossible"]] == ["Bob"]
    assert console.ask("explain", name, "f", "deck", "3", "--json").data["impossible"] == []
    for wrong in (["z"], ["f", "zed"], ["f", "deck", "11"], ["f", "market"], ["f", "out", "1"]):
        refused = console.ask("explain", name, *wrong)
        assert refused.status == 2, wrong
        assert "expected" in refused.err


def test_a_contradiction_is_an_answer(console: Console) -> None:
    name = console.write(CONTRADICTION)
    data = console.ask("solve", name, "--json")
    assert (data.status, data.data["error"], data.data["lines"]) == (1, "contradiction", [7, 16, 18])
    shown = console.ask("solve", name)
    assert shown.status == 1
    assert "7, 16 and 18" in shown.words
    checked = console.ask("check", name)
    assert checked.status == 1
    assert "line 16: play Cy c → play Cy" in checked.words


def test_bad_input_says_file_line_and_what_was_expected(console: Console) -> None:
    name = console.write(MINE + "play Bob a\n")
    result = console.ask("solve", name)
    assert result.status == 2
    assert f"{name}:7: “Bob”: it is another’s turn; expected “play Ann CARD”" in result.err
    assert "--at 7" in result.err
    assert console.ask("show", name, "--at", "7").status == 0
    assert console.ask("check", name).status == 1


def test_commands_of_other_games_are_refused(console: Console) -> None:
    name = console.write(THREE)
    for call in (["rank", name], ["final", name], ["answer", name], ["engines", name], ["solve", name, "--read"]):
        result = console.ask(*call)
        assert result.status == 2, call
        assert "Cypher" in result.err


# ---- play ------------------------------------------------------------------------------------------------------------


def test_a_round_at_the_table_in_few_keys(console: Console) -> None:
    console.write(MINE.replace("market g\n", ""), "g.game")
    lines = [
        "g",
        "c",
        "e",
        "a",
        "f",
        "h",
        "m",
        "d",
        "",
        "i",
        "show",
        "solve",
        "explain f",
        "whatif a",
        "undo",
        "i",
        "quit",
    ]
    result = console.ask("play", "g.game", stdin=typed(lines))
    assert result.status == 0, result.said
    kept = text(console).splitlines()
    assert kept[5:] == [line.split("#")[0].strip() for line in THREE.splitlines()[5:]]
    assert "Certain now: f in Cy’s hand." in result.words
    assert "Score: Ann 3, Bob 0, Cy 0." in result.words
    assert "pass Bob Cy ?" in result.words  # Enter accepted it
    assert "taken back: pass Bob Ann …" in result.words  # what Ann received only she has seen


def test_the_table_shows_what_a_card_does_in_the_owners_words(console: Console) -> None:
    console.write(MINE.replace("hand", 'card c permanent action "Look at the top card."\nhand'), "g.game")
    result = console.ask("play", "g.game", stdin=typed(["c", "quit"]))
    assert "c (permanent): Look at the top card." in result.words
    assert "Permanent actions in force Ann: c: Look at the top card." in console.ask("show", "g.game").words


def test_the_table_says_when_entries_contradict_each_other(console: Console) -> None:
    console.write(THREE, "g.game")
    result = console.ask("play", "g.game", stdin=typed(["c", "m", "c", "quit"]))
    assert "c cannot have been everywhere where it was seen" in result.words
    assert text(console).endswith("market c\n")


def test_a_mistake_at_the_table_loses_nothing(console: Console) -> None:
    console.write(THREE, "g.game")
    result = console.ask("play", "g.game", stdin=typed(["z"]))
    assert result.status == 2
    assert "no card is called so" in result.words
    assert text(console) == THREE


def test_the_list_of_games_names_it(console: Console) -> None:
    (console.data_folder / "games").mkdir(parents=True)
    (console.data_folder / "games" / "a.game").write_text(THREE, "utf-8")
    words = console.ask("list").words
    assert "cypher turn 3 Ann 3, Bob 8, Cy 0" in words


# ---- every phase has its words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (MINE.replace("market g\n", ""), "the market card is turned up, like a"),
        (MINE, "Ann plays a card, like a"),
        (MINE + "play Ann c\n", "Action? Then Ann receives a card: m for the market, its name for the deck"),
        (MINE + "play Ann c\nreceive Ann market\nmarket d\n", "Ann passes a card to Bob, like a"),
        (
            MINE + "play Ann c\nmove Bob Ann h\nreceive Ann deck e\npass Ann Bob a\npass Ann Cy f\n",
            "Ann discards a card, like a",
        ),
        (THREE + "play Cy b\n", "Action? Then Cy receives a card: m for the market, d for the deck"),
        (DRY, "Ann receives a card, or none: the deck is empty: m for the market"),
        (FOURTH, "Ann plays a card, like b u a: a fourth card, a goes under the deck"),
        (
            FOURTH.replace(BOX, f"{BOX}\nruling fourth after") + "play Ann g\n",
            "Ann puts one of four cards under the deck, like a; the lines of the action come first",
        ),
        (COMPLETE, "the game is over; quit leaves"),
    ],
)
def test_the_table_says_what_comes_next_and_how_it_is_typed(console: Console, game: str, told: str) -> None:
    console.write(game, "g.game")
    result = console.ask("play", "g.game", stdin="quit\n")
    assert result.status == 0
    assert told in result.words


def test_a_line_undoes_a_contradiction_only_after_a_question(console: Console) -> None:
    console.write(THREE, "g.game")
    typed_in = ["edit 6 market c", "", "check", "show 3", "quit"]
    result = console.ask("play", "g.game", stdin=typed(typed_in))
    # Two c are in the box and Ann has one: a market of c contradicts nothing, so it is saved unasked.
    assert "line 6 was: market g" in result.words
    wrong = console.ask("play", "g.game", stdin=typed(["edit 13 market c", "n", "check all", "check some"]))
    assert "Save it? y saves" in wrong.words
    assert "Nothing was changed" in wrong.words
    assert "Nothing contradicts itself" in wrong.words
    assert "check takes no such word" in wrong.words
    assert wrong.status == 2


def test_a_record_of_nobody_is_played_without_chances(console: Console) -> None:
    console.write(OPEN_THREE, "g.game")
    result = console.ask("play", "g.game", stdin=typed(["a", "d e", "c", "f", "h", "quit"]))
    assert result.status == 0
    assert "play Bob h" in text(console)
    assert "solve" not in result.words
    refused = console.ask("solve", "g.game")
    assert refused.status == 2
    assert "--as" in refused.err


def test_the_last_card_in_hand_is_proposed(console: Console) -> None:
    console.write(MINE + "play Ann c\nmove Ann Bob a\nmove Ann Bob f\nreceive Ann deck e\n", "g.game")
    console.ask("play", "g.game", stdin=typed(["", "quit"]))
    assert text(console).splitlines()[-1] == "pass Ann Bob e"


# ---- JSON of the other verbs -----------------------------------------------------------------------------------------


def test_json_of_explain_and_check(console: Console) -> None:
    name = console.write(THREE)
    certain = [{"card": "f", "place": "Cy", "position": None, "copies": 1, "lines": [10]}]
    assert console.ask("explain", name, "--json").data["certain"] == certain
    told = console.ask("explain", name, "f", "--json").data
    assert (told["seen"], told["hidden"], told["certain"]) == ([5, 10], [14], certain)
    good = console.ask("check", name, "--json")
    assert (good.status, good.data["faults"], good.data["slips"]) == (0, [], [])
    wrong = console.ask("check", console.write(CONTRADICTION), "--json").data
    assert (wrong["error"], wrong["lines"]) == ("contradiction", [7, 16, 18])
    assert {"line": 18, "says": "market c", "means": "market a"} in wrong["slips"]
    faulty = console.ask("check", console.write(MINE + "play Bob a\n"), "--json").data
    assert (faulty["error"], faulty["line"]) == ("rules", 7)
    assert faulty["slips"] == [{"line": 7, "says": "play Bob a", "means": "play Ann a"}]


def test_json_before_the_first_turn(console: Console) -> None:
    data = console.ask("show", console.write(MINE.replace("market g\n", "")), "--json").data
    assert (data["turn"], data["phase"], data["market"], data["deck"]) == ("Ann", "market", None, 13)
    assert data["hands"] == {"Ann": 3, "Bob": 2, "Cy": 1}
    assert console.ask("check", console.write(MINE.replace("power=0", "end=0")), "--json").data["odd"]


def test_a_seat_that_does_not_play(console: Console) -> None:
    assert console.ask("solve", console.write(THREE), "--as", "Zoe").status == 2
    forbidden = console.write(MINE + "play Bob a\n")
    assert "leave --as out" in console.ask("check", forbidden, "--as", "Bob").err


@pytest.mark.parametrize(
    ("number", "told"),
    [(0.0, "0"), (2.0, "2"), (1.5, "1.50"), (0.999, ">0.99"), (0.001, "<0.01"), (1.004, "<1.01"), (1.996, ">1.99")],
)
def test_a_number_of_copies_is_never_rounded_into_certainty(number: float, told: str) -> None:
    assert copies(number) == told


@pytest.mark.parametrize("command", ["move Bob-table Cy h", "whatif move Bob-table Cy h"])
def test_an_action_may_take_the_last_card_of_a_table(console: Console, command: str) -> None:
    """Bob had h alone, 8 points; then he has none."""
    console.write(THREE, "g.game")
    result = console.ask("play", "g.game", stdin=typed(["d", command, "undo", "redo", "quit"]))
    assert result.status == 0
    assert "Score: Ann 3, Bob 0, Cy 4." in result.words


@pytest.mark.parametrize("verb", ["solve", "show", "explain"])
@pytest.mark.parametrize("as_json", [True, False])
def test_an_error_tells_no_seat_what_another_holds(console: Console, verb: str, as_json: bool) -> None:
    name = console.write(MINE + "play Ann h\n")
    result = console.ask(verb, name, "--as", "Bob", *(["--json"] if as_json else []))
    assert result.status != 0
    said = result.out + result.err
    assert "does not lie in Ann" in said
    assert "a c f" not in said
    assert "a card of that hand" in said


def test_explain_follows_a_card_that_was_taken_from_the_market(console: Console) -> None:
    """Line 6 turns g up, line 12 gives it to Bob; then one card went from his hand to Cy unseen, on line 14."""
    name = console.write(THREE)
    data = console.ask("explain", name, "g", "--json").data
    assert (data["seen"], data["hidden"]) == ([6, 12], [14])
    words = console.ask("explain", name, "g").words
    assert "line 12: g, from market to Bob" in words
    assert "left a hand unseen: line 14." in words


def test_an_expectation_of_one_is_not_more_nor_less(console: Console) -> None:
    """14 cards were never seen, 7 of them in the deck: of the two d one is expected there."""
    name = console.write(MINE + "play Ann c\nreceive Ann deck e\n" + "move deck out ?\n" * 4)
    assert "deck 1, out of the game 0.57." in console.ask("explain", name, "d").words


def test_a_box_file_takes_any_whole_value(console: Console) -> None:
    box_file(console).parent.mkdir()
    box_file(console).write_text(FILE.replace("value = -2", "value = 100000"), "utf-8")
    options = ["--game", "cypher", "--player", "Ann", "--player", "Bob", "--me", "Ann"]
    assert console.ask("new", "g.game", *options).status == 0
    assert 'cards power=0 "night guard=100000x9" b=?x9' in text(console)
    box_file(console).write_text(FILE.replace("value = -2", f"value = {'9' * 5000}"), "utf-8")
    refused = console.ask("new", "h.game", *options)
    assert (refused.status, "cypher.toml" in refused.err) == (2, True)


ALL_TOLD = (
    "game cypher\nplayers Ann Bob Cy\n"
    "cards power=0 ant=1x2 bee=2x2 cat=3x2 dog=4x2 eel=5x2 fox=6x2 gnu=7x2 hen=8x2 ibis=9x2\n"
    "hand Ann ant cat fox\nhand Bob bee dog\nhand Cy eel\nmarket gnu\nplay Ann ant\n"
)
"""A record of one who sees all."""


@pytest.mark.parametrize(
    "line",
    [
        "receive Bob deck hen",
        "recieve Ann deck hen",
        "receive Ann deck hen hen",
        "hen",
        '"receive Ann deck hen',
        "discard Bob hen",
        "pass Ann Bob hen",
        "see deck 1 hen hen",
        "move deck Ann hen # hen",
        "hand Ann hen",
    ],
)
@pytest.mark.parametrize("verb", ["show", "solve", "explain", "check"])
def test_an_error_quotes_no_card_that_the_seat_has_not_seen(console: Console, verb: str, line: str) -> None:
    """Cy saw none of these hens."""
    name = console.write(ALL_TOLD + line + "\nmarket gnu\n")
    for more in ([], ["--json"]):
        result = console.ask(verb, name, "--as", "Cy", *more)
        assert result.status == 2
        assert "hen" not in result.said


def test_an_error_quotes_what_all_or_the_keeper_have_seen(console: Console) -> None:
    name = console.write(ALL_TOLD + "market hen\n")
    assert "market hen" in console.ask("show", name, "--as", "Cy").err
    name = console.write(ALL_TOLD + "hen\n")
    assert "hen" in console.ask("show", name).err
    mine = ALL_TOLD.replace("cards", "me Ann\ncards").replace("bee dog", "? ?").replace("Cy eel", "Cy ?")
    name = console.write(mine + "hen\n")
    assert "hen" in console.ask("show", name, "--as", "Ann").err
    assert "hen" not in console.ask("show", name, "--as", "Cy").err


def test_a_line_may_be_put_before_that_of_the_players(console: Console) -> None:
    """It is refused in words: nobody plays there."""
    console.write(THREE, "g.game")
    for line in ("pass Ann Bob a", "play h", "h", "1 2", "?", "receive", "see Ann a", "market", "shuffle"):
        result = console.ask("play", "g.game", stdin=typed([f"insert 2 {line}"]))
        assert result.status == 2, (line, result.said)
    assert text(console) == THREE
