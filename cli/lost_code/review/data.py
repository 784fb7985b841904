"""The review of a game for programs: every figure unrounded, so that the sums can be done again."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from cli.lost_code.review.proof_steps import proof_steps
from cli.lost_code.review.report import Report
from cli.lost_code.review.words import best_words, choice_words, luck_words, turning_words, verdict_words, worst_words
from solver.lost_code.events import Event
from solver.lost_code.notation import write
from solver.lost_code.review.story import Missed, Story, Told, Weighed
from solver.lost_code.review.values import Amount, Choice, Decision, Hindsight, Luck, PlayerReview, Point

__all__ = ["amount_data", "report_data"]

Json = dict[str, Any]


def report_data(report: Report) -> Json:
    """The keys of `review` for one file."""
    return {
        "game": "lost-code",
        "title": report.title,
        "players": {player.player: _player(report, player) for player in report.review.players},
        "unknown": dict(report.review.unknown),
        "findings": list(report.findings),
        "assumed": list(report.review.assumed),
    }


def amount_data(amount: Amount) -> Json:
    """VP and chance to win."""
    return {"points": amount.points, "win": amount.win}


def _player(report: Report, player: PlayerReview) -> Json:
    name = player.player
    story, told = report.stories.get(name), report.told.get(name)
    return {
        "start": amount_data(player.start),
        "luck": {str(source): amount_data(amount) for source, amount in player.luck.items()},
        "skill": {str(kind): amount_data(amount) for kind, amount in player.skill.items()},
        "result": amount_data(player.result),
        "events": [_luck(luck) for luck in player.events],
        "decisions": [_decision(decision) for decision in player.decisions],
        "course": [_point(point) for point in player.course],
        "turning_point": _place(player, player.turning_point) | {"told": turning_words(player)},
        "best": _place(player, player.best) | {"told": best_words(player)},
        "worst": _place(player, player.worst) | {"told": worst_words(player)},
        "story": None if story is None else _story(story),
        "told": None if told is None else _told(told),
    }


def _place(player: PlayerReview, part: Luck | Decision | None) -> Json:
    """Where something stands in the lists `events` and `decisions`, both null where there is nothing."""
    return {
        "event": player.events.index(part) if isinstance(part, Luck) else None,
        "decision": player.decisions.index(part) if isinstance(part, Decision) else None,
    }


def _luck(luck: Luck) -> Json:
    event = None if luck.event is None else write(luck.event)
    return {
        "source": str(luck.source),
        "line": luck.line,
        "round": luck.round,
        **amount_data(luck.amount),
        "event": event,
        "told": luck_words(luck),
    }


def _decision(decision: Decision) -> Json:
    then, hindsight = verdict_words(decision)
    return {
        "line": decision.line,
        "round": decision.round,
        "kinds": {str(kind): amount_data(amount) for kind, amount in decision.kinds.items()},
        "logs": decision.logs,
        "bits": decision.bits,
        "chosen": _choice(decision.chosen, decision),
        "best": _choice(decision.best, decision),
        "winner": _choice(decision.winner, decision),
        "before": amount_data(decision.before),
        "loss": amount_data(decision.loss),
        "error": amount_data(decision.error),
        "choices": decision.choices,
        "gap": decision.gap,
        "label": str(decision.label),
        "hindsight": None if decision.hindsight is None else _hindsight(decision.hindsight, decision),
        "dice": list(map(str, decision.dice)),
        "sums": {str(total): ways for total, ways in decision.sums},
        "true_sum": decision.true_sum,
        "deeper": decision.deeper,
        "told": {"then": then, "hindsight": hindsight},
    }


def _choice(choice: Choice, decision: Decision) -> Json:
    return {
        "events": _written(choice.events),
        "told": choice_words(choice, decision),
        "points": choice.points,
        "right": choice.right,
        "expected": choice.expected,
    }


def _hindsight(open_: Hindsight, decision: Decision) -> Json:
    return {"chosen": open_.chosen, "best": open_.best, "choice": _choice(open_.choice, decision)}


def _written(events: Iterable[Event]) -> list[str]:
    return [write(event) for event in events]


def _point(point: Point) -> Json:
    where = {"line": point.line, "round": point.round}
    return where | amount_data(point.value) | {"space": point.space, "logs": point.logs, "bits": point.bits}


# ---- what could be known, and what the others told -------------------------------------------------------------------


def _story(story: Story) -> Json:
    return {
        "bits": [{"line": line, "round": r, "logs": logs, "bits": bits} for line, r, logs, bits in story.bits],
        "certain": [
            {
                "symbol": str(each.symbol),
                "stone": each.stone,
                "number": each.number,
                "line": each.line,
                "round": each.round,
                "noted": each.noted,
            }
            for each in story.certain
        ],
        "missed": [_missed(each) for each in story.missed],
        "false_answers": [
            {
                "line": each.line,
                "round": each.round,
                "said": str(each.said),
                "true": str(each.true),
                "points": each.points,
                "final": each.final,
                "contradicted": each.contradicted,
            }
            for each in story.false_answers
        ],
    }


def _missed(missed: Missed) -> Json:
    steps = None if missed.proof is None else [asdict(step) for step in proof_steps(missed)]
    return {
        "what": str(missed.what),
        "line": missed.line,
        "round": missed.round,
        "symbol": None if missed.symbol is None else str(missed.symbol),
        "numbers": list(missed.numbers),
        "cost": missed.cost,
        "proof": steps,
    }


def _told(told: Told) -> Json:
    return {
        "bits": told.bits,
        "by_player": dict(told.by_player),
        "decisions": [_weighed(each) for each in told.decisions],
        "gained": told.gained,
        "read": told.read,
        "unread": told.unread,
    }


def _weighed(each: Weighed) -> Mapping[str, Any]:
    return {
        "line": each.line,
        "round": each.round,
        "facts": {"events": _written(each.facts), "scored": each.scored[0], "chance": each.chance[0]},
        "read": {"events": _written(each.read), "scored": each.scored[1], "chance": each.chance[1]},
    }
