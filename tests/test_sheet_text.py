"""Sheets as text and as cells: read, written, and every fault of a file told at once."""

import json
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.lost_code.sheet_data import checked_data, conflict_data
from cli.lost_code.sheet_page import svg
from cli.lost_code.sheet_screens import checked_screen, conflict_screen
from cli.outcome import rendered
from solver.errors import Fault, RecordFaults
from solver.lost_code import sheet_text
from solver.lost_code.events import SYMBOLS, Symbol
from solver.lost_code.sheet import Box, Noted, Out, Round, Row, Sheet, written_numbers
from solver.lost_code.sheet_alone import Conflict, check_alone
from solver.lost_code.sheet_slips import likely_slips

DIANA = """\
sheet lost-code
# A comment. The round lines may have one, too; boxes may not, since # is a black box.
player "Diana Lee"
          0 1 2 3 4 5 6 7
bear      # . x # . # . .
jaguar    ........
ch        ##xx....
1  bear jaguar snake      9-15   # right
2  chameleon chameleon=4 bird   0-19
out chameleon 2
3  bear human snake             not 4
out j ?
5
6  be be=6 be ?
final
bear 3
jaguar 4 5
human -
"""
BEAR, JAGUAR, HUMAN, BIRD, CHAMELEON, SNAKE = SYMBOLS


def boxes(marks: str) -> tuple[Box, ...]:
    return tuple(map(Box, marks))


def test_each_part_of_a_sheet() -> None:
    sheet = sheet_text.read(DIANA)
    assert sheet == Sheet(
        "Diana Lee",
        (Row(BEAR, boxes("#.x#.#..")), Row(JAGUAR, boxes("........")), Row(CHAMELEON, boxes("##xx...."))),
        (
            Round(1, (BEAR, JAGUAR, SNAKE), (), Noted(9, 15)),
            Round(2, (CHAMELEON, CHAMELEON, BIRD), ((CHAMELEON, 4),), Noted(0, 19)),
            Round(3, (BEAR, HUMAN, SNAKE), (), Noted(4, 4, outside=True)),
            Round(5),
            Round(6, (BEAR, BEAR, BEAR), ((BEAR, 6),)),
        ),
        (Out(2, CHAMELEON, 2), Out(3, JAGUAR, None)),
        ((BEAR, (3,)), (JAGUAR, (4, 5)), (HUMAN, ())),
    )
    assert [row.line for row in sheet.rows] == [5, 6, 7]
    assert [each.line for each in sheet.rounds] == [8, 9, 11, 13, 14]
    assert [out.line for out in sheet.outs] == [10, 12]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_spreadsheet_has_the_same_cells_in_columns(delimiter: str) -> None:
    """Open boxes may be empty cells, every row is filled up to the widest one, and a name needs no quotes."""
    cells = """\
sheet|lost-code||||||||
player|Diana Lee|||||||
|0|1|2|3|4|5|6|7
bear|#||x|#||#||
jaguar||||||||
ch|#|#|x|x||||
1|bear|jaguar|snake|9-15||||
2|chameleon|chameleon=4|bird|0-19||||
out|chameleon|2||||||
3|bear|human|snake|not 4||||
out|j|?||||||
5||||||||
6|be|be=6|be|||||
final||||||||
bear|3|||||||
jaguar|4|5||||||
human|-|||||||
""".replace("|", delimiter)
    read = sheet_text.read(cells.replace("\n", "\r\n"))
    assert read == sheet_text.read(DIANA)
    assert [row.line for row in read.rows] == [4, 5, 6]


def test_other_ways_to_draw_and_to_write_a_range() -> None:
    """A spreadsheet makes a date of 9-15, and none of 9..15."""
    text = "sheet lost-code\nbear ■X×·□█xx\n1 be be be 9..15\n2 be be be 9–15\n3 be be be 9-15\n"
    sheet = sheet_text.read(text)
    assert sheet.rows[0].boxes == boxes("#xx..#xx")
    assert {each.noted for each in sheet.rounds} == {Noted(9, 15)}


def faults(text: str) -> list[Fault]:
    with pytest.raises(RecordFaults) as caught:
        sheet_text.read(text)
    return list(caught.value.faults)


def test_every_fault_of_one_pass_with_line_word_and_what_was_expected() -> None:
    found = faults(
        "sheet lost-code\nplayer Ann\nplayer Bob\n0 1 2 3 4 5 6 7\nbear #.x#.#...\nbear ........\njaguar ...o....\n"
        "1 bear 9-15\n2 bear jaguar horse 3\n3 bear=x bear bear\n3 be be be\n11 be be be\n4 be be be 9-\n"
        "5 be be be 9-7\n6 be=1 be=2 be 3\nout b 3\nout be 9\nout be 3\nout be 4\nhuman ........\nwhat is this\n"
        "final\n7 be be be\nbear 1 2 3 4\nbear 1\nbear 2\nbird 1 1\nout be 2\n"
    )
    told = {fault.line: (fault.typed, fault.expected) for fault in found}
    assert sorted(told) == [3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 23, 24, 25, 26, 27, 28]
    assert told[5] == ("#.x#.#...", "8 boxes")
    assert told[7] == ("o", "# for black, x for crossed, . for open")
    assert told[9][0] == "horse"
    assert told[14] == ("9-7", "7-9")
    assert "both dice together" in told[15][1]
    assert told[16][0] == "b"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("\n\n# nothing\n", 4),
        ("game lost-code\n", 1),
        ("sheet lost-code\n", 2),
        ("sheet lost-code\nplayer Ann\n1 be be be 4\n", 4),
        ("sheet lost-code\nbear ........\nplayer bear\n", 3),
        ('sheet lost-code\nbear ........\n1 be "be be\n', 3),
        ("sheet lost-code\nbear ....\x1b....\n", 2),
        ("sheet,lost-code\nbear,#,.,.,.,.,.,.,.,.,.,.\n", 2),
        ("sheet,lost-code\nbear" + 8 * ",." + "\n1," + "x" * 200_000 + "\n", 3),
    ],
)
def test_what_is_no_sheet(text: str, line: int) -> None:
    assert [fault.line for fault in faults(text)] == [line]


# ---- what is written reads back --------------------------------------------------------------------------------------

symbols = st.sampled_from(SYMBOLS)
noted = st.builds(
    lambda low, more, outside: Noted(low, low + more, outside), st.integers(0, 24), st.integers(0, 24), st.booleans()
)


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    size = draw(st.sampled_from([8, 9]))
    marks = st.lists(st.sampled_from(list(Box)), min_size=size, max_size=size).map(tuple)
    rows = [Row(symbol, draw(marks)) for symbol in draw(st.lists(symbols, unique=True, min_size=1))]
    rounds, outs = [], []
    for number in sorted(draw(st.sets(st.integers(1, 10)))):
        dice = draw(st.one_of(st.just(()), st.tuples(symbols, symbols, symbols)))
        numbers: dict[Symbol, int] = {s: draw(st.integers(0, 24)) for s in dict.fromkeys(dice) if draw(st.booleans())}
        rounds.append(Round(number, dice, written_numbers(numbers), draw(st.one_of(st.none(), noted))))
        if draw(st.booleans()):
            outs.append(Out(number, draw(symbols), draw(st.one_of(st.none(), st.integers(0, 8)))))
    final = draw(st.dictionaries(symbols, st.lists(st.integers(0, 8), unique=True, max_size=3).map(tuple)))
    player = draw(st.sampled_from([None, "Ann", "Ann Lee", "Cy #2", "Zoë", "李 明", "a;b,c"]))
    return Sheet(player, tuple(rows), tuple(rounds), tuple(outs), tuple(final.items()))


@given(sheets())
def test_what_is_written_reads_back(sheet: Sheet) -> None:
    assert sheet_text.read(sheet_text.write(sheet)) == sheet
    assert sheet_text.read(sheet_text.write(sheet, short=True)) == sheet
    for delimiter in ",;\t":
        assert sheet_text.read(sheet_text.write_cells(sheet, delimiter)) == sheet


@given(st.data())
def test_whatever_stands_in_a_file_it_is_a_sheet_or_has_faults(data: st.DataObject) -> None:
    delimiter = data.draw(st.sampled_from([None, ",", ";", "\t"]))
    text = DIANA if delimiter is None else sheet_text.write_cells(sheet_text.read(DIANA), delimiter)
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(text)))
        typed = data.draw(st.text(alphabet='#x.;,\t\n" 019=-?beoutfinal\r\x00é', max_size=3))
        text = text[:place] + typed + text[place + data.draw(st.integers(0, 3)) :]
    found: list[Fault] = []
    try:
        assert isinstance(sheet_text.read(text), Sheet)
    except RecordFaults as error:
        found += error.faults
    assert all(1 <= fault.line <= text.count("\n") + 1 for fault in found)


@settings(max_examples=60, deadline=None)
@given(sheets())
def test_any_sheet_can_be_judged_and_told(sheet: Sheet) -> None:
    """Whatever is marked and noted, also what no game allows: a value, a screen and data, and no exception."""
    read = sheet_text.read(sheet_text.write(sheet))
    found = check_alone(read)
    if isinstance(found, Conflict):
        slips = likely_slips(found)
        told, data = conflict_screen(found, slips), conflict_data(found, slips)
    else:
        told, data = checked_screen(found), checked_data(found)
    assert rendered(told)
    assert json.dumps(data)
    ET.fromstring(svg(read, 8, tokens=True))
