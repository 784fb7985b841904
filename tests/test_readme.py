"""The README says what the program prints, and speaks of every command and every kind of line."""

import re

import pytest
import typer

from cli.main import app
from solver.games import read
from solver.lost_code import notation
from solver.words import Words
from tests.readme import BLOCK, README, output

TEXT = README.read_text("utf-8")
BLOCKS = [(found["command"], found["output"]) for found in BLOCK.finditer(TEXT)]
FENCED = re.findall(r"```\n(game lost-code\n.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize(("command", "printed"), BLOCKS, ids=[command for command, _ in BLOCKS])
def test_console_blocks_are_what_the_program_prints(command: str, printed: str) -> None:
    assert printed == output(command)


def test_every_command_is_documented() -> None:
    group = typer.main.get_command(app)
    commands = getattr(group, "commands", {})
    assert len(commands) >= 7
    assert {f"lostcode {name} --help" for name in commands} <= {command for command, _ in BLOCKS}


def test_every_kind_of_line_is_documented_and_reads() -> None:
    shown = [line.replace(" …", "") for line in re.findall(r"^\| `([a-z]+ [^`]*)` \|", TEXT, re.MULTILINE)]
    for line in shown:
        notation.read(Words(line))
    assert {line.split()[0] for line in shown} == set(notation.KEYWORDS)


def test_the_first_record_can_be_read() -> None:
    (text,) = FENCED
    record = read(text)
    assert record.state.spaces == {"Ann": 0, "Bob": 3}
