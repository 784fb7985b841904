"""The verb `wheels`: what the user's wheels are worth, and how his pad is ordered."""

from rich.console import RenderableType
from rich.text import Text

from cli.lost_code.pieces import columns, titled
from cli.outcome import Answer
from cli.settings import (
    SIDES,
    forget_wheels,
    read_pad,
    saved_pad,
    saved_wheels,
    set_pad,
    set_wheels,
    settings_path,
)
from solver.errors import NotationError
from solver.lost_code.box import ASSUMED_PAD

__all__ = ["wheels"]

_ASSUMED, _SET = "assumed", "set by you"


def wheels(values: str | None, *, x_side: bool, forget: bool, pad: str | None = None) -> Answer:
    """Save or forget the values of a side, and save the order of the pad, if asked to; then show all.

    Raises LineError and FileError.
    """
    if forget and values is not None:
        raise NotationError("forget or set, not both", typed="--forget --set", expected="one of them")
    # Read before anything is saved, so that nothing is obeyed by half.
    wanted = None if pad is None else read_pad(pad)
    if forget:
        forget_wheels(x_side=x_side)
    if values is not None:
        set_wheels(values, x_side=x_side)
    if wanted is not None:
        set_pad(wanted)
    order, pad_assumed = saved_pad()
    sides = {name: saved_wheels(x_side=side) for side, name in SIDES.items()}
    assumed = {name: [width for width, (_, guess) in table.items() if guess] for name, table in sides.items()}
    data = {
        "wheels": {name: {str(width): points for width, (points, _) in table.items()} for name, table in sides.items()},
        "assumed": assumed,
        "pad": {"order": [str(symbol) for symbol in order], "assumed": pad_assumed},
        "file": str(settings_path()),
    }
    parts: list[RenderableType] = [Text("Wheels: how many numbers each shows, and its VP", style="bold")]
    for name, table in sides.items():
        made = columns("wheel", "VP", "", numbers_from=0)
        for width, (points, guess) in table.items():
            made.add_row(str(width), str(points), _ASSUMED if guess else _SET)
        title = "Plain side" if name == "plain" else "X side (X-Race)"
        line = " ".join(f"{width}={points}" for width, (points, _) in table.items())
        parts.append(titled(title, made, Text(f"In a record: wheels {line}{' assumed' if assumed[name] else ''}")))
    parts += ["", Text("Deduction pad: the order of its symbols", style="bold")]
    parts.append(Text(" ".join(order) + f"  {_ASSUMED if pad_assumed else _SET}"))
    if pad_assumed or any(assumed.values()):
        told = "Assumed: the rulebook does not print these. Compare them with your box, then save what it says:"
        parts += ["", Text(told, style="italic")]
        parts += [Text("  lostcode wheels --set 7=2,10=1")] if any(assumed.values()) else []
        parts += [Text(f'  lostcode wheels --pad "{" ".join(ASSUMED_PAD)}"')] if pad_assumed else []
    return Answer(lambda: data, lambda: parts)
