"""What the table is asked for: one sentence with an example, in the rulebook's words."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from cli.lost_code.words import listed, window
from solver.lost_code.events import Symbol
from solver.lost_code.knowledge import possible_sums
from solver.lost_code.ranking import Advice
from solver.lost_code.rules import Step, due, open_token, truth, turnable
from solver.lost_code.state import Bet, State
from solver.lost_code.view import View

__all__ = ["SHORT", "asked", "reckoned"]

SHORT: Mapping[Symbol, str] = MappingProxyType(
    {
        Symbol.BEAR: "be",
        Symbol.JAGUAR: "j",
        Symbol.HUMAN: "h",
        Symbol.BIRD: "bi",
        Symbol.CHAMELEON: "c",
        Symbol.SNAKE: "s",
    }
)
"""The shortest beginning of each symbol's name that means it alone."""


def asked(view: View, advice: Advice | None, pad: Sequence[Symbol]) -> str:
    """Say what comes next and how it is typed. pad: the order in which digits stand."""
    table, now = view.table, due(view.table)
    mine = view.viewer in now.players
    who = "you" if mine else listed(now.players, "or")
    in_play = [symbol for symbol in pad if symbol in table.symbols]
    order = " ".join(in_play)
    match now.step:
        case Step.PLAYERS:
            said = "who plays, like players Ann Bob"
        case Step.ROLL:
            said = f"{who} throw{_s(mine)} the dice, like {_like(table, 3)}"
        case Step.TURN:
            said = f"{who} turn{_s(mine)} every bear, like t be {SHORT[table.symbols[-1]]}"
        case Step.GUESS:
            said = f"{who} set{_s(mine)} a wheel, like 9-15"
        case Step.ANSWER:
            said = _answer(view)
        case Step.EXCHANGE:
            said = _exchange(advice, who, mine=mine)
        case Step.FINAL:
            said = _final(view, in_play) if mine else f"final guesses of {who}: name, then a group for each of {order}"
        case Step.REVEAL:
            said = f"{'your stones' if mine else f'the stones of {who}'}: a digit for each of {order}"
        case Step.OVER:
            said = _over(table)
    return _first_up(said + _beside(view, mine=mine, step=now.step))


def reckoned(table: State, bet: Bet) -> str:
    """The stones of a bet and their sum, to show to everyone: “bear 3 + jaguar 0 = 3”."""
    stones = []
    for symbol, index in zip(bet.dice, bet.held, strict=True):
        number = table.history(bet.player, symbol)[index].number
        stones.append(f"{symbol} {'?' if number is None else number}")
    sums = possible_sums(table, bet)
    return f"{' + '.join(stones)} = {sums[0]}" + ("" if len(sums) == 1 else f" to {sums[-1]}")


def _s(mine: bool) -> str:
    return "" if mine else "s"


def _first_up(words: str) -> str:
    """The sentence with its first letter in upper case, unless a name begins it."""
    own = words.startswith(("you", "the ", "tell ", "final ", "who "))
    return words[0].upper() + words[1:] if own else words


def _like(table: State, count: int) -> str:
    return " ".join(SHORT[symbol] for symbol in table.symbols[:count])


def _taken(view: View, *, mine: bool) -> str:
    """How a token is typed: the viewer's own numbers are noted, those of others are hidden from him."""
    if mine:
        return "to 3 5"
    return "to NAME 3 5" if view.viewer is None else "to NAME, or to 3 5 for you"


def _beside(view: View, *, mine: bool, step: Step) -> str:
    """What else may come: a die turned, a token taken."""
    table = view.table
    other = []
    if step is Step.GUESS and turnable(table):
        shown = turnable(table)[0]
        turned = next(symbol for symbol in table.symbols if symbol is not shown)
        other.append(f"turn a die, like t {SHORT[shown]} {SHORT[turned]}")
    if symbol := open_token(table):
        other.append(f"take the {symbol} token, like {_taken(view, mine=mine)}")
    return f"; before that: {' or '.join(other)}" if other else ""


def _final(view: View, symbols: Sequence[Symbol]) -> str:
    """Which symbols are guessed, in the order of the pad; those of the viewer's tokens were written before."""
    groups = ["3", "45", "-", "2", "123", "0"]
    free = [symbol for symbol in symbols if not view.table.written(view.seat, symbol)]
    held = [symbol for symbol in symbols if symbol not in free]
    but = f" (not the {listed(held, 'and')}: your token)" if held else ""
    return f"your final guesses: a group for each of {' '.join(free)}{but}, like {' '.join(groups[: len(free)])}"


def _over(table: State) -> str:
    """That the game is over, and what is missing for the score: lines that `edit` can complete."""
    hidden = [token for token in table.tokens if token.numbers is None]
    if table.scored or not hidden:
        return "the game is over; quit leaves"
    lines = [f"edit {token.line} ({token.player}'s {token.symbol} token)" for token in hidden]
    return f"the game is over; for the score, tell what was written: {listed(lines, 'and')}"


def _answer(view: View) -> str:
    table = view.table
    bet = next(bet for bet in table.set_now if bet.verdict is None)
    words = "ok or no (no direction)" if bet.width == table.smallest else "ok, lo or hi"
    at = window(bet.low, bet.high)
    if bet.player == view.viewer:
        return f"you set {at}: what are you told, {words}?"
    sums = possible_sums(table, bet)
    verdicts = list(dict.fromkeys(truth(table, bet, total) for total in sums))
    if len(verdicts) > 1:
        return f"{bet.player} set {at} ({reckoned(table, bet)}): {listed(verdicts, 'or')}? Type {words}"
    silent = " (smallest wheel: say no direction)" if verdicts[0] == "wrong" else ""
    return f"tell {bet.player}: {verdicts[0].upper()}{silent}, {reckoned(table, bet)} for {at}"


def _exchange(advice: Advice | None, who: str, *, mine: bool) -> str:
    if not mine:
        return f"{who} exchanges a stone: symbol and number drawn, like j 6"
    best = f"; best: {advice.exchanges[0].symbol}" if advice and advice.exchanges else ""
    return f"you exchange a stone: symbol and number given up, like j 3{best}"
