"""What errors quote of a faulty line: with `--as`, nothing that the seat may not have seen."""

import pytest

from tests.console import Console

LOST = "game lost-code\nplayers Ann Bob\nme Ann\n"
BEYOND = "game beyond-code\nplayers Ann Bob Cy\nme Ann\nkeeper Bob\n"
FAULTS = [
    # Bob never sees his own stones, which Ann's record tells.
    (LOST + "log Bob bear 37\n", "show", "Bob", "37"),
    (LOST + "lgo Bob bear 37\n", "solve", "Bob", "lgo Bob bear 37"),
    # What Ann saw on her own turn, and wrote with a slip.
    (BEYOND + "name Bob a1 library\nname Cy b1 book\nname Ann c1 enigma is jiont\n", "show", "Bob", "jiont"),
    (BEYOND + "name Bob a1 library\nlook Ann c1 jiont\n", "solve", "Cy", "jiont"),
]


@pytest.mark.parametrize(("text", "verb", "seat", "secret"), FAULTS)
@pytest.mark.parametrize("as_json", [False, True])
def test_another_seat_reads_no_secret_in_an_error(
    console: Console, text: str, verb: str, seat: str, secret: str, as_json: bool
) -> None:
    form = ["--json"] if as_json else []
    file = console.write(text)
    told = console.ask(verb, file, "--as", seat, *form)
    assert told.status == 2
    assert secret not in told.said
    assert "…" in told.said or "\\u2026" in told.said
    # Whoever keeps the record is told what he typed.
    assert secret.split()[0] in console.ask(verb, file, "--as", "Ann", *form).said
    assert secret.split()[0] in console.ask(verb, file, *form).said


def test_what_all_have_heard_is_quoted(console: Console) -> None:
    told = console.ask("show", console.write(LOST + "roll bear bear baer\n"), "--as", "Bob")
    assert "baer" in told.said
