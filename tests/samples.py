"""Random legal games with their brute-force answers, as the tests of engines and advice need them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from solver.games import read
from solver.lost_code.view import View, view
from tests import brute
from tests.strategies import CLEAR, Blur, random_game

__all__ = ["Sample", "samples"]


@dataclass(frozen=True)
class Sample:
    """A record, the seat it is seen from (None: its own `me`), and how many ways brute force counts."""

    seed: int
    text: str
    seat: str | None
    ways: int

    @property
    def view(self) -> View:
        """What the program sees."""
        return view(read(self.text), self.seat)


def samples(
    first: int,
    count: int,
    *,
    least: int = 1,
    most: int = 3000,
    tries: int = 100_000,
    variants: frozenset[str] | None = None,
    wanted: Callable[[View], bool] = lambda _: True,
) -> Iterator[Sample]:
    """Deal games from the seed `first` on until `count` of them have least..most ways, and what is wanted.

    Six in ten are kept by a player, and now and then seen from another's seat; the rest are complete. Six in ten have
    blanks. tries: how long brute force may search before a game is passed over.
    """
    found = 0
    seed = first
    while found < count:
        rng = Random(seed)
        played = random_game(rng, variants=variants)
        seat: str | None = rng.choice(played.setup.players)
        blur = Blur.random(rng) if rng.random() < 0.6 else CLEAR
        if rng.random() < 0.6:
            text = played.seen_by(rng.choice(played.setup.players), blur, rng)
            seat = None if rng.random() < 0.7 else seat
        else:
            text = played.complete(blur, rng)
        seed += 1
        if not wanted(view(read(text), seat)):
            continue
        try:
            ways = brute.solve(text, seat, limit=tries)["logs"]
        except brute.TooMany:
            ways = 0
        if least <= ways <= most:
            found += 1
            yield Sample(seed - 1, text, seat, ways)
