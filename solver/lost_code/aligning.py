"""Several records of one game side by side: which moments are the same, and what each record says of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from solver.errors import NotMerged
from solver.lost_code.events import Players, Variants, Verdict
from solver.lost_code.versions import SET_UP, Kept, Phase, Said, Source, Spot, Value, source

__all__ = ["THERE", "Aligned", "Question", "Votes", "aligned"]

Question: TypeAlias = tuple[Spot, str]
"""A moment, and the name of what is said of it; THERE asks whether it was at all."""

Votes: TypeAlias = Mapping[Value, tuple[int, ...]]
"""What is said -> by which records, by their places. What came first stands first."""

THERE = "there"
_PART = {Phase.ROLL, Phase.GUESS, Phase.ANSWER, Phase.EXCHANGE}
"""Moments that a record should have a line for, if they were."""
_SLIGHTLY = 0.1
"""So much speaks for taking two rounds for the same, even where nothing in them is: less than any one thing."""


@dataclass(frozen=True, slots=True)
class Aligned:
    """Several records side by side.

    said: of each moment, by the places of the records that speak of it. votes: on each question. asked: what of each
    moment. rounds: how many. absent: rounds of which a record that goes on behind them says nothing, by its place.
    """

    sources: tuple[Source, ...]
    rounds: int
    said: Mapping[Spot, Mapping[int, Said]]
    votes: Mapping[Question, Votes]
    asked: Mapping[Spot, tuple[str, ...]]
    absent: Mapping[int, tuple[int, ...]]


def aligned(kept: Sequence[Kept]) -> Aligned:
    """Put records side by side. Raises NotMerged where they are not of one game."""
    sources = tuple(map(source, kept))
    for other in sources[1:]:
        _same_table(sources[0], other)
    rounds = _rounds(sources)
    said: dict[Spot, dict[int, Said]] = {}
    for place, each in enumerate(sources):
        for spot, here in each.said.items():
            said.setdefault(spot, {})[place] = here
    for number, members in enumerate(rounds):
        for place, chunk in sorted(members.items()):
            for spot, here in chunk.items():
                said.setdefault(Spot(number, spot.phase, spot.player), {})[place] = here
    absent = {number: gone for number in range(len(rounds)) if (gone := tuple(_absent(sources, rounds, number)))}
    ordered = dict(sorted(said.items()))
    votes = _votes(sources, rounds, ordered, absent)
    asked: dict[Spot, tuple[str, ...]] = dict.fromkeys(ordered, ())
    for spot, name in votes:
        asked[spot] += (name,)
    return Aligned(sources, len(rounds), ordered, votes, asked, absent)


# ---- one game? -------------------------------------------------------------------------------------------------------


def _same_table(one: Source, other: Source) -> None:
    """Make sure that the set-up and the stones may be of one game. Raises NotMerged."""
    ours, theirs = one.set_up, other.set_up
    if sorted(ours.players) != sorted(theirs.players):
        raise _different(one, other, Players, "the players differ")
    if ours.variants != theirs.variants:
        raise _different(one, other, Variants, "the variants differ")
    for phase, what in ((Phase.WHEELS, "the wheels differ"), (Phase.STACK, "the pieces are stacked differently")):
        spot = Spot(SET_UP, phase)
        if spot in one.said and spot in other.said and not _agree(one.said[spot], other.said[spot]):
            raise NotMerged(_told(what, one.at(one.said[spot].lines[0]), other.at(other.said[spot].lines[0])))
    if Spot(SET_UP, Phase.STACK) not in (*one.said, *other.said) and ours.players != theirs.players:
        raise _different(
            one, other, Players, "without a stack line, the players' order says how the pieces are stacked"
        )
    pairs = [(spot, other.said[spot]) for spot in one.said if spot.phase is Phase.LOG and spot in other.said]
    differ = [spot for spot, said in pairs for _ in range(_unlike(one.said[spot], said))]
    if len(differ) > sum(_like(one.said[spot], said) for spot, said in pairs):
        first = differ[0]
        raise NotMerged(
            _told("most stones differ", one.at(one.said[first].lines[0]), other.at(other.said[first].lines[0]))
        )


def _agree(one: Said, other: Said) -> bool:
    """Whether two lines of the set-up may stand in one game: wheels that are only assumed prove nothing."""
    ours, theirs = (next(iter(said.values.values())) for said in (one, other))
    if ours == theirs:
        return True
    if isinstance(ours, tuple) and isinstance(theirs, tuple) and isinstance(ours[-1], bool):
        return ours[0] == theirs[0] or ours[1] is not theirs[1]
    return False


def _like(one: Said, other: Said) -> int:
    """How many things both say alike."""
    return sum(name in one.values and one.values[name] == value for name, value in other.values.items())


def _unlike(one: Said, other: Said) -> int:
    """How many things they say differently."""
    return sum(name in one.values and one.values[name] != value for name, value in other.values.items())


def _different(one: Source, other: Source, kind: type, what: str) -> NotMerged:
    """The error that shows both lines, or that one has none."""
    none = "no such line"
    lines = [
        each.at(each.others[kind]) if kind in each.others else f"{each.kept.name}: {none}" for each in (one, other)
    ]
    return NotMerged(_told(what, *lines))


def _told(what: str, *lines: str) -> str:
    return "\n".join([f"these are not records of one game: {what}", *lines, "Expected records of the same game."])


# ---- which rounds are the same ---------------------------------------------------------------------------------------


def _rounds(sources: Sequence[Source]) -> list[dict[int, Mapping[Spot, Said]]]:
    """For each round what every record says of it, by the records' places: all in order, as alike as can be."""
    longest = max(range(len(sources)), key=lambda place: len(sources[place].rounds))
    rounds: list[dict[int, Mapping[Spot, Said]]] = [{longest: chunk} for chunk in sources[longest].rounds]
    for place, each in enumerate(sources):
        if place != longest:
            rounds = _joined(rounds, place, each.rounds)
    _same_throws(sources, rounds)
    return rounds


def _joined(
    rounds: list[dict[int, Mapping[Spot, Said]]], place: int, chunks: Sequence[Mapping[Spot, Said]]
) -> list[dict[int, Mapping[Spot, Said]]]:
    """Put one more record beside the others, so that as much as possible is said twice."""
    alike = [[_SLIGHTLY + max(_alike(chunk, other) for other in r.values()) for chunk in chunks] for r in rounds]
    best = [[0.0] * (len(chunks) + 1) for _ in range(len(rounds) + 1)]
    for i in reversed(range(len(rounds))):
        for j in reversed(range(len(chunks))):
            best[i][j] = max(alike[i][j] + best[i + 1][j + 1], best[i + 1][j], best[i][j + 1])
    joined: list[dict[int, Mapping[Spot, Said]]] = []
    i = j = 0
    while i < len(rounds) or j < len(chunks):
        if i < len(rounds) and j < len(chunks) and best[i][j] == alike[i][j] + best[i + 1][j + 1]:
            joined.append({**rounds[i], place: chunks[j]})
            i, j = i + 1, j + 1
        elif j == len(chunks) or (i < len(rounds) and best[i][j] == best[i + 1][j]):
            joined.append(rounds[i])
            i += 1
        else:
            joined.append({place: chunks[j]})
            j += 1
    return joined


def _alike(one: Mapping[Spot, Said], other: Mapping[Spot, Said]) -> int:
    """How many things both say alike, of those that have a line."""
    both = [spot for spot in one if spot in other and one[spot].lines and other[spot].lines]
    return sum(_like(one[spot], other[spot]) for spot in both)


def _same_throws(sources: Sequence[Source], rounds: Sequence[Mapping[int, Mapping[Spot, Said]]]) -> None:
    """Make sure that most throws agree with those of the record named first. Raises NotMerged."""
    roll = Spot(0, Phase.ROLL)
    for place in range(1, len(sources)):
        shared = [(r[0], r[place]) for r in rounds if 0 in r and place in r]
        both = [(ours[roll], theirs[roll]) for ours, theirs in shared if roll in ours and roll in theirs]
        unlike = [(ours, theirs) for ours, theirs in both if ours.values != theirs.values]
        if len(both) > 1 and 2 * len(unlike) > len(both):
            ours, theirs = unlike[0]
            raise NotMerged(
                _told("most throws differ", sources[0].at(ours.lines[0]), sources[place].at(theirs.lines[0]))
            )


def _absent(
    sources: Sequence[Source], rounds: Sequence[Mapping[int, Mapping[Spot, Said]]], number: int
) -> Iterator[int]:
    """The records that know nothing of a round, and yet go on behind it."""
    for place, each in enumerate(sources):
        later = each.reached is Phase.FINAL or any(place in members for members in rounds[number:])
        if place not in rounds[number] and later:
            yield place


# ---- what is asked ---------------------------------------------------------------------------------------------------


def _votes(
    sources: Sequence[Source],
    rounds: Sequence[Mapping[int, Mapping[Spot, Said]]],
    said: Mapping[Spot, Mapping[int, Said]],
    absent: Mapping[int, tuple[int, ...]],
) -> Mapping[Question, Votes]:
    votes: dict[Question, dict[Value, tuple[int, ...]]] = {}

    def vote(question: Question, value: Value, place: int) -> None:
        votes.setdefault(question, {}).setdefault(value, ())
        votes[question][value] += (place,)

    for spot, by_place in said.items():
        for place in range(len(sources)):
            if place in by_place:
                for name, value in by_place[place].values.items():
                    vote((spot, name), value, place)
                if spot.phase in _PART:
                    vote((spot, THERE), True, place)
            elif spot.phase in _PART and _should_have(sources[place], place, rounds, spot, absent):
                vote((spot, THERE), False, place)
    return {question: _compared(question, cast, sources, said) for question, cast in votes.items()}


def _should_have(
    each: Source,
    place: int,
    rounds: Sequence[Mapping[int, Mapping[Spot, Said]]],
    spot: Spot,
    absent: Mapping[int, tuple[int, ...]],
) -> bool:
    """Whether the record, had it been so, would have a line for it: it goes on behind, and nothing else implies it."""
    if place in absent.get(spot.round, ()):
        return spot.phase is Phase.ROLL
    if place not in rounds[spot.round]:
        return False
    last = not any(place in members for members in rounds[spot.round + 1 :]) and each.reached is not Phase.FINAL
    if last and each.reached is not None and spot.phase >= each.reached:
        return False
    # An answer may be left out where the stones tell it, and one's own stones never do.
    return spot.phase is not Phase.ANSWER or spot.player == each.set_up.me


def _compared(
    question: Question,
    cast: dict[Value, tuple[int, ...]],
    sources: Sequence[Source],
    said: Mapping[Spot, Mapping[int, Said]],
) -> Votes:
    """The votes, with what is only less exact added to what it may mean."""
    spot, name = question
    if spot.phase is Phase.WHEELS:
        given = {value: by for value, by in cast.items() if isinstance(value, tuple) and value[1] is False}
        return given or cast
    if spot.phase is Phase.ANSWER and name == "answer":
        return _with_direction(cast, lambda place: _smallest(place, spot, sources, said))
    return cast


def _with_direction(cast: dict[Value, tuple[int, ...]], smallest: Callable[[int], bool]) -> Votes:
    """A “wrong” of another wheel than the smallest speaks for whatever direction another record noted."""
    noted = [value for value in (Verdict.LOWER, Verdict.HIGHER) if value in cast]
    loose = tuple(place for place in cast.get(Verdict.WRONG, ()) if not smallest(place))
    if not noted or not loose:
        return cast
    given = {value: tuple(sorted((*by, *loose))) if value in noted else by for value, by in cast.items()}
    given[Verdict.WRONG] = tuple(place for place in cast[Verdict.WRONG] if place not in loose)
    return {value: by for value, by in given.items() if by}


def _smallest(place: int, spot: Spot, sources: Sequence[Source], said: Mapping[Spot, Mapping[int, Said]]) -> bool:
    """Whether the record has the smallest wheel there."""
    bet = said.get(Spot(spot.round, Phase.GUESS, spot.player), {}).get(place)
    window = bet.values["range"] if bet else None
    return isinstance(window, tuple) and window[1] - window[0] + 1 == sources[place].set_up.smallest
