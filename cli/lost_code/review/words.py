"""A review in sentences."""

from collections.abc import Mapping
from types import MappingProxyType

from cli.figures import amount, chance, signed
from cli.lost_code.words import listed, numbers, window
from solver.lost_code.events import Answer, Event, Exchange, Final, Guess, Roll, Token, Turn
from solver.lost_code.review.values import Choice, Decision, Kind, Label, Luck, PlayerReview, Source

__all__ = [
    "KINDS",
    "LABELS",
    "SOURCES",
    "best_words",
    "choice_words",
    "luck_words",
    "turning_words",
    "verdict_words",
    "worst_words",
]

SOURCES: Mapping[Source, str] = MappingProxyType(
    {
        Source.DICE: "the throws",
        Source.TURNED: "dice turned by others",
        Source.TAKEN: "wheels taken before",
        Source.ANSWERS: "answers to the bets",
        Source.DRAWN: "own stones drawn",
        Source.SEEN: "others' stones drawn",
        Source.CURSE: "the curse",
        Source.OTHERS: "others' bets",
        Source.OPENED: "the stones, opened",
        Source.LATER: "what was still to come",
    }
)
KINDS: Mapping[Kind, str] = MappingProxyType(
    {
        Kind.TOKEN: "token",
        Kind.DIE: "die",
        Kind.WHEEL: "wheel",
        Kind.RANGE: "range",
        Kind.EXCHANGE: "exchange",
        Kind.FINAL: "final guesses",
    }
)
LABELS: Mapping[Label, str] = MappingProxyType(
    {
        Label.FORCED: "only choice",
        Label.TRIVIAL: "all alike",
        Label.BEST: "best",
        Label.EVEN: "as good as the best",
        Label.SMALL: "small loss",
        Label.CLEAR: "clear loss",
        Label.HEAVY: "heavy loss",
    }
)


def choice_words(choice: Choice, decision: Decision) -> str:
    """What was, or could have been, decided."""
    if not choice.events:
        return "leave the token" if Kind.TOKEN in decision.kinds else "leave the dice"
    return listed([_event(event) for event in choice.events], "and")


def _event(event: Event) -> str:
    match event:
        case Guess(low=low, high=high):
            return f"wheel {high - low + 1} on {_window(low, high)}"
        case Turn(shown=shown, turned=turned):
            return f"turn {shown} to {turned}"
        case Token(symbol=symbol, numbers=written):
            return f"take the {symbol} token and write {numbers(written) if written else 'hidden numbers'}"
        case Exchange(symbol=symbol):
            return f"give up the {symbol}"
        case Final(guesses=guesses):
            return ", ".join(f"{symbol} {numbers(placed) if placed else 'none'}" for symbol, placed in guesses)
        case Roll(dice):
            return f"the throw {listed(dice, 'and')}"
        case Answer(verdict=verdict):
            return f"the answer “{verdict}”"
        case _:
            return "what happened"


def luck_words(luck: Luck) -> str:
    """An event of chance."""
    what = f": {_event(luck.event)}" if luck.event is not None else ""
    return f"round {luck.round}, {SOURCES[luck.source]}{what}"


def turning_words(player: PlayerReview) -> str:
    """Where the game turned for the player."""
    point = player.turning_point
    if point is None:
        return f"Nothing changed {player.player}'s chance to win."
    if isinstance(point, Luck):
        return f"{luck_words(point).capitalize()} changed the chance to win by {_share(point.amount.win)}."
    chosen = choice_words(point.chosen, point)
    return f"Round {point.round}, {chosen}: it changed the chance to win by {_share(point.loss.win)}."


def best_words(player: PlayerReview) -> str:
    """The decision that was hardest to beat."""
    best = player.best
    if best is None or best.gap is None:
        return "There was no decision to get right."
    gap = amount(best.gap)
    return f"Round {best.round}, {choice_words(best.chosen, best)}: the next choice was worth {gap} VP less."


def worst_words(player: PlayerReview) -> str:
    """The decision that lost most."""
    worst = player.worst
    if worst is None:
        return "No decision lost anything."
    chosen, best = choice_words(worst.chosen, worst), choice_words(worst.best, worst)
    return f"Round {worst.round}, {chosen}: {best} was worth {amount(-worst.loss.points)} VP more."


def verdict_words(decision: Decision) -> tuple[str, str]:
    """With what could be known, and with hindsight."""
    best = choice_words(decision.best, decision)
    then = (
        "Nothing better could be known."
        if decision.label in (Label.FORCED, Label.TRIVIAL, Label.BEST, Label.EVEN)
        else f"{best} promised {amount(-decision.loss.points)} VP more.".capitalize()
    )
    seen = decision.hindsight
    if seen is None:
        return then, "The stones do not tell."
    if seen.best - seen.chosen < 0.005:
        return then, "With the stones open, nothing was better."
    other = choice_words(seen.choice, decision)
    return then, f"With the stones open, {other} was worth {amount(seen.best - seen.chosen)} VP more."


def _window(low: int, high: int) -> str:
    return window(low, high).replace("-", "–")


def _share(win: float) -> str:
    return f"{signed(100 * win)} %" if abs(win) < 1 else chance(win)
