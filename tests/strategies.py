"""Random legal games of The Lost Code, the truth behind them, and the records that one could keep of them.

It shares nothing with the program. `random_game` plays; a `Played` game can be written down complete, as one
player saw it, and blurred; `other_fillings` and `spoil` change what a player cannot see and what he was told.
"""

from random import Random

from hypothesis import strategies as st

from tests.dealing import VARIANTS, Event, Final, Reveal, deal
from tests.hidden import other_fillings, spoil
from tests.playing import Game
from tests.writing import CLEAR, Blur, Played

__all__ = ["CLEAR", "Blur", "Played", "games", "other_fillings", "random_game", "spoil"]


def random_game(
    rng: Random, *, players: int | None = None, variants: frozenset[str] | None = None, rounds: int | None = None
) -> Played:
    """Play a legal game to a random moment.

    `players`: 2 to 4; `variants`: some of `VARIANTS`; `rounds`: how many have begun (one more than the game has:
    it has come to the final guesses). What is left out is chosen at random.
    """
    if variants is None:
        variants = frozenset(variant for variant in VARIANTS if rng.random() < 0.35)
    setup, piles = deal(rng, players or rng.randint(2, 4), variants)
    game = Game(rng, setup, piles)
    events: list[Event] = []
    standings = [game.standing()]
    for event in game.play():
        events.append(event)
        standings.append(game.standing())
    begun = rng.randint(0, setup.last_round + 1) if rounds is None else rounds
    if begun > setup.last_round:
        moments = [count for count, event in enumerate(events, 1) if isinstance(event, Final | Reveal)]
        moments += [len(events)] * len(moments)
    else:
        moments = [count for count, standing in enumerate(standings) if standing.round == begun]
    moment = rng.choice(moments)
    return Played(setup, tuple(events[:moment]), standings[moment])


def games(
    *, players: int | None = None, variants: frozenset[str] | None = None, rounds: int | None = None
) -> st.SearchStrategy[Played]:
    """Draw a seed, and play the game that `random_game` makes of it."""
    seeds = st.integers(min_value=0, max_value=2**32 - 1)
    return seeds.map(lambda seed: random_game(Random(seed), players=players, variants=variants, rounds=rounds))
