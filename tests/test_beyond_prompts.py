"""Beyond Code at the table: what is asked for next, and what is told of a line beside the page."""

from random import Random

import pytest

from cli.beyond_code import words
from cli.beyond_code.companion import Companion
from cli.outcome import rendered
from solver.beyond_code.events import End, Next, TimeOut
from solver.errors import RecordFaults
from solver.games import read
from tests.beyond_games import random_text
from tests.console import Console
from tests.terminal import CTRL_U, ENTER, seated

FOUR = "game beyond-code\nplayers Ann Bob Cy Dan\nme Ann\nkeeper Ann\n"
TWO = "game beyond-code\nplayers Ann Bob\nme Ann\nkeeper Ann\n"
SILENT = (
    FOUR
    + "name Ann a1 library is library\nname Bob b1 book\ndoubt Dan lie\nname Cy c1 joint\ndoubt Dan lie\n"
    + "name Dan a2 enigma\nname Ann a3 shadow is room-1\n"
)
"""Bob and Cy were caught; Ann has named the Shadow of Scherbius, and both silent turns come."""


def asked(text: str) -> str:
    return Companion().asked(Companion().look(read(text)))


def changed(text: str, line: str) -> str:
    """What the table shows when a line is entered."""
    before = Companion().look(read(text))
    return " ".join(rendered(Companion().changed(before, Companion().look(read(f"{text}{line}\n")))).split())


# ---- what comes next -------------------------------------------------------------------------------------------------


def test_where_the_keeper_moves_the_marker() -> None:
    """“Turn Order”: before his turn, the first too, he moves it one space forward."""
    assert asked(FOUR) == "You, marker to 2: a naming, like a1 li; a1 li jo if it is jo"
    assert asked(FOUR.replace("keeper Ann", "keeper Bob")).startswith("Bob, marker to 2: a naming")
    caught = FOUR + "name Ann a1 library is library\nname Bob b1 book\ndoubt Dan lie\n"
    assert asked(caught) == "Cy: a naming, like a1 li"


def test_a_record_of_nobody_is_asked_for_every_card() -> None:
    """The record's page: “No such line: every look and naming says what the card was”."""
    text = FOUR.replace("me Ann\n", "")
    assert asked(text) == "Ann, marker to 2: a naming, like a1 li jo"
    text += "name Ann a1 library is book\n"
    assert asked(text) == "Doubt (b lie)? Effect? Then Bob: a1 li jo"
    text += "doubt Bob lie\n"
    assert asked(text) == "Bob: a naming, like a1 li jo"
    silent = text + "name Bob b1 library is library\nname Cy b1 library is library\nname Dan c1 book is book\n"
    assert asked(silent).endswith("Ann: a silent look, like b3 sh")


def test_the_one_who_keeps_the_record_says_what_he_saw() -> None:
    """“Lie!”: the doubting player looks at the card, so Ann can say what it is; the others do not tell."""
    text = FOUR.replace("keeper Ann", "keeper Bob") + "name Bob a1 library\n"
    assert asked(text.replace("me Ann", "me Cy")).startswith("Doubt (c lie sh)? Effect? Then you: a1 li")
    assert asked(text.replace("me Ann", "me Bob").replace("library", "library is book")).startswith("Doubt (c lie)? ")


def test_time_that_runs_out_after_this_turn_is_said_before(console: Console) -> None:
    """“Time Runs Out”: the Keeper's next move reaches the last space, so no other turn comes."""
    turns = "name Ann a1 library is book\nname Bob a1 library\n"
    last = TWO + turns * 4
    assert asked(last) == "Doubt (a lie sh)? Effect? Then time out, or time out NAME if he is the Infiltrator"
    assert Companion().proposed(Companion().look(read(last))) is None
    # Nothing of an effect is left once a card's look and its swap are entered; Enter never drops one unasked.
    assert asked(last + "swap a1 b1\n").startswith("Effect? Then time out")
    caught = Companion().look(read(last + "doubt Ann lie is enigma\n"))
    assert Companion().proposed(caught) == TimeOut()
    console.write(last, "g.game")
    assert console.ask("play", "g.game", stdin="time out\n").status == 0


def test_no_silent_turn_comes_when_time_runs_out() -> None:
    """The look is Bob's own, by his effect: Ann's silent turn would begin on the last space."""
    turns = "name Ann a1 library is book\nname Bob b1 library\n"
    text = TWO + turns * 3 + "name Ann c1 enigma is shadow\ndoubt Bob lie\nname Bob b1 library\n"
    assert asked(text).endswith("Effect? Then time out, or time out NAME if he is the Infiltrator")
    now = Companion().look(read(text))
    line = Companion().understand("c2", now.record)
    assert now.record.then(line).lines[-1] == "look Bob c2"


def test_a_cancelled_enigma_machine_is_said_to_have_no_effect() -> None:
    """“Chaos”: a Chaos token can be returned to cancel all effects of the Enigma Machine."""
    start = FOUR + 'words enigma "Shuffle three."\nname Ann a1 library is library\ntake Ann chaos\nname Bob b1 enigma\n'
    assert "Enigma Machine: Shuffle three." in changed(start[: start.rindex("name Bob")], "name Bob b1 enigma")
    assert "Enigma Machine: cancelled, it has no effect" in changed(start, "cancel Ann")
    assert "Shuffle three" not in changed(start, "cancel Ann")
    assert asked(start + "cancel Ann\n") == "Then Cy: a1 li"


# ---- what a line changed beside the page -----------------------------------------------------------------------------


def test_a_late_line_can_be_put_where_it_belongs(console: Console) -> None:
    text = SILENT + "look Bob b3\nlook Cy c3\n"
    console.write(text, "g.game")
    first = text.splitlines().index("look Bob b3") + 1
    refused = console.ask("play", "g.game", stdin="ann +chaos\n")
    assert (refused.status, (console.folder / "g.game").read_text("utf-8")) == (2, text)
    assert "a line forgotten before it is inserted before it" in refused.words
    done = console.ask("play", "g.game", stdin=f"insert {first} ann +chaos\nd b3 li\n")
    assert done.status == 0, done.said
    lines = (console.folder / "g.game").read_text("utf-8").splitlines()
    assert lines[first - 1 :] == ["take Ann chaos", "look Bob b3", "look Cy c3", "name Dan b3 library"]


def won(character: str, text: str) -> str:
    return f"{text}goal Ann {character} achieved\n"


def test_who_leaves_and_who_comes_with_the_gradual_set() -> None:
    """“Second Game Onward”: each case of the list."""
    start = FOUR + "set gradual\n"
    first = won("cryptologist", start)
    assert "Characters: out of the game: Cryptologist; new in the set: Infiltrator" in changed(first, "next")
    wanderer = won("wanderer", start)
    assert "Characters: new in the set: Archivist" in changed(wanderer, "next")
    second = won("wanderer", wanderer + "next\nturn Bob\n".replace("turn Bob\n", "")).replace(
        "next\ngoal Ann", "next\ngoal Bob"
    )
    assert "Characters: new in the set: Ghost" in changed(second, "next")
    third = second + "next\ngoal Cy wanderer achieved\n"
    told = changed(third, "next")
    assert "Characters: chance adds Infiltrator or Medium, like set gradual infiltrator" in told
    # “In case of a Chaos breakthrough: the character set for the next game does not change.”
    assert "Characters" not in changed(start + "name Ann a1 library is book\ntime 5\n", "next")


def test_two_players_choose_from_more_cards_as_the_set_grows() -> None:
    """“Two-Player Game”: two cards while there are 5 characters in play, three as soon as there are six."""
    start = TWO + "set gradual\n"
    told = changed(won("cryptologist", start), "next")
    assert "new in the set: Infiltrator; each chooses one of 2 characters" in told
    assert "new in the set: Archivist; each chooses one of 3 characters" in changed(won("wanderer", start), "next")


def test_alone_it_is_told_who_is_gone_and_whose_story_tells_the_fate() -> None:
    """“Third victory”: the character with the greatest time in reserve; in a tie the earlier one."""
    start = "game beyond-code\nplayers Ann\n"
    # From space I: 6 spaces left of seven.
    one = won("wanderer", start)
    assert "Characters: out of the game: Wanderer" in changed(one, "next")
    assert asked(one) == "Ann has won"
    # Space II, 5 left; 6 cards are revealed before it, and 6 again before the third (5, and any one).
    cards = ["library", "enigma", "shadow", "book", "personal", "room-1"]
    squares = ["a1", "b1", "c1", "a2", "b2", "c2"]
    shown = "".join(f"open {square} {card}\n" for square, card in zip(squares, cards, strict=True))
    two = won("messiah", f"{one}next\n{shown}")
    three = won("cryptologist", f"{two}next\n{shown}")
    assert asked(three) == ("Ann has won, and the match: the story of the Wanderer tells the fate (6 spaces left)")
    assert Companion().proposed(Companion().look(read(one))) == Next()
    assert Companion().proposed(Companion().look(read(three))) is None
    assert Companion().proposed(Companion().look(read(start + "choose a1 book\n"))) == End()


# ---- why, and what is shown until a key is pressed -------------------------------------------------------------------


def test_explain_gives_the_lines_that_decide_it(console: Console) -> None:
    game = console.write(SILENT, "g.game")
    line = SILENT.splitlines().index("doubt Dan lie") + 1
    told = console.ask("explain", game, "b1", "book").words
    assert f"Book of Order and Chaos on b1 is impossible. line {line}: doubt Dan lie" in told
    own = SILENT.splitlines().index("name Ann a3 shadow is room-1") + 1
    assert f"line {own}: name Ann a3 shadow is room-1" in console.ask("explain", game, "a3", "room-1").words
    assert "impossible, by the set-up alone" not in told


def test_explain_shows_a_seat_no_look_of_another(console: Console) -> None:
    """Dan saw what b1 is; for Bob the line says only that it was a lie."""
    text = (
        "game beyond-code\nplayers Ann Bob Cy Dan\nme Dan\nname Ann a1 library\n"
        "name Bob b1 book\ndoubt Dan lie is enigma\n"
    )
    game = console.write(text)
    assert "line 6: doubt Dan lie is enigma" in console.ask("explain", game, "b1", "book").words
    told = console.ask("explain", game, "b1", "book", "--as", "Cy").words
    assert "line 6: doubt Dan lie" in told
    assert "enigma" not in told


def test_explain_in_play_is_what_it_is_in_the_shell(console: Console) -> None:
    game = console.write(SILENT, "g.game")
    for rest in ("", "a3", "b1 book"):
        shell = console.ask("explain", game, *rest.split())
        assert shell.out.splitlines()[-1] in console.ask("play", game, stdin=f"explain {rest}\n").out


def test_one_line_that_cannot_be_true_is_said_so() -> None:
    assert words.conflict((38,)) == "Line 38 cannot be true"
    assert words.conflict((4, 6)) == "Lines 4 and 6 cannot all be true"


def test_cards_are_called_as_the_box_calls_them(console: Console) -> None:
    """In slips and in lines that explain; what is shown may be typed as it stands."""
    names = 'card room-1 "Winter Garden"\ncard room-2 Attic\n'
    text = f"game beyond-code\nplayers Ann Bob\nme Ann\n{names}name Ann a1 book is room-1\n"
    explained = console.ask("explain", console.write(text, "g.game"), "a1", "winter").words
    assert 'line 6: name Ann a1 book is "Winter Garden"' in explained
    twice = text + "name Bob b1 library\ntold b1 winter\n"
    checked = console.ask("check", console.write(twice, "g.game"), "--all").words
    assert "line 6 should say: name Ann a1 book is Attic" in checked
    assert "room-1" not in checked
    assert "room-2" not in checked
    for record in (text, f"{text[: text.rindex('name')]}name Ann a1 book is Attic\n"):
        assert read(record)
    refused = console.ask("explain", "g.game", "a1", "personal").err
    assert '"Winter Garden", Attic, room-3' in " ".join(refused.split())


def test_what_stands_until_a_key_is_pressed_says_so(console: Console) -> None:
    console.write(SILENT, "g.game")
    with seated(console, "play", "g.game", columns=40) as at:
        at.press(CTRL_U + "advise" + ENTER)
        assert at.screen.other
        assert "any key: back" in at.picture


def test_what_has_to_be_judged_stands_on_the_screen_with_the_question(console: Console) -> None:
    """A change after which lines no longer fit: which, and why, below the page."""
    text = SILENT + "look Bob b3\nlook Cy c3\nname Dan b3 library\nname Ann c3 enigma is joint\n"
    console.write(text, "g.game")
    line = text.splitlines().index("doubt Dan lie") + 1
    with seated(console, "play", "g.game") as at:
        at.press(f"{CTRL_U}edit {line} doubt Dan truth{ENTER}")
        for said in (f"line {line} was: doubt Dan lie", "The first line that no longer fits", "Save it?"):
            assert said in at.picture, at.picture


# ---- what a sitting remembers from line to line ----------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_a_sitting_that_goes_on_sees_what_one_that_begins_does(seed: int) -> None:
    """Line by line, back again, and with a line less in the middle: nothing that is remembered is out of date."""
    lines = random_text(Random(seed)).splitlines()
    # Some of these contradict themselves.
    lines += [f"told a1 {'not ' * (seed % 2)}library", "told a1 library"]
    kept = Companion()
    play = next(at for at, line in enumerate(lines) if line.startswith(("told", "name", "look")))
    orders = [range(play, len(lines) + 1), range(len(lines), play, -3)]
    texts = ["\n".join(lines[:until]) + "\n" for order in orders for until in order]
    texts += ["\n".join([*lines[:at], *lines[at + 1 :]]) + "\n" for at in (play, len(lines) - 1)]
    for text in texts:
        try:
            record = read(text)
        except RecordFaults:
            continue
        now, fresh = kept.look(record), Companion().look(record)
        assert now.public.view == fresh.public.view
        assert now.contradicted is fresh.contradicted is (fresh.shown.odds is None)


def test_a_match_that_becomes_one_game_is_looked_at_anew() -> None:
    """Without the `next` between them both entries are of the same layout."""
    start = "game beyond-code\nplayers Ann Bob\nme Ann\nname Ann a1 library is library\ntime 5\n"
    later = "name Bob b1 book\nname Ann b1 library is library\n"
    kept = Companion()
    assert not kept.look(read(f"{start}next\n{later}")).contradicted
    assert kept.look(read(f"{start}next\n{later}".replace("time 5\nnext\n", ""))).contradicted
