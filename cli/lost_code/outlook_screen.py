"""What an aim and the others' choices add to the screens of `solve`, `rank` and `final`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.console import RenderableType
from rich.text import Text

from cli.figures import amount, chance, percent
from cli.lost_code import words
from cli.lost_code.decisions import Decision, laid_out
from cli.lost_code.pieces import Fitting, columns, symbol_text, titled
from solver.lost_code.outlook import Aim, Choice, Evidence, Figures, Outlook
from solver.lost_code.ranking import DieChoice, FinalChoice, FinalPlan
from solver.lost_code.rules import turning_over

__all__ = ["evidence_parts", "finished", "ranked_by"]

_SHOWN, _LIKELY = 3, 0.05
"""So many manners of a player are named at most, beside the likeliest only those as likely as this."""
_TOLD = 0.05
"""So many bits are worth a word."""


# ---- solve ------------------------------------------------------------------------------------------------------


def evidence_parts(evidence: Evidence, bits: float) -> list[RenderableType]:
    """What was read, and how each of the others seems to choose. bits: unknown by the facts alone."""
    parts: list[RenderableType] = [Text(_read(evidence, "“choices read” takes"))]
    if evidence.choices:
        parts.append(Text(f"With them {evidence.bits:.1f} bits are still unknown, without them {bits:.1f}."))
        manners = [Text(f"{player}: {_manners(each)}") for player, each in evidence.manners.items()]
        parts.append(titled("How the others seem to choose", *manners))
    return parts


def _read(evidence: Evidence, take: str) -> str:
    """How much was read, and what it is. take: the names of what follows from it, with the verb."""
    unread = f" {evidence.unread} could not be read." if evidence.unread else ""
    if not evidence.choices:
        return f"No choice of the others was read, so nothing is told by them.{unread}"
    count = "1 choice" if evidence.choices == 1 else f"{evidence.choices} choices"
    weighed = f"{take} {count} of the others into account.{unread}"
    return f"{weighed} How they choose is a model: these are no facts, and the counts stay as they are."


def _manners(manners: Sequence[tuple[str, float, float]]) -> str:
    shown = [manner for place, manner in enumerate(manners) if not place or manner[2] >= _LIKELY][:_SHOWN]
    return "; ".join(f"{words.manner(by, strict)} {chance(likely)}" for by, strict, likely in shown)


# ---- rank -------------------------------------------------------------------------------------------------------


def ranked_by(outlook: Outlook, top: int | None) -> list[RenderableType]:
    """Every open decision in the order of the outlook, and what that rests on."""
    return [*laid_out(outlook.advice, _decisions(outlook, top)), *_rests_on(outlook)]


def _rests_on(outlook: Outlook) -> list[RenderableType]:
    advice = outlook.advice
    told = [_plan(outlook), _finals(outlook)] if outlook.aim else []
    decisions = (advice.tokens, advice.turns, advice.guesses, advice.exchanges, advice.final)
    if outlook.evidence and any(decisions):
        chances = advice.tokens or advice.guesses or advice.final
        what = "the VP" if advice.final else "the value"
        take = f"“read %”, the chance to be right, and “read”, {what}, take" if chances else "“read” takes"
        told.append(_read(outlook.evidence, take))
    made = [Text(each) for each in told if each]
    return ["", *made] if made else []


def _plan(outlook: Outlook) -> str:
    """What the plan of the choices that are listed is; a token's has its own sentence."""
    advice = outlook.advice
    choices: list[Choice] = [*advice.turns, *advice.guesses, *advice.exchanges]
    figures = [each for each in (_leading(outlook)[choice] for choice in choices) if each.plan is not None]
    if not figures:
        return ""
    wins, left = (any(getattr(each, name) is not None for each in figures) for name in ("win", "left"))
    value = "“read”" if _was_read(outlook) else "the one-step value"
    others = _others(outlook)
    plan = "beside the token the plan" if advice.tokens else "the plan"
    if not outlook.fathomable:
        return f"{words.HIDDEN} {plan} is {value}."
    less = f" less half of what {others} may then expect from the round" if left else ""
    told = f"{plan[0].upper()}{plan[1:]} is {value}{less}."
    if wins:
        told = f"The chance to win comes first; choices without one follow by the plan. {told}"
    return f"{told} {others} will choose by the one-step value: that is assumed." if wins or left else told


def _finals(outlook: Outlook) -> str:
    """What the final guesses were chosen by."""
    plan, exact = outlook.advice.final, outlook.exact.final
    if plan is None or exact is None or plan.expected is None:
        return ""
    if (outlook.read_win if outlook.evidence else outlook.win) is not None:
        told = f"The chance to win decides. {_others(outlook)} will place what is worth most: that is assumed."
    elif outlook.aim is Aim.POINTS:
        told = "Most VP decides."
    elif outlook.fathomable:
        told = "Most VP decides: the chance to win is not looked at now."
    else:
        told = f"{words.HIDDEN} most VP decides."
    if _by_reading(outlook):
        told += " It is reckoned with the others' choices read, not by the exact odds."
    pairs = [(choices[0], by_facts[0]) for choices, by_facts in zip(plan.symbols, exact.symbols, strict=True)]
    differ = [f"{other.symbol} {words.numbers(other.numbers)}" for one, other in pairs if one.numbers != other.numbers]
    if differ:
        told += f" By the exact odds most VP would be: {words.listed(differ, 'and')}."
    elif _by_reading(outlook):
        told += " The exact odds choose the same for most VP."
    return told


def _others(outlook: Outlook) -> str:
    view = outlook.advice.odds.view
    return words.listed((player for player in view.table.players if player != view.seat), "and")


def _was_read(outlook: Outlook) -> bool:
    """Whether any choice of the others was read: else there is nothing to show beside the exact figures."""
    return outlook.evidence is not None and outlook.evidence.choices > 0


def _by_reading(outlook: Outlook) -> bool:
    """Whether the final guesses were chosen with the others' choices."""
    table = outlook.advice.odds.view.table
    return outlook.aim is not None and _was_read(outlook) and not (turning_over(table) or table.scored)


def _decisions(outlook: Outlook, top: int | None) -> Iterator[Decision]:
    advice = outlook.advice
    if advice.tokens:
        yield _tokens(outlook, top)
    if advice.turns:
        yield _turns(outlook, top)
    if advice.guesses:
        yield _wheels(outlook, top)
    if advice.exchanges:
        choices = advice.exchanges
        named = [_Column("give up", [symbol_text(each.symbol) for each in choices[:top]])]
        made = _fitting(named, _figures(outlook, choices[:top], [each.value for each in choices]))
        why = _why(outlook, choices, [each.symbol for each in choices]) or words.why_exchange(choices)
        yield Decision("Which stone to exchange", [made], why)
    if advice.final:
        *parts, reason = final_parts(advice.final, outlook)
        yield Decision("Your final guesses", parts, str(reason))


def _tokens(outlook: Outlook, top: int | None) -> Decision:
    advice = outlook.advice
    symbol, total = advice.tokens[0].symbol, advice.odds.total
    choices = [each for each in advice.tokens if advice.odds.values[symbol].keys() >= set(each.numbers)]
    names = [words.numbers(each.numbers) or "leave it" for each in choices]
    rights = [percent(each.ways, total) if each.numbers else "" for each in choices]
    read = [_share(outlook.read[each].right) if each.numbers else "" for each in choices] if _was_read(outlook) else []
    figures = _figures(outlook, choices[:top], [each.value for each in choices], rights, read)
    made = _fitting([_Column("write", names[:top])], figures)
    why = _why(outlook, choices, names) or words.why_token(advice.tokens, total)
    more = [_added(outlook, each) for each in choices if not each.numbers]
    if any(more):
        why += f" The plan adds {amount(more[0])} VP to leaving it: {words.STILL_LEARNED}"
    return Decision(f"The {symbol} token: take it?", [made], why)


def _added(outlook: Outlook, choice: Choice) -> float:
    """What the plan of a choice has more than its value."""
    figures = _leading(outlook)[choice] if outlook.aim else None
    if figures is None or figures.plan is None or figures.value is None:
        return 0.0
    return figures.plan - figures.value


def _turns(outlook: Outlook, top: int | None) -> Decision:
    choices = outlook.advice.turns
    names = [words.turns(each) for each in choices]
    bets = [_bet(outlook, each) for each in choices[:top]]
    named = [_Column("turn", names[:top])]
    then = [
        _Column("then best", [window for window, _ in bets], needed=False),
        _Column("wheel", [wheel for _, wheel in bets], needed=False),
    ]
    made = _fitting(named, [*then, *_figures(outlook, choices[:top], [each.best.value for each in choices])])
    why = _why(outlook, choices, names) or words.why_die(choices)
    return Decision("Which die to turn", [made], why, len(choices) - len(choices[:top]))


def _bet(outlook: Outlook, die: DieChoice) -> tuple[str, str]:
    """The best range after a die was turned, by what decides the order, and its wheel."""
    bet = _leading(outlook)[die].bet if outlook.aim else None
    wheel, low, high = bet or (die.best.wheel, die.best.low, die.best.high)
    return words.window(low, high), str(wheel)


def _wheels(outlook: Outlook, top: int | None) -> Decision:
    advice = outlook.advice
    choices, total = advice.guesses[:top], advice.odds.total
    wheel = [
        _Column("wheel", [str(each.wheel) for each in choices], needed=False),
        _Column("VP", [str(each.points) for each in choices], needed=False),
    ]
    rights = [percent(each.right, total) for each in choices]
    read = [_share(outlook.read[each].right) for each in choices] if _was_read(outlook) else []
    now = [amount(each.expected) for each in choices]
    figures = _figures(outlook, choices, [each.value for each in choices], rights, read, now)
    made = _fitting([_Column("range", [words.window(each.low, each.high) for each in choices])], [*wheel, *figures])
    why = _why(outlook, advice.guesses, [words.reading(each) for each in advice.guesses])
    why = why or words.why_wheel(advice.guesses, total, advice.odds.view.table.smallest)
    title = f"Which wheel to set for {' '.join(advice.dice)}"
    return Decision(title, [made], why + _tells(outlook), len(advice.guesses) - len(choices))


def _tells(outlook: Outlook) -> str:
    """What each of the first bets gives away, where several are about as good."""
    told = outlook.tells
    if not any(bits >= _TOLD for each in told.values() for bits in each.values()):
        return ""
    each = (
        f"{words.reading(choice)} tells {words.listed((f'{who} {bits:.1f}' for who, bits in given.items()), 'and')}"
        for choice, given in told.items()
    )
    return f" In bits of their own logs, {'; '.join(each)}."


def _why(outlook: Outlook, choices: Sequence[Choice], names: Sequence[str]) -> str:
    """Why the first choice stands before the second by the plan; "" where there is no plan, or one choice alone."""
    if len(choices) < 2 or outlook.aim is None:
        return ""
    figures = _leading(outlook)
    first, second = figures[choices[0]], figures[choices[1]]
    if first.plan is None or second.plan is None:
        return ""
    one, other = names[:2]
    if first.win is not None and second.win is not None and chance(first.win) != chance(second.win):
        return f"{one.capitalize()}: wins in {chance(first.win)} of the cases, {other} in {chance(second.win)}."
    more = first.plan - second.plan
    if abs(more) < 0.005:
        return f"{one.capitalize()}: by the plan worth as much as {other}."
    compared = f"{amount(abs(more))} VP {'more' if more > 0 else 'less'} than {other}"
    return f"{one.capitalize()}: by the plan worth {compared}."


def _leading(outlook: Outlook) -> Mapping[Choice, Figures]:
    """The figures that decide the order, where there is an aim."""
    return outlook.read if outlook.evidence else outlook.facts


# ---- final guesses ----------------------------------------------------------------------------------------------


def finished(plan: FinalPlan, outlook: Outlook) -> list[RenderableType]:
    """The screen of `final`."""
    return [titled("Final guesses", *final_parts(plan, outlook)), *_rests_on(outlook)]


def final_parts(plan: FinalPlan, outlook: Outlook) -> list[RenderableType]:
    """The final guesses, what they are worth, and the chance to win with them."""
    total = outlook.advice.odds.total
    first = [choices[0] for choices in plan.symbols]
    named = [
        _Column("", [symbol_text(each.symbol, " (token)" if each.written else "") for each in first]),
        _Column("guess", [" ".join(map(str, each.numbers)) or "?" for each in first]),
    ]
    figures = [_Column("right", ["-" if each.ways is None else percent(each.ways, total) for each in first])]
    worth = [_Column("VP", [_points(each.expected) for each in first])]
    if _was_read(outlook):
        figures.append(_Column("read %", [_share(outlook.read[each].right) for each in first]))
        worth.append(_Column("read", [_points(outlook.read[each].expected) for each in first], needed=False))
    together = "" if plan.expected is None else f"Together worth {amount(plan.expected)} VP"
    told = outlook.read_expected(plan) if together and _was_read(outlook) else None
    together += "" if told is None else f", with the others' choices read {amount(told)} VP"
    win = outlook.read_win if outlook.evidence else outlook.win
    wins = "" if win is None else f" They win in {chance(win)} of the cases."
    read = {
        each: (figures.expected, _share(figures.right))
        for each, figures in outlook.read.items()
        if isinstance(each, FinalChoice)
    }
    why = words.why_final(plan, total, read if _by_reading(outlook) else None)
    return [_fitting(named, [*figures, *worth]), Text(f"{together}. {why}{wins}" if together else why + wins)]


# ---- tables of choices ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of a table. needed: whether it is shown where there is little room, too."""

    head: str
    cells: Sequence[str | Text]
    needed: bool = True


def _figures(
    outlook: Outlook,
    choices: Sequence[Choice],
    values: Sequence[float | None],
    rights: Sequence[str] = (),
    read: Sequence[str] = (),
    now: Sequence[str] = (),
) -> list[_Column]:
    """The exact figures of the choices, and beside each what the others' choices make of it; then the plan.

    rights, values: exact. read: the chance to be right with the others' choices. now: VP from the wheel.
    """
    leading = [_leading(outlook)[choice] for choice in choices] if outlook.aim else []
    wins = any(figures.win is not None for figures in leading)
    made = [_Column("right", rights), _Column("read %", read), _Column("VP now", now, needed=False)]
    made.append(_Column("value", [_points(value) for value in values]))
    if _was_read(outlook):
        made.append(_Column("read", [_points(outlook.read[choice].value) for choice in choices]))
    made.append(_Column("plan", [_points(figures.plan) for figures in leading], needed=not wins))
    made.append(_Column("win", [_share(figures.win) for figures in leading] if wins else ()))
    return [column for column in made if column.cells]


def _fitting(named: Sequence[_Column], figures: Sequence[_Column]) -> Fitting:
    """A table of the columns; where it is narrow, of those that are needed."""
    count = len(named[0].cells)
    made = []
    for shown in ([*named, *figures], [*named, *(column for column in figures if column.needed)]):
        table = columns(*(column.head for column in shown), numbers_from=len(named))
        for place in range(count):
            table.add_row(*(column.cells[place] for column in shown))
        made.append(table)
    return Fitting(*made)


def _share(share: float | None) -> str:
    return "-" if share is None else chance(share)


def _points(points: float | None) -> str:
    return "-" if points is None else amount(points)
