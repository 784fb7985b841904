"""What is worth a look, whether another's naming is true, and who could know that a name is false."""

from collections.abc import Collection, Mapping, Sequence
from math import log2

import numpy as np
from numpy.typing import NDArray

from solver.beyond_code.answers import Advice, Bluff, Chance, Claim, Knower, SquareWorth
from solver.beyond_code.course import Course
from solver.beyond_code.events import Card, Square
from solver.beyond_code.layouts import Array, always_open, cards_on, marginals, on_slot, possible_in_parts, restricted
from solver.beyond_code.odds import Posterior, chance_of, chances, posterior
from solver.beyond_code.rules import doubters
from solver.beyond_code.state import Seen, State
from solver.beyond_code.view import View
from solver.errors import NotationError

__all__ = ["advise", "bluffs", "may_know_better"]


def advise(view: View, sought: Collection[Card] = ()) -> Advice:
    """What can be said now. sought: cards that the viewer's goal needs. Raises Contradiction."""
    found, state = posterior(view), view.table
    soft = chances(found.course, found.soft)
    looks = [
        SquareWorth(
            square, _bits(tuple(soft[square].values())), sum(soft[square].get(card, 0.0) for card in set(sought))
        )
        for square in state.closed
    ]
    looks.sort(key=lambda worth: (-worth.sought, -worth.bits))
    return Advice(view, tuple(looks), _claim(view, found))


def _bits(shares: Sequence[float]) -> float:
    """The entropy of a distribution, in bits; 0 for a certainty."""
    return max(0.0, -sum(share * log2(share) for share in shares if share))


def _claim(view: View, found: Posterior) -> Claim | None:
    naming = view.table.naming
    if naming is None or not view.table.doubtable or naming.player == view.viewer:
        return None
    lies = {naming.square: naming.card}
    return Claim(naming, Chance(chance_of(found, found.hard, lies), chance_of(found, found.soft, lies)))


# ---- what one may call a card ----------------------------------------------------------------------------------------


def bluffs(view: View, square: Square, card: Card | None = None) -> tuple[Bluff, ...]:
    """For each name at a square that the viewer has looked at, who could know that it is false.

    card: what he saw there; None: what the record says. The safe names stand first, then by the chance that somebody
    knows better. Raises Contradiction, SeatError, and NotationError where the card is not known or cannot be this one.
    """
    found = posterior(view)
    held = found.course
    card = _own(view, found, square, card)
    target, own = held.at[square], held.number(card)
    layouts = [restricted(each, held.size, [(target, own)]) for each in (found.hard, found.soft)]
    where = [marginals(each, held.size) / each.sum() for each in layouts]
    to_all = cards_on(possible_in_parts(held.hard(public=True), held.shuffles)[-1], held.size, target)
    speakers = doubters(view.table, view.seat)
    better = [may_know_better(held, player, target, own) for player in speakers]
    listed = [Bluff(card, True, (), Chance(0.0, 0.0), True)]
    for number, name in enumerate(held.cards):
        if name is not card:
            told = not to_all[number]
            seen = {player: _squares_told(view.table, player, square, told=told) for player in speakers}
            safe = not any(cards[number] for cards in better)
            listed.append(_bluff(held, name, where, seen, safe=safe))
    return tuple(sorted(listed, key=lambda bluff: (not bluff.true, not bluff.safe, bluff.chance.soft)))


def _bluff(
    held: Course, name: Card, where: Sequence[Array], seen: Mapping[str, frozenset[Square]], *, safe: bool
) -> Bluff:
    """A false name. seen: for each who may speak the squares that give it away if the named card lies there."""
    number = held.number(name)
    knowers = [Knower(player, _somewhere(held, where, squares, number)) for player, squares in seen.items()]
    knowers = sorted((k for k in knowers if k.chance.hard), key=lambda k: (-k.chance.soft, -k.chance.hard))
    chance = _somewhere(held, where, frozenset().union(*seen.values()), number)
    return Bluff(name, False, tuple(knowers), chance, safe and not chance.hard)


def _own(view: View, found: Posterior, square: Square, card: Card | None) -> Card:
    """What lies on the square."""
    held = found.course
    row = chances(held, found.hard)[square]
    if card is None and len(row) == 1:
        return next(iter(row))
    if card is not None and card in row:
        return card
    raise NotationError(
        "this card cannot lie there" if card else "what lies there is not known",
        typed=f"{square} {card}" if card else square,
        expected="the card that you saw there: " + ", ".join(view.table.word(card) for card in row),
    )


_EVERYWHERE: frozenset[Square] = frozenset({"everywhere"})


def _squares_told(state: State, player: str, square: Square, *, told: bool) -> frozenset[Square]:
    """The squares where the named card, if it lies there, gives the lie away to the player; or `_EVERYWHERE`."""
    if told or player in state.seen.get(square, frozenset()):
        return _EVERYWHERE
    return frozenset(each for each, players in state.seen.items() if player in players and each != square)


def _somewhere(held: Course, where: Sequence[Array], squares: frozenset[Square], number: int) -> Chance:
    """The chance that the card lies on one of the squares."""
    if squares >= _EVERYWHERE:
        return Chance(1.0, 1.0)
    slots = [held.at[square] for square in squares]
    hard, soft = (float(layouts[slots, number].sum()) if slots else 0.0 for layouts in where)
    return Chance(min(hard, 1.0), min(soft, 1.0))


def may_know_better(held: Course, player: str, target: int, card: int) -> NDArray[np.bool_]:
    """For each card whether a player may know that it does not lie on the target slot, where the viewer saw a card.

    He knows it if no layout that agrees with what all know and with what he has seen has it there; he may, if that is
    so in some layout that is possible for the viewer. Who saw a card before a shuffle is taken to know all slots that
    it may have come to: more than he does, so that what is called safe is.
    """
    size = held.size
    looks = [each for each in held.looks if isinstance(each.step, Seen) and player in each.step.players]
    seen: frozenset[int] = frozenset().union(*(_reached(held, each.part, each.slot) for each in looks))
    open_to_him = possible_in_parts(held.hard(public=True), held.shuffles)[-1]
    mine = possible_in_parts(held.hard(), held.shuffles)[-1] & on_slot(size, target, card)
    return ~always_open(open_to_him, mine, size, seen, target)


def _reached(held: Course, part: int, slot: int) -> frozenset[int]:
    """The slots to which a card can have come from a slot, by the shuffles since."""
    slots = {slot}
    for shuffled in held.shuffles[part:]:
        if slots & set(shuffled):
            slots |= set(shuffled)
    return frozenset(slots)
