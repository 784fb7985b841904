"""The verb `wheels`: what the user's wheels are worth."""

from rich.console import RenderableType
from rich.text import Text

from cli.lost_code.pieces import columns, titled
from cli.outcome import Answer
from cli.settings import SIDES, forget_wheels, saved_wheels, set_wheels, settings_path
from solver.errors import NotationError

__all__ = ["wheels"]


def wheels(values: str | None, *, x_side: bool, forget: bool) -> Answer:
    """Save or forget the values of a side if asked to, then show both sides. Raises LineError and FileError."""
    if forget and values is not None:
        raise NotationError("forget or set, not both", typed="--forget --set", expected="one of them")
    if forget:
        forget_wheels(x_side=x_side)
    if values is not None:
        set_wheels(values, x_side=x_side)
    sides = {name: saved_wheels(x_side=side) for side, name in SIDES.items()}
    assumed = {name: [width for width, (_, guess) in table.items() if guess] for name, table in sides.items()}
    data = {
        "wheels": {name: {str(width): points for width, (points, _) in table.items()} for name, table in sides.items()},
        "assumed": assumed,
        "file": str(settings_path()),
    }
    parts: list[RenderableType] = [Text("Wheels: how many numbers each shows, and its VP", style="bold")]
    for name, table in sides.items():
        made = columns("wheel", "VP", "", numbers_from=0)
        for width, (points, guess) in table.items():
            made.add_row(str(width), str(points), "assumed" if guess else "set by you")
        title = "Plain side" if name == "plain" else "X side (X-Race)"
        line = " ".join(f"{width}={points}" for width, (points, _) in table.items())
        parts.append(titled(title, made, Text(f"In a record: wheels {line}{' assumed' if assumed[name] else ''}")))
    if any(assumed.values()):
        told = (
            "Assumed: the rulebook does not print these. Compare them with your wheels; lostcode wheels --set 7=2,10=1"
        )
        parts += ["", Text(told, style="italic")]
    return Answer(lambda: data, lambda: parts)
