"""Código Enigma at the command line and at the table: screens, shorthand, what stays sealed, new games."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from rich.console import RenderableType

from cli.codigo_enigma.companion import Companion
from cli.codigo_enigma.typing import short
from cli.desk import Question
from cli.outcome import rendered
from cli.session import Session
from cli.table import Table
from solver.codigo_enigma.notation import write
from solver.codigo_enigma.rules import Step, due
from solver.codigo_enigma.shorthand import understand
from solver.errors import NotationError
from solver.games import read
from tests.codigo import Physical, play
from tests.console import Console
from tests.terminal import UP, seated

COUNTS = "game codigo-enigma\nplayers Ann Bob\ncards 40\nfirst Ann\n"
EXAMPLES = Path(__file__).parents[1] / "solver" / "codigo_enigma" / "examples"
EXAMPLE = (EXAMPLES / "rulebook.game").read_text("utf-8")
SETUP = EXAMPLE[: EXAMPLE.index("lay Bob")]
VERBS = ("show", "solve", "rank", "final", "explain", "check")


# ---- what is typed --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("played", "typed", "line"),
    [
        ("", "2", "take Ann 2"),
        ("", "t3", "take Ann 3"),
        ("", "l???", "lay Ann ? ? ?"),
        ("", "e?", "expose Ann ?"),
        ("", "d ?", "discard Ann ?"),
        ("expose Ann ?\n", "c?o", "complete Ann ? own"),
        ("expose Ann ?\n", "comp w", "complete Ann wild"),
        ("discard Ann ?\n", "s3", "soldier Ann 3"),
        ("discard Ann ?\ndiscard Ann ?\n", "b", None),
        ("discard Ann ?\ndiscard Ann ?\n", "take bo 2", "take Bob 2"),
        ("take Ann 2\n", "25", "fill 25"),
        ("take Ann 2\n", "?", "fill ?"),
        ("take Ann 2\n", "r", "fill reveal"),
        ("take Ann 2\n", "w", "fill wild"),
        ("lay Ann ? ? ?\ntake Ann 2\nfill reveal\n", "ex 3", "reveal Ann 1 exact medal 3"),
        ("lay Ann ? ? ?\ntake Ann 2\nfill reveal\n", "ann 1 wrong", "reveal Ann 1 wrong"),
        ("lay Ann ? ? ?\ntake Ann 2\nfill reveal\n", "1 t h g", "reveal Ann 1 said tank helmet grenade"),
        ("lay Ann ? ? ?\ntake Ann 2\nfill reveal\n", "a 1 order medal 2", "reveal Ann 1 order medal 2"),
        ("lay Ann ? ? ?\ntake Ann 2\nfill reveal\n", "reveal Ann 1 said Carro", "reveal Ann 1 said carro"),
        ("", "card 9 medal 2 symbol tank code tank tank tank", "card 9 medal 2 symbol tank code tank tank tank"),
        ("expose Ann ?\n", "rem medal 2", "remove Ann medal 2"),
        ("expose Ann ?\ncomplete Ann ?\ndiscard Bob ?\ndiscard Bob ?\n", "rem 2", "remove Ann medal 2"),
        ("expose Ann ?\ncomplete Ann ?\ndiscard Bob ?\ndiscard Bob ?\n", "rem ?", "remove Ann"),
    ],
)
def test_what_may_be_left_out(played: str, typed: str, line: str | None) -> None:
    state = read(COUNTS + played).state
    if line is None:
        with pytest.raises(Exception, match="no line begins so"):
            understand(typed, state)
    else:
        assert write(understand(typed, state)) == line


TWICE = (
    "lay Ann ? ? ?\ntake Ann 2\nfill ?\ndiscard Bob ?\ndiscard Bob ?\ntake Ann 2\nfill ?\ntake Ann 2\nfill ?\n"
    "take Bob 2\nfill ?\ndiscard Bob ?\nlay Ann ? ? ?\ntake Ann 2\nfill reveal\n"
)
"""Ann hides two codes before a REVEAL card comes."""


@pytest.mark.parametrize(
    ("played", "typed", "why"),
    [
        (TWICE, "ex 2", "which of Ann's 2 hidden codes"),
        (TWICE, "ann order", "which of Ann's 2 hidden codes"),
        ("expose Ann ?\ncomplete Ann ?\ndiscard Bob ?\ndiscard Bob ?\n", "rem", "the medal of this CODE card"),
    ],
)
def test_what_may_not_be_left_out(played: str, typed: str, why: str) -> None:
    """Which code was exposed, and the medal of one that nobody described, cannot be found out later."""
    with pytest.raises(NotationError, match=why):
        understand(typed, read(COUNTS + played).state)


def at_table(console: Console, text: str, typed: Iterable[str]) -> str:
    """Sit at a game and type; what was printed. Every line must have been taken."""
    console.write(text, "g.game")
    told = console.ask("play", "g.game", stdin="".join(f"{line}\n" for line in typed))
    assert told.status == 0, told.said
    return told.out


def test_a_turn_by_counts_takes_twelve_keys_at_most(console: Console) -> None:
    """Each line takes its characters and Enter."""
    game = COUNTS + "lay Ann ? ? ?\nsoldier Ann 2\n"
    turns = {
        ("1", "", "s1"): ["take Bob 1", "fill ?", "soldier Bob 1"],
        ("l???", "1", ""): ["lay Bob ? ? ?", "take Bob 1", "fill ?"],
        ("e?", "c??"): ["expose Bob ?", "complete Bob ? ?"],
        ("d?", "1", ""): ["discard Bob ?", "take Bob 1", "fill ?"],
        ("1", "w", "d?"): ["take Bob 1", "fill wild", "discard Bob ?"],
    }
    for typed, lines in turns.items():
        assert sum(len(line) + 1 for line in typed) <= 12
        at_table(console, game, typed)
        assert (console.folder / "g.game").read_text() == game + "".join(f"{line}\n" for line in lines)
    at_table(console, game + "lay Bob ? ? ?\nsoldier Bob 1\n", ("2", "", "2", ""))
    assert (console.folder / "g.game").read_text().endswith("take Ann 2\nfill ?\ntake Ann 2\nfill ?\n")


def test_a_question_mark_is_a_card_where_one_is_awaited(console: Console) -> None:
    """What came off the deck, and what lies on the discards; else it asks for help, which says what may be typed."""
    at_table(console, COUNTS, ["2", "?"])
    assert (console.folder / "g.game").read_text() == COUNTS + "take Ann 2\nfill ?\n"
    told = at_table(console, COUNTS + "take Ann 2\nfill ?\n", ["?"])
    assert "l???: three cards that nobody types" in " ".join(told.split())
    told = at_table(console, COUNTS + TWICE, ["lines"])
    assert "Ann exposes one of 2 codes, by its place (1 ex 2, 1 or 2, 1 me 2, 1 wr)" in told


def test_assumed_cards_and_supposed_codes_are_marked_where_they_stand(console: Console) -> None:
    """60 common cards where none are said, four wild ones with four players, a code whose CODE card is not known."""
    start = COUNTS.replace("cards 40\n", "").replace("Ann Bob", "Ann Bob Cy Dee")
    told = " ".join(at_table(console, start, ["expose Ann ?", "c??", "take Bob 2", ""]).split())
    assert "50 cards in the deck*" in told.replace("49", "50")
    assert told.count("* 60 common cards assumed") == 5, "with every table that is drawn"
    assert "* 4 wild cards assumed" in told
    assert "Ann's code 1 counts as complete, since its CODE card was not typed" in told
    assert console.ask("solve", "g.game", "--json").data["assumed"] == ["cards", "wild"]
    for verb in VERBS:
        assert "60 common cards assumed" in console.ask(verb, "g.game").words


def test_a_game_typed_at_the_table(console: Console) -> None:
    """The example of the record in the shortest words; the file is the record in full."""
    lines = [line.split("#")[0].rstrip() for line in EXAMPLE[len(SETUP) :].splitlines()]
    typed = ["l 9 5 o 21", "2", "25", "2", "r", "1 t h g", "5", "30", "s3", "1", "w", "1", "11"]
    told = at_table(console, SETUP, typed)
    assert (console.folder / "g.game").read_text().splitlines()[len(SETUP.splitlines()) :] == lines
    assert "exact: medal 2 + 2 = 4. The card lies upright" in told
    assert "REVEAL HIDDEN CODES: the first REVEAL card" in told
    assert "by medal: 1: 33.3 %, 2: 50.0 %, 3: 60.0 %, 4: 66.7 %" in " ".join(told.split())


def test_what_can_be_asked_at_the_table(console: Console) -> None:
    told = at_table(console, EXAMPLE, ["show", "solve", "rank", "rank 60 20", "final", "explain", "check", "check all"])
    for part in ("ENCARTE zone", "29/465", "33.3 %", "say it", "How they came about", "C(31, 2)", "allow every line"):
        assert part in told
    console.write(EXAMPLE, "g.game")
    assert console.ask("play", "g.game", stdin="solve now\n").status == 2
    assert console.ask("play", "g.game", stdin="rank 1 2 3\n").status == 2


# ---- screens --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", ["40", "80"])
def test_screens_have_room(console: Console, columns: str) -> None:
    golden = Path(__file__).parent / "golden" / "codigo-enigma"
    for text in (EXAMPLE, (golden / "midway-3.game").read_text(), (golden / "whole-4.game").read_text()):
        console.write(text)
        for verb in VERBS:
            told = console.ask(verb, "game.txt", COLUMNS=columns, NO_COLOR="1")
            assert told.status == 0, told.said
            assert told.widest <= int(columns)
            assert "\x1b" not in told.out
            assert json.loads(console.ask(verb, "game.txt", "--json").out)["game"] == "codigo-enigma"


def test_show_tells_the_table(console: Console) -> None:
    console.write(EXAMPLE)
    told = console.ask("show", "game.txt").words
    for part in ("Ann, action 1 of 2", "3 5 tank soldier, discards: 4", "Bob 14, 7, wild 0 4", "31 cards in the deck"):
        assert part in told
    assert "REVEAL cards: 1 among the discards, 2 in the deck, 1 under the deck." in told


def test_an_assumed_number_of_cards_is_marked(console: Console) -> None:
    console.write("game codigo-enigma\nplayers Ann Bob\n")
    assert "common cards assumed" in console.ask("show", "game.txt").words
    data = console.ask("solve", "game.txt", "--json").data
    assert (data["assumed"], data["deck"]["cards"]) == (["cards"], 60 + 2 + 3 - 6 - 3)


def test_verbs_that_the_game_does_not_have(console: Console) -> None:
    console.write(EXAMPLE)
    for verb in ("answer", "engines"):
        told = console.ask(verb, "game.txt")
        assert (told.status, told.out) == (2, "")
        assert "Código Enigma has no such command" in told.err
    assert console.ask("show", "game.txt", "--as", "Cy").status == 2
    assert console.ask("show", "game.txt", "--as", "Bob").status == 0
    assert console.ask("rank", "game.txt", "--exact", "x").status == 2


# ---- check ----------------------------------------------------------------------------------------------------------


def test_check_names_the_likeliest_slips(console: Console) -> None:
    """The fill after Ann's take is missing; Bob's name stands where Ann's should."""
    console.write(EXAMPLE.replace("fill 25\n", ""))
    told = console.ask("check", "game.txt", "--all", "--json")
    assert told.status == 1
    line = EXAMPLE[: EXAMPLE.index("fill 25")].count("\n") + 1
    assert (told.data["error"], told.data["line"]) == ("rules", line)
    assert {"line": line, "message": "a line is missing before it, like “fill ?”"} in told.data["slips"]
    console.write(EXAMPLE.replace("soldier Ann 3", "soldier Bob 3"))
    told = console.ask("check", "game.txt")
    assert told.status == 1
    assert "it should name Ann" in told.words


@pytest.mark.parametrize(
    ("was", "slip", "told"),
    [
        ("lay Bob 9 5 own 21", "lay Bob 9 5 21", "“own” is missing in it, for the CODE card's symbol"),
        ("lay Bob 9 5 own 21", "lay Bob 9 5 own 22", "it should name another card that Bob holds"),
        ("discard Bob 21", "discard Bob 22", "it should name another card that Bob holds"),
        ("complete Bob own", "complete Bob 8", "it should name another card that Bob holds"),
    ],
)
def test_check_finds_slips_of_the_cards_laid(console: Console, was: str, slip: str, told: str) -> None:
    """The line that was meant is legal, so its mending is among the slips; and no card of a code is told."""
    before = "expose Bob 9\n" if was.startswith("complete") else ""
    console.write(SETUP + before + was + "\n")
    assert console.ask("check", "game.txt").status == 0
    console.write(SETUP + before + slip + "\n")
    found = console.ask("check", "game.txt", "--all", "--json")
    line = (SETUP + before).count("\n") + 1
    assert {"line": line, "message": told} in found.data["slips"]


def test_check_tells_what_was_not_checked(console: Console) -> None:
    console.write(COUNTS + "take Ann 2\nfill ?\ndiscard Ann ?\n")
    told = console.ask("check", "game.txt")
    assert told.status == 0
    assert "that no discard shows the symbol of the card on which it is laid" in told.words


def test_words_that_the_table_has_not_agreed_on_are_pointed_out(console: Console) -> None:
    text = EXAMPLE.replace("cards 40", "cards 40\nsymbols grenade helmet tank")
    console.write(text.replace("said tank", "said tnak"))
    told = console.ask("check", "game.txt", "--json")
    assert told.data["strange"] == [{"line": text[: text.index("reveal Bob 1")].count("\n") + 1, "word": "tnak"}]


# ---- sealed ---------------------------------------------------------------------------------------------------------


def marked(seed: int) -> tuple[str, set[str]]:
    """A game under way with hidden codes: its record, and what must not be printed.

    Cards have numbers of three digits that nothing else has; those in hidden codes have a medal of 97.
    """
    rng = Random(seed)
    while True:
        game = Physical(rng, rng.randint(2, 4), 30, low=700)
        until = rng.randint(70, 120)
        for _ in play(game):
            if len(game.lines) > until and any(game.hidden.values()):
                break
        if not game.over and any(game.hidden.values()):
            break
    codes = [code for hidden in game.hidden.values() for code in hidden]
    numbers = {str(code.card) for code in codes} | {card for code in codes for card in code.laid if card.isdecimal()}
    wild = {"wild"} if any("wild" in code.laid for code in codes) else set()
    lines = [
        re.sub(r"medal \d", "medal 97", line) if line.split()[:1] == ["card"] and line.split()[1] in numbers else line
        for line in game.lines
    ]
    return "\n".join(lines) + "\n", numbers | {"97"} | wild


def leaked(told: str, secret: set[str]) -> set[str]:
    """What of it stands in the words; a medal only where it is called so, since 97 may also be a line or a share."""
    found = set(re.findall(r"\w+", told)) & (secret - {"wild", "97"})
    return found | set(re.findall(r"medal\W{0,4}97", told))


@pytest.mark.parametrize("seed", range(5))
def test_hidden_codes_stay_hidden(console: Console, seed: int) -> None:
    """Ruling 30, over all commands, errors, the lines of the table, an edit and what an undo takes back."""
    text, secret = marked(seed)
    console.write(text)
    for verb in VERBS:
        for more in ([], ["--json"]):
            told = console.ask(verb, "game.txt", *more)
            assert told.status == 0, told.said
            assert not leaked(told.said, secret), verb
    one = next(number for number in secret if number.isdecimal() and number != "97")
    players = read(text).state.players
    for wrong in (f"fill {one}", f"show {one}", f"discard {players[0]} {one}", f"lay {players[1]} {one} {one} own"):
        console.write(text + wrong + "\n")
        for verb in ("show", "check"):
            assert not leaked(console.ask(verb, "game.txt").said, secret), wrong
    telling = [n for n, line in enumerate(text.splitlines(), 1) if line.split()[0] in ("lay", "complete")]
    asked = ["lines", *VERBS, "rank 50 10", f"edit {telling[-1]}", "", "note x", "lines", "help"]
    shown = at_table(console, text, asked)
    assert not leaked(shown, secret)
    if "wild" in secret:
        listed = [line for line in shown.splitlines() if re.match(r" *\d+  (lay|complete|fill|deal|zone) ", line)]
        assert not any("wild" in line for line in listed)
    shown = at_table(console, text, ["undo"] * 12)
    assert "taken back" in shown
    for line in shown.splitlines():
        if re.search(r"taken back: (lay|complete|expose)", line):
            assert line.endswith("…")


def test_the_lines_of_a_revealed_code_are_told() -> None:
    record = read(EXAMPLE)
    line = EXAMPLE[: EXAMPLE.index("lay Bob")].count("\n") + 1
    assert record.printed(record.lines[line - 1], line).startswith("lay Bob 9 5 own 21")
    before = read(EXAMPLE, EXAMPLE[: EXAMPLE.index("reveal Bob")].count("\n") + 1)
    assert before.printed(before.lines[line - 1], line) == "lay Bob …"
    assert before.printed("deal Bob 5 9 21  # 21 is the highest: 5 and 9 are less") == (
        "deal Bob … … …  # … is the highest: … and … are less"
    )
    assert before.printed("# again: lay Bob 9 5 own 21") == "# again: lay Bob …"
    assert before.printed("lay Bob 9 5 onw 21") == "lay Bob …"


def test_open_notes_lift_the_seal(console: Console) -> None:
    text = EXAMPLE.replace("cards 40", "cards 40\nruling notes open")
    text = text[: text.index("take Bob 2")]
    console.write(text)
    assert "9 tank helmet grenade 5, own, 21" in console.ask("show", "game.txt").words
    assert console.ask("show", "game.txt", "--json").data["hidden_codes"]["Bob"][0]["card"] == "9"
    assert read(text).printed("lay Bob 9 5 own 21") == "lay Bob 9 5 own 21"
    console.write(text.replace("ruling notes open\n", ""))
    assert "Bob 1 in this turn known" in console.ask("show", "game.txt").words
    told = console.ask("show", "game.txt", "--json").data["hidden_codes"]
    assert told == {"Bob": [{"place": 1, "turns": 0, "known": True}]}


class Desk:
    """Somebody who types what was written down beforehand, and a screen that remembers."""

    patient = False

    def __init__(self, typed: Iterable[str]) -> None:
        self.typed = list(typed)
        self.said: list[str] = []
        self.asked: list[Question] = []

    def ask(self, question: Question) -> str:
        self.asked.append(question)
        if not self.typed:
            raise EOFError
        return self.typed.pop(0)

    def say(self, *parts: RenderableType) -> None:
        self.said.append(rendered(parts))

    page = say

    def glimpse(self, *parts: RenderableType, urgent: bool = False) -> None:  # noqa: ARG002 - every desk's
        self.say(*parts)

    def hide(self) -> None:
        self.said.append("(hidden)")

    def clear(self) -> None:
        self.said.append("(cleared)")

    def forget(self) -> None:
        """Nothing is brought back here."""


def test_the_screen_is_cleared_behind_a_line_that_tells(tmp_path: Path) -> None:
    path = tmp_path / "g.game"
    path.write_text(SETUP)
    same = ["edit 10", "lay Bob 9 5 own 21"]
    desk = Desk(["lay Bob 9 5 own 21", "edit 10", "lay Bob 9 own 5 21", "undo", *same, "edit 10 lay Bob 9 5 21"])
    # The last one misses a symbol.
    assert Table(Session.opened(path), Companion(), desk).sit() == 2
    opening, cleared, laid, *rest = desk.said
    assert "9" in opening
    assert cleared == "(cleared)"
    assert laid.startswith("10  lay Bob …\n")
    assert rest[0] == "(cleared)"
    assert rest[1].startswith("line 10 was: lay Bob …")
    assert rest[3:6] == ["(cleared)", "Nothing was changed.\n", "(cleared)"]
    assert all("21" not in said for said in desk.said[1:])
    edit = next(question for question in desk.asked if "was:" in question.prompt(""))
    assert (edit.prompt(""), edit.default) == ("line 10, was: lay Bob …\n> ", "")
    assert path.read_text() == SETUP + "lay Bob 9 5 own 21\n"


def test_no_line_that_was_typed_comes_back_at_a_terminal(console: Console) -> None:
    """The screen forgets the line, and the arrow key brings nothing."""
    console.write(SETUP, "g.game")
    with seated(console, "play", "g.game") as at:
        at.enter("l 9 5 o 21")
        assert "lay Bob …" in at.picture
        assert "21" not in at.picture
        at.send(UP)
        at.type("quit")
        assert at.typed == "quit"


def test_bad_input_is_one_message_and_nothing_is_lost(console: Console) -> None:
    text = EXAMPLE + "take Ann 4\nlay Ann 9 5 own 21\n"
    console.write(text)
    told = console.ask("show", "game.txt")
    line = EXAMPLE.count("\n") + 1
    assert (told.status, told.out) == (2, "")
    assert f"game.txt:{line}: “4”: there is no such pile; expected a pile of the ENCARTE zone: 1, 2 or 3" in told.err
    assert f"What stands before line {line} is a good game: --at {line}" in told.err
    assert console.ask("show", "game.txt", "--at", str(line)).status == 0
    assert (console.folder / "game.txt").read_text() == text
    told = console.ask("solve", "game.txt", "--json")
    assert (told.status, told.data["error"], told.data["line"]) == (2, "notation", line)
    console.write(SETUP, "g.game")
    told = console.ask("play", "g.game", stdin="discard Bob 14\n")
    assert told.status == 2
    assert "Bob does not hold this card; expected one of 5, 9, 21" in " ".join(told.said.split())
    assert (console.folder / "g.game").read_text() == SETUP


# ---- new ------------------------------------------------------------------------------------------------------------


def test_new_by_questions(console: Console) -> None:
    told = console.ask("new", "g.game", "--game", "codigo", stdin="Ann Bob\n40\n3 8 12\n5 9 21\n7 14 18\n")
    assert told.status == 0, told.said
    lines = (console.folder / "g.game").read_text().splitlines()
    assert lines == [
        "game codigo-enigma",
        "players Ann Bob",
        "cards 40",
        "deal Ann 3 8 12",
        "deal Bob 5 9 21",
        "zone 7 14 18",
    ]
    assert console.ask("show", "g.game").status == 0


def test_new_by_counts_is_a_few_times_enter(console: Console) -> None:
    told = console.ask("new", "g.game", "--game", "codigo", stdin="Ann Bob Cy Dee\n\n5\n\n\n\n\n\nCy\n")
    assert told.status == 0, told.said
    state = read((console.folder / "g.game").read_text()).state
    assert (state.wild, state.first, state.counted) == (5, "Cy", None)


def test_new_from_options_and_the_box_file(console: Console) -> None:
    """The box file says what is in the box; a line given as an option goes before it."""
    settings = console.folder / "settings"
    box = settings.with_name("codigo-enigma.toml") if settings.suffix else settings.parent / "codigo-enigma.toml"
    from cli.codigo_enigma.box_file import box_path  # noqa: PLC0415 - asked in the console's own surroundings

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LOSTCODE_CONFIG", str(settings))
        box = box_path()
    box.parent.mkdir(parents=True, exist_ok=True)
    card = 'cards = 60\nsymbols = "grenade helmet tank"\n[card]\n9 = "medal 2 symbol helmet code tank helmet grenade"\n'
    box.write_text(card)
    given = ["--game", "codigo", "--player", "Ann", "--player", "Bob Lee", "--line", "cards 40", "--line", "zone 7 8 9"]
    told = console.ask("new", "g.game", *given)
    assert told.status == 0, told.said
    state = read((console.folder / "g.game").read_text()).state
    assert (state.players, state.counted, state.zone_typed) == (("Ann", "Bob Lee"), 40, (7, 8, 9))
    assert state.catalogue[9].code == ("tank", "helmet", "grenade")
    for broken in ("cards = ", 'cards = "many"', "moons = 3", '[card]\n9 = "medal"', "[[card]]"):
        box.write_text(broken)
        told = console.ask("new", "h.game", *given)
        assert told.status == 2
        assert "codigo-enigma.toml" in told.err
        assert "?" not in told.err
        assert "\n" not in told.err.strip()
    # Each line can be read, but they do not fit each other.
    for broken in ("cards = 3", card + '10 = "medal 1 symbol moon code tank tank tank"'):
        box.write_text(broken)
        for told in (console.ask("new", "h.game", *given), console.ask("new", "h.game", stdin="codigo\nAnn Bob\n")):
            assert told.status == 2
            assert "codigo-enigma.toml" in "".join(told.said.split())
            assert not (console.folder / "h.game").exists()


@pytest.mark.parametrize(
    "given",
    [
        ["--player", "Ann"],
        ["--player", "Ann", "--player", "Bob", "--me", "Ann"],
        ["--player", "Ann", "--player", "Bob", "--line", "take Ann 2"],
        ["--player", "Ann", "--player", "Bob", "--line", "zone 1 2"],
        ["--player", "Ann", "--player", "Bob", "--line", "first Cy"],
    ],
)
def test_new_refuses_what_cannot_be(console: Console, given: list[str]) -> None:
    told = console.ask("new", "g.game", "--game", "codigo", *given)
    assert (told.status, told.out) == (2, "")
    assert not (console.folder / "g.game").exists()


def test_the_list_of_games(console: Console) -> None:
    folder = console.data_folder / "games"
    folder.mkdir(parents=True)
    (folder / "a.game").write_text(EXAMPLE)
    told = console.ask("list")
    assert "codigo-enigma" in told.words
    assert "Ann 0, Bob 4" in told.words
    assert console.ask("list", "--json").data["games"][0]["points"] == {"Ann": 0, "Bob": 4}


@pytest.mark.parametrize("name", ["counts", "two", "four"])
def test_what_is_offered_behind_a_question_can_be_done(name: str) -> None:
    """Turn Actions: no fifth card, no soldier as first action, nothing laid to a code that is not exposed."""
    lines = EXAMPLES.joinpath(f"{name}.game").read_text("utf-8").splitlines(keepends=True)
    offered: set[str] = set()
    for end in range(4, len(lines) + 1):
        record = read("".join(lines[:end]))
        if due(record.state).step is not Step.ACTION or not record.state.begun:
            continue
        words = short(record.state).strip(" ()").split(", ")
        for word in words:
            if "N" not in word and not word.startswith(("e", "l", "c", "d")):
                assert record.then(understand(word, record.state)), (end, word)
        offered |= {word[0] for word in words}
        exposed = record.state.exposed.get(record.state.turn or "")
        assert any(word.startswith("c") for word in words) == (exposed is not None)
        assert any(word.startswith("e") for word in words) <= (exposed is None)
    assert {"e", "l", "d", "s"} <= offered


def test_the_shuffle_after_the_first_reveal_is_said_by_counts_too(console: Console) -> None:
    """“The first REVEAL card” is shuffled into the discards; on top it cannot be shown as one more off the deck."""
    console.write(COUNTS, "g.game")
    typed = "2\n?\nl???\n2\n?\ne?\n2\nr\nex 3\n"
    told = console.ask("play", "g.game", stdin=typed).words
    assert "Shuffle the discards with the REVEAL card; if it lies on top, once more (assumed)." in told
    none_hidden = console.ask("play", console.write(COUNTS), stdin="2\nr\n").words
    assert "A REVEAL card, and nobody has a hidden code. Shuffle the discards" in none_hidden
    assert "Everybody exposes" not in none_hidden
