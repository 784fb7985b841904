"""Why something could be known: the steps of a proof, in words."""

from collections.abc import Sequence

from cli.lost_code.proofs import Told, told
from solver.lost_code.review.story import Missed

__all__ = ["proof_steps"]


def proof_steps(missed: Missed) -> Sequence[Told]:
    """Tell the proof of what was missed, as the player saw the table; empty where there is none to follow."""
    return told(missed.view, missed.proof) if missed.proof else []
