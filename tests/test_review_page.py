"""The page of a review: in a parser, and in a browser."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from cli.lost_code.review.drawn import waterfalls
from cli.lost_code.review.page import page
from cli.lost_code.review.report import Report
from solver.lost_code.events import Variant
from solver.lost_code.review.values import Kind, Review
from tests.browser import axe, chromium, opened
from tests.reviewed import HOSTILE, made_up, real

_TITLE = 'fri"day & <i>.game'
_VOID = {"meta", "br"}


def _hostile() -> Report:
    return made_up(4, names=HOSTILE, title=_TITLE)


class _Parsed(HTMLParser):
    """Elements as they nest, and the words in them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[tuple[str, str]] = []
        self.figures: list[Counter[str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes.append((tag, dict(attrs)))
        if tag == "figure":
            self.figures.append(Counter())
        if "figure" in self.open:
            self.figures[-1][tag] += 1
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append((self.open[-1] if self.open else "", data))

    def values(self, name: str) -> list[str]:
        """All values of an attribute."""
        return [value for _, each in self.attributes if (value := each.get(name)) is not None]


def test_every_element_is_closed_and_every_link_leads_to_a_part_of_the_page() -> None:
    parsed = _Parsed(page(made_up(3)))
    assert parsed.open == []
    ids = Counter(parsed.values("id"))
    assert set(ids.values()) == {1}
    assert parsed.values("href")
    assert {link.removeprefix("#") for link in parsed.values("href")} <= set(ids)
    named = {each for value in parsed.values("aria-labelledby") for each in value.split()}
    assert named <= set(ids)


def test_the_page_reaches_for_nothing_outside() -> None:
    text = page(_hostile())
    assert not re.search(r"https?:|//[a-z]|\ssrc=|@import", text.split("<body>")[1].split("<script>")[0])
    assert set(re.findall(r"url\(([^)]*)\)", text)) == {"#hatch-up", "#hatch-down", "#hatch-total"}
    policy = next(value for value in _Parsed(text).values("content") if "default-src" in value)
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy


def test_names_and_file_names_are_words_and_never_markup() -> None:
    parsed = _Parsed(page(_hostile()))
    assert parsed.tags["script"] == 1
    assert not {"b", "i"} & set(parsed.tags)
    isolated = {words for tag, words in parsed.words if tag == "bdi"}
    assert {*HOSTILE, _TITLE} <= isolated
    assert not [name for _, each in parsed.attributes for name in each if name.startswith("on")]


def test_every_chart_says_what_it_shows_and_has_a_table() -> None:
    report = made_up(3)
    parsed = _Parsed(page(report))
    guesses = sum(len(decision.sums) > 0 for player in report.review.players for decision in player.decisions)
    # Score, VP expected, chance to win, bits; luck and skill of three players twice; 3 players × 9 rounds.
    assert guesses == 27
    assert len(parsed.figures) == 4 + 3 * 2 + guesses
    assert all(figure["svg"] == figure["details"] == figure["table"] == 1 for figure in parsed.figures)
    labels = [each["aria-label"] for tag, each in parsed.attributes if tag == "svg" and each.get("role") == "img"]
    assert len(labels) == len(parsed.figures)
    assert all(labels)


def test_each_decision_of_each_player_has_an_article() -> None:
    report = made_up(3)
    text = page(report)
    decisions = [decision for player in report.review.players for decision in player.decisions]
    assert text.count("<article") == len(decisions)
    assert text.count("With what could be known</h5>") == text.count("With hindsight</h5>") == len(decisions)


def test_start_luck_and_skill_stand_beside_the_result() -> None:
    report = made_up(2)
    ann = report.review.players[0]
    luck = sum(each.points for each in ann.luck.values())
    skill = sum(each.points for each in ann.skill.values())
    assert 12.5 + luck + skill == pytest.approx(report.record.state.spaces["Ann"])
    cells = [f"{12.5:.2f}", f"{luck:+.2f}", f"{skill:+.2f}", f"{report.record.state.spaces['Ann']}"]
    row = "".join(f"<td>{cell}</td>" for cell in cells).replace("-", "−")
    assert f'<th scope="row">VP</th>{row}' in page(report)


def test_the_same_report_gives_the_same_page() -> None:
    again = made_up.__wrapped__(3)
    assert again is not made_up(3)
    assert page(again) == page(made_up(3))


def test_the_variants_are_named_and_what_is_assumed_is_said() -> None:
    text = page(made_up(2, variants=(Variant.X_RACE, Variant.CURSE)))
    assert "2 players, 10 rounds, Curse of the Temple, X-Race" in text
    assert "Wheel values assumed" in text
    assert "Wheel values assumed" not in page(replace(made_up(2), review=replace(made_up(2).review, assumed=())))


def test_a_real_review_is_told_as_well() -> None:
    report = real()
    parsed = _Parsed(page(report))
    assert parsed.open == []
    assert set(Counter(parsed.values("id")).values()) == {1}
    # Four charts of the game, two for the player, and one for each of his guesses in ten rounds.
    assert len(parsed.figures) == 4 + 2 + 10
    (bob,) = report.review.players
    assert parsed.tags["article"] == len(bob.decisions)
    for chart, result in zip(waterfalls(bob), (bob.result.points, bob.result.win), strict=True):
        assert chart.levels[-1] == pytest.approx(result, abs=1e-9)
    proofs = [missed.proof for missed in report.stories["Bob"].missed if missed.proof]
    assert proofs
    assert parsed.values("class").count("proof") == len(proofs)


def test_a_game_whose_end_was_not_noted_has_no_winner() -> None:
    report = made_up(2)
    open_end = replace(report.record, state=replace(report.record.state, scored=False))
    text = page(replace(report, record=open_end))
    assert "<h1>A game without its end</h1>" in text
    assert " won" not in text.split("</header>")[0]


def test_players_who_cannot_be_reviewed_are_named_with_the_reason() -> None:
    report = replace(made_up(2), review=Review((), {"Ann": "<her stones> are hidden", "Bob": "so are his"}))
    parsed = _Parsed(page(report))
    words = "".join(words for _, words in parsed.words)
    assert "Ann: <her stones> are hidden" in " ".join(words.split())
    assert len(parsed.figures) == 1  # the score, which everyone knows


def test_the_story_and_what_the_others_told_are_shown() -> None:
    text = page(made_up(3))
    assert "bird 4" in text
    assert "“right” was told, “lower” was true" in text
    assert "24 choices of the others were read, 2 could not be" in text
    untold = page(replace(made_up(3), stories={}, told={}, findings=()))
    assert "What could be known</h3>" not in untold
    assert "What the others’ choices told" not in untold
    assert "Table and stones disagree" not in untold


# ---- colours ---------------------------------------------------------------------------------------------------------

_READ = (
    *("ink", "soft", "link", "up", "down", "total", "within", "truth", "best"),
    *(f"seat-{seat}" for seat in range(4)),
)
"""The colours that words and lines are drawn in."""


def _luminance(colour: str) -> float:
    """WCAG 2: relative luminance."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("dark", [False, True])
def test_colours_stand_out_from_what_they_stand_on(dark: bool) -> None:
    roots = re.findall(r":root \{(.*?)\}", page(made_up(2)), re.DOTALL)
    colours = dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6});", roots[1 if dark else 0]))
    for name in _READ:
        for ground in ("paper", "card"):
            high, low = sorted((_luminance(colours[name]), _luminance(colours[ground])), reverse=True)
            assert (high + 0.05) / (low + 0.05) >= 4.5, (name, ground)


# ---- in a browser ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


def _short() -> Report:
    """The report with two players and few decisions: looking at all of them would take long, and they are alike."""
    report = _hostile()
    two = [
        replace(player, decisions=(*player.decisions[:5], player.decisions[-1])) for player in report.review.players[:2]
    ]
    kinds = {kind for player in two for decision in player.decisions for kind in decision.kinds}
    assert kinds >= {Kind.DIE, Kind.WHEEL, Kind.EXCHANGE, Kind.FINAL}
    return replace(report, review=replace(report.review, players=tuple(two)))


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("page") / "review.html"
    path.write_text(page(_short()), encoding="utf-8")
    return path.as_uri()


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everyone_can_read_it(browser: Browser, url: str, width: int, scheme: str) -> None:
    how = {"viewport": {"width": width, "height": 844}, "color_scheme": scheme}
    with opened(browser, url, **how) as (shown, troubles):
        assert axe(shown) == []
        shown.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        assert shown.evaluate("document.documentElement.scrollWidth") == width
        beyond = "each.getBoundingClientRect().right > each.parentElement.getBoundingClientRect().right - 8"
        assert shown.evaluate(f"[...document.querySelectorAll('.sum')].filter((each) => {beyond}).length") == 0
        ground = shown.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (sum(map(int, re.findall(r"\d+", ground))) < 3 * 128) is (scheme == "dark")
        assert troubles == []


@pytest.mark.browser
def test_keys_go_from_decision_to_decision(browser: Browser, url: str) -> None:
    how = {"viewport": {"width": 1280, "height": 844}, "reduced_motion": "reduce"}
    with opened(browser, url, **how) as (shown, troubles):
        focused = "document.activeElement.id"
        went = []
        for key in "jjjkkk":
            shown.keyboard.press(key)
            went.append(shown.evaluate(focused))
        assert went == [f"decision-1-{number}" for number in (1, 2, 3, 2, 1, 1)]
        top = shown.evaluate("document.activeElement.getBoundingClientRect().top")
        assert 0 <= top < 200
        assert shown.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
        shown.get_by_role("button", name="keys on").click()
        shown.keyboard.press("j")
        assert shown.evaluate(focused) == "keys-switch"
        assert shown.get_by_role("button", name="keys off").is_visible()
        assert troubles == []


@pytest.mark.browser
def test_it_prints_with_everything_open_and_without_the_dark(browser: Browser, url: str) -> None:
    how = {"viewport": {"width": 1280, "height": 844}, "color_scheme": "dark"}
    with opened(browser, url, **how) as (shown, troubles):
        assert shown.pdf(format="A4").startswith(b"%PDF-")
        shown.emulate_media(media="print")
        closed = "[...document.querySelectorAll('details table')].filter((each) => !each.checkVisibility()).length"
        assert shown.evaluate(closed) == 0
        ink = shown.evaluate("getComputedStyle(document.body).color")
        assert sum(map(int, re.findall(r"\d+", ink))) < 3 * 128
        assert troubles == []


@pytest.mark.browser
def test_without_its_script_everything_is_there(browser: Browser, url: str) -> None:
    how = {"viewport": {"width": 390, "height": 844}, "java_script_enabled": False}
    with opened(browser, url, **how) as (shown, troubles):
        articles = shown.locator("article.decision")
        assert articles.count() == 2 * 6
        assert articles.last.is_visible()
        assert not shown.locator("#keys").is_visible()
        shown.locator("summary").first.click()
        assert shown.locator("details table").first.is_visible()
        assert troubles == []
