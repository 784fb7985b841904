"""Values -> what a person sees, at 80 columns and at 40, with and without colour."""

from collections.abc import Iterator, Sequence
from math import fsum
from typing import assert_never

from rich.console import RenderableType
from rich.text import Text

from cli.cypher import words
from cli.cypher.check_screen import checked_parts
from cli.cypher.commands import Examined, Explained, Found, Result, Shown, Solved
from cli.pieces import Fitting, columns, titled
from solver.cypher.box import WINS
from solver.cypher.ending import earliest
from solver.cypher.explaining import Certain
from solver.cypher.places import MODEL, Better, Places
from solver.cypher.rules import due, next_first, score, series_winner, series_wins, settled, tie_order, winner
from solver.cypher.state import Learned, Moved
from solver.cypher.view import View

__all__ = ["beats", "certain", "ending", "footnotes", "heading", "result", "screen"]

SHOWN_CARDS = 4
"""So many of the likeliest cards are named for a place of the deck."""


def screen(result: Result) -> list[RenderableType]:
    """The screen of a verb's value: a heading, its own parts, and what must be known beside them."""
    return [heading(result.view), *_own(result), *footnotes(result.view)]


def _own(result: Result) -> list[RenderableType]:
    match result:
        case Shown(view):
            return _shown(view)
        case Solved(places, better):
            return _solved(places, better)
        case Found(certain=sure):
            return _found(sure)
        case Explained():
            return _explained(result)
        case Examined():
            return checked_parts(result)
        case _:
            assert_never(result)


def heading(view: View) -> Text:
    """One line: the game, where it stands, and whose eyes these are."""
    table = view.table
    eyes = f"seen by {view.viewer}" if view.viewer else "all that the record tells"
    place = f"turn {settled(table).turns + 1}" if table.started else "before the first turn"
    return Text(f"Cypher · {'over' if settled(table).over else place} · {eyes}", style="bold")


def footnotes(view: View) -> list[RenderableType]:
    """What is assumed, and which rulings differ from the usual."""
    notes = [words.CUSTOMS[custom] for custom in sorted(view.table.rulings)]
    if view.table.players and view.table.assumed:
        notes.append(words.ASSUMED)
    return ["", *(Text(f"* {note}", style="italic") for note in notes)] if notes else []


# ---- show ------------------------------------------------------------------------------------------------------------


def _shown(view: View) -> list[RenderableType]:
    """The table as it stands."""
    table = view.table
    market = "empty" if table.market is None else words.card(table.market, table)
    out = f" · out of the game: {table.out}" if table.out else ""
    made = columns("player", "hand", "total", "on the table", numbers_from=1)
    made.columns[3].justify = "left"
    for player, total in score(table).items():
        cards = ", ".join(words.card(card, table) for card in table.tables[player]) or "-"
        you = " (you)" if player == view.viewer else ""
        made.add_row(
            Text(player + you), str(len(table.hands[player])), "?" if total is None else str(total), Text(cards)
        )
    parts: list[RenderableType] = [
        Text(f"Next: {words.awaited(due(table), table)}."),
        Text(f"Market: {market} · deck: {table.deck}{out}"),
        "",
        made,
    ]
    if view.viewer is not None:
        hand = ", ".join("?" if card is None else words.card(card, table) for card in table.hands[view.viewer])
        parts += ["", Text(f"Your hand: {hand or 'empty'}")]
    if texts := list(_permanent(view)):
        parts.append(titled("Permanent actions in force", *map(Text, texts)))
    return [*parts, "", *ending(view), *result(view)]


def _permanent(view: View) -> Iterator[str]:
    """The permanent actions of cards that lie on a table. Ruling 8: they end when the card leaves it."""
    for player, cards in view.table.tables.items():
        for card in cards:
            text = view.table.texts.get(card)
            if text is not None and text.permanent:
                yield f"{player}: {card}" + (f": {text.action}" if text.action else "")


def ending(view: View) -> list[RenderableType]:
    """The trigger and who still has a turn; else after how many turns the deck can be empty."""
    table = settled(view.table)
    if table.over:
        return []
    if table.trigger is not None:
        ties = ", ".join(tie_order(table))
        return [
            Text(f"{table.trigger} triggered the end. A last turn still: {words.listed(table.last, 'and')}."),
            Text(f"Who is named first wins a tie: {ties}."),
        ]
    turns = earliest(view.table)
    if turns is None:
        return [Text("Without actions the deck is never empty: Power of “Cypher” must be played.")]
    count = "after this turn" if turns == 1 else f"after {turns} turns, this one counted"
    return [Text(f"The deck can be empty {count}, if no action interferes.")]


def result(view: View) -> list[RenderableType]:
    """Who has won, once the game is over; and the series."""
    table, parts = view.table, list[RenderableType]()
    if settled(table).over:
        first = winner(table)
        told = f"{first} wins: {words.scored(table)}." if first else f"Values are missing: {words.scored(table)}."
        parts.append(Text(told, style="bold"))
        if (begins := next_first(table)) and not series_winner(table):
            parts.append(Text(f"The next game of a series begins with {begins}:"))
            parts += map(Text, words.next_game(view, begins))
    if table.won:
        won = ", ".join(f"{player} {games}" for player, games in series_wins(table).items())
        champion = series_winner(table)
        end = f" {champion} wins the series." if champion else f" {WINS[len(table.players)]} win the series."
        parts.append(Text(f"Games won: {won}.{end}"))
    return parts


# ---- solve -----------------------------------------------------------------------------------------------------------


def _solved(places: Places, better: Better | None) -> list[RenderableType]:
    """Where the cards out of sight can be."""
    view = places.view
    sure = [
        Certain(name, where, copies, ())
        for name, spread in places.spreads.items()
        for where, copies in spread.least.items()
    ]
    parts: list[RenderableType] = [Text(f"Where the cards out of sight are, {MODEL}.")]
    if places.lost:
        parts.append(Text(f"Seen before, and out of sight now: {', '.join(places.lost)}."))
    parts += certain(sure, "Certain")
    parts += ["", Fitting(_grid(places), _list(places))]
    several = any(round(spread.copies) > 1 for spread in places.spreads.values())
    if several:
        parts.append(Text("% is a chance; a plain number says how many copies are expected there."))
    if view.table.deck:
        parts.append(Text("deck: the whole of it, with its top."))
    if view.table.deck:
        parts.append(titled("The deck, from the top", *map(Text, _deck(places))))
    return [*parts, *beats(view, better)]


def _grid(places: Places) -> RenderableType:
    table = places.view.table
    hands = [player for player in table.players if any(player in each.hands for each in places.spreads.values())]
    heads = [*hands, *(["top", "deck"] if table.deck else []), *(["out"] if table.out else [])]
    made = columns("card", "copies", *heads)
    for name, spread in places.spreads.items():
        count = round(spread.copies)
        numbers = [spread.hands.get(player, 0.0) for player in hands]
        cells = [_cell(number, count) for number in numbers]
        if table.deck:
            cells += [_cell(spread.deck[0], 1), _cell(_sum(spread.deck, count), count)]
        if table.out:
            cells.append(_cell(spread.out, count))
        made.add_row(Text(words.card(name, table)), str(count), *cells)
    return made


LAST_DIGIT = 1e-12
"""A sum of chances that is so near to a whole number is that number: the rest is only the float's."""


def _sum(deck: Sequence[float], count: int) -> float:
    """How many copies are expected in the whole deck; a whole number for all of them and for none."""
    total = fsum(deck)
    if 0 < round(total) < count and abs(total - round(total)) < LAST_DIGIT:
        return float(round(total))
    return float(count) if all(number in (0.0, 1.0) for number in deck) and round(total) == count else total


def _cell(number: float, count: int) -> str:
    return "·" if not number else words.share(min(number, float(count)), count > 1)


def _list(places: Places) -> RenderableType:
    """The same in lines, for a narrow screen."""
    lines = []
    for name, spread in places.spreads.items():
        count = round(spread.copies)
        each = [f"{player} {_cell(number, count)}" for player, number in spread.hands.items()]
        if any(spread.deck):
            each.append(f"deck {_cell(_sum(spread.deck, count), count)}")
        if spread.out:
            each.append(f"out {_cell(spread.out, count)}")
        lines.append(f"{words.card(name, places.view.table)}: {', '.join(each)}")
    return Text("\n").join(map(Text, lines))


def _deck(places: Places) -> Iterator[str]:
    """Places of the deck, those that are alike in one line, with the likeliest cards."""
    heights = range(places.view.table.deck)
    rows = [{name: spread.deck[n] for name, spread in places.spreads.items() if spread.deck[n]} for n in heights]
    first = 0
    for n in heights:
        if n + 1 < len(rows) and _alike(rows[n], rows[n + 1]):
            continue
        span = f"{first + 1}" if first == n else f"{first + 1} to {n + 1}, each"
        likeliest = sorted(rows[n], key=lambda name: -rows[first][name])
        named = ", ".join(f"{name} {_share(rows[n][name])}" for name in likeliest[:SHOWN_CARDS])
        more = f", and {len(likeliest) - SHOWN_CARDS} more" if len(likeliest) > SHOWN_CARDS else ""
        yield f"{span}: {named}{more}"
        first = n + 1


def _share(number: float) -> str:
    """A chance in a sentence: nothing that a line break could part."""
    return words.share(number, several=False)


def _alike(one: dict[str, float], two: dict[str, float]) -> bool:
    return one.keys() == two.keys() and all(abs(one[name] - two[name]) < 1e-9 for name in one)


def beats(view: View, better: Better | None) -> list[RenderableType]:
    """How the market compares with the top of the deck in value."""
    table = view.table
    if better is None or table.market is None:
        return []
    told = (
        f"The market, {words.card(table.market, table)}, is worth more than the top of the deck: {_share(better.less)};"
    )
    return ["", Text(f"{told} the same: {_share(better.same)}; less: {_share(better.more)}, {MODEL}.")]


def certain(sure: Sequence[Certain], title: str) -> list[RenderableType]:
    """What is certain of cards out of sight, in one sentence."""
    if not sure:
        return []
    told = ", ".join(f"{f'{each.copies} × ' if each.copies > 1 else ''}{each.card} in {_in(each)}" for each in sure)
    return [Text(f"{title}: {told.replace('in out of', 'out of')}.", style="bold")]


def _in(each: Certain) -> str:
    return words.where(each.where)


# ---- explain ---------------------------------------------------------------------------------------------------------


def _found(sure: Sequence[Certain]) -> list[RenderableType]:
    """All that is certain, with its reasons."""
    if not sure:
        return ["", Text("Of the cards out of sight nothing is certain.")]
    return ["", *(Text(_proof(each)) for each in sure)]


def _proof(each: Certain) -> str:
    count = f"{each.copies} copies of {each.card} are" if each.copies > 1 else f"{each.card} is"
    told = f"{count} in {words.where(each.where)}".replace("in out of", "out of")
    return f"{told}: it follows from {_lines(each.lines)}."


def _lines(lines: Sequence[int]) -> str:
    if not lines:
        return "the cards in the box"
    return f"{'lines' if len(lines) > 1 else 'line'} {words.listed(map(str, lines), 'and')}"


def _explained(told: Explained) -> list[RenderableType]:
    """What is known of one card."""
    parts: list[RenderableType] = [""]
    parts += [Text(f"line {step.line}: {_step(step)}") for step in told.seen]
    if told.spread is None:
        return [*parts, Text(f"Every {told.card} is in sight.")]
    if not told.seen:
        parts.append(Text(f"{told.card} was never seen: it can be wherever a card was never seen."))
    if told.hidden:
        parts.append(Text(f"Since then cards left a hand unseen: {_lines(told.hidden)}."))
    several = round(told.spread.copies) > 1
    each = [f"{player}’s hand {words.share(number, several)}" for player, number in told.spread.hands.items()]
    if any(told.spread.deck):
        each.append(f"deck {words.share(_sum(told.spread.deck, round(told.spread.copies)), several)}")
    if told.spread.out:
        each.append(f"out of the game {words.share(told.spread.out, several)}")
    what = "How many copies are expected there" if several else "The chance of each place"
    parts.append(Text(f"{what}, {MODEL}: {', '.join(each)}."))
    parts += [Text(_proof(sure)) for sure in told.certain]
    for where, lines in told.impossible.items():
        parts.append(
            Text(f"{told.card} is not in {words.where(where)}: {_lines(lines)}.".replace("in out of", "out of"))
        )
    return parts


def _step(step: Moved | Learned) -> str:
    if isinstance(step, Learned):
        where = f"place {step.position} of the deck" if step.position else f"{step.place}’s hand"
        return f"{step.card} was seen in {where}"
    return f"{step.card}, from {step.source} to {step.target}"
