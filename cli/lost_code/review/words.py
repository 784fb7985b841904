"""What a review says, in the rulebook's words: facts, no scorn. Screen, JSON and page say it alike."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TypeAlias

from cli.figures import amount, hundredths, signed
from cli.lost_code.words import listed
from solver.lost_code.events import Answer, Event, Exchange, Final, Guess, Reveal, Roll, Token, Turn
from solver.lost_code.notation import write
from solver.lost_code.review.story import Oversight
from solver.lost_code.review.values import Choice, Decision, Hindsight, Kind, Label, Luck, PlayerReview, Source

__all__ = [
    "KINDS",
    "KIND_NAMES",
    "LABELS",
    "LABEL_NAMES",
    "NOTHING",
    "OVERSIGHTS",
    "SOURCES",
    "SOURCE_NAMES",
    "against",
    "alike",
    "apart",
    "best_words",
    "better_choice",
    "choice_words",
    "events_words",
    "label_words",
    "luck_words",
    "place_words",
    "range_words",
    "short_choice",
    "turning_words",
    "verdict_words",
    "worst_words",
]

Events: TypeAlias = tuple[Event, ...]

SOURCES: Mapping[Source, str] = MappingProxyType(
    {
        Source.DICE: "The throw, against all other throws.",
        Source.TURNED: "How another player turned the dice, against what throwers leave on average.",
        Source.TAKEN: "Which wheels were taken before, against what is left on average.",
        Source.ANSWERS: "What the player was told of his bets, and what it brought.",
        Source.DRAWN: "Which number his own discard showed, and the fresh stone.",
        Source.SEEN: "Which stones the others drew: a stone that he sees there, he cannot have.",
        Source.CURSE: "What the others' misses brought to the holder of the curse, against the average.",
        Source.OTHERS: "What the others' bets brought them. It changes the chance to win only.",
        Source.OPENED: "What the stones were when the logs were opened.",
        Source.LATER: "What the coming rounds are worth with what he knows and where he stands, beyond the average.",
    }
)
"""Where luck comes from, one sentence each."""

SOURCE_NAMES: Mapping[Source, str] = MappingProxyType(
    {
        Source.DICE: "the throws",
        Source.TURNED: "dice turned by others",
        Source.TAKEN: "wheels taken before",
        Source.ANSWERS: "answers",
        Source.DRAWN: "own exchanges",
        Source.SEEN: "stones others drew",
        Source.CURSE: "others' misses (curse)",
        Source.OTHERS: "others' bets",
        Source.OPENED: "logs opened",
        Source.LATER: "rounds to come",
    }
)
"""The same as the head of a row."""

KINDS: Mapping[Kind, str] = MappingProxyType(
    {
        Kind.TOKEN: "Whether to take a shortcut token, and what to write.",
        Kind.DIE: "Which die to turn.",
        Kind.WHEEL: "Which wheel to set.",
        Kind.RANGE: "Where to set it.",
        Kind.EXCHANGE: "Which stone to give up.",
        Kind.FINAL: "The final guesses.",
    }
)
"""What was decided, one sentence each."""

KIND_NAMES: Mapping[Kind, str] = MappingProxyType(
    {
        Kind.TOKEN: "tokens",
        Kind.DIE: "turning a die",
        Kind.WHEEL: "which wheel",
        Kind.RANGE: "its range",
        Kind.EXCHANGE: "exchanges",
        Kind.FINAL: "final guesses",
    }
)
"""The same as the head of a row."""

LABELS: Mapping[Label, str] = MappingProxyType(
    {
        Label.FORCED: "There was one choice only.",
        Label.TRIVIAL: "All choices were as good as each other, within the error of the value.",
        Label.BEST: "The best, by the value or by what it cost of the chance to win.",
        Label.EVEN: "Not the best by the value, but within its error: no mistake.",
        Label.SMALL: "A small loss, beyond the error of the value.",
        Label.CLEAR: "A clear loss.",
        Label.HEAVY: "A heavy loss.",
    }
)
"""What a decision is called, one sentence each."""

LABEL_NAMES: Mapping[Label, str] = MappingProxyType(
    {
        Label.FORCED: "forced",
        Label.TRIVIAL: "all alike",
        Label.BEST: "best",
        Label.EVEN: "as good",
        Label.SMALL: "small loss",
        Label.CLEAR: "clear loss",
        Label.HEAVY: "heavy loss",
    }
)
"""The same in a column."""

OVERSIGHTS: Mapping[Oversight, str] = MappingProxyType(
    {
        Oversight.BET: "The bet could not be right.",
        Oversight.NUMBER: "The number could not be his.",
        Oversight.STONE: "The stone was certain.",
        Oversight.SHEET: "The sheet does not show it.",
    }
)
"""What was missed, one sentence each."""

NOTHING = 1e-9
"""VP, or chance, below which a difference is that of adding up."""


# ---- choices ---------------------------------------------------------------------------------------------------------


def range_words(low: int, high: int) -> str:
    """9–13, or one number."""
    return str(low) if low == high else f"{low}–{high}"


def choice_words(choice: Choice, decision: Decision) -> str:
    """A choice in words: “the wheel of width 5 on 9–13”, “gave up bear”, “left the dice”, “bear 3 or 4; jaguar 5”."""
    if not choice.events:
        return _refused(decision)
    return events_words(choice.events)


def events_words(events: Iterable[Event]) -> str:
    """Events of a decision in words; “nothing” where there are none."""
    return " and ".join(map(_event_words, events)) or "nothing"


def apart(one: Events, other: Events) -> tuple[Events, Events]:
    """Two ways to decide, to be held against each other: of final guesses only those that differ."""
    match one, other:
        case (Final(player, some),), (Final(_, others),):
            mine, its = dict(some), dict(others)
            differ = [symbol for symbol in mine | its if set(mine.get(symbol, ())) != set(its.get(symbol, ()))]
            made = [Final(player, tuple((symbol, of.get(symbol, ())) for symbol in differ)) for of in (mine, its)]
            return (made[0],), (made[1],)
        case _:
            return one, other


def alike(one: Choice, other: Choice) -> bool:
    """Whether two choices decide the same; the order in which final guesses are named is no matter."""
    mine, its = apart(one.events, other.events)
    return mine == its


def against(decision: Decision, other: Choice) -> tuple[str, str]:
    """What was chosen and another choice, in words, to be held against each other."""
    chosen, its = apart(decision.chosen.events, other.events)
    return choice_words(replace(other, events=chosen), decision), choice_words(replace(other, events=its), decision)


def better_choice(decision: Decision) -> Choice:
    """What a decision is held against: the best in VP, or where that was chosen, the best by the chance to win."""
    return decision.best if decision.loss.points < -NOTHING else decision.winner


def label_words(decision: Decision) -> str:
    """What a decision is called in a column."""
    if decision.label is Label.BEST and decision.loss.points < -NOTHING:
        return "cost no win"
    return LABEL_NAMES[decision.label]


def short_choice(choice: Choice, decision: Decision) -> str:
    """The same for a narrow column."""
    if not choice.events:
        return _refused(decision)
    return ", ".join(map(_short_event, choice.events))


def _refused(decision: Decision) -> str:
    return "left the token" if Kind.TOKEN in decision.kinds else "left the dice"


def _event_words(event: Event) -> str:
    match event:
        case Guess(low=low, high=high):
            return f"the wheel of width {high - low + 1} on {range_words(low, high)}"
        case Turn(shown, turned):
            return f"turned {shown} to {turned}"
        case Token(symbol=symbol, numbers=numbers):
            written = "" if numbers is None else f" and wrote {listed(map(str, numbers), 'or')}"
            return f"took the {symbol} token{written}"
        case Exchange(symbol=symbol):
            return f"gave up {symbol}"
        case Final(guesses=guesses):
            placed = "; ".join(f"{symbol} {listed(map(str, some), 'or') or 'none'}" for symbol, some in guesses)
            return placed or "no final guess"
        case _:
            return write(event)


def _short_event(event: Event) -> str:
    match event:
        case Guess(low=low, high=high):
            return f"{range_words(low, high)} ({high - low + 1})"
        case Turn(shown, turned):
            return f"{shown} → {turned}"
        case Token(symbol=symbol, numbers=numbers):
            return " ".join([str(symbol), *map(str, numbers or ("?",))])
        case Exchange(symbol=symbol):
            return str(symbol)
        case Final(guesses=guesses):
            return ", ".join(" ".join([symbol, *(map(str, some) if some else "–")]) for symbol, some in guesses)
        case _:
            return write(event)


# ---- luck ------------------------------------------------------------------------------------------------------------


def luck_words(luck: Luck) -> str:
    """What happened, without what it brought: “the throw bear bear snake”, “the answer “lower””, “Bob drew bear 6”."""
    match luck.source, luck.event:
        case Source.DICE, Roll(dice):
            return f"the throw {' '.join(dice)}"
        case Source.TURNED, Turn(shown, turned):
            return f"{shown} was turned to {turned}"
        case Source.TURNED, None:
            return "the dice were left as they lay"
        case Source.TAKEN, Guess(player, low, high):
            return f"{player} took the wheel of width {high - low + 1}"
        case Source.ANSWERS, Answer(verdict=verdict):
            return f"the answer “{verdict}”"
        case Source.OTHERS | Source.CURSE, Answer(player, verdict):
            return f"{player} was told “{verdict}”"
        case Source.OTHERS | Source.CURSE, Guess(player, low, high):
            return f"{player}'s {range_words(low, high)}"
        case Source.DRAWN, Exchange(symbol=symbol, discarded=number):
            return f"the {symbol} given up" if number is None else f"the {symbol} given up was a {number}"
        case Source.SEEN, Exchange(player=player, symbol=symbol, drawn=number):
            return f"{player} drew a {symbol}" if number is None else f"{player} drew {symbol} {number}"
        case Source.OPENED, Reveal(player=player):
            return f"{player}'s log was opened"
        case source, None:
            return _PLAIN[source]
        case source, event:
            return f"{_PLAIN[source]} ({write(event)})"


_PLAIN: Mapping[Source, str] = MappingProxyType(
    {
        Source.DICE: "the throw",
        Source.TURNED: "how the dice were turned",
        Source.TAKEN: "the wheels taken before",
        Source.ANSWERS: "the answer",
        Source.DRAWN: "his own exchange",
        Source.SEEN: "a stone that another drew",
        Source.CURSE: "the others' misses under the curse",
        Source.OTHERS: "the others' bets",
        Source.OPENED: "the logs were opened",
        Source.LATER: "what the coming rounds are worth",
    }
)


# ---- sentences -------------------------------------------------------------------------------------------------------


def place_words(part: Luck | Decision) -> str:
    """Where it happened: “Round 3, line 40”."""
    line = f"line {part.line}" if part.line else ""
    when = f"round {part.round}" if part.round else ""
    where = ", ".join(word for word in (when, line) if word) or "at the end"
    return where[0].upper() + where[1:]


def turning_words(player: PlayerReview) -> str:
    """What changed the player's chance to win most, in one sentence."""
    part = player.turning_point
    if part is None:
        return "Nothing changed the chance to win."
    if isinstance(part, Luck):
        return f"{place_words(part)}: {luck_words(part)}. {_moved(part.amount.win)}"
    chosen, better = against(part, part.winner)
    return f"{place_words(part)}: {chosen}; best for winning: {better}. {_moved(part.loss.win)}"


def _moved(win: float) -> str:
    if abs(win) < NOTHING:
        return "The chance to win stayed as it was."
    way = "rose" if win > 0 else "fell"
    return f"The chance to win {way} by {hundredths(win)}."


def best_words(player: PlayerReview) -> str:
    """The decision that stood out most, in one sentence."""
    best = player.best
    if best is None:
        return "No decision stood out from its second choice."
    what = f"{place_words(best)}: {choice_words(best.chosen, best)}"
    return what + ("." if best.gap is None else f", {amount(best.gap)} VP better than {_next(best)}.")


def _next(decision: Decision) -> str:
    kinds = decision.kinds
    if Kind.WHEEL in kinds or Kind.RANGE in kinds:
        return "any other wheel"
    if Kind.DIE in kinds:
        return "any other way to leave the dice"
    if Kind.EXCHANGE in kinds:
        return "any other stone"
    return "anything else"


def worst_words(player: PlayerReview) -> str:
    """The decision that lost most, in one sentence."""
    worst = player.worst
    if worst is None:
        return "No decision lost more than the error of its value."
    chosen, better = against(worst, better_choice(worst))
    lost = f"{place_words(worst)}: {chosen}"
    if worst.loss.points > -NOTHING:
        return f"{lost}. Best for winning: {better}. {_moved(worst.loss.win)}"
    return f"{lost}. Best: {better}, worth {amount(-worst.loss.points)} VP more (error {amount(worst.error.points)})."


def verdict_words(decision: Decision) -> tuple[str, str]:
    """What is to be said of a decision: with what could be known then, and with hindsight."""
    return _then(decision), _hindsight(decision)


def _then(decision: Decision) -> str:
    loss = f"{signed(decision.loss.points)} VP (error {amount(decision.error.points)})"
    if decision.label in (Label.FORCED, Label.TRIVIAL, Label.BEST):
        free = decision.label is Label.BEST and decision.loss.points < -NOTHING
        return f"Best: {loss}, which cost no chance to win." if free else LABELS[decision.label]
    _, best = against(decision, better_choice(decision))
    win = "" if abs(decision.loss.win) < NOTHING else f"the chance to win {_fell(decision.loss.win)}"
    if decision.loss.points > -NOTHING:
        return f"{_capital(LABEL_NAMES[decision.label])}: {win or 'no VP'}; best for winning: {best}."
    lost = f"{loss}, and {win}" if win else loss
    further = "" if decision.deeper is None else f" With the next round looked into: {signed(decision.deeper)} VP."
    if decision.label is Label.EVEN:
        return f"As good as the best: {loss} is within the error, no mistake; best: {best}.{further}"
    return f"{_capital(decision.label)}: {lost}; best: {best}.{further}"


def _fell(win: float) -> str:
    return f"{'fell' if win < 0 else 'rose'} by {hundredths(win)}"


def _hindsight(decision: Decision) -> str:
    if decision.label is Label.FORCED:
        return "There was one choice only."
    summed = "" if decision.true_sum is None else f" The sum was {decision.true_sum}."
    if decision.hindsight is None:
        return f"The open stones do not tell what was better.{summed}"
    return _compared(decision.hindsight, decision) + summed


def _compared(open_: Hindsight, decision: Decision) -> str:
    """How it came out, against what was best then, and what nobody could know to be best of all."""
    chosen = decision.chosen
    more = open_.chosen - open_.best
    came = ""
    if not alike(chosen, decision.best):
        size = f"{amount(abs(more))} VP {'more' if more > 0 else 'less'} than"
        came = f"With all stones open it came to {size if abs(more) > NOTHING else 'as much as'} the best then. "
    if alike(open_.choice, chosen):
        return f"{came}With all stones open nothing was better."
    return f"{came}Best of all with all stones open: {against(decision, open_.choice)[1]}."


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]
