"""Every rule of The Lost Code, in the rulebook's order, as functions of the state.

A ruling where the rulebook is silent is one named function or constant here, and its docstring says so. How a line
makes use of the rules, and what is said when they forbid it, stands in `play.py`; the numbers stand in `box.py`.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from solver.lost_code.box import (
    CURSE_END_SPACE,
    CURSE_SPACE,
    FINAL_POINTS,
    MISSED,
    TOKEN_FACTOR,
    TOKEN_ROUNDS_LEFT,
)
from solver.lost_code.events import Symbol, Variant, Verdict
from solver.lost_code.state import Bet, Cause, Move, State

__all__ = [
    "Due",
    "Step",
    "dice_in_play",
    "due",
    "exchangeable",
    "final_points",
    "hear",
    "on_board",
    "open_token",
    "round_over",
    "score",
    "thrower",
    "truth",
    "turnable",
    "turning_over",
    "wheels_free",
]


# ---- what is expected ------------------------------------------------------------------------------------------------


class Step(StrEnum):
    """What the table waits for."""

    PLAYERS = "players"
    ROLL = "roll"
    TURN = "turn"
    GUESS = "guess"
    ANSWER = "answer"
    EXCHANGE = "exchange"
    FINAL = "final"
    REVEAL = "reveal"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Due:
    """The step that must come next, and who may do it: one player, or any of several."""

    step: Step
    players: tuple[str, ...] = ()


def due(state: State) -> Due:
    """What must come next. Optional steps (a token, a die turned by choice) have functions of their own."""
    if not state.players:
        return Due(Step.PLAYERS)
    if state.round == 0 or (round_over(state) and state.round < state.rounds):
        return Due(Step.ROLL, state.order[:1])
    if unset := state.order[len(state.set_now) :]:
        step = Step.TURN if turning_over(state) else Step.GUESS
        return Due(step, unset[:1])
    if unanswered := [bet.player for bet in state.set_now if bet.verdict is None]:
        return Due(Step.ANSWER, tuple(unanswered[:1]))
    if state.exchanging:
        return Due(Step.EXCHANGE, state.exchanging[:1])
    if unplaced := tuple(p for p in state.order if p not in state.finals and p not in state.finals_hidden):
        return Due(Step.FINAL, unplaced)
    unknown = [p for p in state.order if any(state.held(p, s).number is None for s in state.symbols)]
    return Due(Step.REVEAL, tuple(unknown)) if unknown else Due(Step.OVER)


def thrower(state: State) -> str:
    """Who threw the dice of this round, or throws the next: the last player on the track then."""
    if due(state).step is Step.ROLL or not state.set_now:
        return state.order[0]
    return state.set_now[0].player


def dice_in_play(state: State) -> tuple[Symbol, ...]:
    """The dice of the round that is under way; none between rounds."""
    return () if due(state).step in (Step.ROLL, Step.FINAL, Step.REVEAL, Step.OVER) else state.dice


def round_over(state: State) -> bool:
    """Whether every wheel of this round is set and answered, and every exchange made."""
    bets = state.set_now
    return len(bets) == len(state.players) and all(bet.verdict for bet in bets) and not state.exchanging


# ---- 1. Throw the Dice, and Deadly Shortcut --------------------------------------------------------------------------


def open_token(state: State) -> Symbol | None:
    """The symbol whose shortcut token may be taken now; None where none may.

    Deadly Shortcut and ruling 6: two or three dice show it, its token is left, no die was turned and no wheel set,
    and more than three rounds remain, this one counted. No bear token in the introductory game.
    """
    if Variant.SHORTCUT not in state.variants or not state.round or state.round > state.rounds - TOKEN_ROUNDS_LEFT:
        return None
    if state.turns or state.set_now:
        return None
    gone = {token.symbol for token in state.tokens}
    doubled = (s for s in state.symbols if state.thrown.count(s) > 1 and s not in gone)
    return next(doubled, None)


def turning_over(state: State) -> bool:
    """Whether a bear still lies that must be turned (introductory game)."""
    return any(die not in state.symbols for die in state.dice)


def turnable(state: State) -> tuple[Symbol, ...]:
    """Symbols of dice that may be turned now, each once.

    Ruling 3: one die at most, to another symbol; in the introductory game every bear, and where none shows one die.
    """
    if not state.round or state.set_now:
        return ()
    if any(die not in state.symbols for die in state.thrown):
        return (Symbol.BEAR,) if turning_over(state) else ()
    return () if state.turns else tuple(dict.fromkeys(state.dice))


# ---- 2. Make Your Guess ----------------------------------------------------------------------------------------------


def wheels_free(state: State) -> tuple[int, ...]:
    """Widths of the wheels that nobody has set in this round, narrowest first."""
    taken = {bet.width for bet in state.set_now}
    return tuple(width for width in state.points if width not in taken)


def on_board(state: State, low: int, high: int) -> bool:
    """Whether a wheel's window lies whole within 0 and the highest sum (ruling 4)."""
    return 0 <= low <= high <= state.top


# ---- 3. Carry Out the Scoring Phase, and The Curse of the Temple -----------------------------------------------------


def truth(state: State, bet: Bet, total: int) -> Verdict:
    """What must be told of a bet whose sum is known. Ruling 5: no direction for the smallest wheel."""
    if bet.low <= total <= bet.high:
        return Verdict.RIGHT
    if bet.width == state.smallest:
        return Verdict.WRONG
    return Verdict.LOWER if total < bet.low else Verdict.HIGHER


def hear(state: State, bet: Bet, verdict: Verdict, line: int) -> State:
    """Put down an answer and move the pieces as the table said."""
    heard = replace(bet, verdict=verdict, answer_line=line)
    state = replace(state, bets=tuple(heard if other is bet else other for other in state.bets))
    points = state.points[bet.width]
    if verdict is Verdict.RIGHT:
        state = _take_curse(_move(state, bet.player, points, Cause.WHEEL), bet.player)
    elif state.cursed == bet.player:
        state = _move(state, bet.player, -points, Cause.CURSE_LOSS)
    elif state.cursed:
        state = _move(state, state.cursed, 1, Cause.CURSE_GAIN)
    return _close_scoring(state) if all(b.verdict for b in state.set_now) else state


def _move(state: State, player: str, by: int, cause: Cause) -> State:
    """Move a piece. Ruling 1: who comes onto a space lies on top and is behind; a move of 0 leaves the pile.

    Ruling 10: a space below 0 is possible.
    """
    if not by:
        return state
    spaces = {**state.spaces, player: state.spaces[player] + by}
    others = [other for other in state.order if other != player]
    behind = sum(spaces[other] < spaces[player] for other in others)
    order = (*others[:behind], player, *others[behind:])
    return replace(state, spaces=spaces, order=order, moves=(*state.moves, Move(state.round, player, by, cause)))


def _take_curse(state: State, player: str) -> State:
    """Ruling 7: the first whose piece reaches or passes the skull takes the token at once."""
    if state.curse_in_game and state.cursed is None and state.spaces[player] >= CURSE_SPACE:
        return replace(state, cursed=player)
    return state


def _close_scoring(state: State) -> State:
    """After the last answer of a round: pass the curse on, and say who must exchange.

    Ruling 9: the token is out with the last answer before the last round, or, once taken, when a piece has reached
    13; else it goes to the first, of tied players to the bottom of the pile. Ruling 2: who was not right exchanges,
    from last to first as the track stands now; with all piles empty nobody does.
    """
    if state.round >= state.rounds - 1 or (state.cursed and max(state.spaces.values()) >= CURSE_END_SPACE):
        state = replace(state, cursed=None, curse_in_game=False)
    elif state.cursed:
        state = replace(state, cursed=state.order[-1])
    right = {bet.player for bet in state.set_now if bet.verdict is Verdict.RIGHT}
    exchanging = tuple(player for player in state.order if player not in right)
    return replace(state, exchanging=exchanging if exchangeable(state) else ())


# ---- Exchanging Stones -----------------------------------------------------------------------------------------------


def exchangeable(state: State) -> tuple[Symbol, ...]:
    """The symbols of which the pile still holds a stone (ruling 2)."""
    return tuple(symbol for symbol in state.symbols if state.pile(symbol))


# ---- End of the Game -------------------------------------------------------------------------------------------------


def score(state: State) -> State:
    """Make the final moves once all guesses, tokens and stones are known. Ruling 11: one net move each."""
    hidden = state.finals_hidden or any(token.numbers is None for token in state.tokens)
    if state.scored or hidden or due(state).step is not Step.OVER:
        return state
    for player in state.order:
        points = sum(final_points(state, player, symbol) for symbol in state.symbols)
        state = _move(state, player, points, Cause.FINAL)
    return replace(state, scored=True)


def final_points(state: State, player: str, symbol: Symbol) -> int:
    """VP of a player's final guess for a symbol, or of what he wrote with its token, once all is known."""
    token = state.written(player, symbol)
    numbers = token.numbers or () if token else state.finals[player].get(symbol, ())
    points = FINAL_POINTS[len(numbers)] if state.held(player, symbol).number in numbers else MISSED
    return points * TOKEN_FACTOR if token else points
