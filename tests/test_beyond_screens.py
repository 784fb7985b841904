"""Enigma: Beyond Code as a user meets it: screens at two widths, JSON, refusals, and what a seat may not know."""

import json
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.console import Console

GOLDEN = Path(__file__).parent / "golden" / "beyond-code"
LIES = (GOLDEN / "lies-4.game").read_text("utf-8")
SPEC = (GOLDEN / "spec-3.game").read_text("utf-8")
CROWDED = """game beyond-code
players Annabella Bartholomew Christopher Desdemona Ermintrude
me Annabella
keeper Bartholomew
words library "Tell the corner of any card that lies closed; then take a Chaos token, or give one back, or let anybody \
you like look at the card that lies below this one, and say nothing of it"
name Bartholomew a1 library
take Bartholomew chaos
take Bartholomew decryption
name Christopher b1 shadow
doubt Annabella lie is book
name Desdemona c1 joint
doubt Ermintrude lie
name Ermintrude a2 room-1
doubt Annabella truth
look Annabella b3 room-2
name Bartholomew c3 library
"""
FULL = """game beyond-code
players Annabella Bartholomew Christopher Desdemona Ermintrude
me Annabella
keeper Annabella
words library "Tell the corner of any card that lies closed; then take a Chaos token, or give one back, or let anybody \
you like look at the card that lies below this one, and say nothing of it"
words wanderer "I must have seen three rooms in a row, and hold a decryption token, and then another thing that takes \
long to tell about"
ruling checked open
ruling silence-back after-time
ruling breakthroughs 3
ruling cancel active
name Annabella a1 library is book
time 9
next
character Annabella wanderer
name Bartholomew a1 library
"""
for _player in ("Annabella", "Bartholomew", "Christopher", "Desdemona", "Ermintrude"):
    FULL += f"take {_player} chaos\ntake {_player} decryption\n"
FULL += """name Christopher b1 shadow
doubt Annabella lie is book
name Desdemona b1 joint
doubt Ermintrude lie
name Ermintrude b1 room-1
look Annabella b3 room-2
name Annabella b1 enigma is book
name Bartholomew b1 library
"""
"""All there is to say at once: five namings of one square, the match, every token, a character, words, rulings."""
CONTRADICTED = FULL + "told c3 library\ntold c3 not library\n"
COMPLETE = """game beyond-code
players Ann Bob Cy
name Ann a1 library is shadow
name Bob b1 book is book
doubt Cy truth
look Cy {square} {card}
name Ann {own} enigma is {really}
name Bob c2 joint is joint
"""
"""A record without `me`: every look says what the card was."""


@pytest.fixture
def game(console: Console) -> str:
    return console.write(LIES)


# ---- screens ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("text", [LIES, SPEC, CROWDED, FULL, CONTRADICTED, (GOLDEN / "alone.game").read_text("utf-8")])
def test_the_page_fits(console: Console, text: str, columns: int) -> None:
    shown = console.ask("show", console.write(text), COLUMNS=str(columns), NO_COLOR="1")
    assert shown.status == 0
    assert "\x1b" not in shown.out
    lines = shown.out.splitlines()
    assert max(map(cell_len, lines)) <= columns
    # The shell's own prompt takes the 24th.
    assert len(lines) <= 23
    for square in ("a1", "b2", "c3"):
        assert square in shown.out


@pytest.mark.parametrize(("columns", "called"), [(80, "B Library, A Enigma … +3"), (40, "B Library +4")])
def test_what_has_no_room_is_counted_or_cut_with_a_sign(console: Console, columns: int, called: str) -> None:
    shown = console.ask("show", console.write(FULL), COLUMNS=str(columns), NO_COLOR="1")
    assert called in shown.out
    *_, words, assumed, rulings = shown.out.splitlines()
    assert words.startswith("Library: Tell the corner of any card")
    assert words.endswith("…")
    assert assumed == "* assumed: names, corners, time board"
    assert rulings.startswith("rulings: checked open, silence-back")
    assert rulings.endswith(("cancel active", "…"))


def test_what_was_seen_stays_on_the_page_of_a_record_that_contradicts_itself(console: Console) -> None:
    shown = console.ask("show", console.write(CONTRADICTED), NO_COLOR="1")
    assert shown.status == 0
    assert "│Room 2 " in shown.out
    assert "contradict each other" in shown.out
    # A swap carries what was seen along, a shuffle clears it.
    swapped = console.ask("show", console.write(CONTRADICTED + "swap b3 a3\n"), NO_COLOR="1").out.splitlines()
    assert swapped[12].startswith("Room 2 ")
    assert "Room 2" not in console.ask("show", console.write(CONTRADICTED + "shuffle b3 a3\n")).out


def test_a_card_that_may_lie_anywhere_is_no_guess(console: Console) -> None:
    """Bob is caught at a1: the Library lies on one of eight squares, 1 in 8, all others 7 in 64 each."""
    caught = "game beyond-code\nplayers Ann Bob Cy\nme Ann\nkeeper Bob\nname Bob a1 library\ndoubt Cy lie\n"
    assert "Library ?" not in console.ask("show", console.write(caught)).out
    # Cy's word makes one square other than the rest.
    assert console.ask("show", console.write(caught + "name Cy b2 library\n")).out.count("Library ?") == 1


def test_alone_signs_of_doubt_are_not_explained(console: Console) -> None:
    """“Player's Turn (Solo)”: “You cannot lie”."""
    told = console.ask("show", console.write("game beyond-code\nplayers Ann\n")).out
    assert "? likeliest" in told
    assert "caught" not in told


def test_squares_that_are_alike_stand_in_one_where_it_is_narrow(console: Console) -> None:
    """Nothing known: every square has every card, 1 in 9."""
    told = console.ask("solve", console.write("game beyond-code\nplayers Ann Bob\nme Ann\n"), COLUMNS="40")
    assert "a1 b1 c1 a2 b2 c2 a3 b3 c3 Library, Enigma Machine" in told.words
    assert told.out.count("11.1%") == 1
    assert "With namings as evidence" not in told.words


def test_namings_that_say_nothing_more_are_no_second_table(console: Console) -> None:
    proved = "game beyond-code\nplayers Ann Bob Cy\nme Ann\nkeeper Bob\nname Bob a1 library\ndoubt Cy lie\n"
    told = console.ask("solve", console.write(proved)).words
    assert "No naming says more than the hard facts" in told
    assert "With namings as evidence" not in told
    assert "With namings as evidence" in console.ask("solve", console.write(proved + "name Cy b2 shadow\n")).words


def test_names_that_begin_alike_are_told_apart(console: Console) -> None:
    names = 'card room-1 "Conservatory of the East"\ncard room-2 "Conservatory of the West"\n'
    told = console.ask("solve", console.write(f"game beyond-code\nplayers Ann Bob\nme Ann\n{names}"))
    heads = [line[:14].strip() for line in told.out.splitlines() if line.endswith("11.1%")]
    assert len(heads) == len(set(heads)) == 9
    assert {"room-1", "room-2"} <= set(heads)


@pytest.mark.parametrize("columns", [40, 80])
def test_other_screens_fit(console: Console, game: str, columns: int) -> None:
    for call in (
        ["solve", game, "--goal", "book=c1", "enigma=c2"],
        ["explain", game, "c1", "book"],
        ["explain", game, "a3"],
        ["explain", game],
        ["check", game],
    ):
        told = console.ask(*call, COLUMNS=str(columns), NO_COLOR="1")
        assert (told.status, told.err) == (0, "")
        assert told.widest <= columns, call


def test_the_page_says_what_is_noted(console: Console, game: str) -> None:
    words = console.ask("show", game).words
    for said in (
        "Cy: Winter Garden, proved",
        "Dan Enigma Machine !",
        "! caught lying",
        "seen: Cy Dan",
        "seen by all",
        "Green House",
        "silence: Bob",
        "turns left: Ann 2, Bob 2, Cy 2, Dan 2",
        "your turn",
    ):
        assert said in words, said


def test_the_owners_words_stand_beside_the_card_just_named(console: Console) -> None:
    assert "Library: Tell the corner of any card" in console.ask("show", console.write(CROWDED)).words
    # With the turn they go: Ermintrude was the last to name a card, the Winter Garden's place-holder.
    before = CROWDED.rsplit("\n", 2)[0] + "\n"
    assert "Tell the corner" not in console.ask("show", console.write(before)).words


def test_place_holders_are_marked_as_assumed(console: Console, game: str) -> None:
    assert "* assumed: names, corners, time board" in console.ask("show", console.write(SPEC, "spec.game")).words
    assert "assumed" not in console.ask("show", game).words


def test_solve_prints_no_certainty_that_is_none(console: Console) -> None:
    """Of 40,320 layouts one card on one square has 1 in 8; the goal of eight right ones 1 in 40,320."""
    game = console.write("game beyond-code\nplayers Ann Bob\nme Ann\nname Ann a1 library is library\n")
    goal = ["enigma=b1", "shadow=c1", "book=a2", "joint=b2", "room-1=c2", "room-2=a3", "room-3=b3", "room-4=c3"]
    told = console.ask("solve", game, "--goal", *goal)
    assert "<0.1 % by hard facts alone" in told.words
    found = console.ask("solve", game, "--json", "--goal", *goal).data
    assert found["goal"]["hard"] == pytest.approx(1 / 40_320, abs=1e-9)
    assert found["layouts"] == 40_320
    sure = console.ask("solve", game, "--json", "--goal", "library=a1").data["goal"]
    assert sure == {"hard": 1, "soft": 1}


def test_goal_by_hand(console: Console, game: str) -> None:
    """Of the 60 ways of lies-4 the Book lies on c1 and the Enigma Machine on c2 in 3!."""
    goal = console.ask("solve", game, "--json", "--goal", "book=c1", "enigma=c2").data["goal"]
    assert goal["hard"] == pytest.approx(6 / 60, abs=1e-9)
    # c1 is the Book in 10 ways: 3! with c2 Enigma; c2 Cellar leaves two squares for the Enigma Machine: 2 · 2.
    assert goal["soft"] == pytest.approx(6 * 0.6 / (10 * 0.6 + 50 * 0.05), abs=1e-9)


def test_explain(console: Console, game: str) -> None:
    sure = console.ask("explain", game, "a3", "green house", "--json").data
    line = 1 + LIES.splitlines().index(next(line for line in LIES.splitlines() if line.startswith("name Ann a3")))
    assert (sure["chance"], sure["lines"]) == ({"hard": 1, "soft": 1}, [line])
    likely = console.ask("explain", game, "c1", "bo", "--json").data
    # Without Cy's word the Book lies on c1 in 10 of the 60 ways.
    assert [(each["player"], each["without"]) for each in likely["namings"]] == [("Cy", pytest.approx(1 / 6))]
    assert "Cy called c1 Book of Order and Chaos; without it 16.7 %" in console.ask("explain", game, "c1", "bo").words


def test_what_a_card_can_be_called(console: Console, game: str) -> None:
    """Ann knows a3, and nobody else has seen it. A name is safe where no other has seen that card where it lies."""
    told = console.ask("explain", game, "a3", "--json").data
    names = {each["card"]: each for each in told["names"]}
    assert names["room-2"]["true"]
    # Bob has a silence token; Cy and Dan, who may speak, have seen the open b2.
    assert names["room-1"]["knowers"] == {player: {"hard": 1, "soft": 1} for player in ("Cy", "Dan")}
    # Cy has seen c1 and a2, Dan a2 and b3. The Book lies on one of these in some layouts, so it is not safe.
    assert not names["book"]["safe"]
    assert 0 < names["book"]["known"]["soft"] < 1


def test_advice_on_anothers_naming(console: Console) -> None:
    """“Lie!”: with nothing else known, one naming of nine is true with probability 2 / (2 + 2)."""
    game = console.write("game beyond-code\nplayers Ann Bob\nme Ann\nkeeper Bob\nname Bob a1 library\n")
    claim = console.ask("explain", game, "--json").data["claim"]
    assert claim["true"] == {"hard": pytest.approx(1 / 9), "soft": pytest.approx(1 / 2)}
    assert "costs a turn" in console.ask("solve", game).words


def test_what_is_known_needs_no_look(console: Console) -> None:
    """Ann has seen the Library: whoever seeks it and the Book looks where the Book may lie, 1 in 8."""
    game = console.write("game beyond-code\nplayers Ann Bob\nme Ann\nname Ann a1 library is library\n", "g.game")
    told = console.ask("play", game, stdin="advise library book\n").words
    assert "Worth a look, for Library or Book of Order and Chaos b1: 12.5 % one of them, 3.00 bits" in told
    assert "Known to be one of them: a1" in told
    assert "a1: 100" not in told


# ---- what is wrong ---------------------------------------------------------------------------------------------------

TWICE = """game beyond-code
players Ann Bob
me Ann
name Ann a1 library is library
name Bob b1 shadow
told b1 library
"""


def test_check_names_lines_and_slips(console: Console) -> None:
    game = console.write(TWICE)
    solved = console.ask("solve", game, "--json")
    assert (solved.status, solved.data["error"], solved.data["lines"]) == (1, "contradiction", [4, 6])
    checked = console.ask("check", game, "--json")
    assert (checked.status, checked.data["conflict"]) == (1, [4, 6])
    assert {slip["line"] for slip in checked.data["slips"]} == {4, 6}
    assert sum(slip["share"] for slip in checked.data["slips"]) == pytest.approx(1)
    assert "Lines 4 and 6 cannot all be true" in console.ask("check", game).words
    page = console.ask("show", game)
    assert page.status == 0
    assert "contradict" in page.words


def test_solve_of_a_contradiction_names_slips(console: Console) -> None:
    told = console.ask("solve", console.write(TWICE))
    assert told.status == 1
    assert "game.txt: the record contradicts itself" in told.words
    # “told b1 library” may have meant any other card: each of eight is a slip.
    assert "One of these slips would explain everything" in told.words
    explained = console.ask("explain", "game.txt", "a1", "library")
    assert (explained.status, "A smallest set of lines: 4, 6" in explained.words) == (1, True)


@pytest.mark.parametrize(
    ("line", "told", "readable"),
    [
        ("name Bob a1", "the line ends too early", False),
        ("name Bob d4 library", "“d4”: no square is called so; expected a square, a1 to c3", False),
        ("nmae Bob a1 library", "“nmae”: no line begins so; expected “name”", False),
        ("swap a1 a1", "a card cannot change places with itself", False),
        ("ruling time 99", "expected a whole number from 3 to 20", False),
        ("name Eve a1 library", "“Eve”: nobody of that name is here; expected Ann, Bob", True),
        ("name Bob a1 zebra", "“zebra”: no card is called so", True),
        ("doubt Ann lie", "there is no naming that could be doubted now", True),
    ],
)
@pytest.mark.parametrize("verb", ["show", "solve", "explain", "check"])
def test_bad_lines(console: Console, verb: str, line: str, told: str, readable: bool) -> None:
    game = console.write(f"game beyond-code\nplayers Ann Bob\nme Ann\nkeeper Bob\n{line}\n")
    result = console.ask(verb, game)
    # To `check` what can be read, and the rules forbid, is an answer.
    answered = verb == "check" and readable
    assert result.status == (1 if answered else 2)
    said = " ".join(result.said.split())
    assert told in said
    assert ("line 5: " if answered else "game.txt:5: ") in said
    assert console.ask(verb, game, "--json").data["line"] == 5


@pytest.mark.parametrize("verb", ["rank", "final", "answer", "engines"])
def test_commands_of_another_game(console: Console, game: str, verb: str) -> None:
    told = console.ask(verb, game)
    assert (told.status, told.out) == (2, "")
    assert f"“{verb}”: Enigma: Beyond Code has no such command; expected one of check, explain, show, solve" in told.err


@pytest.mark.parametrize("call", [["review"], ["merge"], ["sheet", "show"]])
def test_files_of_another_game(console: Console, game: str, call: list[str]) -> None:
    told = console.ask(*call, game)
    assert told.status == 2
    assert "Enigma: Beyond Code has no such command; expected a record of The Lost Code" in told.err


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (["solve", "--engine", "cp-sat"], "“--engine”: solve of Enigma: Beyond Code takes no such option"),
        (["solve", "--list", "3"], "“--list”"),
        (["solve", "--goal", "library"], "“library”: this says not which card lies where"),
        (["solve", "--goal", "library=d4"], "“d4”: no square is called so; expected a1 to c3"),
        (["solve", "--goal", "attic=a1", "attic=b1"], "stands here twice"),
        (["explain", "a1", "zebra"], "“zebra”: no card is called so"),
        (["explain", "a1", "personal"], "“personal”"),
        (["explain", "a1", "attic", "more"], "“more”: this is too much"),
        (["explain", "c2"], "what lies there is not known"),
        (["show", "--as", "Eve"], "“Eve” does not play here"),
        (["explain", "--hint", "2"], "“--hint”"),
    ],
)
def test_bad_input(console: Console, game: str, call: list[str], told: str) -> None:
    verb, *rest = call
    result = console.ask(verb, game, *rest)
    assert (result.status, result.out) == (2, "")
    assert told in " ".join(result.err.split())
    as_json = console.ask(verb, game, *rest, "--json")
    assert as_json.status == 2
    assert as_json.data["error"] in ("usage", "seat")


def test_the_other_game_knows_no_goal(console: Console) -> None:
    game = console.write("game lost-code\nplayers Ann Bob\n")
    assert "“--goal”: solve of The Lost Code takes no such option" in console.ask("solve", game, "--goal", "a=b").err
    # Without --goal a second file is one too many, whatever the game.
    for name in (game, console.write(LIES, "lies.game")):
        assert "Got unexpected extra argument (a=b)" in console.ask("solve", name, "a=b").err


# ---- what a seat may not know ----------------------------------------------------------------------------------------


def said_to_bob(console: Console, **hidden: str) -> list[str]:
    game = console.write(COMPLETE.format(**hidden))
    calls = (["show"], ["solve"], ["explain", "c2"], ["check"])
    out = []
    for verb, *rest in calls:
        for form in ([], ["--json"]):
            told = console.ask(verb, game, *rest, *form, "--as", "Bob")
            assert told.status == 0, told.said
            out.append(told.out)
    return out


def test_others_looks_change_nothing_for_a_seat(console: Console) -> None:
    same = said_to_bob(console, square="c3", card="room-1", own="a3", really="room-2")
    assert said_to_bob(console, square="c3", card="enigma", own="a3", really="room-3") == same
    # What is public does change it, so the comparison can fail.
    assert said_to_bob(console, square="b3", card="room-1", own="a3", really="room-2") != same


def test_json_is_one_value_with_the_keys_of_its_page(console: Console) -> None:
    told = console.ask("solve", console.write(SPEC), "--json")
    expected = json.loads((GOLDEN / "spec-3.expected.json").read_text("utf-8"))
    assert list(told.data) == list(expected)


def test_list(console: Console) -> None:
    folder = console.data_folder / "games"
    folder.mkdir(parents=True)
    (folder / "one.game").write_text((GOLDEN / "alone.game").read_text("utf-8"), "utf-8")
    (folder / "two.game").write_text("game lost-code\nplayers Ann Bob\n", "utf-8")
    words = console.ask("list").words
    assert "beyond-code 4/7 game 2: Ann 1" in words
    assert "lost-code" in words
    kept = {game["file"].rsplit("/", 1)[-1]: game for game in console.ask("list", "--json").data["games"]}
    assert kept["one.game"]["time"] == {"space": 4, "spaces": 7}
    (folder / "one.game").unlink()
    # Who plays one game only need not read its name.
    assert "lost-code" not in console.ask("list").words
