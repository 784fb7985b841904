"""Other truths, and untruths: what a player cannot see is changed, or what he was told."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from tests.dealing import (
    SYMBOLS,
    Answer,
    Event,
    Exchange,
    Final,
    Reveal,
    Setup,
    Slot,
    Token,
    is_smallest,
    some_numbers,
)
from tests.writing import Played, next_slot

__all__ = ["other_fillings", "spoil"]


def other_fillings(played: Played, seat: str, rng: Random, limit: int) -> Iterator[str]:
    """Yield up to `limit` complete records that differ from the game only in what this seat cannot know.

    Other stones lie in its log, with the same answers; others wrote other numbers on tokens and in final guesses,
    unless the game is over for the seat. Every record is a new one; there may be none.
    """
    seen = {played.complete()}
    for _ in range(4 * limit):
        text = _refilled(played, seat, _random_log(played, seat, rng), rng).complete()
        if text not in seen and len(seen) <= limit:
            seen.add(text)
            yield text


def _random_log(played: Played, seat: str, rng: Random) -> dict[Slot, int]:
    """Find stones for the seat's log now that fit what it has seen and heard; none where its log was shown."""
    stones = played.stones()
    own = [max(slot for slot in stones if slot[:2] == (seat, symbol)) for symbol in played.setup.symbols]
    if any(isinstance(event, Reveal) and event.player == seat for event in played.events):
        return {}
    hidden = rng.sample(own, len(own))
    seen = {slot: stone for slot, stone in stones.items() if slot not in own}
    heard = _heard(played, seat)

    def fits(stones: dict[Slot, int]) -> bool:
        return all(
            _is_true(answer, sum(stones[slot] for slot in slots))
            for answer, slots in heard
            if all(slot in stones for slot in slots)
        )

    def search(stones: dict[Slot, int], rest: list[Slot]) -> dict[Slot, int] | None:
        if not rest:
            return {slot: stones[slot] for slot in own}
        taken = {stone for slot, stone in seen.items() if slot[1] == rest[0][1]}
        candidates = [number for number in played.setup.numbers if number not in taken]
        tries = ({**stones, rest[0]: number} for number in rng.sample(candidates, len(candidates)))
        found = (search(tried, rest[1:]) for tried in tries if fits(tried))
        return next((log for log in found if log is not None), None)

    log = search(seen, hidden)
    if log is None:
        raise ValueError(f"the true log of {seat} does not fit the answers")
    return log


def _heard(played: Played, seat: str) -> list[tuple[Answer, list[Slot]]]:
    """Return the answers to a seat, each with the three stones that it speaks of."""
    heard: list[tuple[Answer, list[Slot]]] = []
    draws = dict.fromkeys(SYMBOLS, 0)
    for event in played.events:
        if isinstance(event, Answer) and event.player == seat:
            heard.append((event, [(seat, die, draws[die]) for die in event.dice]))
        elif isinstance(event, Exchange) and event.player == seat:
            draws[event.symbol] += 1
    return heard


def _is_true(answer: Answer, total: int) -> bool:
    inside = answer.low <= total <= answer.high
    return {
        "right": inside,
        "wrong": not inside,
        "lower": total < answer.low,
        "higher": total > answer.high,
    }[answer.word]


def _refilled(played: Played, seat: str, own: dict[Slot, int], rng: Random) -> Played:
    """Put these stones in the place of the seat's, and other numbers in the place of those hidden from it."""
    setup, hidden = played.setup, not played.over(seat)
    logs = {log: {s: own.get((log, s, 0), n) for s, n in row.items()} for log, row in setup.logs.items()}
    stones = {(log, s, 0): n for log, row in logs.items() for s, n in row.items()}

    def other(event: Event) -> Event:
        match event:
            case Exchange():
                slot = next_slot(stones, event)
                stones[slot] = own.get(slot, event.drawn)
                return replace(event, drawn=stones[slot])
            case Token(player) if hidden and player != seat:
                return replace(event, numbers=some_numbers(rng, setup, None))
            case Final(player, guesses) if hidden and player != seat:
                return Final(player, {symbol: some_numbers(rng, setup, None) for symbol in guesses})
        return event

    return replace(played, setup=replace(setup, logs=logs), events=tuple(map(other, played.events)))


def spoil(played: Played, rng: Random, name: str | None = None) -> str | None:
    """Write the record of a player to whom one answer was given, or noted, the wrong way round.

    `lower` and `higher` change places; any other wrong answer would move the pieces elsewhere, so the record ends
    with it. None where no answer has been given. The record need not contradict itself.
    """
    told = [
        (place, word)
        for place, event in enumerate(played.events)
        if isinstance(event, Answer) and name in (None, event.player)
        for word in _untruths(played.setup, event)
    ]
    if not told:
        return None
    place, word = rng.choice(told)
    answer = played.events[place]
    assert isinstance(answer, Answer)
    keeps_pieces = "right" not in (word, answer.word)
    later = played.events[place + 1 :] if keeps_pieces else ()
    events = (*played.events[:place], replace(answer, word=word), *later)
    return replace(played, events=events).seen_by(answer.player)


def _untruths(setup: Setup, answer: Answer) -> list[str]:
    """Return what could have been said instead, had the sum been another."""
    words = ["right", "wrong"] if is_smallest(setup, answer) else ["right"]
    if not is_smallest(setup, answer):
        words += ["lower"] * (answer.low > 0) + ["higher"] * (answer.high < 3 * setup.numbers[-1])
    return [word for word in words if word != answer.word]
