"""The verb `merge`: records that several players kept of one game become one, with what they disagree in."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Any

from cli.files import LARGEST, FileError, locked, printable, read_text, save, shown
from cli.outcome import Answer
from cli.verbs import need_lost_code
from solver.errors import RecordFaults
from solver.games import draft
from solver.lost_code.knowledge import findings
from solver.lost_code.merging import Disagreement, Kept, Merged, Version, merged
from solver.lost_code.view import View
from solver.record import dump

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["merge"]


def merge(files: Sequence[str], out: str | None) -> Answer:
    """Merge the records of some files; save the result, or give it as text. Raises DeductionError."""
    if files.count("-") > 1:
        raise FileError("“-” twice: standard input can be read once; expected each record in a file of its own")
    made = merged([Kept(shown(file), _read(file)) for file in files])
    text = dump(made.record)
    if out is None:
        return Answer(lambda: _data(made, None), lambda: _screen(made, len(files), None), text=text)
    _keep(out, text)
    return Answer(lambda: _data(made, out), lambda: _screen(made, len(files), out))


def _read(file: str) -> Any:
    """Read a record, whether or not the rules allow it. Raises RecordFaults with the name of the file."""
    try:
        kept = draft(read_text(file))
    except RecordFaults as error:
        raise RecordFaults(error.faults, usable=False, file=shown(file)) from error
    need_lost_code(kept.game.name, "merge")
    return kept


def _keep(out: str, text: str) -> None:
    """Save the record, unless it lies there already. Raises FileError where something else does."""
    if out in ("", "-"):
        raise FileError("--out names a file; expected its name, or no --out for standard output")
    path, name = Path(out), shown(out)
    with locked(path):
        try:
            there = path.stat()
        except FileNotFoundError:
            save(path, text)
            return
        except (OSError, ValueError) as error:
            raise FileError(f"{name}: cannot be saved: {error}; expected the name of a new file") from error
        # What is no file is not read either: nothing might ever come.
        if not S_ISREG(there.st_mode):
            raise FileError(f"{name}: cannot be saved: this is no plain file; expected the name of a new file")
        if there.st_size and (there.st_size > LARGEST or read_text(out) != text):
            raise FileError(f"{name}: there is a file already; expected a new name. It was left as it is")
        save(path, text)


def _data(made: Merged, out: str | None) -> Mapping[str, Any]:
    return {
        "record": list(made.record.lines),
        "disagreements": [
            {
                "kind": each.kind,
                "chosen": each.chosen,
                "line": each.line,
                "why": each.why,
                "versions": [{"file": v.file, "line": v.line, "text": v.text} for v in each.versions],
            }
            for each in made.disagreements
        ],
        "unknown": [
            {"owner": each.owner, "symbol": each.symbol, "line": each.line, "message": each.message}
            for each in made.unknown
        ],
        "out": out,
    }


def _screen(made: Merged, files: int, out: str | None) -> "list[RenderableType]":
    from rich.padding import Padding  # noqa: PLC0415 - rich, not needed for JSON
    from rich.text import Text  # noqa: PLC0415 - as above

    parts: list[RenderableType] = [Text(f"Saved as {shown(out)}.")] if out is not None else []
    if count := len(made.disagreements):
        parts.append(Text(f"! The records disagree in {count} {'place' if count == 1 else 'places'}", style="bold"))
    elif files > 1:
        parts.append(Text("The records agree."))
    for number, each in enumerate(made.disagreements, 1):
        parts.append(Text(f"{number}. {_taken(each)}"))
        said = Text("\n").join(Text(printable(line)) for line in (*map(_version, each.versions), each.why))
        parts.append(Padding(said, (0, 0, 0, 3), expand=False))
    parts += [Text(f"? {each.message}.") for each in made.unknown]
    if found := findings(View(None, made.record.state)):
        parts.append(Text("! Table and stones disagree", style="bold"))
        parts += [Text(f"line {each.line}: {each.message}") for each in found]
    return parts


def _taken(each: Disagreement) -> str:
    if each.line is None:
        return f"{each.kind}: no line was taken over"
    return f"{each.kind}, line {each.line}: {each.chosen}"


def _version(version: Version) -> str:
    if version.text is None:
        return f"{version.file}: no such line"
    at = f"{version.file}:{version.line}" if version.line else version.file
    return f"{at}: {version.text}{'' if version.line else ' (not written, but told by the stones)'}"
