"""Where the cards of Cypher can be, by plain brute force: every order of the deck, every choice from every hand.

It shares nothing with the program, and reads the lines of a record by itself; numbers are exact fractions.
"""

import shlex
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

__all__ = ["places", "possible"]

DEAL = {2: (3, 2), 3: (3, 2, 1), 4: (3, 2, 2, 1)}
Step = tuple[str, ...]


class World:
    """One way: where each card lies. A card of the deck that nobody has drawn yet is None."""

    def __init__(self, left: Counter[str]) -> None:
        self.left = left
        self.places: dict[str, list[str | None]] = {"deck": [None] * left.total()}

    def copy(self) -> "World":
        other = World.__new__(World)
        other.left = self.left.copy()
        other.places = {place: list(cards) for place, cards in self.places.items()}
        return other


def places(text: str) -> dict[str, dict[str, Fraction | list[Fraction]]]:
    """For each name the expected number in each place that its viewer does not see; the deck from its top."""
    left, steps, viewer, players = _parsed(text)
    total, height = Fraction(0), 0
    found: dict[str, dict[str, list[Fraction]]] = {name: {} for name in left}
    for world, weight in _worlds(World(left), steps, Fraction(1)):
        total += weight
        height = len(world.places["deck"])
        unseen = world.left.total()
        for place, cards in world.places.items():
            for position, card in enumerate(cards):
                shares = {card: Fraction(1)} if card else {n: Fraction(k, unseen) for n, k in world.left.items() if k}
                for name, share in shares.items():
                    row = found[name].setdefault(place, [])
                    row.extend([Fraction(0)] * (len(cards) - len(row)))
                    row[position] += weight * share
    hidden = [player for player in players if player != viewer]
    answer: dict[str, dict[str, Fraction | list[Fraction]]] = {}
    for name, rows in found.items():
        each: dict[str, Fraction | list[Fraction]] = {
            place: sum(rows[place], Fraction(0)) / total for place in (*hidden, "out") if sum(rows.get(place, []))
        }
        deck = [share / total for share in rows.get("deck", [Fraction(0)] * height)]
        if each or any(deck):
            answer[name] = {**each, "deck": deck}
    return answer


def possible(text: str, card: str = "", missing_from: str = "") -> bool:
    """Whether all that the lines say can be true; with a card, while it is not in that place."""
    left, steps, _viewer, _players = _parsed(text)
    worlds = (world for world, _weight in _worlds(World(left), steps, Fraction(1)))
    return any(not card or card not in world.places.get(missing_from, []) for world in worlds)


def _parsed(text: str) -> tuple[Counter[str], list[Step], str, list[str]]:
    """The cards; the steps, each a source, a target and a card (or see, shuffle); the viewer; the players."""
    left: Counter[str] = Counter()
    players: list[str] = []
    viewer, dealt = "", False
    steps: list[Step] = []
    hands: dict[str, list[str]] = {}
    removed = False
    for line in text.splitlines():
        word, *rest = shlex.split(line)
        if word == "players":
            players = rest
        elif word == "me":
            viewer = rest[0]
        elif word == "cards":
            for kind in rest:
                name, _, worth = kind.rpartition("=")
                left[name] = int(worth.partition("x")[2] or 1)
        elif word == "removed":
            removed = True
        elif word == "hand":
            hands[rest[0]] = rest[1:]
        elif word in ("game", "ruling", "won", "value"):
            continue
        else:
            if not dealt:
                dealt = True
                steps += [("deck", "out", "?")] * removed
                for player, count in zip(players, DEAL[len(players)], strict=True):
                    steps += [("deck", player, card) for card in hands.get(player, ["?"] * count)]
            steps += _steps(word, rest)
    return left, steps, viewer, players


def _steps(word: str, rest: list[str]) -> list[Step]:
    match word, rest:
        case "market", [card]:
            return [("deck", "market", card)]
        case "play", [player, card]:
            return [(player, f"{player}-table", card)]
        case "play", [player, card, _, under]:
            return [(player, f"{player}-table", card), (f"{player}-table", "under", under)]
        case "receive", [player, "deck", card]:
            return [("deck", player, card)]
        case "receive", [player, _]:
            return [("market", player, "?")]
        case "pass", [giver, taker, card]:
            return [(giver, taker, card)]
        case "discard", [player, card]:
            return [(player, "under", card)]
        case "move", [source, target, card]:
            return [(source, target, card)]
        case "see", ["deck", place, card]:
            return [("see deck", place, card)]
        case "see", [player, card]:
            return [("see", player, card)]
        case "shuffle", []:
            return [("shuffle",)]
    raise ValueError(word)


def _worlds(world: World, steps: list[Step], weight: Fraction) -> Iterator[tuple[World, Fraction]]:
    if not steps:
        yield world, weight
        return
    match steps[0]:
        case ("shuffle",):
            ways = _shuffled(world)
        case ("see", player, card):
            ways = iter([(world, Fraction(1))] if card in world.places.get(player, []) else [])
        case ("see deck", place, card):
            ways = _named(world, int(place) - 1, card)
        case (source, target, card):
            ways = _moved(world, source, target, card)
        case _:
            raise ValueError(steps[0])
    for after, chance in ways:
        yield from _worlds(after, steps[1:], weight * chance)


def _shuffled(world: World) -> Iterator[tuple[World, Fraction]]:
    orders = Counter(permutations(world.places["deck"]))
    for order, times in orders.items():
        after = world.copy()
        after.places["deck"] = list(order)
        yield after, Fraction(times, orders.total())


def _named(world: World, place: int, card: str) -> Iterator[tuple[World, Fraction]]:
    """Turn up a card of the deck: as it is, or any that nobody has drawn yet. card: what it must be, or ?."""
    there = world.places["deck"][place]
    if there is not None:
        if card in (there, "?"):
            yield world, Fraction(1)
        return
    unseen = world.left.total()
    for name, copies in world.left.items():
        if copies and card in (name, "?"):
            after = world.copy()
            after.left[name] -= 1
            after.places["deck"][place] = name
            yield after, Fraction(copies, unseen)


def _moved(world: World, source: str, target: str, card: str) -> Iterator[tuple[World, Fraction]]:
    if source in ("deck", "under"):
        place = 0 if source == "deck" else len(world.places["deck"]) - 1
        for drawn, chance in _named(world, place, card):
            after = drawn.copy()
            name = after.places["deck"].pop(place)
            yield _put(after, target, name), chance
        return
    cards = world.places[source]
    for name in sorted({name for name in cards if name and card in (name, "?")}):
        after = world.copy()
        after.places[source].remove(name)
        yield _put(after, target, name), Fraction(cards.count(name), len(cards))


def _put(world: World, target: str, name: str | None) -> World:
    place = "deck" if target == "under" else target
    cards = world.places.setdefault(place, [])
    cards.insert(0 if target == "deck" else len(cards), name)
    return world
