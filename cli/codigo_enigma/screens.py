"""Values -> what a person sees, at 80 columns and at 40, with and without colour."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import assert_never

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from cli.codigo_enigma import words
from cli.codigo_enigma.assumed import assumed, star
from cli.codigo_enigma.commands import Clock, Examined, Explained, Ranked, Result, Scores, Shown, Solved, clock
from cli.codigo_enigma.scores import memory_tables, scores
from cli.figures import percent
from cli.pieces import Fitting, columns, titled
from solver.codigo_enigma.box import DEALT, PILES, REVEALS_IN_DECK
from solver.codigo_enigma.clock import within
from solver.codigo_enigma.events import Special, Switch
from solver.codigo_enigma.odds import Unseen, missing
from solver.codigo_enigma.rules import known, reveal_places, spare
from solver.codigo_enigma.scoring import totals, winners
from solver.codigo_enigma.state import Code, Occasion, State
from solver.codigo_enigma.trainer import games_kept, tally

__all__ = ["assumptions", "board", "clock_line", "heading", "screen"]

SHOWN_DRAWS = 12
"""So many draws of the clock are listed."""
DRAWS = (1, 2, 3, 5, 8)
"""Numbers of draws for which the chances of never-seen cards are shown."""


def screen(result: Result) -> list[RenderableType]:
    """The screen of a verb's value: a heading, its own parts, and what must be known beside them."""
    table = result.view.table
    if not table.players:
        return [Text("Código Enigma", style="bold"), *_own(result)]
    return [heading(table), *_own(result), *assumptions(table)]


def heading(table: State) -> Text:
    """One line: the game, and where it stands."""
    return Text(f"Código Enigma · {words.place(table)}", style="bold")


def assumptions(table: State) -> list[RenderableType]:
    """What is assumed, and how the user can say better."""
    told = []
    now = assumed(table)
    if now["cards"]:
        said = "count those of your box, and write “cards N” into the set-up."
        told.append(f"* {table.cards} common cards assumed: {said}")
    if now["wild"]:
        told.append(f"* {table.wild} wild cards assumed: with four players agree on 4 or 5, and write “wild N”.")
    return ["", *(Text(each, style="italic") for each in told)] if told else []


def _own(result: Result) -> list[RenderableType]:
    match result:
        case Shown(view):
            return _shown(view.table)
        case Solved():
            return _solved(result)
        case Ranked():
            return _ranked(result)
        case Scores(view):
            parts = scores(view.table)
            kept = games_kept(view.table)
            return [*parts, *(memory_tables(tally(kept), "turns") if kept else [])]
        case Explained():
            return [*_explained(result), *scores(result.view.table)]
        case Examined():
            return _examined(result)
        case _:
            assert_never(result)


# ---- show -----------------------------------------------------------------------------------------------------------


def _shown(table: State) -> list[RenderableType]:
    """The table as it stands."""
    parts: list[RenderableType] = [Text(words.sentence(words.asked(table))), *board(table), *_hidden(table)]
    told = [str(switch) for switch in Switch if switch in table.rulings]
    if told:
        parts.append(titled("Rulings of this table", Text(", ".join(told))))
    if table.unchecked:
        rules = [Text(f"- {rule}") for rule in sorted(table.unchecked)]
        parts.append(titled("Not checked, since a card was not typed", *rules))
    return parts


def _hidden(table: State) -> list[RenderableType]:
    """What may be told of hidden codes: the place, how long ago, and whether all cards are known."""
    made = columns("player", "place", "hidden", "cards", numbers_from=9)
    for player, codes in table.hidden.items():
        for place, code in enumerate(codes, 1):
            ago = table.turns - code.turn
            since = "in this turn" if not ago else f"{ago} turn{'s' if ago > 1 else ''} ago"
            made.add_row(Text(player), str(place), since, "known" if known(table, code) else "not all typed")
    return [titled("Hidden codes", made)] if made.row_count else []


def board(table: State) -> list[RenderableType]:
    """The common zone, what lies before each player, the points, and where the REVEAL cards are."""
    zone = columns("pile", "card", "", numbers_from=9)
    for number, card in enumerate(table.zone, 1):
        notes = ["soldier"] if number == table.soldier else []
        if number == PILES:
            notes.append(f"discards: {table.discards}")
        zone.add_row(str(number), words.card(table, card), ", ".join(notes))
    parts: list[RenderableType] = [titled("ENCARTE zone", zone), titled("Players", _players(table))]
    parts += [Text(line) for player in table.players if (line := _exposed(table, player))]
    parts += [Text(line) for player in table.players if (line := _supposed(table, player))]
    if Switch.NOTES_OPEN in table.rulings:
        parts += _open_notes(table)
    parts.append("")
    parts.append(clock_line(table, clock(table)))
    places = ", ".join(f"{count} {place}" for place, count in Counter(map(str, reveal_places(table))).items())
    parts.append(Text(f"REVEAL cards: {places}."))
    if won := winners(table):
        parts.append(Text(f"{words.listed(won)} {'wins' if len(won) == 1 else 'share the victory'}.", style="bold"))
    return parts


def _players(table: State) -> Table:
    made = columns("player", "cards", "hidden", "points", numbers_from=2)
    brought = totals(table)
    for player in table.players:
        cards = ", ".join(words.card(table, card) for card in table.hands[player]) or "-"
        codes = len(table.hidden.get(player, ()))
        made.add_row(Text(player), Text(cards), str(codes), str(brought[player]))
    return made


def _exposed(table: State, player: str) -> str:
    """The exposed code of a player, which lies open."""
    code = table.exposed.get(player)
    if code is None:
        return ""
    described = table.card(code.card)
    asks = " ".join(described.code) if described else "its code was not typed"
    laid = ", ".join(map(str, code.laid)) or "nothing yet"
    open_, left = missing(table).get(player), spare(table, code.card, code.laid)
    several = " (the wild card, or one not typed, is among them)" if open_ and sum(open_.values()) > left else ""
    lacks = f"; missing: {_counted(open_)}{several}" if open_ else ""
    return f"{player} has exposed {code.card} ({asks}); laid to it: {laid}{lacks}"


def _supposed(table: State, player: str) -> str:
    """That a code counts as complete only since nobody typed what its CODE card asks for."""
    places = [str(place) for place, code in enumerate(table.hidden.get(player, ()), 1) if code.supposed]
    if not places:
        return ""
    return (
        f"{player}'s code {words.listed(places)} counts as complete, since its CODE card was not typed; "
        "complete or remove shows that it was not."
    )


def _counted(symbols: dict[str, int]) -> str:
    return ", ".join(f"{count} {symbol}" if count > 1 else symbol for symbol, count in symbols.items())


def _open_notes(table: State) -> list[RenderableType]:
    """The hidden codes, for a table that plays with open notes."""
    made = columns("player", "place", "card", "code", "laid", numbers_from=9)
    for player, codes in table.hidden.items():
        for place, code in enumerate(codes, 1):
            made.add_row(Text(player), str(place), str(code.card), _code(table, code), ", ".join(map(str, code.laid)))
    return [titled("Hidden codes (notes open)", made)] if made.row_count else []


def _code(table: State, code: Code) -> str:
    described = table.card(code.card)
    return " ".join(described.code) if described else "?"


def clock_line(table: State, now: Clock) -> Text:
    """How many cards are left, and when the next REVEAL card comes, in one sentence."""
    deck = table.deck
    if table.over or (table.reveal and table.reveal.occasion is Occasion.LAST):
        return Text("The deck is used up.")
    cards = f"{deck.cards} card{'' if deck.cards == 1 else 's'} in the deck{star(table)}"
    if not deck.reveal:
        end = "the deck of the discards" if _turned_over_later(table) else "the end"
        return Text(f"{cards}, no REVEAL card among them; then comes {end}.")
    even = next(draw for draw in range(1, deck.cards + 1) if within(now.deck, draw) >= Fraction(1, 2))
    return Text(
        f"{cards}, {deck.reveal} of them REVEAL: the next draw is one with {_percent(now.deck[0])}; "
        f"one comes within {even} draw{'s' if even > 1 else ''} with {_percent(within(now.deck, even))}."
    )


def _turned_over_later(table: State) -> bool:
    """Whether the discards will be the deck once more: with four players, once."""
    return len(table.players) == 4 and not table.second_pass


def _percent(chance: Fraction) -> str:
    return percent(chance.numerator, chance.denominator)


# ---- solve ----------------------------------------------------------------------------------------------------------


def _solved(solved: Solved) -> list[RenderableType]:
    table, now = solved.view.table, solved.clock
    parts: list[RenderableType] = ["", clock_line(table, now)]
    if not table.over:
        then = "the discards are the deck once more" if _turned_over_later(table) else "the game ends"
        parts.append(Text(f"Draws left: {table.deck.cards}{star(table)}; then {then}."))
    if now.deck:
        parts.append(titled("The first REVEAL card off the deck", _clock_table(now.deck, "draw")))
    if now.discards:
        told = (
            f"{table.discards} discards, the first REVEAL card among them, not on top; counted under the visible one:"
        )
        parts.append(titled("In the discards", Text(told), _clock_table(now.discards, "card")))
    if solved.unseen is not None and not table.over:
        parts += _unseen(solved)
    elif table.listed and not table.over:
        told = "Never-seen cards are not counted in this look back: that would tell of a code that lies hidden."
        parts.append(Text(told))
    return parts


def _clock_table(chances: Sequence[Fraction], head: str) -> Table:
    made = columns(head, "chance", "exactly", "by then", numbers_from=0)
    for draw, chance in enumerate(chances[:SHOWN_DRAWS], 1):
        made.add_row(str(draw), _percent(chance), str(chance), _percent(within(tuple(chances), draw)))
    if len(chances) > SHOWN_DRAWS:
        made.add_row("…", "", "", f"{len(chances)} in all")
    return made


def _unseen(solved: Solved) -> list[RenderableType]:
    """Never-seen cards by symbol, and the chance that one comes up within some draws."""
    unseen = solved.unseen
    if unseen is None or not unseen.draws:
        return []
    made = Fitting(_chances(unseen, DRAWS), _chances(unseen, DRAWS[::2]), _chances(unseen, DRAWS[2:3]))
    asked = ((player, asks) for player, asks in solved.missing.items() if asks)
    lines = [f"{player}'s exposed code misses: {_counted(dict(asks))}" for player, asks in asked]
    if unseen.untyped:
        lines.append(f"{unseen.untyped} of these were out, and nobody typed which.")
    title = "Never seen, and the chance that one comes within so many draws"
    return [titled(title, made, *map(Text, lines))]


def _chances(unseen: Unseen, among: Sequence[int]) -> Table:
    """The chance that a card of each symbol comes within these numbers of draws, as far as there are so many cards."""
    draws = [draw for draw in among if draw <= unseen.draws]
    made = columns("symbol", "left", *(f"in {draw}" for draw in draws))
    for symbol, count in (*unseen.symbols.items(), (str(Special.WILD), unseen.wild)):
        made.add_row(Text(symbol), str(count), *(_percent(unseen.within(count, draw)) for draw in draws))
    return made


# ---- rank -----------------------------------------------------------------------------------------------------------


def _ranked(ranked: Ranked) -> list[RenderableType]:
    """From which confidence on to say a code."""
    told = "" if ranked.exact is None else f" You: {_percent(ranked.exact)}"
    if ranked.order:
        told += f"{',' if told else ' With'} right symbols only {_percent(ranked.order)}"
    heads = ["medal", "say it from", *(["brings", "so"] if ranked.exact is not None else [])]
    made = columns(*heads, numbers_from=0)
    for row in ranked.rows:
        cells = [str(row.medal), _percent(row.least)]
        if row.brings is not None:
            cells += [f"{float(row.brings):.2f}", "say it" if row.say else "medal only"]
        made.add_row(*cells)
    lines = [
        "Say a code if you are so sure of its exact order; else take the medal alone.",
        "A code with a wild card: always say it, since the medal alone is not to be had.",
    ]
    if Switch.WILD_MEDAL_ALLOWED in ranked.view.table.rulings:
        lines[1] = "A code with a wild card: m / (m + 2) as well; the right symbols bring nothing."
    title = f"From which chance of the exact order on{'.' + told + '.' if told else ''}"
    return [titled(title, made), "", *map(Text, lines)]


# ---- explain --------------------------------------------------------------------------------------------------------


def _explained(result: Explained) -> list[RenderableType]:
    """How the clock is reckoned, so that it can be followed at the table."""
    table = result.view.table
    return [titled("The deck", *map(Text, _deck_steps(table))), *_clock_steps(table)]


def _deck_steps(table: State) -> list[str]:
    players = len(table.players)
    lines = []
    if table.second_pass:
        start = table.deck.cards + table.drawn - table.returned
        lines.append(f"The discards but the visible one are the deck once more: {start}.")
    else:
        lines.append(
            f"{table.cards}{star(table)} common + {table.wild} wild + {REVEALS_IN_DECK[players]} REVEAL "
            f"− {DEALT * players} dealt − {PILES} in the ENCARTE zone = {table.deck_at_the_start}."
        )
    back = f", {table.returned} wild put back" if table.returned else ""
    lines.append(f"{table.drawn} drawn{back}: {table.deck.cards} left, {table.deck.reveal} of them REVEAL cards.")
    return lines


def _clock_steps(table: State) -> list[RenderableType]:
    count, reveal = table.deck.cards, table.deck.reveal
    if table.over or not reveal:
        return []
    lines = [
        f"{reveal} REVEAL card{'s' if reveal > 1 else ''} can lie among {count} in C({count}, {reveal}) = "
        f"{comb(count, reveal):,} ways.",
        f"The first of them is draw k in C({count} − k, {reveal - 1}) of these:",
    ]
    ways = comb(count, reveal)
    for draw in range(1, min(4, count - reveal + 1) + 1):
        found = comb(count - draw, reveal - 1)
        lines.append(f"  draw {draw}: {found:,} of {ways:,} = {percent(found, ways)}")
    return [titled("The first REVEAL card", *map(Text, lines))]


# ---- check ----------------------------------------------------------------------------------------------------------


def _examined(examined: Examined) -> list[RenderableType]:
    """What is wrong, the likeliest slips, and what could not be checked."""
    checked = examined.checked
    parts: list[RenderableType] = []
    if checked.faults:
        parts.append(titled("! The rules forbid", *(Text(f"line {f.line}: {f}") for f in checked.faults)))
        shown = checked.slips if examined.top is None else checked.slips[: examined.top]
        slips = [Text(f"line {slip.line}: {slip.told}") for slip in shown]
        if more := len(checked.slips) - len(shown):
            slips.append(Text(f"({more} more: check --all)"))
        none = [Text("No single change of one line makes the record legal.")]
        parts.append(titled("What may have gone wrong", *(slips or none)))
        if checked.unfinished:
            parts.append(Text(f"({checked.unfinished})"))
    else:
        parts.append(Text("The rules allow every line."))
    if checked.strange:
        why = "is no word of the symbols line; it counts as wrong"
        told = (Text(f"line {line}: “{word}” {why}") for line, word in checked.strange)
        parts.append(titled("Words at a reveal", *told))
    if checked.unchecked:
        parts.append(
            titled("Not checked, since a card was not typed", *(Text(f"- {rule}") for rule in checked.unchecked))
        )
    return parts
