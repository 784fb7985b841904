"""The viewer's open decisions: for each the choices, best first, and why the first beats the second."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.console import RenderableType
from rich.text import Text

from cli.figures import amount, percent
from cli.lost_code import words
from cli.lost_code.pieces import columns, symbol_text, titled
from solver.lost_code.odds import Odds
from solver.lost_code.ranking import Advice, FinalPlan
from solver.lost_code.rules import due

__all__ = ["Decision", "choices", "final_parts", "laid_out", "ranked", "reasons", "unnoted"]


@dataclass(frozen=True, slots=True)
class Decision:
    """title: which decision. parts: its choices. reason: why the first is first. hidden: how many are not shown."""

    title: str
    parts: Sequence[RenderableType]
    reason: str
    hidden: int = 0


def ranked(advice: Advice, top: int | None) -> list[RenderableType]:
    """Every open decision with its reason; else whom the table waits for."""
    return laid_out(advice, _decisions(advice, top))


def laid_out(advice: Advice, decisions: Iterable[Decision]) -> list[RenderableType]:
    """The decisions with their reasons; else whom the table waits for."""
    parts: list[RenderableType] = [titled(d.title, *d.parts, *_more(d), Text(d.reason)) for d in decisions]
    if advice.waiting:
        parts += ["", Text(f"Next: {words.awaited(due(advice.odds.view.table))}.")]
    if not parts:
        parts += ["", Text("Nothing is left to decide.")]
    return [*parts, *unnoted(advice.odds)]


def choices(advice: Advice, top: int) -> list[RenderableType]:
    """The first choices of every open decision, in as few lines as can be: at the table they share a screen."""
    parts: list[RenderableType] = [titled(d.title, *d.parts) for d in _decisions(advice, top)]
    return [*parts, *unnoted(advice.odds)] if parts else []


def reasons(advice: Advice) -> list[RenderableType]:
    """Why the first choice of every open decision is first."""
    parts: list[RenderableType] = [titled(d.title, Text(d.reason)) for d in _decisions(advice, 1)]
    return parts or [Text("Nothing is yours to decide now.")]


def _decisions(advice: Advice, top: int | None) -> Iterator[Decision]:
    if advice.tokens:
        yield _tokens(advice, top)
    if advice.turns:
        yield _turns(advice, top)
    if advice.guesses:
        yield _wheels(advice, top)
    if advice.exchanges:
        yield _exchanges(advice, top)
    if advice.final:
        *parts, reason = final_parts(advice.final, advice.odds.total)
        yield Decision("Your final guesses", parts, str(reason))


def _more(decision: Decision) -> list[RenderableType]:
    """How many choices are hidden, and how to see them."""
    return [Text(f"({decision.hidden} more: --all)")] if decision.hidden else []


def unnoted(odds: Odds) -> list[RenderableType]:
    """Why no value can be told, where that is so."""
    if not odds.unnoted:
        return []
    symbols = words.listed(odds.unnoted, "and")
    return ["", Text(f"No value can be told: what you wrote with the token was not noted ({symbols}).")]


def _value(value: float | None) -> str:
    return "-" if value is None else amount(value)


def _tokens(advice: Advice, top: int | None) -> Decision:
    symbol, total = advice.tokens[0].symbol, advice.odds.total
    made = columns("write", "right", "value")
    possible = advice.odds.values[symbol]
    for choice in [each for each in advice.tokens if possible.keys() >= set(each.numbers)][:top]:
        share = percent(choice.ways, total) if choice.numbers else ""
        made.add_row(words.numbers(choice.numbers) or "leave it", share, _value(choice.value))
    return Decision(f"The {symbol} token: take it?", [made], words.why_token(advice.tokens, total))


def _turns(advice: Advice, top: int | None) -> Decision:
    made = columns("turn", "then best", "wheel", "VP now", "value")
    for choice in advice.turns[:top]:
        best = choice.best
        made.add_row(
            words.turns(choice),
            words.window(best.low, best.high),
            str(best.wheel),
            amount(best.expected),
            _value(best.value),
        )
    hidden = len(advice.turns) - len(advice.turns[:top])
    return Decision("Which die to turn", [made], words.why_die(advice.turns), hidden)


def _wheels(advice: Advice, top: int | None) -> Decision:
    total = advice.odds.total
    made = columns("range", "wheel", "VP", "right", "VP now", "value")
    for choice in advice.guesses[:top]:
        made.add_row(
            words.window(choice.low, choice.high),
            str(choice.wheel),
            str(choice.points),
            percent(choice.right, total),
            amount(choice.expected),
            _value(choice.value),
        )
    hidden = len(advice.guesses) - len(advice.guesses[:top])
    reason = words.why_wheel(advice.guesses, total, advice.odds.view.table.smallest)
    return Decision(f"Which wheel to set for {' '.join(advice.dice)}", [made], reason, hidden)


def _exchanges(advice: Advice, top: int | None) -> Decision:
    made = columns("give up", "value")
    for exchange in advice.exchanges[:top]:
        made.add_row(symbol_text(exchange.symbol), _value(exchange.value))
    return Decision("Which stone to exchange", [made], words.why_exchange(advice.exchanges))


def final_parts(plan: FinalPlan, total: int) -> list[RenderableType]:
    """The final guesses, and what they are worth."""
    made = columns("", "guess", "right", "VP")
    for choices in plan.symbols:
        best = choices[0]
        numbers = " ".join(map(str, best.numbers)) or "?"
        name = symbol_text(best.symbol, " (token)" if best.written else "")
        share = "-" if best.ways is None else percent(best.ways, total)
        made.add_row(name, numbers, share, _value(best.expected))
    worth = "" if plan.expected is None else f"Together worth {amount(plan.expected)} VP. "
    return [made, Text(worth + words.why_final(plan, total))]
