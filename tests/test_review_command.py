"""The command `review`, as its user meets it."""

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.lost_code.review import asking, pictures, several
from cli.lost_code.review.report import Report
from cli.review import expanded
from solver.games import read
from solver.lost_code.events import Variant
from solver.lost_code.review import reviewing, telling
from solver.lost_code.review.intervals import mean_of
from solver.lost_code.review.labels import CLEAR, CLEAR_WIN, HEAVY, HEAVY_WIN
from solver.lost_code.review.story import Told
from solver.lost_code.review.values import Kind, Label, Source
from solver.record import dump
from tests.console import Console
from tests.readme import README
from tests.records import EXAMPLE, FINISHED
from tests.reviewed import made_up, made_up_review

EXACT = 1e-9


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it does not matter what is said of a game, it need not be worked out."""
    monkeypatch.setattr(reviewing, "review", made_up_review)
    monkeypatch.setattr(telling, "told", lambda _record, _seat: Told(0.0, {}, (), 0, 0, 0))
    # Other processes would know nothing of that.
    monkeypatch.setattr(several, "cores", lambda: 1)


def data(console: Console, *arguments: str) -> Any:
    result = console.ask("review", *arguments, "--json")
    assert (result.status, result.err) == (0, ""), result.said
    return result.data


def own_record(text: str, player: str) -> str:
    """The record as the player himself kept it: without his log, and without what he drew."""
    lines = []
    for line in text.splitlines():
        words = line.split()
        if words[:2] == ["log", player]:
            continue
        if words[:2] == ["exchange", player]:
            line = " ".join([*words[:4], "?"])
        lines.append(line)
        if words[:1] == ["players"]:
            lines.append(f"me {player}")
    return "\n".join(lines) + "\n"


# ---- one game --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The rulebook's game as the engine reviews it."""
    console = Console(tmp_path_factory.mktemp("reviewed"))
    console.write(FINISHED)
    result = console.ask("review", "game.txt", "--as", "Diana", "--json", "--workers", "1")
    assert (result.status, result.err) == (0, "")
    return result.data


def summed(parts: Iterator[Any], of: str) -> float:
    return sum((float(part[of]) for part in parts), 0.0)


def test_the_sum_can_be_done_again(reviewed: Any) -> None:
    state = read(FINISHED).state
    assert list(reviewed["players"]) == ["Diana"]
    for name, player in reviewed["players"].items():
        assert list(player["luck"]) == list(Source)
        assert list(player["skill"]) == list(Kind)
        assert player["result"] == {"points": state.spaces[name], "win": float(state.order[-1] == name)}
        for of in ("points", "win"):
            luck, skill = summed(iter(player["luck"].values()), of), summed(iter(player["skill"].values()), of)
            assert abs(player["start"][of] + luck + skill - player["result"][of]) < EXACT
            for source, amount in player["luck"].items():
                events = (event for event in player["events"] if event["source"] == source)
                assert abs(summed(events, of) - amount[of]) < EXACT
            for kind, amount in player["skill"].items():
                parts = (each["kinds"][kind] for each in player["decisions"] if kind in each["kinds"])
                assert abs(summed(parts, of) - amount[of]) < EXACT
            for each in player["decisions"]:
                assert abs(summed(iter(each["kinds"].values()), of) - each["loss"][of]) < EXACT
        last = player["course"][-1]
        assert (last["points"], last["win"], last["space"]) == (*player["result"].values(), state.spaces[name])


def test_decisions_are_those_of_the_record(reviewed: Any) -> None:
    lines = FINISHED.splitlines()
    for name, player in reviewed["players"].items():
        guesses = [each for each in player["decisions"] if "wheel" in each["kinds"]]
        assert [each["chosen"]["events"] for each in guesses] == [
            [" ".join(line.split("#")[0].split())] for line in lines if line.startswith(f"guess {name} ")
        ]
        assert all(lines[each["line"] - 1].startswith(each["chosen"]["events"][0][:10]) for each in guesses)
        assert all(each["label"] in list(Label) for each in player["decisions"])
        for part in ("turning_point", "best", "worst"):
            place = player[part]
            assert place["told"].endswith(".")
            assert (place["event"] is None) + (place["decision"] is None) >= 1
        assert player["decisions"][player["worst"]["decision"]]["loss"]["points"] == min(
            each["loss"]["points"] for each in player["decisions"] if each["label"].endswith("loss")
        )


def test_what_could_be_known_is_told(reviewed: Any) -> None:
    """The rulebook says that Diana is sure of her jaguar and her human in the end."""
    story = reviewed["players"]["Diana"]["story"]
    certain = {(each["symbol"], each["number"]) for each in story["certain"]}
    assert {("jaguar", 2), ("human", 0)} <= certain
    assert story["bits"][0]["bits"] > story["bits"][-1]["bits"]
    assert reviewed["players"]["Diana"]["told"]["read"] > 0


@pytest.mark.usefixtures("quick")
def test_the_same_record_gives_the_same_bytes(console: Console) -> None:
    console.write(FINISHED)
    one, two = (console.ask("review", "game.txt", "--as", "Ann", "--json", "--workers", n).out for n in ("1", "2"))
    assert one == two


@pytest.mark.usefixtures("quick")
def test_a_player_s_own_record_is_enough(console: Console) -> None:
    console.write(FINISHED, "whole.game")
    console.write(own_record(FINISHED, "Ann"), "own.game")
    whole, own = (data(console, name, "--as", "Ann")["players"]["Ann"] for name in ("whole.game", "own.game"))
    assert own["result"] == whole["result"]
    assert own["story"]["certain"] == whole["story"]["certain"]
    assert own["decisions"] == whole["decisions"]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("columns", ["40", "80"])
def test_the_screen_of_one_game(console: Console, columns: str) -> None:
    console.write(FINISHED, "friday.game")
    result = console.ask("review", "friday.game", "--as", "Ann", COLUMNS=columns)
    assert result.status == 0
    assert result.widest <= int(columns)
    assert "review of friday.game" in result.words
    assert "Christopher wins with 39 VP; Ann has 30, Diana has 27 and Yvonne has 17." in result.words


@pytest.mark.usefixtures("quick")
def test_a_page_is_saved_and_named(console: Console) -> None:
    console.write(FINISHED, "friday.game")
    told = data(console, "friday.game", "--as", "Ann", "--html", "ann.html")
    assert told["saved"] == ["ann.html"]
    page = (console.folder / "ann.html").read_text("utf-8")
    assert page.lower().startswith("<!doctype html>")
    assert "Saved: ann.html" in console.ask("review", "friday.game", "--as", "Ann", "--html", "ann.html").words
    assert (console.folder / "ann.html").read_text("utf-8") == page


@pytest.mark.usefixtures("quick")
def test_charts_are_saved_and_named(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def drawn(report: Report, folder: Path) -> list[Path]:
        asked.append((report.title, folder))
        return [folder / "win.png", folder / "bits.png"]

    # Drawing them takes seconds, and is tested where the charts are.
    monkeypatch.setattr(pictures, "write_charts", drawn)
    console.write(FINISHED, "friday.game")
    result = console.ask("review", "friday.game", "--as", "Ann", "--html", "ann.html", "--png", "charts")
    assert re.findall(r"^Saved: (.*)$", result.out, re.MULTILINE) == ["ann.html", "charts/win.png", "charts/bits.png"]
    assert asked == [("friday.game", Path("charts"))]


@pytest.mark.usefixtures("quick")
def test_without_matplotlib_that_is_said_first(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    monkeypatch.setattr(reviewing, "review", None)
    result = console.ask("review", console.write(FINISHED), "--png", "charts")
    assert (result.status, result.out) == (2, "")
    assert "extra “plots”" in result.err


@pytest.mark.usefixtures("quick")
def test_the_sheet_is_the_player_s(console: Console) -> None:
    console.write(FINISHED, "friday.game")
    console.write(console.ask("sheet", "show", "friday.game", "--as", "Ann").out, "ann.sheet")
    kept = data(console, "friday.game", "--as", "Ann", "--sheet", "ann.sheet")["players"]["Ann"]["story"]
    bare = data(console, "friday.game", "--as", "Ann")["players"]["Ann"]["story"]
    assert any(each["noted"] is not None for each in kept["certain"])
    assert all(each["noted"] is None for each in bare["certain"])


@pytest.fixture
def hidden(console: Console, quick: None) -> tuple[str, str, int]:
    """A game in which one player did not tell what he wrote with a token: its file, that player, and the line."""
    del quick
    lines = dump(made_up(2, seed=1, variants=(Variant.SHORTCUT,)).record).splitlines()
    at = next(place for place, line in enumerate(lines) if line.startswith("token "))
    words = lines[at].split()
    lines[at] = " ".join([*words[:3], "?"])
    return console.write("\n".join(lines) + "\n", "hidden.game"), words[1], at + 1


def test_without_what_a_token_says_nobody_is_called_the_winner(console: Console, hidden: tuple[str, str, int]) -> None:
    file, player, line = hidden
    told = data(console, file, "--html", "a.html")
    assert f"What {player} wrote with the " in told["untold"]
    assert f"token (line {line}) is not known, so neither the end score nor the winner can be told." in told["untold"]
    assert all(each["result"]["win"] is None for each in told["players"].values())
    words = console.ask("review", file).words
    assert told["untold"] in words
    assert "wins with" not in words
    page = (console.folder / "a.html").read_text("utf-8")
    assert "The winner is not known</h1>" in page
    assert told["untold"] in page
    for winner in (" won with", " won ·", "In the end:", "Luck and skill, in chance to win"):
        assert winner not in page
    assert read(FINISHED).state.scored
    console.write(FINISHED)
    assert data(console, "game.txt", "--as", "Ann")["untold"] is None


def test_a_game_without_a_winner_counts_in_vp_alone(console: Console, hidden: tuple[str, str, int]) -> None:
    other = console.write(dump(made_up(2, seed=2).record), "other.game")
    made = data(console, hidden[0], other, "--as", "Ann")["players"]["Ann"]
    assert made["result"]["points"]["raw"]["games"] == 2
    assert made["result"]["win"]["raw"]["games"] == 1
    assert [game["result"]["win"] is None for game in made["games"]] == [True, False]


# ---- what is wrong ---------------------------------------------------------------------------------------------------


def without(*beginnings: str) -> str:
    return "".join(line + "\n" for line in FINISHED.splitlines() if not line.startswith(beginnings))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (EXAMPLE, "game.txt: the game is not finished: it stands in round 1 of 10; Ann throws the dice next"),
        ("game lost-code\nplayers Ann Bob\n", "it has not begun; Bob throws the dice next"),
        (
            without("final Ann", "final Diana", "reveal Ann", "log Ann"),
            "missing: the “final” lines of Ann and Diana and the “reveal” line of Ann",
        ),
        (without("final Yvonne"), "missing: the “final” line of Yvonne"),
        ("game lost-code\nplayers Ann Bob\nroll bear\n", "game.txt:3:"),
    ],
)
def test_what_is_missing_is_named(console: Console, text: str, told: str) -> None:
    result = console.ask("review", console.write(text))
    assert (result.status, result.out) == (2, "")
    assert told in " ".join(result.err.split())


def test_errors_for_programs(console: Console) -> None:
    result = console.ask("review", console.write(EXAMPLE), "--json")
    assert result.status == 2
    assert result.data["error"] == "review"
    assert "not finished" in result.data["message"]
    assert console.ask("review", "gone.txt", "--json").data["error"] == "file"


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["last.game", "--as", "Zoe"], "“Zoe” does not play here; expected one of Yvonne, Ann, Diana, Christopher"),
        (["last.game", "--sheet", "ann.sheet"], "the sheet ann.sheet is one player's"),
        (["last.game", "--as", "Ann", "--as", "Diana", "--sheet", "ann.sheet"], "expected --as and his name"),
        (["last.game", "--as", "Ann", "--sheet", "gone"], "gone: cannot be read"),
        (["last.game", "--as", "Ann", "--sheet", "last.game"], "last.game:"),
        (["last.game", "--html", "last.game"], "last.game: not saved: it is read here"),
        (["last.game", "--as", "Ann", "--html", "no/such.html"], "no/such.html: cannot be saved"),
        (["last.game", "--html", ""], "expected the name of a file"),
        (["last.game", "other.game", "--html", "a.html"], "“--html a.html”: this is about one game, and 2 were named"),
        (["last.game", "other.game", "--png", "charts"], "“--png charts”: this is about one game"),
        (["last.game", "other.game", "--sheet", "ann.sheet"], "“--sheet ann.sheet”: this is about one game"),
        (["last.game", "other.game", "--as", "Zoe"], "“Zoe” plays in none of these games"),
        (["last.game", "other.game"], "nobody plays in two of these games; name a player with --as"),
        (
            ["last.game", "open.game"],
            "name a player with --as. Left out: open.game: the game is not finished: it stands in round 1",
        ),
        (["open.game", "open.game", "part.game"], "there is no game to review: open.game: the game is not finished"),
        (["last.game", "bad.game"], "bad.game:1:"),
        (["last.game", "--depth", "3"], "3 is not in the range 1<=x<=2"),
        (["last.game", "--top", "0"], "0 is not in the range x>=1"),
        ([], "Missing argument 'FILE...'"),
    ],
)
def test_what_cannot_be_done_is_said(console: Console, arguments: list[str], told: str) -> None:
    console.write(FINISHED, "last.game")
    console.write(dump(made_up(2, names=("Eve", "Flo")).record), "other.game")
    console.write(EXAMPLE, "open.game")
    console.write(EXAMPLE + "roll bear bear bear\n", "part.game")
    console.write("chess\n", "bad.game")
    sheet = console.ask("sheet", "show", "last.game", "--as", "Ann").out
    console.write(sheet, "ann.sheet")
    before = console.files()
    result = console.ask("review", *arguments)
    assert (result.status, result.out) == (2, "")
    assert told in " ".join(result.err.split())
    assert console.files() == before


# ---- several games ---------------------------------------------------------------------------------------------------


@pytest.fixture
def games(console: Console, quick: None) -> list[str]:
    """Three games of Ann and Bob, one with Cy; one that is not finished; one once more."""
    del quick
    records = [made_up(2, seed=1), made_up(3, seed=2), made_up(2, seed=3)]
    names = [console.write(dump(made.record), f"{place}.game") for place, made in enumerate(records, 1)]
    names.append(console.write(EXAMPLE, "open.game"))
    names.append(console.write(dump(records[0].record) + "# once more\n", "twice.game"))
    return names


def test_the_games_of_each_player_are_taken_together(console: Console, games: list[str]) -> None:
    told = data(console, *games)
    assert list(told["players"]) == ["Ann", "Bob"]
    assert told["left_out"] == {
        "open.game": "the game is not finished: it stands in round 1 of 10; Ann throws the dice next",
        "twice.game": "the same game as 1.game",
    }
    records = [read((console.folder / name).read_text("utf-8")) for name in games[:3]]
    for name, player in told["players"].items():
        results = [float(record.state.spaces[name]) for record in records]
        assert [game["title"] for game in player["games"]] == games[:3]
        assert [game["result"]["points"] for game in player["games"]] == results
        whole = mean_of(results)
        raw, adjusted = (player["result"]["points"][what] for what in ("raw", "adjusted"))
        assert (raw["mean"], raw["low"], raw["high"], raw["games"]) == (whole.mean, whole.low, whole.high, 3)
        without_luck = [
            game["result"]["points"] - sum(luck["points"] for source, luck in game["luck"].items() if source != "later")
            for game in player["games"]
        ]
        assert adjusted["mean"] == pytest.approx(mean_of(without_luck).mean)
        placed = sum(bool(some) for record in records for some in record.state.finals[name].values())
        assert sum(some["guesses"] for some in player["calibration"]) == placed
        assert player["loss"]["points"]["high"] <= 0


def test_one_player_is_taken_by_name_or_by_whose_record_it_is(console: Console, games: list[str]) -> None:
    assert list(data(console, *games, "--as", "Cy")["players"]) == ["Cy"]
    left_out = data(console, *games, "--as", "Cy")["left_out"]
    assert left_out["1.game"] == "without Cy"
    own = console.write(own_record((console.folder / games[0]).read_text("utf-8"), "Bob"), "bob.game")
    told = data(console, own, games[1])
    assert list(told["players"]) == ["Bob"]
    assert len(told["players"]["Bob"]["games"]) == 2
    # The same game as another kept it is no second game.
    told = data(console, games[0], own, games[1])
    assert list(told["players"]) == ["Bob"]
    assert told["left_out"] == {"bob.game": "the same game as 1.game"}


@pytest.mark.parametrize("columns", ["40", "80"])
def test_the_screen_of_several_games(console: Console, games: list[str], columns: str) -> None:
    result = console.ask("review", *games, COLUMNS=columns)
    assert result.status == 0
    assert result.widest <= int(columns)
    assert "\x1b" not in result.out
    for told in (
        "Ann · 3 games", "Bob · 3 games", "Results, and with luck taken out", "Without luck the interval",
        "What decisions lost", "in which there was something to choose", "how sure they could be",
        "How many games it takes to tell", "3 games: too few games to say.", "open.game: the game is not finished",
        "twice.game: the same game as 1.game", "Wheel values assumed",
    ):  # fmt: skip
        assert told in result.words
    assert console.ask("review", *games, COLUMNS=columns).out == result.out


def test_one_game_of_a_player_has_no_interval(console: Console, games: list[str]) -> None:
    result = console.ask("review", games[0], games[3], "--as", "Ann")
    assert result.status == 0
    for told in ("Ann · 1 game", "one game: none", "1 game: too few games to say."):
        assert told in result.words


def test_several_games_in_processes_are_what_each_is_by_itself(reviewed: Any, console: Console) -> None:
    names = [console.write(FINISHED, "1.game"), console.write(FINISHED.replace("Yvonne", "Yves"), "2.game")]
    told = data(console, *names, "--as", "Diana", "--workers", "2")
    for game in told["players"]["Diana"]["games"]:
        assert all(game[part] == reviewed["players"]["Diana"][part] for part in ("start", "luck", "skill", "result"))
    assert [game["title"] for game in told["players"]["Diana"]["games"]] == names


def test_patterns_are_left_to_the_program_on_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("b.game", "a.game", "c.txt", "[1].game"):
        Path(name).touch()
    assert expanded(["c.txt", "*.game", "a.game"], windows=True) == ["c.txt", "[1].game", "a.game", "b.game"]
    assert expanded(["[1].game", "no*.game"], windows=True) == ["[1].game", "no*.game"]
    assert expanded(["*.game"], windows=False) == ["*.game"]


# ---- beside the answer -----------------------------------------------------------------------------------------------


class Screen(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "40")
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    with asking.progress("games", 12) as said:
        said(7, 12)
    assert re.search(r"games .*7/12", screen.getvalue())


def test_a_pipe_is_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    with asking.progress("players", 1) as said:
        said(1, 1)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("line", ["lostcode review last.game --as ", "lostcode review last.game gone --as "])
def test_the_shell_is_offered_who_plays(console: Console, line: str) -> None:
    console.write(FINISHED, "last.game")
    words = line.split(" ")
    wanted = {"_LOSTCODE_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    with console.running(environment=wanted) as process:
        out, _ = process.communicate(timeout=120)
    assert out.decode().split() == ["Yvonne", "Ann", "Diana", "Christopher"]


SECTION = README.read_text("utf-8").split("## After the game")[1].split("\n## ")[0]


def test_the_readme_names_every_key(reviewed: Any, console: Console, games: list[str]) -> None:
    (one,) = reviewed["players"].values()
    (many,) = data(console, *games, "--as", "Ann")["players"].values()
    parts = [reviewed, one, one["events"][0], one["decisions"][0], one["decisions"][0]["chosen"], one["course"][0]]
    parts += [one["decisions"][0]["hindsight"], one["luck"], one["skill"], one["story"], one["told"], many]
    parts += [many["result"]["points"], many["result"]["points"]["raw"]]
    keys = {key for part in parts for key in part} - {"game"}
    assert {key for key in keys if f"`{key}`" not in SECTION} == set()


def test_the_readme_names_the_thresholds() -> None:
    for points in (CLEAR, HEAVY):
        assert f"{points:g} VP" in SECTION
    for share in (CLEAR_WIN, HEAVY_WIN):
        assert f"{share:.0%}".replace("%", " %") in SECTION
