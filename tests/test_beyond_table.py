"""Enigma: Beyond Code at the table: a round in few keys, screens that fit, and looks that nobody else reads."""

import pytest

from cli.beyond_code.companion import Companion
from cli.beyond_code.screens import screen
from cli.outcome import rendered
from solver.games import read
from tests.console import Console
from tests.terminal import CTRL_C, CTRL_U, ENTER, TAB, UP, Terminal, seated
from tests.test_beyond_screens import CROWDED

START = """game beyond-code
players Ann Bob Cy Dan
me Ann
keeper Bob
card room-1 "Winter Garden"
words library "Tell the corner of one card that lies closed."
"""
SILENCED = (
    START + "name Bob a1 library\ndoubt Cy lie\nname Cy b1 shadow\nname Dan c1 enigma\nname Ann a2 book is joint\n"
)
"""Bob was caught lying. His silent turn comes."""
ROUND = [
    ("b3", ["look Bob b3"]),
    ("b2 li", ["name Cy b2 library"]),
    ("d l", ["doubt Dan lie"]),
    ("c2 wi", ["name Dan c2 room-1"]),
    ("c3 bo sh", ["name Ann c3 book is shadow"]),
]
"""A round of four players, with one silent turn and one doubt: what is typed, and the lines that come of it."""
MOST_KEYS = 45
SAME_HEIGHT = 24


def text(console: Console, name: str = "g.game") -> str:
    return (console.folder / name).read_text("utf-8")


def any_key(at: Terminal) -> None:
    """Go on from what stands there until a key is pressed."""
    before = at.screen.asked
    at.send(" ")
    at.wait(lambda: at.ready and at.screen.asked > before)


@pytest.mark.parametrize("columns", [40, 80])
def test_a_round_takes_few_keys_and_every_screen_fits(console: Console, columns: int) -> None:
    console.write(SILENCED, "g.game")
    with seated(console, "play", "g.game", rows=SAME_HEIGHT, columns=columns, environment={"NO_COLOR": "1"}) as at:
        begun = at.keys
        for typed, lines in ROUND:
            at.press(typed + ENTER)
            # On disk before anything else is asked.
            assert text(console).splitlines()[-len(lines) :] == lines
            assert not at.screen.too_long
            assert any("Ann’s page" in row for row in at.rows), at.picture
            for square in ("a1", "b2", "c3"):
                assert square in at.picture
            if not at.screen.other:
                # The line that was entered, the page and the question stand there together.
                assert f"  {lines[-1]}" in at.picture, at.picture
                assert at.rows[at.screen.cursor.y].startswith(">"), at.picture
        keys = at.keys - begun
        assert at.screen.other
        # The key that takes her own look away begins the next line.
        at.send("c")
        at.wait(lambda: at.typed == "c")
        assert not at.screen.other
        assert keys + 1 <= MOST_KEYS
    assert text(console) == SILENCED + "".join(line + "\n" for _, lines in ROUND for line in lines)


@pytest.mark.parametrize("columns", [40, 80])
def test_five_players_with_all_there_is_to_say_fit(console: Console, columns: int) -> None:
    *before, last = CROWDED.splitlines(keepends=True)
    console.write("".join(before), "g.game")
    with seated(console, "play", "g.game", rows=SAME_HEIGHT, columns=columns) as at:
        at.press("c3 li" + ENTER)
        assert at.rows[0].endswith("name Bartholomew c3 library") or at.rows[1].endswith("c3 library"), at.picture
        for said in ("Bartholomew’s turn · time 3/6", "turns left:", "Library: Tell the corner", "Effect? Chr"):
            assert said in at.picture, at.picture
        assert not at.screen.too_long
    assert text(console).endswith(last)


def test_own_looks_are_blanked_after_the_next_key(console: Console) -> None:
    console.write(START.replace("keeper Bob", "keeper Ann"), "g.game")
    with seated(console, "play", "g.game") as at:
        at.press("a1 li jo" + ENTER)
        # What she saw stands on a screen of its own, until a key is pressed.
        assert at.screen.other
        assert "Joint Work" in at.picture
        at.send("b")
        at.wait(lambda: at.typed == "b")
        assert not at.screen.other
        for secret in ("jo", "joint", "Joint"):
            assert secret not in at.picture.replace("Joint Work ?", ""), at.picture
        assert "7  name Ann a1 library …" in at.picture
        assert "(you know)" in at.picture
        # It can be seen again, for as long, and the chances that tell of it, too.
        for asked in ("show", "solve", "explain a1 jo"):
            at.press(CTRL_U + asked + ENTER)
            seen = at.picture
            while at.screen.other:
                seen += at.picture
                any_key(at)
            assert "Joint Work" in seen
            assert "Joint" not in at.picture, at.picture
        at.press(CTRL_U + "undo" + ENTER)
        assert "taken back: name Ann a1 library …" in at.picture
    assert "name Ann" not in text(console)


def test_what_a_mistake_tells_is_blanked_as_well(console: Console) -> None:
    """A complaint quotes what was typed, and names the cards that a look has left."""
    console.write(START.replace("keeper Bob", "keeper Ann"), "g.game")
    with seated(console, "play", "g.game") as at:
        for wrong, told in (("a1 li jont", "“jont”: no card is called so"), ("call a1 jon book", "jon book")):
            at.press(CTRL_U + wrong + ENTER)
            assert at.screen.other
            assert told in at.picture
            any_key(at)
            assert not at.screen.other
            assert "jon" not in at.picture
        # The line that was not taken can be mended, until one is taken.
        at.press(CTRL_U + "a1 li jont" + ENTER)
        any_key(at)
        at.send(CTRL_U + UP)
        at.wait(lambda: at.typed == "a1 li jont")
        at.press(CTRL_U + "a1 li jo" + ENTER)
        any_key(at)
        at.press(CTRL_U + "note c3 is joint, I think" + ENTER)
        assert "8  # …" in at.picture
        assert "I think" not in at.picture
        at.send(CTRL_U + "b" + UP + "1")
        at.wait(lambda: len(at.typed) > 1)
        assert at.typed == "b1"
    assert text(console).endswith("name Ann a1 library is joint\n# c3 is joint, I think\n")


def test_the_arrow_keys_bring_no_look_of_an_earlier_sitting_back(console: Console) -> None:
    console.write(START.replace("keeper Bob", "keeper Ann") + "name Ann a1 library is joint\n", "g.game")
    with seated(console, "play", "g.game") as at:
        at.send(UP + "b1")
        at.wait(lambda: len(at.typed) > 1)
        assert at.typed == "b1"


def test_a_pasted_line_that_is_not_taken_is_told(console: Console) -> None:
    console.write(START, "g.game")
    with seated(console, "play", "g.game") as at:
        at.press("\x1b[200~a1 zebra\na1 li\x1b[201~" + ENTER)
        assert "“zebra”: no card is called so" in at.picture
        any_key(at)
        at.wait(lambda: "7  name Bob a1 library" in at.picture and at.ready)
    assert text(console) == START + "name Bob a1 library\n"


def test_a_changed_line_leaves_no_trace_either(console: Console) -> None:
    console.write(
        START.replace("keeper Bob", "keeper Ann") + "name Ann a1 library is joint\nname Bob b1 shadow\n", "g.game"
    )
    with seated(console, "play", "g.game") as at:
        at.press("edit 7" + ENTER)
        # Who edits sees the line, and it is gone with the answer.
        assert at.typed == "name Ann a1 library is joint"
        at.press(CTRL_U + "name a1 library book" + ENTER)
        assert "line 7 was: name Ann a1 library …" in at.picture
        for secret in ("joint", "book", "Book"):
            assert secret not in at.picture, at.picture
        at.press("insert 8 told c3 not li" + ENTER)
        assert "inserted before line 8: told c3 not library" in at.picture
        at.press("lines" + ENTER)
        assert at.screen.other
        assert "7  name Ann a1 library is book" in at.picture
    assert text(console).splitlines()[-3:] == [
        "name Ann a1 library is book",
        "told c3 not library",
        "name Bob b1 shadow",
    ]


OPENED = "b1 enigma, c1 shadow, a2 book, b2 room-1, c2 room-2, a3 room-3, b3 room-4"
LAST_TWO = "game beyond-code\nplayers Ann Bob Cy\nme Ann\nkeeper Ann\nname Ann a1 library is library\n" + "".join(
    f"open {each}\n" for each in OPENED.split(", ")
)
"""Two cards lie closed, Library and Joint Work. Ann knows which is which, and nobody else does."""


def test_what_follows_from_own_looks_is_hidden_as_well(console: Console) -> None:
    console.write(LAST_TWO, "g.game")
    with seated(console, "play", "g.game") as at:
        assert "(you know)" in at.picture
        assert "Joint Work" not in at.picture, at.picture
        at.press("show" + ENTER)
        assert "Joint Work" in at.picture
        any_key(at)
        assert "Joint Work" not in at.picture


SECRETS = """game beyond-code
players Ann Bob Cy
me Ann
keeper Ann
name Ann a1 library is {own}
name Bob b1 shadow
doubt Ann lie is {checked}
name Cy c1 book
name Ann a2 enigma is {other}
doubt Cy lie
look Bob a3
name Cy b3 joint
look Ann c3 {seen}
"""


def test_others_may_see_the_page_whatever_was_seen_in_secret() -> None:
    def pages(own: str, checked: str, other: str, seen: str) -> tuple[str, str]:
        record = read(SECRETS.format(own=own, checked=checked, other=other, seen=seen))
        now = Companion().look(record)
        return rendered(Companion().changed(now, now)), rendered(screen(now.shown))

    masked, full = pages("library", "enigma", "joint", "room-1")
    again, other = pages("room-4", "room-3", "room-2", "enigma")
    assert masked == again
    assert full != other


@pytest.mark.parametrize("honest", ["lie", "truth"])
def test_two_players_see_a_checked_card(console: Console, honest: str) -> None:
    """“Moderate Secrecy”: it lies open after every check, so there is nothing to hide."""
    card = "joint" if honest == "lie" else "library"
    start = "game beyond-code\nplayers Ann Bob\nme Ann\nkeeper Ann\n"
    console.write(f"{start}name Ann a1 library is {card}\ndoubt Bob {honest}\n", "g.game")
    page = console.ask("play", "g.game", stdin="quit\n")
    assert page.status == 0
    assert "a1 open" in page.out
    assert "(you know)" not in page.out


def test_characters_are_kept_quiet(console: Console) -> None:
    """“Secrecy above all!”: one's own character, and whatever was learned of others'."""
    console.write(START + 'words wanderer "Look at three rooms."\n', "g.game")
    with seated(console, "play", "g.game") as at:
        for typed, told in (("character a wan", "character Ann …"), ("character b gh", "character Bob …")):
            at.press(CTRL_U + typed + ENTER)
            assert at.screen.other
            assert "Ann is the wanderer: Look at three rooms." in at.picture
            any_key(at)
            assert told in at.picture
            assert "wanderer" not in at.picture
            assert "ghost" not in at.picture
    assert text(console).endswith("character Ann wanderer\ncharacter Bob ghost\n")


def test_others_looks_need_no_hiding(console: Console) -> None:
    console.write(START, "g.game")
    with seated(console, "play", "g.game") as at:
        at.press("a1 li" + ENTER)
        assert not at.screen.other
        assert "7  name Bob a1 library" in at.picture
        assert "Library: Tell the corner of one card" in at.picture


def test_piped_lines_make_a_record_that_goes_on(console: Console) -> None:
    console.write(SILENCED, "g.game")
    typed = "".join(f"{line}\n" for line, _ in ROUND)
    done = console.ask("play", "g.game", stdin=typed)
    assert done.status == 0
    whole = text(console)
    assert console.ask("play", "g.game", stdin="undo\nundo 2\nredo 3\n").status == 0
    assert text(console) == whole


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("c l", "doubt"),
        ("a1 zebra", "“zebra”: no card is called so"),
        ("cy a1 li", "another's turn"),
        ("solve library", "this says not which card lies where"),
        ("call", "call takes other words"),
        ("call b9", "“b9”: no square is called so"),
        ("explain a1", "what lies there is not known"),
        ("explain a1 li more", "explain takes other words"),
        ("check everything", "check takes other words"),
    ],
)
def test_mistakes_change_nothing(console: Console, typed: str, told: str) -> None:
    console.write(START, "g.game")
    done = console.ask("play", "g.game", stdin=f"{typed}\n")
    assert done.status == 2
    assert told in done.words
    assert text(console) == START


@pytest.mark.parametrize("columns", ["40", "80"])
def test_the_help_has_an_example_of_every_line(console: Console, columns: str) -> None:
    console.write(START, "g.game")
    done = console.ask("play", "g.game", stdin="?\n", COLUMNS=columns)
    assert done.status == 0
    # Where the column is narrow words stand below each other.
    told = "".join(done.out.split())
    for said in ('words library "…"', "set gradual medium", "decrypt a1 li", "told b2 not li", "bob +chaos"):
        first, *more = said.split()
        assert any(line.split()[:1] == [first] for line in done.out.splitlines()), said
        assert all(word in told for word in more), said
    console.write("game beyond-code\nplayers Ann\n", "alone.game")
    alone = console.ask("play", "alone.game", stdin="?\n").words
    assert "decrypt a1 li one more choice, for a decryption token; from c2 behind it" in alone


def test_who_may_doubt_is_said_before_a_silent_look_too(console: Console) -> None:
    """“Lie!”: Bob, silenced, looks next; until then Cy and Dan may doubt Ann's naming."""
    console.write(SILENCED, "g.game")
    told = console.ask("play", "g.game", stdin="quit\n").words
    assert "Doubt (c lie)? Effect? Bob: a silent look, like b3" in told
    # Once it is doubted, nobody may any more.
    told = console.ask("play", "g.game", stdin="c lie\nquit\n").words
    assert told.count("Doubt (c lie)?") == 1


def test_questions_at_the_table(console: Console) -> None:
    console.write(START, "g.game")
    asked = "a1 li\nadvise joint\nsolve library=a1\nexplain a1 li\nc t\nb1\nc1 bo\ncall a2 joint\ncheck\n?\n"
    done = console.ask("play", "g.game", stdin=asked)
    assert done.status == 0, done.said
    for said in (
        "Bob says that a1 is Library",
        "Worth a look, for Joint Work",
        "Goal: Library on a1",
        "line 7: Bob called a1 Library",
        "What a2 can be called",
        "Nothing contradicts itself",
        "call a1: what I can call the card there",
    ):
        assert said in done.words, said


def test_a_contradiction_is_told_at_once(console: Console) -> None:
    console.write(START + "name Bob a1 library\ntold a1 library\n", "g.game")
    done = console.ask("play", "g.game", stdin="told b1 library\n")
    assert "Lines 8 and 9 cannot all be true" in done.words
    # An old line that would bring one up is not saved without a question.
    console.write(START + "name Bob a1 library\ntold a1 library\ntold b1 book\n", "g.game")
    done = console.ask("play", "g.game", stdin="edit 9 told b1 library\nn\n")
    assert "Save it?" in done.words
    assert text(console).endswith("told b1 book\n")


def test_what_must_come_is_proposed(console: Console) -> None:
    """“Time Runs Out”, and “After Each Game”: Enter enters the line that must come."""
    turns = ["name Bob a1 library", "name Cy a1 library", "name Ann a1 library is book"]
    console.write("\n".join(["game beyond-code", "players Bob Cy Ann", "me Ann", *turns * 4, ""]), "g.game")
    done = console.ask("play", "g.game", stdin="time out\n\n")
    assert done.status == 0, done.said
    assert text(console).endswith("time out\nnext\n")
    assert "time has run out: Chaos breaks through" in done.words.replace("Time", "time")


def test_alone_with_chaos(console: Console) -> None:
    """Enter ends a turn; the corner that the record does not know is asked for."""
    console.write("game beyond-code\nplayers Ann\nruling easy-time off\n", "g.game")
    done = console.ask("play", "g.game", stdin="a1 en\ncorner a1 ch\n\na1\n\n")
    assert done.status == 0, done.said
    assert text(console).splitlines()[3:] == ["choose a1 enigma", "corner a1 chaos", "end", "choose a1", "end"]
    assert "Its corner, like corner a1 ch?" in done.words
    assert "a1 silence" in done.words
    # Chaos when chosen, the end, Chaos again, the end: from I to the fifth space.
    assert "time 5/7" in done.words


def test_time_that_runs_out_by_an_effect_leaves_the_infiltrator_to_be_named(console: Console) -> None:
    """“Time Runs Out”: also “after the effect of the card "Book of Order and Chaos"”; then the Infiltrator may win."""
    console.write(START + "name Bob a1 library\nname Cy b1 book\n", "g.game")
    told = console.ask("play", "g.game", stdin="time 4\ntime out d\n").words
    assert "Chaos breaks through; unless somebody is the Infiltrator: time out NAME" in told
    assert "Dan has won, the Infiltrator" in told
    assert text(console).endswith("time 4\ntime out Dan\n")


def test_where_there_is_no_infiltrator_none_is_asked_for(console: Console) -> None:
    """“Introductory Games”: Cryptologists, Dark Messiahs and the Wanderer only."""
    console.write(
        START.replace("keeper", "set introductory\nkeeper") + "name Bob a1 library\nname Cy b1 book\n", "g.game"
    )
    assert "Infiltrator" not in console.ask("play", "g.game", stdin="time 4\n").words


def test_what_came_too_late_is_told_where_it_goes(console: Console) -> None:
    console.write(START + "name Bob a1 book\nname Cy b1 library\nname Dan c1 shadow\ndoubt Cy lie\n", "g.game")
    told = console.ask("play", "g.game", stdin="time 1\n").words
    assert "no effect is carried out now" in told
    assert "if it came earlier: insert and the number of the line it belongs before" in told


def test_more_words_than_fit_are_not_listed(console: Console) -> None:
    """Tab asks nothing in the middle of a line, which Ctrl-C could not answer."""
    console.write(START + "name Bob a1 library\n", "g.game")
    with seated(console, "play", "g.game", rows=SAME_HEIGHT, columns=40) as at:
        at.type("b1 ")
        at.send(TAB)
        at.type("lib")
        at.send(TAB)
        at.wait(lambda: at.typed == "b1 library")
        at.send(CTRL_C)
        at.wait(lambda: at.typed == "")
        assert "possibilities" not in at.picture
        assert "Traceback" not in at.raw.decode()
        assert "exception" not in at.raw.decode()


def test_words_that_no_line_can_have_now_are_not_completed() -> None:
    companion = Companion()
    before, after = (companion.words(companion.look(read(game))) for game in (START, START + "name Bob a1 library\n"))
    assert {"keeper", "card"} <= {*before}
    assert not {"keeper", "card", "choose", "end"} & {*after}
    assert {"a1", "lie", "swap", "Dan", "chaos", "infiltrator"} <= {*after}
