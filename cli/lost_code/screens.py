"""Values -> what a person sees, at 80 columns and at 40, with and without colour."""

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cli.figures import percent
from cli.lost_code import words
from cli.lost_code.commands import (
    Announcement,
    Compared,
    Examined,
    Explained,
    Found,
    Planned,
    Ranked,
    Result,
    Shown,
    Solved,
    Told,
)
from cli.lost_code.decisions import final_parts, ranked, unnoted
from cli.lost_code.pieces import ValuesGrid, columns, symbol_text, symbols_text, titled
from cli.lost_code.prompts import reckoned
from solver.lost_code.events import Symbol
from solver.lost_code.knowledge import findings
from solver.lost_code.rules import Step, dice_in_play, due, final_points, thrower, wheels_free
from solver.lost_code.state import State
from solver.lost_code.view import View

__all__ = ["assumptions", "heading", "screen"]


def screen(result: Result) -> list[RenderableType]:
    """The screen of a verb's value: a heading, its own parts, and what must be known beside them."""
    return [heading(result.view), *_own(result), *_footnotes(result.view)]


def _own(result: Result) -> list[RenderableType]:
    match result:
        case Shown(view):
            return _shown(view)
        case Solved():
            return _solved(result)
        case Ranked():
            return _ranked(result)
        case Planned():
            return [*_planned(result), *unnoted(result.odds)]
        case Told(view, announcements):
            return _told(view.table, announcements)
        case Explained() | Found():
            from cli.lost_code.deductions import deductions  # noqa: PLC0415 - takes a tenth of a start, and only this verb needs it

            return deductions(result)
        case Compared():
            return _compared(result)
        case Examined():
            from cli.lost_code.check_screen import checked_parts  # noqa: PLC0415 - takes a tenth of a start, and only this verb needs it

            return checked_parts(result)
        case _:
            assert_never(result)


def heading(view: View) -> Text:
    """One line: the game, where it stands, and whose eyes these are."""
    table = view.table
    eyes = f"seen by {view.viewer}" if view.viewer else "all logs open"
    between = "" if dice_in_play(table) else "after "
    place = f"{between}round {table.round} of {table.rounds}" if table.round else "before the first round"
    return Text(f"The Lost Code · {place} · {eyes}", style="bold")


def _footnotes(view: View) -> list[RenderableType]:
    """What contradicts the stones, and what is assumed."""
    parts: list[RenderableType] = []
    if found := findings(view):
        lines = [Text(f"line {f.line}: {f.message}") if f.line else Text(f.message) for f in found]
        parts.append(titled("! Table and stones disagree", *lines))
    return [*parts, *assumptions(view)]


def assumptions(view: View) -> list[RenderableType]:
    """What is assumed, and how the user can say better."""
    return ["", Text(f"* {words.ASSUMED['wheels']}", style="italic")] if view.table.wheels_assumed else []


# ---- show -------------------------------------------------------------------------------------------------------


def _shown(view: View) -> list[RenderableType]:
    """The table as it stands."""
    table, now = view.table, due(view.table)
    parts: list[RenderableType] = []
    if table.variants:
        parts.append(Text(", ".join(words.VARIANTS[v] for v in sorted(table.variants))))
    parts.append(Text(f"Phase: {words.PHASES[now.step]}. Expected next: {words.awaited(now)}."))
    if now.step not in (Step.FINAL, Step.REVEAL, Step.OVER):
        parts.append(Text(f"Throws: {thrower(table)}"))
    parts.append(titled("Track, from last to first", _track(view)))
    if dice_in_play(table):
        parts.append(titled("Dice", _dice(table)))
        free = ", ".join(f"{w} ({table.points[w]} VP)" for w in wheels_free(table)) or "none"
        parts.append(titled("Wheels free, by how many numbers they show", Text(free)))
    if table.set_now and dice_in_play(table):
        parts.append(titled("Guesses of this round", _guesses(table)))
    nobody = [f"N{owner[-1]} is {owner}" for owner in table.owners[len(table.players) :]]
    legend = (
        [Text(f"{words.listed(nobody, 'and')}, the {'log' if len(nobody) == 1 else 'logs'} of nobody.")]
        if nobody
        else []
    )
    parts.append(titled("Stones", _stones(view), *legend))
    if table.tokens:
        parts.append(titled("Shortcut tokens", *(Text(_token(view, place)) for place in range(len(table.tokens)))))
    if table.finals:
        parts.append(titled("Final guesses", *(Text(_placed(table, player)) for player in table.finals)))
    return parts


def _placed(table: State, player: str) -> str:
    """What a player placed for each symbol, and what it brought once all is known."""
    guesses = []
    for symbol in table.symbols:
        token = table.written(player, symbol)
        numbers = token.numbers or () if token else table.finals[player].get(symbol, ())
        worth = f" ({final_points(table, player, symbol):+d})" if table.scored else ""
        placed = " ".join(map(str, numbers)) or ("token" if token else "-")
        guesses.append(f"{symbol} {placed}{' by token' if token and numbers else ''}{worth}")
    total = sum(final_points(table, player, symbol) for symbol in table.symbols) if table.scored else 0
    return f"{player}: {', '.join(guesses)}" + (f"; together {total:+d} VP" if table.scored else "")


def _track(view: View) -> RenderableType:
    table = view.table
    made = columns("player", "space", numbers_from=1)
    made.add_column("")
    for player in table.order:
        notes = []
        if player == view.viewer:
            notes.append("you")
        if player == table.cursed:
            notes.append("cursed")
        if table.scored and player == table.order[-1]:
            notes.append("wins")
        made.add_row(Text(player), str(table.spaces[player]), ", ".join(notes))
    if table.curse_in_game and not table.cursed:
        return Group(made, Text("The skull lies on space 7."))
    return made


def _dice(table: State) -> Text:
    dice = symbols_text(table.dice)
    return dice if table.dice == table.thrown else dice.append(f"   (thrown: {' '.join(table.thrown)})")


def _guesses(table: State) -> Table:
    made = columns("player", "range", "wheel", "answer", numbers_from=1)
    for bet in table.set_now:
        answer = bet.verdict or "to come"
        made.add_row(Text(bet.player), words.window(bet.low, bet.high), str(bet.width), answer)
    return made


def _stones(view: View) -> Table:
    """Symbols down, logs across: narrow enough for 40 columns."""
    table = view.table
    made = columns("", *(owner.replace("neutral-", "N") for owner in table.owners), "pile", "out")
    made.columns[0].no_wrap = True
    for symbol in table.symbols:
        logs = (table.held(owner, symbol).number for owner in table.owners)
        gone = [stone.number for player in table.players for stone in table.history(player, symbol)[:-1]]
        out = ",".join("?" if number is None else str(number) for number in gone) or "-"
        row = ("?" if number is None else str(number) for number in logs)
        made.add_row(symbol_text(symbol), *row, str(table.pile(symbol)), out)
    return made


def _token(view: View, place: int) -> str:
    token = view.table.tokens[place]
    written = "hidden" if token.numbers is None else words.numbers(token.numbers)
    if token.numbers is None and token.player == view.viewer:
        written = "not noted"
    return f"{token.player}: {token.symbol}, written: {written}"


# ---- solve ------------------------------------------------------------------------------------------------------


def _solved(solved: Solved) -> list[RenderableType]:
    """What the viewer's log can be."""
    weighed, table = solved.odds, solved.view.table
    what = "log fits" if weighed.different == 1 else "logs fit"
    ways = "" if weighed.different == weighed.total else f", in {weighed.total:,} ways to fill in all hidden stones"
    unknown = "nothing is" if weighed.different == 1 else f"{weighed.bits:.1f} bits are"
    known = f"{weighed.different:,} {what} what was seen and told{ways}: {unknown} still unknown."
    certain = words.listed((f"{symbol} {number}" for symbol, number in solved.certain.items()), "and")
    evidence = solved.evidence
    grid = ValuesGrid(
        weighed.values, table.numbers, weighed.total, evidence.values if evidence and evidence.choices else None
    )
    parts: list[RenderableType] = [Text(known), "", grid, "", Text(f"Certain: {certain or 'nothing yet'}.")]
    if evidence:
        from cli.lost_code.outlook_screen import evidence_parts  # noqa: PLC0415 - only where choices are read

        parts += evidence_parts(evidence, weighed.bits)
    if solved.sums:
        sums = _sums_table(solved.sums, weighed.total)
        parts.append(titled("The sum of your dice", symbols_text(table.dice), sums))
    if solved.listed is not None:
        title = f"{len(solved.listed):,} of {weighed.different:,} logs, in ascending order"
        parts.append(titled(title, _logs_table(weighed.symbols, solved.listed)))
    return parts


def _logs_table(symbols: Sequence[Symbol], logs: Iterable[tuple[tuple[int, ...], int]]) -> Table:
    """Logs, one a row, with the number of ways for each."""
    made = columns(*(symbol[:6] for symbol in symbols), "ways", numbers_from=0)
    for numbers, ways in logs:
        made.add_row(*map(str, numbers), str(ways))
    return made


def _sums_table(sums: Mapping[int, int], total: int) -> Table:
    """The distribution of a sum, with bars."""
    made = columns("sum", "logs", "chance", numbers_from=0)
    made.add_column("")
    most = max(sums.values())
    for reached, ways in sums.items():
        bar = "█" * max(1, round(12 * ways / most))
        made.add_row(str(reached), str(ways), percent(ways, total), bar)
    return made


# ---- rank and final ---------------------------------------------------------------------------------------------


def _ranked(result: Ranked) -> list[RenderableType]:
    """What the viewer can do now."""
    if result.outlook is None:
        return ranked(result.advice, result.top)
    from cli.lost_code.outlook_screen import ranked_by  # noqa: PLC0415 - only with an aim, or choices read

    return ranked_by(result.outlook, result.top)


def _planned(result: Planned) -> list[RenderableType]:
    """The final guesses."""
    if result.outlook is None:
        return [titled("Final guesses", *final_parts(result.plan, result.odds.total))]
    from cli.lost_code.outlook_screen import finished  # noqa: PLC0415 - only with an aim, or choices read

    return finished(result.plan, result.outlook)


# ---- answer -----------------------------------------------------------------------------------------------------


def _told(table: State, announcements: Sequence[Announcement]) -> list[RenderableType]:
    """What to say to each, with the sum to show for it."""
    parts: list[RenderableType] = [""]
    if not announcements:
        parts.append(Text("Nobody else has set a wheel in this round." if table.round else "No dice are thrown yet."))
    for each in announcements:
        bet = each.bet
        text = Text(f"{bet.player} {words.window(bet.low, bet.high)}: ")
        sure = len(each.verdicts) == 1
        text.append(each.verdicts[0].upper() if sure else "cannot be told", style="bold")
        if not sure:
            text.append(f" ({words.listed(each.verdicts, 'or')})")
        elif bet.width == table.smallest and each.verdicts[0] == "wrong":
            text.append(" (smallest wheel: say no direction)")
        parts += [text, Text(f"  {reckoned(table, each.bet)}")]
        if bet.verdict:
            parts.append(Text(f"  told at the table: {bet.verdict}"))
    return parts


# ---- engines ----------------------------------------------------------------------------------------------------


def _compared(compared: Compared) -> list[RenderableType]:
    """The engines side by side."""
    made = columns("engine", "logs", "time", "agrees")
    for run in compared.runs:
        total = "?" if run.found is None else f"{run.found.total:,}"
        agrees = {True: "yes", False: "NO", None: "not finished"}[run.agrees]
        made.add_row(run.engine, total, f"{run.seconds * 1000:,.1f} ms", agrees)
    finished = [run.engine for run in compared.runs if run.found is not None]
    verdict = f"{words.listed(finished, 'and')} agree in counts, numbers and logs."
    if not finished:
        verdict = "No engine finished."
    elif len(finished) == 1:
        verdict = f"Only {finished[0]} finished: there is nothing to compare it with."
    parts: list[RenderableType] = ["", made, "", Text(verdict if compared.agree else "THE ENGINES DISAGREE.")]
    parts += [Text(run.why_not) for run in compared.runs if run.why_not]
    if compared.conflict:
        parts.append(Text(words.conflict(compared.conflict)))
    return parts
