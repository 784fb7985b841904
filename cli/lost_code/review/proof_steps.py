"""Why something could be known: the steps of a proof, in words, as the player saw the table then."""

from collections.abc import Sequence
from dataclasses import replace

from cli.lost_code.proofs import Told, told
from solver.lost_code.events import Event
from solver.lost_code.review.story import Missed
from solver.lost_code.state import State
from solver.lost_code.view import View, view
from solver.proof import Proof, Supposition
from solver.record import Record, replay

__all__ = ["proof_steps"]


def proof_steps(record: Record[Event, State], player: str, missed: Missed) -> Sequence[Told]:
    """Tell the proof of what was missed; empty where there is none that can be followed."""
    if missed.proof is None:
        return []
    return told(_seen(record, player, max(missed.line, _last_line(missed.proof) + 1)), missed.proof)


def _seen(record: Record[Event, State], player: str, before: int) -> View:
    """What the player saw before a line, with the answers that only later lines presuppose."""
    entries = tuple(entry for entry in record.entries if entry.line < before)
    then = view(replace(record, entries=entries, state=replay(record.game, entries)), player)
    bets = view(record, player).table.bets[: len(then.table.bets)]
    return replace(then, table=replace(then.table, bets=bets))


def _last_line(proof: Proof) -> int:
    lines = (_last_line(part.proof) if isinstance(part, Supposition) else part.fact.line or 0 for part in proof)
    return max(lines, default=0)
