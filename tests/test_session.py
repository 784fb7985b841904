"""A game in its file: every change is on disk, every step can be taken back, nothing is lost."""

import os
from pathlib import Path

import pytest

from cli.files import FileError
from cli.session import ChangedOutside, Session
from solver.errors import DeductionError, IllegalEvent, NotationError, RecordFaults
from solver.games import read
from solver.lost_code.events import Answer, Event, Guess, Roll, Symbol, Turn, Verdict
from solver.lost_code.notation import read as read_line
from solver.words import Words

SET_UP = """game lost-code
players Ann Bob
me Ann
stack Bob Ann
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
ROLL = Roll((Symbol.BEAR, Symbol.BEAR, Symbol.SNAKE))


def opened(folder: Path, text: str) -> Session:
    path = folder / "g.game"
    path.write_bytes(text.encode())
    return Session.opened(path)


def event(line: str) -> Event:
    return read_line(Words(line))


def on_disk(session: Session) -> str:
    return session.path.read_bytes().decode()


def test_each_line_is_on_disk_at_once(tmp_path: Path) -> None:
    session = opened(tmp_path, SET_UP)
    written = SET_UP
    for number, line in enumerate(ROUND.splitlines(), 8):
        assert session.add(event(line)) == number
        written += f"{line}\n"
        assert on_disk(session) == written
    assert session.record == read(written)


def test_what_the_rules_forbid_changes_nothing(tmp_path: Path) -> None:
    session = opened(tmp_path, SET_UP)
    with pytest.raises(IllegalEvent):
        session.add(Guess("Ann", 9, 15))
    assert on_disk(session) == SET_UP
    assert session.undo() is None


def test_a_comment_stays_with_its_line_and_a_note_is_one(tmp_path: Path) -> None:
    session = opened(tmp_path, SET_UP)
    session.add(ROLL, "# she sighed")
    session.note("Bob looked at the snake")
    assert on_disk(session) == SET_UP + "roll bear bear snake  # she sighed\n# Bob looked at the snake\n"
    with pytest.raises(NotationError, match="control character"):
        session.note("a\x1b[2J")


def test_a_note_never_looks_like_a_line_that_comes_again(tmp_path: Path) -> None:
    session = opened(tmp_path, SET_UP)
    session.note("again: guess Ann 9-15")
    session.note("again: house rules")
    assert session.again is None
    session.add(ROLL)
    notes = "#  again: guess Ann 9-15\n#  again: house rules\n"
    assert on_disk(session) == f"{SET_UP}{notes}roll bear bear snake\n"


def test_comments_by_hand_that_only_look_so_are_comments(tmp_path: Path) -> None:
    comments = "# again: guess Ann 9-15\nroll bear bear snake\n# again: house rules\n"
    session = opened(tmp_path, SET_UP + comments)
    assert session.again is None
    session.add(Turn(Symbol.BEAR, Symbol.HUMAN))
    assert on_disk(session) == SET_UP + comments + "turn bear human\n"


def test_no_record_is_saved_that_could_not_be_read_again(tmp_path: Path) -> None:
    session = opened(tmp_path, SET_UP)
    with pytest.raises(FileError, match="larger than"):
        session.note("x" * 1_000_000)
    assert on_disk(session) == SET_UP


def test_undo_and_redo_to_any_depth(tmp_path: Path) -> None:
    session = opened(tmp_path, SET_UP)
    for line in ROUND.splitlines():
        session.add(event(line))
    lines = ROUND.splitlines()
    for left in range(len(lines) - 1, -1, -1):
        assert session.undo() == lines[left]
        assert on_disk(session) == SET_UP + "".join(f"{line}\n" for line in lines[:left])
    assert session.undo() is None
    for left, line in enumerate(lines, 1):
        assert session.redo() == line
        assert on_disk(session) == SET_UP + "".join(f"{line}\n" for line in lines[:left])
    assert session.redo() is None


def test_a_new_line_ends_what_could_be_done_again(tmp_path: Path) -> None:
    session = opened(tmp_path, SET_UP + "roll bear bear snake\n")
    session.add(Turn(Symbol.BEAR, Symbol.HUMAN))
    session.undo()
    session.add(Turn(Symbol.SNAKE, Symbol.HUMAN))
    assert session.redo() is None


def test_undo_reaches_behind_this_sitting_but_not_into_the_set_up(tmp_path: Path) -> None:
    session = opened(tmp_path, SET_UP + "# begun at nine\nroll bear bear snake\n\n# a note\n\n")
    assert session.undo() == "# a note"
    assert session.undo() == "roll bear bear snake"
    assert session.record.state.round == 0
    assert session.redo() == "roll bear bear snake"
    session.undo()
    assert session.undo() == "# begun at nine"
    assert session.undo() is None
    assert on_disk(session).startswith(SET_UP)


def test_undo_into_the_set_up_where_it_is_asked_for(tmp_path: Path) -> None:
    session = opened(tmp_path, "game lost-code\nplayers Ann Bob\nme Ann\n")
    assert session.undo(set_up=True) == "me Ann"
    assert session.undo(set_up=True) == "players Ann Bob"
    assert session.undo(set_up=True) is None
    assert on_disk(session) == "game lost-code\n"


@pytest.mark.parametrize(
    "text", [SET_UP.replace("\n", "\r\n"), "\ufeff" + SET_UP, "\ufeff" + SET_UP.replace("\n", "\r\n")]
)
def test_line_ends_and_byte_order_mark_stay(tmp_path: Path, text: str) -> None:
    session = opened(tmp_path, text)
    session.add(ROLL)
    end = "\r\n" if "\r\n" in text else "\n"
    assert on_disk(session) == f"{text}roll bear bear snake{end}"
    session.undo()
    assert on_disk(session) == text


def test_a_last_line_without_an_end_gets_one(tmp_path: Path) -> None:
    session = opened(tmp_path, SET_UP.rstrip("\n"))
    session.add(ROLL)
    assert on_disk(session) == SET_UP + "roll bear bear snake\n"


# ---- an old line ----


def test_a_harmless_change_fits(tmp_path: Path) -> None:
    session = opened(tmp_path, SET_UP + ROUND.replace("9-15", "9-15   # bold"))
    revision = session.revised(10, Guess("Ann", 10, 16))
    assert (revision.misfits, revision.why) == ((), None)
    assert on_disk(session) == SET_UP + ROUND.replace("9-15", "9-15   # bold")
    session.accept(revision)
    assert on_disk(session) == SET_UP + ROUND.replace("9-15", "10-16  # bold")
    session.undo()
    assert on_disk(session) == SET_UP + ROUND.replace("9-15", "9-15   # bold")


def test_a_changed_line_may_get_a_comment_of_its_own(tmp_path: Path) -> None:
    session = opened(tmp_path, SET_UP + ROUND.replace("9-15", "9-15  # bold"))
    session.accept(session.revised(10, Guess("Ann", 10, 16), "# timid"))
    assert on_disk(session) == SET_UP + ROUND.replace("9-15", "10-16  # timid")


def test_what_no_longer_fits_is_kept_and_proposed_again(tmp_path: Path) -> None:
    session = opened(tmp_path, SET_UP + ROUND)
    # Right, Ann need not exchange a stone.
    revision = session.revised(12, Answer("Ann", Verdict.RIGHT))
    assert revision.misfits == (14,)
    assert revision.why is not None
    assert revision.why.line == 14
    session.accept(revision)
    lines = (SET_UP + ROUND.replace("answer Ann lower", "answer Ann right")).splitlines(keepends=True)
    assert on_disk(session) == "".join([*lines[:-1], "# again: exchange Ann bear 0 ?\n"])
    assert session.again == "exchange Ann bear 0 ?"
    assert read(on_disk(session)).state == session.record.state
    assert session.skip()
    assert session.again is None
    assert not session.skip()
    assert on_disk(session) == "".join(lines[:-1])


def test_from_the_first_misfit_on_every_line_comes_again(tmp_path: Path) -> None:
    session = opened(tmp_path, SET_UP + ROUND + "# what a round\nroll jaguar human bird\n")
    # Ann takes the wheel of width 4, so Bob cannot set it on the next line.
    revision = session.revised(10, Guess("Ann", 10, 13))
    assert revision.misfits == (11, 12, 13, 14, 16)
    assert revision.why is not None
    assert "Ann has that wheel already" in str(revision.why)
    session.accept(revision)
    assert on_disk(session) == SET_UP + (
        "roll bear bear snake\nturn bear human\nguess Ann 10-13\n"
        "# again: guess Bob 10-13\n# again: answer Ann lower\n# again: answer Bob right\n"
        "# again: exchange Ann bear 0 ?\n# what a round\n# again: roll jaguar human bird\n"
    )


def test_a_forgotten_line_is_inserted(tmp_path: Path) -> None:
    session = opened(tmp_path, SET_UP + ROUND.replace("turn bear human\n", ""))
    revision = session.revised(9, Turn(Symbol.BEAR, Symbol.HUMAN), inserted=True)
    assert revision.misfits == ()
    session.accept(revision)
    assert on_disk(session) == SET_UP + ROUND


def test_a_line_struck_out(tmp_path: Path) -> None:
    session = opened(tmp_path, SET_UP + ROUND)
    session.accept(session.revised(9, None))
    assert on_disk(session) == SET_UP + ROUND.replace("turn bear human\n", "")


def test_a_changed_line_that_cannot_stand_is_refused(tmp_path: Path) -> None:
    session = opened(tmp_path, SET_UP + ROUND)
    with pytest.raises(RecordFaults) as refused:
        session.revised(11, Guess("Bob", 0, 6))
    assert refused.value.faults[0].line == 11
    with pytest.raises(NotationError, match="no entry"):
        session.event_on(99)
    assert on_disk(session) == SET_UP + ROUND


def test_new_lines_come_before_those_that_come_again(tmp_path: Path) -> None:
    commented = [f"{line}  # as before" if line.startswith("guess") else line for line in ROUND.splitlines()]
    again = "".join(f"# again: {line}\n" for line in commented[2:])
    session = opened(tmp_path, SET_UP + "roll bear bear snake\n" + again)
    assert session.add(Turn(Symbol.BEAR, Symbol.HUMAN)) == 9
    assert on_disk(session) == SET_UP + "roll bear bear snake\nturn bear human\n" + again
    for line, with_comment in zip(ROUND.splitlines()[2:], commented[2:], strict=True):
        assert session.again == with_comment
        session.add(event(line))
    assert on_disk(session) == SET_UP + "".join(f"{line}\n" for line in commented)
    assert session.again is None
    session.undo()
    assert session.again == "exchange Ann bear 0 ?"


# ---- the file ----


def test_a_file_changed_outside_is_not_overwritten(tmp_path: Path) -> None:
    session = opened(tmp_path, SET_UP)
    theirs = SET_UP + "roll snake snake snake\n"
    session.path.write_text(theirs)
    for change in (lambda: session.add(ROLL), session.look, lambda: session.note("x")):
        with pytest.raises(ChangedOutside) as refused:
            change()
        assert not refused.value.gone
        assert on_disk(session) == theirs
    session.take_theirs()
    assert session.record.state.thrown == (Symbol.SNAKE,) * 3
    session.undo()
    assert on_disk(session) == SET_UP


def test_the_own_game_kept_over_theirs(tmp_path: Path) -> None:
    session = opened(tmp_path, SET_UP)
    theirs = SET_UP + "roll snake snake snake\n"
    session.path.write_text(theirs)
    kept = session.keep_mine()
    assert kept == tmp_path / "g.game.outside"
    assert kept.read_text() == theirs
    assert on_disk(session) == SET_UP
    session.add(ROLL)


def test_each_version_from_outside_is_kept(tmp_path: Path) -> None:
    session = opened(tmp_path, SET_UP)
    for theirs in ("first\n", "second\n"):
        session.path.write_text(theirs)
        session.keep_mine()
    assert (tmp_path / "g.game.outside").read_text() == "first\n"
    assert (tmp_path / "g.game.outside-2").read_text() == "second\n"
    assert on_disk(session) == SET_UP


@pytest.mark.parametrize("kind", ["folder", "pipe", "huge"])
def test_what_is_no_game_any_more_is_put_aside(tmp_path: Path, kind: str) -> None:
    session = opened(tmp_path, SET_UP)
    session.path.unlink()
    if kind == "folder":
        session.path.mkdir()
    elif kind == "pipe":
        os.mkfifo(session.path)
    else:
        session.path.write_bytes(b"#" * 1_000_001)
    with pytest.raises(ChangedOutside) as refused:
        session.add(ROLL)
    assert not refused.value.gone
    with pytest.raises(DeductionError):
        session.take_theirs()
    kept = session.keep_mine()
    assert kept is not None
    assert kept.exists()
    assert on_disk(session) == SET_UP
    session.add(ROLL)


def test_theirs_that_is_not_set_up_is_not_taken(tmp_path: Path) -> None:
    session = opened(tmp_path, SET_UP)
    session.path.write_text("game lost-code\n")
    with pytest.raises(FileError, match="no game that is set up"):
        session.take_theirs()
    assert session.text == SET_UP


def test_a_file_that_is_gone(tmp_path: Path) -> None:
    session = opened(tmp_path, SET_UP)
    session.path.unlink()
    with pytest.raises(ChangedOutside) as refused:
        session.add(ROLL)
    assert refused.value.gone
    assert session.keep_mine() is None
    assert on_disk(session) == SET_UP


def test_theirs_that_cannot_be_read_is_not_taken(tmp_path: Path) -> None:
    session = opened(tmp_path, SET_UP)
    session.path.write_text("nonsense\n")
    with pytest.raises(RecordFaults):
        session.take_theirs()
    assert session.text == SET_UP
    assert on_disk(session) == "nonsense\n"


def test_a_line_that_cannot_be_saved_is_no_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = opened(tmp_path, SET_UP)

    def full(*_: object) -> None:
        raise FileError("no space left")

    monkeypatch.setattr("cli.session.save", full)
    with pytest.raises(FileError):
        session.add(ROLL)
    monkeypatch.undo()
    assert session.record.state.round == 0
    assert session.undo() is None
    session.add(ROLL)
    assert on_disk(session) == SET_UP + "roll bear bear snake\n"


def test_a_game_is_begun_with_its_first_entry(tmp_path: Path) -> None:
    path = tmp_path / "new.game"
    session = Session.begun(path, "game lost-code\n")
    assert not path.exists()
    session.add(event("players Ann Bob"))
    assert on_disk(session) == "game lost-code\nplayers Ann Bob\n"
    again = Session.begun(path, "game lost-code\n")
    assert again.record.state.players == ("Ann", "Bob")
    path.write_text(" \n")
    Session.begun(path, "game lost-code\n").add(event("players Ann Bob"))
    assert on_disk(session) == "game lost-code\nplayers Ann Bob\n"
