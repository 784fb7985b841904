"""Several games of a player, for programs."""

from collections.abc import Mapping, Sequence
from typing import Any

from cli.lost_code.review.data import amount_data
from solver.lost_code.review.career import Career, Class, Game, Loss, Result
from solver.lost_code.review.intervals import CONFIDENCE, Estimate

__all__ = ["career_data"]

Json = dict[str, Any]


def career_data(careers: Sequence[Career], left_out: Mapping[str, str], assumed: Sequence[str]) -> Json:
    """The keys of `review` for several files."""
    return {
        "game": "lost-code",
        "confidence": CONFIDENCE,
        "players": {each.player: _career(each) for each in careers},
        "left_out": dict(left_out),
        "assumed": list(assumed),
    }


def _career(each: Career) -> Json:
    return {
        "games": [_game(game) for game in each.games],
        "choices": each.choices,
        "loss": None if each.loss is None else _loss(each.loss),
        "result": {"points": _result(each.points), "win": _result(each.win)},
        "calibration": [_class(some) for some in each.calibration],
        "kinds": {str(kind): _loss(loss) for kind, loss in each.by_game.items()},
        "weakest": None
        if each.weakest is None
        else {
            "kind": str(each.weakest.kind),
            "weaker_than": list(map(str, each.weakest.weaker)),
            "not_told_from": list(map(str, each.weakest.even)),
        },
        "games_needed": {
            "loss": each.needed.loss,
            "one_point_apart": {"raw": each.needed.raw, "adjusted": each.needed.adjusted},
        },
    }


def _game(game: Game) -> Json:
    review = game.review
    return {
        "title": game.title,
        "start": amount_data(review.start),
        "luck": {str(source): amount_data(amount) for source, amount in review.luck.items()},
        "skill": {str(kind): amount_data(amount) for kind, amount in review.skill.items()},
        "result": amount_data(review.result),
    }


def _loss(loss: Loss) -> Json:
    return {"points": _estimate(loss.points), "win": _estimate(loss.win)}


def _result(result: Result) -> Json:
    return {"raw": _estimate(result.raw), "adjusted": _estimate(result.adjusted), "narrower": result.narrower}


def _estimate(estimate: Estimate) -> Json:
    return {"mean": estimate.mean, "low": estimate.low, "high": estimate.high, "games": estimate.games}


def _class(some: Class) -> Json:
    right = some.right
    return {
        "from": some.low,
        "to": some.high,
        "guesses": right.of,
        "sure": some.sure,
        "right": right.part,
        "low": right.low,
        "high": right.high,
    }
