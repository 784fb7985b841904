"""Records of one game that several players kept become one complete record.

What one could not see another fills in. Where they disagree, the likelier version is chosen: first by the rules and the
stones, then by how many say so, then by who could see it best, then by which record is named first.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from solver.errors import NotMerged
from solver.lost_code.aligning import THERE, Aligned, Question, aligned
from solver.lost_code.assembling import Assembled, Choices, assemble, events_at, orders_differ
from solver.lost_code.completing import Unknown, completed, filled, unknown
from solver.lost_code.events import Event
from solver.lost_code.notation import write
from solver.lost_code.state import State
from solver.lost_code.transcribing import transcribed
from solver.lost_code.versions import Kept, Phase, Source, Spot, Value
from solver.record import Record, load

__all__ = ["Disagreement", "Kept", "Merged", "Unknown", "Version", "completed", "merged", "unknown"]

_FEW = 20
"""With so many changes to try at most, each is asked whether it leaves a log that fits: that may take a second."""
_TRIALS = 1500
"""So many combinations are looked at; some ten seconds."""


@dataclass(frozen=True, slots=True)
class Version:
    """What a record says. line, text: None where it has no such line; line alone where the stones say it instead."""

    file: str
    line: int | None
    text: str | None


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A place where the records disagree.

    kind: what it is about: the first word of the line, `round` or `order`. chosen: what stands in the merged record,
    None for no line. line: where, None for none. why: in a sentence or two. versions: what each record says.
    """

    kind: str
    chosen: str | None
    line: int | None
    why: str
    versions: tuple[Version, ...]


@dataclass(frozen=True, slots=True)
class Merged:
    """record: without `me`. disagreements: in order of play. unknown: the stones that no record tells."""

    record: Record[Event, State]
    disagreements: tuple[Disagreement, ...]
    unknown: tuple[Unknown, ...]


def merged(kept: Sequence[Kept]) -> Merged:
    """Merge the records. kept: at least one; the rules need not allow each of them by itself.

    Raises NotMerged where they are not of one game, or where the rules forbid what all of them say.
    """
    different = {each.draft.lines: each for each in reversed(kept)}
    side = aligned([each for each in kept if different[each.draft.lines] is each])
    judged = _Judged(side)
    if judged.best.forbidden:
        raise _never_legal(judged)
    lines, starts = transcribed(side, judged.choices, judged.best.spots)
    game = side.sources[0].kept.draft.game
    record = filled(load("".join(line + "\n" for line in lines), {game.name: game}))
    found = tuple(_disagreements(judged, record, starts))
    return Merged(record, found, unknown(record))


def _never_legal(judged: "_Judged") -> NotMerged:
    """The error for what the rules forbid whichever version is taken."""
    spot, error = judged.best.spots[-1], judged.best.forbidden
    place, said = next((place, said) for place, said in judged.side.said[spot].items() if said.lines)
    where = judged.side.sources[place].at(said.lines[0])
    return NotMerged(
        f"{where}\nthe rules forbid this in every version: {error}\nlostcode check names the likeliest slip."
    )


# ---- the likelier version --------------------------------------------------------------------------------------------


class _Judged:
    """The choices that agree best with the rules and the stones. changes: how each open question may be answered."""

    def __init__(self, side: Aligned) -> None:
        self.side = side
        self.open = {question: votes for question, votes in side.votes.items() if len(votes) > 1}
        self.choices: dict[Question, Value] = {question: self.ranked(question)[0] for question in side.votes}
        moves = list(_moves(side, self.open))
        self.deep = len(moves) <= _FEW
        self.best = self.with_changes({})
        trials = 0
        while moves and trials < _TRIALS:
            trials += len(moves)
            better = [(self.with_changes(move).doubt, place) for place, move in enumerate(moves)]
            doubt, place = min(better)
            if not doubt < self.best.doubt:
                break
            self.choices |= moves[place]
            self.best = self.with_changes({})

    def with_changes(self, changes: Choices) -> Assembled:
        """The record with some questions answered otherwise."""
        return assemble(self.side, {**self.choices, **changes}, deep=self.deep)

    def ranked(self, question: Question) -> list[Value]:
        """The answers to a question: most votes first, then by who could see it, then the record named first."""
        votes = self.side.votes[question]
        return sorted(votes, key=lambda value: (-len(votes[value]), -self.sight(question, value), votes[value][0]))

    def sight(self, question: Question, value: Value) -> int:
        """How well the best placed of those who say so could see it."""
        return max(_sight(question, self.side.sources[place]) for place in self.side.votes[question][value])


def _sight(question: Question, each: Source) -> int:
    """How well the keeper of a record saw it: 2 who wrote it himself, 1 who saw it, 0 who did not."""
    (spot, name), me = question, each.set_up.me
    if spot.phase is Phase.FINAL or name.startswith("written"):
        who = spot.player or name.split()[1]
        return 2 if me == who else 1 if me is None else 0
    if spot.phase is Phase.LOG or name.startswith("drawn"):
        return 0 if me == spot.player else 1
    return 1


def _moves(side: Aligned, open_questions: Mapping[Question, Mapping[Value, tuple[int, ...]]]) -> Iterator[Choices]:
    """What may be tried: each other answer, and all that one record says of a player's part of a round, or of a round.

    An answer and the exchange that follows from it, say, change together or not at all.
    """
    for question, votes in open_questions.items():
        yield from ({question: value} for value in votes)
    seen: list[Choices] = []
    for whole in (False, True):
        groups: dict[tuple[int, str], list[Question]] = {}
        for question in open_questions:
            groups.setdefault((question[0].round, "" if whole else question[0].player), []).append(question)
        for group in groups.values():
            for place in range(len(side.sources)):
                said = {q: v for q in group for v, by in open_questions[q].items() if place in by}
                if len(said) > 1 and said not in seen:
                    seen.append(said)
                    yield said


# ---- what is told of it ----------------------------------------------------------------------------------------------


def _disagreements(judged: _Judged, record: Record[Event, State], starts: Mapping[Spot, int]) -> Iterator[Disagreement]:
    side = judged.side
    by_spot: dict[Spot, list[Question]] = {}
    for question in judged.open:
        by_spot.setdefault(question[0], []).append(question)
    for spot, questions in sorted(by_spot.items()):
        line = starts.get(spot)
        events = events_at(side, judged.choices, spot)
        # As it stands in the record in the end, with what is known of a stone from other lines.
        texts = [record.lines[line - 1 + n] for n in range(len(events))] if line else []
        whole = spot.phase is Phase.ROLL and any(question[1] == THERE for question in questions)
        yield Disagreement(
            "round" if whole and spot.round in side.absent else spot.phase.name.lower(),
            "; ".join(text.split("#")[0].strip() for text in texts) or None,
            line,
            " ".join(dict.fromkeys(_why(judged, question) for question in questions)),
            tuple(_versions(side, spot)),
        )
    yield from _orders(side, judged.best, starts)


def _versions(side: Aligned, spot: Spot) -> Iterator[Version]:
    for place, each in enumerate(side.sources):
        said = side.said[spot].get(place)
        if said is None:
            if any(place in by for name in side.asked[spot] for by in side.votes[spot, name].values()):
                yield Version(each.kept.name, None, None)
            continue
        if said.lines:
            yield Version(each.kept.name, said.lines[0], "; ".join(each.line(line).strip() for line in said.lines))
        else:
            yield Version(each.kept.name, None, "; ".join(map(write, said.events)) or None)


def _why(judged: _Judged, question: Question) -> str:
    """Why the choice was made, in a sentence."""
    side, votes, chosen = judged.side, judged.open[question], judged.choices[question]
    others = [value for value in judged.ranked(question) if value != chosen]
    for other in others:
        reason = _against(judged, question, other)
        if reason:
            return reason
    for_it, against = len(votes[chosen]), len(votes[others[0]])
    if for_it > against:
        return f"{for_it} of {sum(map(len, votes.values()))} records say so."
    names = [side.sources[place].kept.name for place in votes[chosen]]
    if judged.sight(question, chosen) > judged.sight(question, others[0]):
        wrote = question[0].phase is Phase.FINAL or question[1].startswith("written")
        return f"{names[0]} was kept by who {'wrote it' if wrote else 'could see it'}."
    return f"Nothing tells which is right; {names[0]} is named first."


def _against(judged: _Judged, question: Question, other: Value) -> str:
    """What speaks against another answer to a question; "" if nothing does."""
    trial = judged.with_changes({question: other})
    doubt, best = trial.doubt, judged.best.doubt
    if not best < doubt:
        return ""
    what = _said(judged.side, question, other)
    if trial.forbidden:
        return f"With {what} the rules forbid what follows: {trial.forbidden}."
    if doubt.findings > best.findings:
        return f"With {what} table and stones would disagree."
    if doubt.order > best.order:
        return f"With {what} the wheels would have been set in another order."
    return f"With {what} no log would be left that fits."


def _said(side: Aligned, question: Question, value: Value) -> str:
    """What a version says, as whoever says so first has it."""
    spot = question[0]
    place = side.votes[question][value][0]
    said = side.said[spot].get(place)
    if said is None or not said.events:
        return "no such line"
    return f"“{'; '.join(map(write, said.events))}”"


def _orders(side: Aligned, best: Assembled, starts: Mapping[Spot, int]) -> Iterator[Disagreement]:
    """Rounds whose wheels some record has in another order than the track allows."""
    for (number, place), differs in orders_differ(side, best.spots).items():
        if differs:
            made = [spot for spot in best.spots if spot.round == number and spot.phase is Phase.GUESS]
            own = sorted((side.said[spot][place].lines[0], spot.player) for spot in made if place in side.said[spot])
            yield Disagreement(
                "order",
                ", ".join(spot.player for spot in made),
                starts[made[0]],
                "So they stood on the track, from last to first.",
                (Version(side.sources[place].kept.name, own[0][0], ", ".join(player for _, player in own)),),
            )
