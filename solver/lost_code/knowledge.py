"""From a view to facts: which numbers are hidden, which they may be, and what each answer says of them.

Where table and stones disagree (`findings`) is decided here too, since such an answer is no fact.
"""

from collections import Counter
from collections.abc import Iterator

from solver.clue import AllDifferent, Slot, SumOutside, SumWithin
from solver.errors import Contradiction, Finding
from solver.knowledge import Fact, Knowledge
from solver.lost_code.events import Symbol, Verdict
from solver.lost_code.rules import truth
from solver.lost_code.state import Bet, State
from solver.lost_code.view import View

__all__ = ["Finding", "answer_clue", "findings", "knowledge", "possible_sums", "slot"]


def slot(owner: str, symbol: Symbol, index: int) -> Slot:
    """Name the stone that lay at a place, the first with index 0."""
    return Slot(f"{owner}/{symbol}/{index}")


def knowledge(view: View) -> Knowledge:
    """What the viewer knows of all hidden stones; asked: his own present ones, in the order of the symbols.

    Ruling 14: a number that lies in sight is impossible elsewhere; any other is equally likely before the answers
    speak. Raises Contradiction where the viewer's own stone lies elsewhere, too, and SeatError without a viewer.
    """
    table, seat = view.table, view.seat
    if table.clashes:
        clash = table.clashes[0]
        told = f"{clash.symbol} {clash.number} stands on line {clash.lines[0]} and again on line {clash.lines[1]}"
        raise Contradiction(clash.lines, reason=f"one stone lies in two places: {told}", findings=findings(view))
    domains: dict[Slot, tuple[int, ...]] = {}
    facts: list[Fact] = []
    asked: list[Slot] = []
    for symbol in table.symbols:
        hidden = tuple(_hidden_slots(table, symbol))
        free = _free(table, symbol)
        domains |= dict.fromkeys(hidden, free)
        if len(hidden) > 1:
            facts.append(Fact(AllDifferent(hidden), None))
        mine = slot(seat, symbol, len(table.history(seat, symbol)) - 1)
        if (number := table.held(seat, symbol).number) is not None:
            domains[mine] = (number,)
        asked.append(mine)
    for bet in table.bets:
        if bet.verdict is not None and not _refuted(view, bet):
            clue = answer_clue(table, bet, bet.verdict)
            if clue.terms or bet.player == seat:
                # An answer that was left out has no line; its guess is where a reader can look.
                facts.append(Fact(clue, bet.answer_line or bet.line))
    return Knowledge(domains, tuple(facts), tuple(asked))


def findings(view: View) -> tuple[Finding, ...]:
    """Answers that the stones refute, and stones unlike what was seen: by line, as far as the view may know."""
    table = view.table
    found = [
        Finding(
            miss.line,
            miss.player,
            f"{miss.symbol} {miss.noted}",
            f"{miss.symbol} {miss.stone}",
            f"{miss.player}'s stone was seen as {miss.symbol} {miss.stone}, and is noted here as {miss.noted}",
        )
        for miss in table.mismatches
    ]
    found += [
        Finding(
            clash.lines[1],
            clash.player,
            f"{clash.symbol} {clash.number}",
            "another number",
            f"{clash.player}'s {clash.symbol} {clash.number} was seen already, on line {clash.lines[0]}",
        )
        for clash in table.clashes
    ]
    for bet in table.bets:
        if bet.verdict is not None and _refuted(view, bet):
            sums = possible_sums(table, bet)
            right = " or ".join(dict.fromkeys(truth(table, bet, total) for total in sums))
            total = f"the sum is {sums[0]}" if len(sums) == 1 else f"the sum is {sums[0]} to {sums[-1]}"
            window = str(bet.low) if bet.low == bet.high else f"{bet.low}-{bet.high}"
            found.append(
                Finding(
                    bet.answer_line or bet.line,
                    bet.player,
                    bet.verdict,
                    right,
                    f"{bet.player} was told “{bet.verdict}” for {window}, but {total}: “{right}”",
                )
            )
    return tuple(sorted(found, key=lambda finding: finding.line))


def possible_sums(table: State, bet: Bet) -> tuple[int, ...]:
    """The sums that a bet's stones may have by the stones in sight alone, ascending."""
    sums = {0}
    for (symbol, index), times in Counter(zip(bet.dice, bet.held, strict=True)).items():
        number = table.history(bet.player, symbol)[index].number
        numbers = _free(table, symbol) if number is None else (number,)
        sums = {total + times * n for total in sums for n in numbers}
    return tuple(sorted(sums))


def _free(table: State, symbol: Symbol) -> tuple[int, ...]:
    seen = table.seen(symbol)
    return tuple(number for number in table.numbers if number not in seen)


def _hidden_slots(table: State, symbol: Symbol) -> Iterator[Slot]:
    for owner in table.owners:
        for index, stone in enumerate(table.history(owner, symbol)):
            if stone.number is None:
                yield slot(owner, symbol, index)


def _refuted(view: View, bet: Bet) -> bool:
    """Whether no stones that may lie there make the answer true.

    The viewer's own answers are refuted by his revealed stones alone; else they contradict each other instead.
    """
    if bet.player == view.viewer and not _on_revealed(view.table, bet):
        return False
    told = bet.verdict is Verdict.WRONG
    verdicts = {truth(view.table, bet, total) for total in possible_sums(view.table, bet)}
    return not (verdicts - {Verdict.RIGHT} if told else bet.verdict in verdicts)


def _on_revealed(table: State, bet: Bet) -> bool:
    """Whether a stone of the bet was revealed after the last round."""
    stones = zip(bet.dice, bet.held, strict=True)
    return bet.player in table.revealed and any(
        index == len(table.history(bet.player, symbol)) - 1 and table.held(bet.player, symbol).number is not None
        for symbol, index in stones
    )


def answer_clue(table: State, bet: Bet, verdict: Verdict) -> SumWithin | SumOutside:
    """What an answer says of the stones that are hidden, the known ones taken off."""
    known = 0
    terms: Counter[Slot] = Counter()
    for symbol, index in zip(bet.dice, bet.held, strict=True):
        number = table.history(bet.player, symbol)[index].number
        if number is None:
            terms[slot(bet.player, symbol, index)] += 1
        else:
            known += number
    low, high = bet.low - known, bet.high - known
    hidden = tuple(terms.items())
    match verdict:
        case Verdict.RIGHT:
            return SumWithin(hidden, low, high)
        case Verdict.LOWER:
            return SumWithin(hidden, -known, low - 1)
        case Verdict.HIGHER:
            return SumWithin(hidden, high + 1, table.top)
        case Verdict.WRONG:
            return SumOutside(hidden, low, high)
