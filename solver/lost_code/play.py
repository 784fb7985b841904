"""Playing a line: an event is checked against the rules and brings the next state, or an error that names the rule.

`apply` is the only door. The rules themselves stand in `rules.py`.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from solver.errors import IllegalEvent
from solver.lost_code.box import HIGHEST, ROUNDS, WHEELS_IN_BOX
from solver.lost_code.events import (
    Answer,
    Event,
    Exchange,
    Final,
    Guess,
    Log,
    Me,
    Players,
    Reveal,
    Roll,
    Stack,
    Symbol,
    Token,
    Turn,
    Variant,
    Variants,
    Verdict,
    Wheels,
)
from solver.lost_code.rules import (
    Step,
    due,
    exchangeable,
    hear,
    on_board,
    open_token,
    round_over,
    score,
    truth,
    turnable,
    wheels_free,
)
from solver.lost_code.state import Bet, Clash, Mismatch, State, Stone, TakenToken

__all__ = ["apply", "check", "implied_answers", "set_up_order", "wheels_fault"]


def set_up_order(event: Event) -> int | None:
    """In which order set-up lines take effect, whatever their order in the file; None for a move in play."""
    kinds = (Players, Variants, Me, Wheels, Stack, Log)
    return next((place for place, kind in enumerate(kinds) if isinstance(event, kind)), None)


def apply(state: State, event: Event, line: int) -> State:
    """Give the state after an event that stands on a line. Raises IllegalEvent where the rules forbid it."""
    check(state, event)
    if set_up_order(event) is not None and state.round:
        raise IllegalEvent("the set-up comes before the first roll", expected=_expected(state))
    match event:
        case Players():
            return _seat_players(state, event)
        case Me(name):
            if state.me:
                raise IllegalEvent("a second me line", typed=name, expected=f"only “me {state.me}”")
            return replace(state, me=name)
        case Variants(played):
            if state.variants:
                raise IllegalEvent("a second variant line", expected="all variants on one line")
            return replace(state, variants=frozenset(played), curse_in_game=Variant.CURSE in played)
        case Wheels(values, assumed):
            if state.wheels:
                raise IllegalEvent("a second wheels line", expected="all wheels on one line")
            return replace(state, wheels=values, wheels_assumed=assumed)
        case Stack(names):
            if state.stacked:
                raise IllegalEvent("a second stack line", expected="all pieces on one line")
            if sorted(names) != sorted(state.players):
                raise IllegalEvent("not every piece once", typed=" ".join(names), expected=_named(state.players))
            return replace(state, order=names[::-1], stacked=True)
        case Log():
            return _place_log(state, event, line)
        case Roll():
            return _roll(state, event)
        case Token():
            return _take_token(state, event, line)
        case Turn():
            return _turn_die(state, event)
        case Guess():
            return _set_wheel(state, event, line)
        case Answer():
            return _answer(state, event, line)
        case Exchange():
            return _exchange(state, event, line)
        case Final():
            return _place_final(state, event)
        case Reveal():
            return _reveal(state, event, line)
        case _:
            assert_never(event)


def check(state: State, event: Event) -> None:
    """Raise IllegalEvent for what the set-up alone forbids: names, symbols, numbers and ranges that are not there."""
    if isinstance(event, Players | Variants):
        return
    if not state.players:
        raise IllegalEvent("nobody plays yet", expected="a players line before the first roll")
    match event:
        case Me(name) | Token(player=name) | Guess(player=name) | Answer(player=name) | Exchange(player=name):
            _check_name((name,), state.players)
        case Final(player=name) | Reveal(player=name):
            _check_name((name,), state.players)
        case Stack(names):
            _check_name(names, state.players)
        case Log(owner=owner):
            _check_name((owner,), state.owners)
        case Wheels(values):
            if fault := wheels_fault(values, state.top):
                raise fault
        case Roll() | Turn():
            pass
        case _:
            assert_never(event)
    _check_stones(state, event)
    if isinstance(event, Guess):
        _check_range(state, event)


def _check_name(names: Sequence[str], known: Sequence[str]) -> None:
    if strange := next((name for name in names if name not in known), None):
        raise IllegalEvent("nobody of that name is here", typed=strange, expected=_named(known))


def _check_stones(state: State, event: Event) -> None:
    """Make sure that the symbols are in play and the numbers on its stones."""
    match event:
        case Log(stones=stones) | Reveal(stones=stones):
            symbols, numbers = [s for s, _ in stones], [n for _, n in stones if n is not None]
        case Token(symbol=symbol, numbers=written):
            symbols, numbers = [symbol], list(written or ())
        case Exchange(symbol=symbol, discarded=discarded, drawn=drawn):
            symbols, numbers = [symbol], [n for n in (discarded, drawn) if n is not None]
        case Final(guesses=guesses):
            symbols, numbers = [s for s, _ in guesses], [n for _, placed in guesses for n in placed]
        case Turn(turned=turned):
            symbols, numbers = [turned], []
        case _:
            return
    if strange := next((symbol for symbol in symbols if symbol not in state.symbols), None):
        raise IllegalEvent("the introductory game has no bear", typed=strange, expected=_named(state.symbols))
    if wrong := next((number for number in numbers if number not in state.numbers), None):
        eight = "; 8 is only in the X-Race variant" if wrong == HIGHEST[True] else ""
        raise IllegalEvent(f"no stone has that number{eight}", typed=str(wrong), expected=f"0 to {state.numbers[-1]}")


def _check_range(state: State, event: Guess) -> None:
    """Make sure that a wheel shows so many numbers, and lies whole on the board."""
    typed = str(event.low) if event.low == event.high else f"{event.low}-{event.high}"
    width = event.high - event.low + 1
    if width not in state.points:
        widths = ", ".join(map(str, state.points))
        raise IllegalEvent(f"no wheel shows {width} numbers", typed=typed, expected=f"one of the widths {widths}")
    if not on_board(state, event.low, event.high):
        raise IllegalEvent("the wheel would show empty space", typed=typed, expected=f"a range within 0-{state.top}")


def wheels_fault(values: Sequence[tuple[int, int]], top: int) -> IllegalEvent | None:
    """What is wrong with a table of wheels: there are seven, each shows 1 to top + 1 numbers and is worth a VP."""
    expected = f"{WHEELS_IN_BOX} wheels, each as width=VP"
    if len(values) != WHEELS_IN_BOX:
        return IllegalEvent(f"{len(values)} wheels are given", expected=expected)
    for width, points in values:
        if not 1 <= width <= top + 1 or not points >= 1:
            return IllegalEvent("no wheel can be so", typed=f"{width}={points}", expected=expected)
    return None


# ---- Setup -----------------------------------------------------------------------------------------------------------


def _seat_players(state: State, event: Players) -> State:
    if state.players:
        raise IllegalEvent("a second players line", expected="all players on one line")
    names = event.names
    if len(names) not in ROUNDS:
        raise IllegalEvent(f"{len(names)} players", typed=_named(names), expected="2 to 4 players")
    return replace(state, players=names, order=names[::-1], spaces=dict.fromkeys(names, 0))


def _place_log(state: State, event: Log, line: int) -> State:
    if event.owner == state.me:
        raise IllegalEvent("your own log is hidden from you", typed=event.owner, expected="the others' logs")
    if event.owner in state.logs_told:
        raise IllegalEvent("a second line for this log", typed=event.owner, expected="one line for each log")
    for symbol, number in event.stones:
        state = _tell(state, event.owner, symbol, number, line)
    return replace(state, logs_told=state.logs_told | {event.owner})


def _tell(state: State, owner: str, symbol: Symbol, number: int | None, line: int) -> State:
    """Put down what number the stone now at a place has. The earlier entry stands where they differ."""
    known = state.held(owner, symbol).number
    if number is None or known == number:
        return state
    if known is not None:
        return replace(state, mismatches=(*state.mismatches, Mismatch(line, owner, symbol, number, known)))
    state = _look_for(state, owner, symbol, number, line)
    return _lay(state, owner, symbol, (*state.history(owner, symbol)[:-1], Stone(number, line)))


def _look_for(state: State, owner: str, symbol: Symbol, number: int, line: int) -> State:
    """Make sure that a stone lies nowhere else: an error, but for the viewer's own stones a contradiction."""
    elsewhere = state.seen(symbol).get(number)
    if elsewhere is None:
        return state
    if owner != state.me and not state.accepted:
        raise IllegalEvent(
            f"{symbol} {number} was seen already, on line {elsewhere}",
            typed=f"{symbol} {number}",
            expected="every stone in one place",
        )
    return replace(state, clashes=(*state.clashes, Clash((elsewhere, line), owner, symbol, number)))


def _lay(state: State, owner: str, symbol: Symbol, stones: tuple[Stone, ...]) -> State:
    return replace(state, stones={**state.stones, (owner, symbol): stones})


# ---- the rounds ------------------------------------------------------------------------------------------------------


def _roll(state: State, event: Roll) -> State:
    state = _settle(state)
    if state.round and not round_over(state):
        raise _not_now(state, "the round is not over")
    if state.round == state.rounds:
        raise IllegalEvent(
            f"with {len(state.players)} players the game has {state.rounds} rounds", expected=_expected(state)
        )
    return replace(state, round=state.round + 1, thrown=event.dice, dice=event.dice, turns=0)


def _take_token(state: State, event: Token, line: int) -> State:
    if open_token(state) is not event.symbol:
        raise IllegalEvent(
            "this token cannot be taken now",
            typed=f"token {event.player} {event.symbol}",
            expected=_expected(state)
            + "; a token needs the shortcut, two dice of its symbol, and more than three rounds left",
        )
    token = TakenToken(event.player, event.symbol, event.numbers, line)
    return replace(state, tokens=(*state.tokens, token))


def _turn_die(state: State, event: Turn) -> State:
    if not turnable(state):
        raise _not_now(state, "no die may be turned now")
    if event.shown not in turnable(state):
        raise IllegalEvent("no such die may be turned", typed=event.shown, expected=_named(turnable(state)))
    if event.turned is event.shown:
        raise IllegalEvent("the die would stay as it is", typed=event.turned, expected="another symbol")
    dice = list(state.dice)
    dice[dice.index(event.shown)] = event.turned
    return replace(state, dice=tuple(dice), turns=state.turns + 1)


def _set_wheel(state: State, event: Guess, line: int) -> State:
    now = due(state)
    if now.step is not Step.GUESS:
        raise _not_now(state, "no wheel can be set now")
    if now.players != (event.player,):
        raise IllegalEvent("it is another's turn", typed=event.player, expected=_expected(state))
    bet = Bet(
        state.round,
        event.player,
        event.low,
        event.high,
        state.dice,
        tuple(len(state.history(event.player, die)) - 1 for die in state.dice),
        line,
    )
    if bet.width not in wheels_free(state):
        owner = next(other.player for other in state.set_now if other.width == bet.width)
        raise IllegalEvent(
            f"{owner} has that wheel already",
            typed=f"{event.low}-{event.high}",
            expected="one of the widths " + ", ".join(map(str, wheels_free(state))),
        )
    return replace(state, bets=(*state.bets, bet))


# ---- answers, told and left out --------------------------------------------------------------------------------------


def implied_answers(state: State, event: Event) -> tuple[tuple[Bet, Verdict], ...]:
    """The answers that were left out and that the event presupposes. Raises IllegalEvent where one cannot be known."""
    match event:
        case Answer(player):
            return _left_out(state, player)
        case Roll() | Exchange() | Final() | Reveal():
            return _left_out(state)
        case _:
            return ()


def _left_out(state: State, before: str | None = None) -> tuple[tuple[Bet, Verdict], ...]:
    """Unanswered bets of a round whose wheels are all set, with what the known stones say; up to a player's."""
    waiting = [bet for bet in state.set_now if bet.verdict is None]
    asked = [bet.player for bet in waiting]
    if len(state.set_now) < len(state.players) or (before and before not in asked):
        return ()
    implied = []
    for bet in waiting[: asked.index(before) if before else None]:
        total = state.sum_of(bet)
        if total is None:
            raise IllegalEvent(
                f"the answer to {bet.player} comes first, and the stones in sight do not tell it",
                expected=f"“answer {bet.player} right”, “lower”, “higher” or “wrong” before this line",
            )
        implied.append((bet, truth(state, bet, total)))
    return tuple(implied)


def _settle(state: State, before: str | None = None) -> State:
    """Hear the answers that were left out: all of the round, or those before a player's."""
    for bet, verdict in _left_out(state, before):
        state = hear(state, bet, verdict, 0)
    return state


def _answer(state: State, event: Answer, line: int) -> State:
    if len(state.set_now) < len(state.players):
        raise _not_now(state, "not every wheel is set")
    state = _settle(state, event.player)
    bet = next(bet for bet in state.set_now if bet.player == event.player)
    if bet.verdict is not None:
        raise IllegalEvent(f"{event.player} was answered already", typed=event.player, expected=_expected(state))
    if bet.width == state.smallest and event.verdict in (Verdict.LOWER, Verdict.HIGHER):
        raise IllegalEvent(
            "no direction is told for the smallest wheel", typed=event.verdict, expected="right or wrong"
        )
    return hear(state, bet, event.verdict, line)


# ---- exchanges and the end -------------------------------------------------------------------------------------------


def _exchange(state: State, event: Exchange, line: int) -> State:
    state = _settle(state)
    if not state.exchanging:
        raise _not_now(state, "no exchange is due")
    if state.exchanging[0] != event.player:
        raise IllegalEvent("it is another's turn", typed=event.player, expected=_expected(state))
    if event.symbol not in exchangeable(state):
        raise IllegalEvent("this pile is empty", typed=event.symbol, expected=_named(exchangeable(state)))
    if event.player == state.me and event.drawn is not None:
        raise IllegalEvent("your own new stone is hidden from you", typed=str(event.drawn), expected="?")
    state = _tell(state, event.player, event.symbol, event.discarded, line)
    if event.drawn is not None:
        state = _look_for(state, event.player, event.symbol, event.drawn, line)
    history = (*state.history(event.player, event.symbol), Stone(event.drawn, line))
    left = state.exchanging[1:]
    state = _lay(state, event.player, event.symbol, history)
    return replace(state, exchanging=left if exchangeable(state) else ())


def _place_final(state: State, event: Final) -> State:
    state = _after_last_round(state)
    if event.player in state.finals:
        raise IllegalEvent("a second final line", typed=event.player, expected=_expected(state))
    for symbol, numbers in event.guesses:
        if numbers and state.written(event.player, symbol):
            raise IllegalEvent(
                f"{event.player} holds the {symbol} token", typed=symbol, expected="no final guess for that symbol"
            )
    return score(replace(state, finals={**state.finals, event.player: dict(event.guesses)}))


def _reveal(state: State, event: Reveal, line: int) -> State:
    state = _after_last_round(state)
    if event.player in state.revealed:
        raise IllegalEvent("a second reveal line", typed=event.player, expected=_expected(state))
    for symbol, number in event.stones:
        state = _tell(state, event.player, symbol, number, line)
    return score(replace(state, revealed=(*state.revealed, event.player)))


def _after_last_round(state: State) -> State:
    if state.round < state.rounds:
        raise _not_now(state, f"the game has {state.rounds} rounds")
    state = _settle(state)
    if not round_over(state):
        raise _not_now(state, "the last round is not over")
    return state


# ---- saying what was expected ----------------------------------------------------------------------------------------


def _named(names: Sequence[str]) -> str:
    return ", ".join(names)


def _expected(state: State) -> str:
    now = due(state)
    whom = " or ".join(now.players)
    return {
        Step.PLAYERS: "a players line",
        Step.ROLL: f"a roll, thrown by {whom}",
        Step.TURN: f"{whom} to turn every bear",
        Step.GUESS: f"the guess of {whom}",
        Step.ANSWER: f"the answer to {whom}",
        Step.EXCHANGE: f"the exchange of {whom}",
        Step.FINAL: f"the final guesses of {whom}",
        Step.REVEAL: f"the stones of {whom}",
        Step.OVER: "nothing, the game is over",
    }[now.step]


def _not_now(state: State, why: str) -> IllegalEvent:
    return IllegalEvent(why, expected=_expected(state))
