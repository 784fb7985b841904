"""What a review says, in the rulebook's words: facts, no scorn. Screen, JSON and page say it alike."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from cli.figures import amount, hundredths, signed
from cli.lost_code.review.choices import (
    NOTHING,
    against,
    alike,
    better_choice,
    choice_words,
    for_the_win,
    label_words,
    range_words,
    rounds_of,
)
from cli.lost_code.review.names import LABELS
from solver.lost_code.events import Answer, Event, Exchange, Final, Guess, Reveal, Roll, Token, Turn
from solver.lost_code.notation import write
from solver.lost_code.review.values import Decision, Hindsight, Kind, Label, Luck, PlayerReview, Source

__all__ = [
    "TURNS",
    "best_words",
    "decided_words",
    "deed",
    "luck_words",
    "moment_words",
    "turning_words",
    "verdict_words",
    "worst_words",
]

TURNS = 0.05
"""A change of the chance to win below this turns no game."""


# ---- luck ------------------------------------------------------------------------------------------------------------


def luck_words(luck: Luck) -> str:
    """What happened, without what it brought: “the throw bear bear snake”, “Ann's answer “lower””."""
    match luck.source, luck.event:
        case Source.DICE, Roll(dice):
            return f"the throw {' '.join(dice)}"
        case Source.TURNED, Turn(shown, turned):
            return f"{shown} was turned to {turned}"
        case Source.TURNED, None:
            return "the dice were left as they lay"
        case Source.TAKEN, Guess(player, low, high):
            return f"{player} took wheel {high - low + 1}"
        case Source.ANSWERS, Answer(player, verdict):
            return f"{player}'s answer “{verdict}”"
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
        Source.OTHERS: "the others' play",
        Source.OPENED: "the logs were opened",
        Source.LATER: "what the coming rounds are worth",
    }
)


# ---- sentences -------------------------------------------------------------------------------------------------------


def moment_words(round_: int, what: str, line: int) -> str:
    """When something happened: “Round 3, Ann's answer (line 40)”."""
    when = f"round {round_}, {what}" if round_ else what
    said = f"{when} (line {line})" if line else when
    return _capital(said)


def decided_words(decision: Decision, player: str = "") -> str:
    """When something was decided, and by whom: “Round 3, Ann's wheel (line 38)”."""
    what = _DECIDED[next(iter(decision.kinds))]
    return moment_words(decision.round, f"{player}'s {what}" if player else what, decision.line)


_DECIDED: Mapping[Kind, str] = MappingProxyType(
    {
        Kind.TOKEN: "shortcut token",
        Kind.DIE: "dice",
        Kind.WHEEL: "wheel",
        Kind.RANGE: "wheel",
        Kind.EXCHANGE: "exchange",
        Kind.FINAL: "final guesses",
    }
)


def deed(events: Sequence[Event]) -> str:
    """What a choice was about, by its events."""
    for kind, name in ((Guess, "the wheel"), (Final, "the final guesses"), (Exchange, "the exchange")):
        if any(isinstance(event, kind) for event in events):
            return name
    return "the shortcut token" if any(isinstance(event, Token) for event in events) else "the dice"


def turning_words(player: PlayerReview) -> str:
    """What changed the player's chance to win most, in one sentence."""
    part, name = player.turning_point, player.player
    win = 0.0 if part is None else (part.amount if isinstance(part, Luck) else part.loss).win
    if part is None or abs(win) < TURNS:
        return f"Nothing turned {name}'s game: no change of the chance to win came to {hundredths(TURNS)}."
    if isinstance(part, Luck):
        return f"{moment_words(part.round, luck_words(part), part.line)}. {_moved(win, name)}"
    chosen, better = against(part, part.winner)
    return f"{decided_words(part, name)}: {chosen}; best for the win: {better}. {_moved(win, name)}"


def _moved(win: float, player: str) -> str:
    return f"{player}'s chance to win {_fell(win)}."


def best_words(player: PlayerReview) -> str:
    """The decision that stood out most, in one sentence."""
    best = player.best
    if best is None:
        return "No decision stood out from its second choice."
    what = f"{decided_words(best, player.player)}: {choice_words(best.chosen, best)}"
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
    rounds = rounds_of(player)
    chosen, best = against(worst, better_choice(worst, rounds))
    lost = f"{decided_words(worst, player.player)}: {chosen}"
    if for_the_win(worst, rounds):
        return f"{lost}. {_best_to_win(worst, best)} {_moved(worst.loss.win, player.player)}"
    return f"{lost}. Best: {best}, worth {amount(-worst.loss.points)} VP more (error {amount(worst.error.points)})."


def verdict_words(decision: Decision, rounds: int) -> tuple[str, str]:
    """What is to be said of a decision: with what could be known then, and with hindsight. rounds: of the game."""
    return _then(decision, rounds), _hindsight(decision)


def _then(decision: Decision, rounds: int) -> str:
    loss = f"{signed(decision.loss.points)} VP (error {amount(decision.error.points)})"
    if decision.label in (Label.FORCED, Label.TRIVIAL, Label.BEST):
        free = decision.label is Label.BEST and decision.loss.points < -NOTHING
        return f"Best: {loss}, which cost no chance to win." if free else LABELS[decision.label]
    _, best = against(decision, better_choice(decision, rounds))
    win = "" if abs(decision.loss.win) < NOTHING else f"the chance to win {_fell(decision.loss.win)}"
    called = _capital(label_words(decision))
    if for_the_win(decision, rounds):
        within = ", which is within the error, no mistake" if decision.label is Label.EVEN else ""
        return f"{called}: {win or 'no VP'}{within}. {_best_to_win(decision, best)}"
    lost = f"{loss}, and {win}" if win else loss
    further = "" if decision.deeper is None else f" With the next round looked into: {signed(decision.deeper)} VP."
    if decision.label is Label.EVEN:
        return f"As good as the best: {loss} is within the error, no mistake; best: {best}.{further}"
    return f"{called}: {lost}; best: {best}.{further}"


def _best_to_win(decision: Decision, best: str) -> str:
    """What was best for the win, and how that goes with VP."""
    if decision.loss.points > -NOTHING:
        return f"In VP nothing was better, but for the win this was: {best}."
    return f"Best for the win: {best}."


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
