"""The commands `sheet check`, `sheet show` and `sheet blank`, as a user meets them."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from solver.lost_code import sheet_text
from tests.console import Console
from tests.readme import README
from tests.records import EXAMPLE, golden

EXAMPLES = Path(__file__).parents[1] / "solver" / "lost_code" / "examples"
RULEBOOK = (EXAMPLES / "rulebook.game").read_text("utf-8")
JIM = (EXAMPLES / "jim.sheet").read_text("utf-8")
AT = "64"
SVG = "{http://www.w3.org/2000/svg}"


def write_both(console: Console) -> list[str]:
    """The example's two files, and what is asked of them."""
    return [console.write(JIM, "jim.sheet"), "--record", console.write(RULEBOOK), "--at", AT]


def test_the_example_by_its_record(console: Console) -> None:
    """The 2 is not blackened nor carried back, so 5 to 7 are stale; 8-10 was too high, so 0-7; the jaguar is a 1."""
    asked = console.ask("sheet", "check", *write_both(console))
    assert asked.status == 1
    for told in (
        "jaguar 1 crossed: it must be 1 (since round 3)",
        "record line 44: round 2: chameleon chameleon=4 jaguar 1-5",
        "chameleon 5, 6 and 7 crossed: right for the chameleon that was exchanged in round 3",
        "sheet line 12: in round 1 the sum was lower than 8-10: 0-7, not 0-8",
        "snake 3 crossed: 25.0 % of the logs have it",
        "sheet line 14: the chameleon 2 given up in round 3 counted in round 2: chameleon=4 (2 + 2)",
        "To be blackened: seen, or discarded chameleon 2",
        "jaguar 3 (since round 3)",
        "28 of 33 marks are right.",
    ):
        assert told in asked.words


def test_the_example_as_data(console: Console) -> None:
    data = console.ask("sheet", "check", *write_both(console), "--json").data
    assert (data["viewer"], data["by"], data["round"]) == ("Jim", "record", 3)
    assert data["summary"] == {"right": 28, "wrong": 1, "stale": 3, "unproven": 1}
    (wrong,) = (mark for mark in data["marks"] if mark["verdict"] == "wrong")
    assert (wrong["symbol"], wrong["number"], wrong["mark"], wrong["round"]) == ("jaguar", 1, "crossed", 3)
    assert (wrong["lines"], wrong["slots"], wrong["ways"]) == ([44], 1, wrong["logs"])
    assert wrong["proof"] == [
        {
            "line": 44,
            "round": 2,
            "player": None,
            "dice": ["chameleon", "chameleon", "jaguar"],
            "written": {"chameleon": 4},
            "range": "1-5",
        }
    ]
    assert [(each["symbol"], each["number"], each["mark"]) for each in data["missed"]] == [
        ("chameleon", 2, "black"),
        ("jaguar", 3, "crossed"),
    ]
    assert [(slip["line"], slip["kind"], slip["wrong"]) for slip in data["lines"]] == [
        (12, "arithmetic", True),
        (14, "carried", False),
    ]


@pytest.mark.parametrize("columns", ["40", "80", "200"])
def test_no_line_is_wider_than_the_screen(console: Console, columns: str) -> None:
    files = write_both(console)
    for words in (
        ["check", *files],
        ["check", files[0]],
        ["show", files[2], "--as", "Diana"],
        ["blank", "--variant", "x-race"],
    ):
        asked = console.ask("sheet", *words, COLUMNS=columns)
        assert asked.widest <= int(columns), words
        assert not re.search(r" $", asked.out, re.MULTILINE), words


def test_alone_it_knows_only_what_stands_on_it(console: Console) -> None:
    """Without the record the range 0-8 is as good as any, and no black box is judged."""
    asked = console.ask("sheet", "check", console.write(JIM, "jim.sheet"))
    assert asked.status == 1
    assert "by what it says itself" in asked.words
    assert "line 14: round 2: chameleon chameleon=4 jaguar 1-5" in asked.words
    assert "0-7" not in asked.out
    data = console.ask("sheet", "check", "jim.sheet", "--json").data
    assert (data["by"], data["viewer"]) == ("sheet", "Jim")
    assert {mark["mark"] for mark in data["marks"]} == {"crossed"}


def test_a_sheet_that_contradicts_itself(console: Console) -> None:
    """Bird 4 or 5 (or crossed), jaguar at most 4 and chameleon 2 make 11 at most."""
    name = console.write(JIM.replace("6-21", "18-21"), "jim.sheet")
    asked = console.ask("sheet", "check", name)
    assert asked.status == 1
    assert "With the black boxes these lines cannot all be true line 15: round 3" in asked.words
    assert "line 15: the other way round: within 0-15, not 18-21" in asked.words
    data = console.ask("sheet", "check", name, "--json").data
    assert (data["error"], data["lines"]) == ("contradiction", [15])
    assert data["slips"][0]["kind"] == "turned"


def test_nothing_wrong_is_status_0(console: Console) -> None:
    """What `show` prints is a sheet with nothing to say about; a box left open makes it no worse."""
    game = console.write(RULEBOOK)
    shown = console.ask("sheet", "show", game, "--as", "Jim", "--at", AT)
    assert shown.status == 0
    name = console.write(shown.out, "true.sheet")
    asked = console.ask("sheet", "check", name, "--record", game, "--at", AT)
    assert (asked.status, asked.words.endswith("30 of 30 marks are right. Nothing is missing.")) == (0, True)
    console.write(shown.out.replace(" x", " ."), "true.sheet")
    asked = console.ask("sheet", "check", name, "--record", game, "--at", AT)
    assert (asked.status, "Could be crossed" in asked.words) == (0, True)


@pytest.mark.parametrize(
    ("sheet", "game", "told"),
    [
        ("sheet lost-code\nbear ...\n", EXAMPLE, "sheet.txt:2: “...”: 3 boxes; expected 8 or 9 boxes"),
        ("sheet lost-code\nbear ........\n", "game lost-code\nplayers Ann\n", "game.txt:2: "),
        ("sheet lost-code\nplayer Zed\nbear ........\n", EXAMPLE, "game.txt: “Zed” does not play here"),
        ("sheet lost-code\nbear ........\n", EXAMPLE.replace("me Ann\n", ""), "this record has no “me”"),
        (EXAMPLE, EXAMPLE, "sheet.txt:1: "),
    ],
)
def test_what_cannot_be_read_is_status_2_and_names_its_file(console: Console, sheet: str, game: str, told: str) -> None:
    asked = console.ask("sheet", "check", console.write(sheet, "sheet.txt"), "--record", console.write(game))
    assert asked.status == 2
    assert told in asked.err
    assert asked.out == ""


def test_a_record_that_contradicts_itself_is_named_as_such(console: Console) -> None:
    game = console.write(golden("contradiction-1"))
    sheet = console.write("sheet lost-code\nbear ........\n", "sheet.txt")
    asked = console.ask("sheet", "check", sheet, "--record", game)
    assert asked.status == 1
    assert asked.words.startswith("game.txt: no log fits")


def test_moments_need_a_record(console: Console) -> None:
    asked = console.ask("sheet", "check", console.write(JIM, "jim.sheet"), "--at", "3")
    assert (asked.status, "--record" in asked.err) == (2, True)


def test_a_sheet_from_standard_input_and_a_seat_by_name(console: Console) -> None:
    """A sheet that names nobody is judged for the viewer of the record, or for whom --as names."""
    game = console.write(EXAMPLE)
    text = "sheet lost-code\nbear #.......\n"
    assert console.ask("sheet", "check", "-", "--record", game, "--json", stdin=text).data["viewer"] == "Ann"
    asked = console.ask("sheet", "check", "-", "--record", game, "--as", "Bob", "--json", stdin=text)
    assert asked.data["viewer"] == "Bob"


def test_the_readmes_sheet_reads_and_its_example_is_what_is_printed(console: Console) -> None:
    text = README.read_text("utf-8")
    (sheet,) = re.findall(r"```\n(sheet lost-code\n.*?)```", text, re.DOTALL)
    assert len(sheet_text.read(sheet).rounds) == 3
    (excerpt,) = re.findall(r"```\n\$ lostcode sheet check [^\n]*\n(.*?)\n…\n```", text, re.DOTALL)
    assert console.ask("sheet", "check", *write_both(console)).out.startswith(excerpt)


@pytest.mark.parametrize("command", ["check", "show", "blank"])
def test_every_command_on_sheets_is_documented_with_an_example_that_works(console: Console, command: str) -> None:
    assert f"$ lostcode sheet {command} --help" in README.read_text("utf-8")
    told = re.search(r"Example: lostcode (.+)", console.ask("sheet", command, "--help").words)
    assert told
    game = console.write(EXAMPLE)
    console.write(console.ask("sheet", "show", game, "--at", "12").out, "ann.sheet")
    assert console.ask(*told[1].split()).status == 0


def test_final_guesses_and_black_boxes_on_the_screen(console: Console) -> None:
    """“Example of scoring”: the bear 7 alone is worth 5 or -2 VP, each as likely, and 4 with 7 is worth 2."""
    game = console.write(RULEBOOK)
    shown = console.ask("sheet", "show", game, "--as", "Diana", "--at", "141").out
    text = re.sub(r"^(bear +)(.*) \.", r"\1\2 #", shown, count=1, flags=re.MULTILINE)
    asked = console.ask("sheet", "check", console.write(text, "diana.sheet"), "--record", game, "--at", "141")
    assert asked.status == 1
    assert "bear 7: 1.50 VP; best 4 7: 2.00 VP" in asked.words
    assert "0.50 VP less than the best" in asked.words
    assert "bear 7 black: not seen and not discarded" in asked.words


# ---- pages -----------------------------------------------------------------------------------------------------------


def drawn(text: str) -> ET.Element:
    """The drawing, read by a parser that forgives nothing."""
    return ET.fromstring(text)


def test_a_page_shows_each_mark_by_its_form(console: Console) -> None:
    """Every black box has a filled square in it, every crossed one an X, every open one neither."""
    game = console.write(RULEBOOK)
    shown = console.ask("sheet", "show", game, "--as", "Jim", "--at", AT, "--svg", "jim.svg")
    assert "# Saved: jim.svg" in shown.out
    sheet = sheet_text.read(shown.out)
    parts = list(drawn((console.folder / "jim.svg").read_text("utf-8")))
    titles = {title.text: place for place, part in enumerate(parts) if (title := part.find(f"{SVG}title")) is not None}
    for row in sheet.rows:
        for number, box in enumerate(row.boxes):
            said = {"#": "black", "x": "crossed", ".": "open"}[box]
            after = parts[titles[f"{row.symbol} {number}: {said}"] + 1]
            filled = after.tag == f"{SVG}rect" and after.get("fill") == "black"
            assert (filled, after.tag == f"{SVG}path") == (box == "#", box == "x")
    words = [part.text for part in parts if part.tag == f"{SVG}text"]
    assert {"Player: Jim", "1-5", "6-21"} <= set(words)


def test_a_page_fetches_nothing_and_obeys_nobodys_name(console: Console) -> None:
    name = "<script>&'x"
    game = console.write(EXAMPLE.replace("Ann", name))
    asked = console.ask("sheet", "show", game, "--svg", "a.svg", "--html", "a.html")
    assert asked.status == 0
    for page in ("a.svg", "a.html"):
        text = (console.folder / page).read_text("utf-8")
        assert "<script" not in text
        assert "&lt;script&gt;&amp;" in text
        links = set(re.findall(r"https?://[^\"' ]+", text))
        assert links == {"http://www.w3.org/2000/svg"}, "the name of a language, which nothing fetches"
        assert not re.search(r"(src|href|@import|url\()", text)
    svg = drawn((console.folder / "a.svg").read_text("utf-8"))
    assert (svg.get("width"), svg.get("height")) == ("210mm", "297mm")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "variants", [[], ["x-race"], ["introductory"], ["shortcut", "curse"], ["x-race", "introductory"]]
)
def test_blank_sheets(console: Console, players: int, variants: list[str]) -> None:
    """“End of the Game”: ten, nine or eight rounds; with X-Race a column of 8s; no bear in the introductory game."""
    options = [word for variant in variants for word in ("--variant", variant)]
    asked = console.ask("sheet", "blank", "--players", str(players), *options, "--svg", "b.svg", "--html", "b.html")
    sheet = sheet_text.read(asked.out)
    assert len(sheet.rounds) == {2: 10, 3: 9, 4: 8}[players]
    assert len(sheet.numbers) == (9 if "x-race" in variants else 8)
    assert len(sheet.rows) == (5 if "introductory" in variants else 6)
    assert {box for row in sheet.rows for box in row.boxes} == {"."}
    svg = drawn((console.folder / "b.svg").read_text("utf-8"))
    titles = [title.text or "" for title in svg.iter(f"{SVG}title")]
    assert sum(title.endswith(": open") for title in titles) == len(sheet.rows) * len(sheet.numbers)
    assert sum(title.endswith(", range") for title in titles) == len(sheet.rounds)
    assert ("shortcut token" in ET.tostring(svg, encoding="unicode")) == ("shortcut" in variants)


def test_a_page_that_cannot_be_saved(console: Console) -> None:
    asked = console.ask("sheet", "blank", "--svg", "nowhere/b.svg")
    assert (asked.status, asked.out) == (2, "")
    assert "nowhere" in asked.err


def test_a_page_never_takes_the_place_of_the_record_or_of_another(console: Console) -> None:
    game = console.write(EXAMPLE)
    before = console.files()
    for pages in (["--svg", game], ["--html", f"./{game}"], ["--svg", "a", "--html", "./a"]):
        asked = console.ask("sheet", "show", game, *pages)
        assert (asked.status, "the same file twice" in asked.err) == (2, True)
    assert console.files() == before


def test_the_order_of_the_pad_is_the_users_own(console: Console) -> None:
    assert "Order of the pad assumed" in console.ask("sheet", "blank").words
    console.ask("wheels", "--pad", "snake bear jaguar human bird chameleon")
    asked = console.ask("sheet", "blank")
    assert "assumed" not in asked.words
    assert [row.symbol for row in sheet_text.read(asked.out).rows][:2] == ["snake", "bear"]
    assert console.ask("sheet", "blank", "--json").data["assumed"] == []


def test_a_variant_that_is_not_known(console: Console) -> None:
    asked = console.ask("sheet", "blank", "--variant", "speed")
    assert (asked.status, "x-race" in asked.err) == (2, True)


OPEN_ROWS = "".join(f"{symbol} . . . . . . . .\n" for symbol in ("jaguar", "human", "bird", "chameleon", "snake"))


def test_a_row_without_an_open_box_cannot_be_right(console: Console) -> None:
    """Each cross by itself may be true, but the stone has some number."""
    name = console.write(f"sheet lost-code\nbear x x x # # x x x\n{OPEN_ROWS}", "full.sheet")
    result = console.ask("sheet", "check", name)
    assert result.status == 1
    assert "no box of the bear is open" in result.words
    fine = console.write(f"sheet lost-code\nbear x x x # # x x .\n{OPEN_ROWS}", "fine.sheet")
    assert "no box of" not in console.ask("sheet", "check", fine).words


def test_a_number_written_in_is_shown_where_it_makes_the_contradiction(console: Console) -> None:
    """A bird of 7 and two stones more are never 0 to 6; without the 7 they may be."""
    name = console.write(f"sheet lost-code\nbear . . . . . . . .\n{OPEN_ROWS}1 bird=7 jaguar bear 0-6\n", "z.sheet")
    result = console.ask("sheet", "check", name)
    assert result.status == 1
    assert "bird=7 jaguar bear 0-6" in result.words
    assert "no “out bird” follows" in result.words
