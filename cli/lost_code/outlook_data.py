"""What an aim and the others' choices add to the JSON of `solve`, `rank` and `final`."""

from collections.abc import Iterable, Sequence
from math import isinf
from typing import Any

from solver.lost_code.outlook import Choice, Evidence, Figures, Outlook
from solver.lost_code.ranking import FinalPlan, WheelChoice

__all__ = ["advised", "evidence_data", "finished"]

Json = dict[str, Any]


def evidence_data(evidence: Evidence) -> Json:
    """The others' choices, as `read` of `solve`."""
    return {
        "values": {str(s): {str(n): chance for n, chance in each.items()} for s, each in evidence.values.items()},
        "bits": evidence.bits,
    } | _read(evidence)


def advised(given: Json, outlook: Outlook) -> Json:
    """What `rank` gives, with the figures beside each choice."""
    advice = outlook.advice
    kinds: dict[str, Sequence[Choice]] = {
        "choices": advice.guesses,
        "turn": advice.turns,
        "token": advice.tokens,
        "exchange": advice.exchanges,
    }
    added: Json = {kind: _beside(given[kind], choices, outlook) for kind, choices in kinds.items() if kind in given}
    if advice.final:
        added["final"] = _finals(given["final"], advice.final, outlook)
    return given | added | _whole(outlook)


def finished(given: Json, plan: FinalPlan, outlook: Outlook) -> Json:
    """What `final` gives, with the figures beside each final guess."""
    return _finals(given, plan, outlook) | _whole(outlook)


def _whole(outlook: Outlook) -> Json:
    """What is said of the whole answer."""
    told: Json = {"fathomable": outlook.fathomable}
    if outlook.aim:
        told["aim"] = str(outlook.aim)
    if outlook.evidence:
        told["read"] = _read(outlook.evidence)
    return told


def _read(evidence: Evidence) -> Json:
    return {
        "choices": evidence.choices,
        "unread": evidence.unread,
        "manners": {
            player: [
                {"by": by, "strict": None if isinf(strict) else strict, "chance": chance}
                for by, strict, chance in manners
            ]
            for player, manners in evidence.manners.items()
        },
    }


def _finals(given: Json, plan: FinalPlan, outlook: Outlook) -> Json:
    """The final guesses; the figures of a symbol are those of its first choice."""
    symbols = {}
    for choices in plan.symbols:
        symbol = str(choices[0].symbol)
        each = given["symbols"][symbol]
        listed = _beside(each["choices"], choices, outlook)
        symbols[symbol] = each | {"choices": listed} | _added(choices[0], outlook)
    wins: Json = {}
    if outlook.evidence:
        wins["read_expected"] = outlook.read_expected(plan)
    if outlook.aim:
        wins["win"] = outlook.win
        if outlook.evidence:
            wins["read_win"] = outlook.read_win
    return given | {"symbols": symbols} | wins


def _beside(given: Iterable[Json], choices: Sequence[Choice], outlook: Outlook) -> list[Json]:
    return [each | _added(choice, outlook) for each, choice in zip(given, choices, strict=True)]


def _added(choice: Choice, outlook: Outlook) -> Json:
    added: Json = {}
    if isinstance(choice, WheelChoice) and choice in outlook.tells:
        added["tells"] = dict(outlook.tells[choice])
    if outlook.aim:
        added |= _plan(outlook.facts[choice])
    if outlook.evidence:
        figures = outlook.read[choice]
        told: Json = {"right": figures.right, "expected": figures.expected, "value": figures.value}
        added["read"] = told | _plan(figures)
    return added


def _plan(figures: Figures) -> Json:
    told: Json = {"plan": figures.plan, "left": figures.left, "win": figures.win}
    if figures.bet:
        wheel, low, high = figures.bet
        told["bet"] = {"wheel": wheel, "from": low, "to": high}
    return told
