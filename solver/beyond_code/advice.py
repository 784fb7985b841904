"""What is worth a look, whether another's naming is true, and who could know that a name is false."""

from collections.abc import Collection, Sequence
from math import log2

import numpy as np

from solver.beyond_code.answers import Advice, Bluff, Chance, Claim, Knower, SquareWorth
from solver.beyond_code.course import Course
from solver.beyond_code.events import Card, Square
from solver.beyond_code.layouts import Array, cards_on, marginals, possible_in_parts, restricted
from solver.beyond_code.odds import Posterior, chance_of, chances, posterior
from solver.beyond_code.rules import doubters
from solver.beyond_code.state import Seen, State
from solver.beyond_code.view import View
from solver.errors import NotationError

__all__ = ["advise", "bluffs"]


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
    found, state = posterior(view), view.table
    card = _own(found, square, card)
    pair = [(found.course.at[square], found.course.number(card))]
    size = found.course.size
    hard, soft = restricted(found.hard, size, pair), restricted(found.soft, size, pair)
    where = tuple(marginals(layouts, size) / layouts.sum() for layouts in (hard, soft))
    speakers = doubters(state, view.seat)
    known = [_known_before(found.course, player, found.course.at[square]) for player in speakers]
    known_to_all = possible_in_parts(found.course.hard(public=True), found.course.shuffles)[-1]
    public = cards_on(known_to_all, size, found.course.at[square])
    listed: list[Bluff] = []
    for name in found.course.cards:
        number = found.course.number(name)
        if name is card:
            listed.append(Bluff(name, True, (), Chance(0.0, 0.0), True))
            continue
        told = not public[number]
        seen = [_squares_told(state, player, square, told=told) for player in speakers]
        knowers = [
            Knower(player, _somewhere(found.course, where, squares, number))
            for player, squares in zip(speakers, seen, strict=True)
        ]
        chance = _somewhere(found.course, where, frozenset().union(*seen), number)
        safe = not chance.hard and not any(number in numbers for numbers in known)
        knowers = sorted((k for k in knowers if k.chance.hard), key=lambda k: (-k.chance.soft, -k.chance.hard))
        listed.append(Bluff(name, False, tuple(knowers), chance, safe))
    return tuple(sorted(listed, key=lambda bluff: (not bluff.true, not bluff.safe, bluff.chance.soft)))


def _own(found: Posterior, square: Square, card: Card | None) -> Card:
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
        expected="the card that you saw there: " + ", ".join(row),
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


def _known_before(held: Course, player: str, target: int) -> frozenset[int]:
    """The cards that a player may know not to lie on the target by what he saw before a shuffle.

    He saw a card on a slot from which it cannot have come there; or he saw every slot from which the target's card
    can have come, and then he may know it of any other card.
    """
    looks = [each for each in held.looks if isinstance(each.step, Seen) and player in each.step.players]
    found: set[int] = set()
    possible = possible_in_parts(held.hard(), held.shuffles)
    for placed in looks:
        if target not in _reached(held, placed.part, placed.slot):
            found |= set(np.flatnonzero(cards_on(possible[placed.part], held.size, placed.slot)).tolist())
    slots = {placed.slot for placed in looks}
    for part in range(len(held.shuffles)):
        if all(slot in slots for slot in range(held.size) if target in _reached(held, part, slot)):
            return frozenset(range(held.size))
    return frozenset(found)


def _reached(held: Course, part: int, slot: int) -> frozenset[int]:
    """The slots to which a card can have come from a slot, by the shuffles since."""
    slots = {slot}
    for shuffled in held.shuffles[part:]:
        if slots & set(shuffled):
            slots |= set(shuffled)
    return frozenset(slots)
