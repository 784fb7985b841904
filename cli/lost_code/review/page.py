"""A review as one page for a browser: nothing is fetched, and without its script everything is there to be read."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files

from cli.lost_code.review.charts import Chart
from cli.lost_code.review.drawn import game_charts, waterfalls
from cli.lost_code.review.report import Report
from cli.lost_code.review.sections import Article, Glance, articles, assumptions, glance, heading
from cli.lost_code.review.svg import HATCHES, drawing, key
from cli.lost_code.review.told_section import Knowing, Reading, knowing, reading
from cli.lost_code.review.words import KINDS, SOURCES

__all__ = ["page"]


@dataclass(frozen=True, slots=True)
class _Seat:
    """All that is told of one player."""

    glance: Glance
    waterfalls: Sequence[Chart]
    articles: Sequence[Article]
    knowing: Knowing | None
    reading: Reading | None


def page(report: Report) -> str:
    """The review of a game as HTML. The same report always gives the same text."""
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    made = Environment(
        loader=PackageLoader("cli.lost_code.review", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    style, script = _part("page.css"), _part("page.js")
    return made.get_template("page.html.j2").render(
        policy=_policy(style, script),
        style=Markup(style),
        script=Markup(script),
        hatches=Markup(HATCHES),
        drawing=lambda chart: Markup(drawing(chart)),
        key=lambda seat: Markup(key(seat)),
        heading=heading(report),
        seats=[
            _Seat(
                glance(report, player),
                waterfalls(player),
                tuple(articles(report, player)),
                knowing(report, player),
                reading(report, player),
            )
            for player in report.review.players
        ],
        charts=game_charts(report),
        unknown=report.review.unknown,
        findings=report.findings,
        assumptions=assumptions(report),
        sources=tuple(SOURCES.values()),
        kinds=tuple(KINDS.values()),
    )


def _part(name: str) -> str:
    """A file that becomes a part of every page."""
    return files("cli.lost_code.review").joinpath("templates", name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """What a browser may do with the page: use these two texts, and reach nothing else."""
    parts = ("default-src 'none'", f"style-src {_hash(style)}", f"script-src {_hash(script)}", "img-src data:")
    return "; ".join((*parts, "base-uri 'none'", "form-action 'none'"))


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
