"""What a line changed, and how the game ended, as a person at the table reads it."""

from collections.abc import Mapping, Sequence

from rich.console import RenderableType
from rich.text import Text

from cli.figures import amount, percent
from cli.lost_code.pieces import columns, symbol_text, titled
from cli.lost_code.words import listed, window
from solver.errors import Contradiction, DeductionError
from solver.lost_code.changes import Change, change, supposing
from solver.lost_code.events import Symbol, Verdict
from solver.lost_code.knowledge import Finding
from solver.lost_code.odds import Odds
from solver.lost_code.ranking import exchange_choices
from solver.lost_code.rules import final_points
from solver.lost_code.state import Cause, State
from solver.lost_code.view import View

__all__ = ["answers", "changed", "disagreements", "ended", "left", "moved", "stuck", "supposed"]


def changed(change: Change) -> list[RenderableType]:
    """What became certain, impossible or possible again, and how many logs are left."""
    parts: list[RenderableType] = []
    left = "1 log is" if change.after == 1 else f"{change.after:,} logs are"
    if change.before != change.after:
        parts.append(Text(f"{left} left, of {change.before:,}."))
    if change.excluded:
        parts.append(Text(f"Impossible now: {_numbers(change.excluded)}."))
    if change.possible:
        parts.append(Text(f"Possible again: {_numbers(change.possible)}."))
    if change.certain:
        certain = listed((f"{symbol} {number}" for symbol, number in change.certain.items()), "and")
        parts.append(Text(f"Certain now: {certain}.", style="bold"))
    return parts


def left(known: Odds) -> list[RenderableType]:
    """How many logs are left, and what is certain."""
    counted = "1 log is" if known.different == 1 else f"{known.different:,} logs are"
    certain = [f"{symbol} {next(iter(of))}" for symbol, of in known.values.items() if len(of) == 1]
    return [Text(f"{counted} left. Certain: {listed(certain, 'and') or 'nothing yet'}.")]


def disagreements(found: Sequence[Finding]) -> list[RenderableType]:
    """Where table and stones disagree."""
    return [Text(f"! line {f.line}: {f.message}" if f.line else f"! {f.message}", style="bold") for f in found]


def stuck(error: DeductionError) -> list[RenderableType]:
    """That nothing can be told of the viewer's log, and what helps."""
    if not isinstance(error, Contradiction):
        return [Text(f"! {error}", style="bold")]
    lines = listed(map(str, sorted(error.lines + error.others)), "and")
    told = Text(f"! The entries contradict each other: {error.reason}.", style="bold")
    last = max(error.lines + error.others)
    helps = f"A smallest set of lines: {lines}. check names the likeliest slip; edit {last} changes a line."
    return [told, Text(helps)]


def supposed(line: str) -> list[RenderableType]:
    """The heading of what a line would change."""
    return [Text(f"If this came next: {line}", style="bold")]


def answers(view: View, known: Odds, guess: tuple[int, int], verdict: Verdict | None) -> list[RenderableType]:
    """What each answer to a guess, or a single one, would tell; nothing is written."""
    low, high = guess
    smallest = high - low + 1 == view.table.smallest
    possible = [Verdict.RIGHT, *([Verdict.WRONG] if smallest else [Verdict.LOWER, Verdict.HIGHER])]
    parts: list[RenderableType] = []
    for each in possible if verdict is None else [verdict]:
        then = supposing(view, known, low, high, each)
        parts.append(Text(f"If you set {window(low, high)} and are told “{each}”:", style="bold"))
        if then is None:
            parts.append(Text("That cannot be: no log makes it true."))
            continue
        parts.append(Text(f"This happens in {percent(then.total, known.total)} of your logs."))
        parts += changed(change(known, then))
        worth = f"Final guesses are then worth {amount(then.final_value())} VP"
        if each is not Verdict.RIGHT and (best := exchange_choices(then)) and best[0].value is not None:
            worth = f"Give up the {best[0].symbol}; final guesses are then worth {amount(best[0].value)} VP"
        parts.append(Text(f"{worth} (now {amount(known.final_value())})."))
    return parts


def _numbers(of: Mapping[Symbol, Sequence[int]]) -> str:
    return "; ".join(f"{symbol} {' '.join(map(str, numbers))}" for symbol, numbers in of.items())


def moved(before: State, after: State) -> list[RenderableType]:
    """How the pieces moved, and who holds the curse now; after a step back or a changed line, where they stand."""
    parts: list[RenderableType] = []
    if after.moves[: len(before.moves)] != before.moves:
        stand = ", ".join(f"{player} {after.spaces[player]}" for player in after.order)
        return [Text(f"Track, from last to first: {stand}.")] if after.spaces != before.spaces else []
    for move in after.moves[len(before.moves) :]:
        way = f"{move.by} forward" if move.by > 0 else f"{-move.by} back"
        why = {Cause.CURSE_GAIN: ", for the curse", Cause.CURSE_LOSS: ", cursed", Cause.FINAL: ", final guesses"}
        parts.append(Text(f"{move.player} moves {way}{why.get(move.cause, '')}: space {after.spaces[move.player]}."))
    if after.cursed != before.cursed and after.cursed:
        parts.append(Text(f"{after.cursed} holds the curse."))
    elif before.curse_in_game and not after.curse_in_game and after.round >= before.round > 0:
        parts.append(Text("The curse is out of the game."))
    return parts


def ended(view: View, known: Odds | None) -> list[RenderableType]:
    """How the score came about, and last the score; known: what the viewer knew before the logs were opened."""
    table = view.table
    made = columns("player", "wheels", "curse", "final", "total")
    for player in reversed(table.order):
        by = {
            cause: sum(move.by for move in table.moves if move.player == player and move.cause is cause)
            for cause in Cause
        }
        curse = by[Cause.CURSE_GAIN] + by[Cause.CURSE_LOSS]
        made.add_row(
            Text(player), str(by[Cause.WHEEL]), f"{curse:+d}", f"{by[Cause.FINAL]:+d}", str(table.spaces[player])
        )
    parts: list[RenderableType] = [_finals(table, player) for player in reversed(table.order)]
    if known is not None:
        parts.append(_knowledge(view, known))
    return [*parts, titled(f"{table.order[-1]} wins", made)]


def _finals(table: State, player: str) -> RenderableType:
    """What a player's wheels and final guesses brought, each by itself."""
    wheels = [
        f"round {move.round} {move.by:+d}{'' if move.cause is Cause.WHEEL else ' (curse)'}"
        for move in table.moves
        if move.player == player and move.cause is not Cause.FINAL
    ]
    finals = []
    for symbol in table.symbols:
        token = table.written(player, symbol)
        placed = (token.numbers or ()) if token else table.finals[player].get(symbol, ())
        written = "/".join(map(str, placed)) or "-"
        points = final_points(table, player, symbol)
        finals.append(f"{symbol} {written}{' token' if token else ''} {points:+d}")
    return titled(player, Text(f"Wheels: {', '.join(wheels) or 'nothing'}."), Text(f"Final: {', '.join(finals)}."))


def _knowledge(view: View, known: Odds) -> RenderableType:
    """How likely each stone was by all that the viewer could know."""
    made = columns("", "stone", "chance")
    for symbol in view.table.symbols:
        number = view.table.held(view.seat, symbol).number
        if number is not None:
            made.add_row(symbol_text(symbol), str(number), percent(known.values[symbol].get(number, 0), known.total))
    title = f"What {view.seat} could know before the logs were opened"
    left = "1 log was" if known.different == 1 else f"{known.different:,} logs were"
    worth = amount(known.final_value())
    return titled(title, made, Text(f"{left} left; the best final guesses were worth {worth} VP."))
