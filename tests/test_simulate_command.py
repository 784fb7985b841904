"""The command `simulate`, as its user meets it."""

import os
import re
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pexpect
import pytest

from solver.games import read
from tests.clustered import clustered
from tests.console import PROGRAM, VERBS, Console
from tests.readme import README
from tests.records import BUILT_IN
from tests.terminal import CTRL_C, PATIENCE

PLUGGED = "tests.plugged:Plain"
FEW = ("--games", "4", "--workers", "1")


def simulate(console: Console, *options: str, policies: str = "random", **environment: str) -> Any:
    result = console.ask("simulate", "--policies", policies, *options, "--json", **environment)
    assert (result.status, result.err) == (0, ""), result.said
    return result.data


# ---- what is printed -------------------------------------------------------------------------------------------------


def test_data_have_every_figure(console: Console) -> None:
    data = simulate(console, *FEW, "--seed", "3", policies=f"random,{PLUGGED}")
    assert list(data) == [
        *("game", "players", "seed", "variants", "wheels", "assumed", "deals", "games", "tied"),
        *("policies", "difference", "out"),
    ]
    assert (data["game"], data["players"], data["seed"], data["deals"], data["games"]) == ("lost-code", 2, 3, 2, 4)
    assert (data["variants"], data["wheels"], data["assumed"], data["out"]) == ([], BUILT_IN, ["wheels"], None)
    assert [each["policy"] for each in data["policies"]] == ["random", PLUGGED]
    for each in data["policies"]:
        assert each["seats"] == 4
        assert sum(each["sources"].values()) == each["points"] == 4 * each["mean"]
        assert each["won"] == 4 * each["won_share"]["mean"]
        assert sum(use["set"] for use in each["wheels"].values()) == 4 * 10
        assert all(use["right"] <= use["set"] for use in each["wheels"].values())
    won = sum(each["won"] for each in data["policies"])
    assert won + data["tied"] == 4
    assert sum(each["won_by_rule"] for each in data["policies"]) == 4
    first, second = (each["mean"] for each in data["policies"])
    difference = data["difference"]
    assert difference["confidence"] == 0.95
    assert difference["points"]["mean"] == pytest.approx(first - second)
    assert difference["points"]["low"] <= difference["points"]["mean"] <= difference["points"]["high"]


def test_policies_may_be_given_one_by_one(console: Console) -> None:
    data = simulate(console, *FEW, "--policies", PLUGGED)
    assert data == simulate(console, *FEW, policies=f"random,{PLUGGED}")


def test_games_are_rounded_up_to_whole_deals(console: Console) -> None:
    data = simulate(console, "--games", "4", "--players", "3", "--workers", "1")
    assert (data["deals"], data["games"], data["difference"]) == (2, 6, None)
    screen = console.ask("simulate", "--policies", "random", "--games", "4", "--players", "3", "--workers", "1")
    assert "6 games of 3 players · 2 deals, each played 3 times" in screen.words


@pytest.mark.parametrize("columns", [40, 80])
def test_the_screen_has_room(console: Console, columns: int) -> None:
    options = ["--players", "4", "--variant", "c", "--variant", "shortcut", "--games", "4", "--workers", "1"]
    policies = f"random,{PLUGGED},random,random"
    result = console.ask("simulate", *options, "--policies", policies, "--out", "games", COLUMNS=str(columns))
    assert result.status == 0
    assert result.widest <= columns
    for told in (
        "4 games of 4 players · 1 deal, each played 4 times with the seats moved round · seed 1",
        "Deadly Shortcut · Curse of the Temple",
        "an even share is 25.0 %",
        "one deal: none",
        "VP by source",
        "Wheels: how often set, how often right",
        "Records: games",
        "Wheel values assumed",
    ):
        assert told in result.words
    assert "\x1b" not in result.out


def test_the_screen_says_what_the_data_say(console: Console) -> None:
    options = (*FEW, "--wheels", ",".join(f"{width}={points}" for width, points in (BUILT_IN | {"1": 6}).items()))
    data = simulate(console, *options, policies=f"random,{PLUGGED}")
    screen = console.ask("simulate", *options, "--policies", f"random,{PLUGGED}")
    assert data["assumed"] == []
    assert "assumed" not in screen.words
    for number, each in enumerate(data["policies"], 1):
        share = "0 %" if each["won"] == 0 else "100 %" if each["won"] == 4 else f"{25 * each['won']:.1f} %"
        row = rf"^{number} {re.escape(each['policy'])} +4 +{each['mean']:.2f} +{share} +"
        assert re.search(row, screen.out, re.MULTILINE)
    points = data["difference"]["points"]
    mean, low, high = (f"{points[key]:+.2f}" for key in ("mean", "low", "high"))
    assert f"VP {mean} {low} to {high}" in screen.words
    assert re.search(rf"^ *1 +6 +{data['policies'][0]['wheels']['1']['set']} ", screen.out, re.MULTILINE)


def test_wheels_that_were_not_given_are_assumed(console: Console) -> None:
    options = (*FEW, "--wheels", "1=6")
    data = simulate(console, *options, policies="random")
    assert (data["wheels"], data["assumed"]) == (BUILT_IN | {"1": 6}, ["wheels"])
    assert "Wheel values assumed" in console.ask("simulate", *options, "--policies", "random").words


# ---- records ---------------------------------------------------------------------------------------------------------


def test_records_are_read_by_every_command(console: Console) -> None:
    options = ("--players", "3", "--games", "3", "--variant", "curse", "--variant", "x", "--workers", "1")
    data = simulate(console, *options, "--out", "new/games", policies=f"{PLUGGED},random")
    folder = console.folder / "new" / "games"
    assert data["out"] == "new/games"
    assert sorted(file.name for file in folder.iterdir()) == [f"seed-1-deal-0001-game-{n}.game" for n in (1, 2, 3)]
    points = 0
    for number, seat in enumerate(("Ann", "Bob", "Cy"), 1):
        path = folder / f"seed-1-deal-0001-game-{number}.game"
        about = path.read_text().splitlines()[0]
        assert about.startswith(f"game lost-code  # seed 1, deal 1, game {number}: ")
        assert f"{seat} {PLUGGED}" in about
        points += read(path.read_text()).state.spaces[seat]
    assert points == data["policies"][0]["points"]
    for verb in (*VERBS, "explain", "check"):
        result = console.ask(verb, str(path), "--as", "Ann", "--at", "60", "--json")
        assert result.status == 0, (verb, result.said)
    assert console.ask("show", str(path), "--json").data["track"] == dict(read(path.read_text()).state.spaces)


def test_games_of_another_kind_are_never_overwritten(console: Console) -> None:
    options = ("simulate", "--policies", "random", "--games", "2", "--workers", "1", "--out", "games")
    assert console.ask(*options).status == 0
    files = console.files()
    # The same games once more: nothing changes, and more of them are added.
    assert console.ask(*options).status == 0
    assert console.files() == files
    assert console.ask(*options, "--games", "4").status == 0
    assert files.items() < console.files().items()
    files = console.files()
    result = console.ask(*options, "--variant", "curse")
    assert (result.status, console.files()) == (2, files)
    assert "seed-1-deal-0001-game-1.game: another game lies there, and was left as it is" in result.said
    (console.folder / "file").write_text("mine")
    result = console.ask("simulate", "--policies", "random", *FEW, "--out", "file")
    assert (result.status, (console.folder / "file").read_text()) == (2, "mine")
    assert "file: cannot be made" in result.said


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="makes a pipe")
def test_what_cannot_hold_a_record_is_named(console: Console) -> None:
    options = ("simulate", "--policies", "random", "--games", "2", "--workers", "1", "--out")
    folder = console.folder / "games"
    folder.mkdir()
    taken = folder / "seed-1-deal-0001-game-1.game"
    for make in (os.mkfifo, os.mkdir):
        make(taken)
        result = console.ask(*options, "games")
        assert (result.status, result.out) == (2, "")
        assert f"games/{taken.name}: cannot be saved: this is no plain file" in result.said
        taken.rmdir() if taken.is_dir() else taken.unlink()
    # The longest name that a file can have, though not while it is written; and some that none can.
    for digits in ("1" * 228, "1" * 229, "1" * 1000):
        result = console.ask(*options, "games", "--seed", digits)
        assert (result.status, result.out) == (2, "")
        assert re.fullmatch(r"games/seed-1+-deal-0001-game-1.game: cannot be saved: .*\n", result.err)
    for name in ("x" * 1000, "new/" + "x" * 1000):
        result = console.ask(*options, name)
        assert (result.status, result.out) == (2, "")
        assert re.fullmatch(r"[new/]*x+: cannot be made: .*; expected a folder for the records\n", result.err)
    assert not list(folder.iterdir())


# ---- the same games wherever they are played -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with clustered() as started:
        yield started.scheduler_address


def test_workers_and_clusters_change_nothing(console: Console, cluster: str) -> None:
    options = ("--games", "12", "--variant", "shortcut", "--seed", "8")
    policies = f"random,{PLUGGED}"
    for out, where in {
        "one": ("--workers", "1"),
        "two": ("--workers", "2"),
        "all": (),
        "cluster": ("--scheduler", cluster),
    }.items():
        data = simulate(console, *options, *where, "--out", out, policies=policies)
        files = {path.name: path.read_text() for path in (console.folder / out).iterdir()}
        if out == "one":
            expected = data | {"out": ""}, files
        assert (data | {"out": ""}, files) == expected


def test_a_policy_lies_in_the_current_folder(console: Console) -> None:
    """In a process of its own, so that nothing stays loaded; and a plugged-in policy prints nothing into the answer."""
    source = "from tests.plugged import Talks\nprint('thinking')\nclass Mine(Talks):\n    pass\n"
    console.write(source, "mine_alone.py")
    results = [
        console.run("simulate", "--policies", "mine_alone:Mine", "--games", "4", "--workers", workers, "--json")
        for workers in ("1", "2")
    ]
    for result in results:
        assert result.status == 0, result.err
        assert "thinking" in result.err
        assert not result.err.replace("thinking", "").split()
        assert result.data["policies"][0]["seats"] == 8
    assert results[0].data == results[1].data


def test_the_policy_of_the_readme_can_be_plugged_in(console: Console) -> None:
    (source,) = re.findall(r"```python\n(from solver.lost_code.policies.*?)```", README.read_text("utf-8"), re.DOTALL)
    console.write(source, "mine.py")
    data = console.run("simulate", "--policies", "mine:Wide,random", "--games", "2", "--workers", "1", "--json").data
    wheels = data["policies"][0]["wheels"]
    # Of two players one sets the widest, the other any: so the widest or, where that is taken, the second is set.
    assert wheels["10"]["set"] + wheels["7"]["set"] == 2 * 10


# ---- what goes wrong -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--policies", "nobody"], "“nobody”: no policy is called so; expected one of random"),
        (["--policies", "tests.nowhere:X"], "there is no module tests.nowhere"),
        (["--policies", ""], "0 policies for 2 players"),
        (["--policies", "random,random,random"], "3 policies for 2 players"),
        (["--policies", "random,random", "--policies", "random"], "3 policies for 2 players"),
        (["--policies", "random", "--out", ""], "expected the name of a folder"),
        (["--policies", "random", "--players", "5"], "5"),
        (["--policies", "random", "--games", "0"], "0"),
        (["--policies", "random", "--variant", "chess"], "--variant: no variant is called so"),
        (["--policies", "random", "--wheels", "1=x"], "--wheels: "),
        (
            ["--policies", "random", "--scheduler", "nowhere://x"],
            "“nowhere://x”: this cannot be the address of a Dask scheduler",
        ),
        ([], "--policies"),
    ],
)
def test_a_wrong_option_is_named(console: Console, options: list[str], told: str) -> None:
    result = console.ask("simulate", *options)
    assert (result.status, result.out) == (2, "")
    assert told in " ".join(result.err.split())
    assert console.files() == {}


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_policy_that_fails_is_named_with_its_place(console: Console, workers: str) -> None:
    options = ("simulate", "--policies", "tests.plugged:Raises", "--games", "4", "--workers", workers)
    result = console.ask(*options)
    assert (result.status, result.out) == (2, "")
    assert "Traceback" not in result.err
    first, *places = result.err.splitlines()
    assert re.fullmatch(
        r"policy tests.plugged:Raises in (Ann|Bob)'s seat, seed 1, deal [12], game [12], line \d+: guess raised "
        "ZeroDivisionError: .*",
        first,
    )
    assert re.fullmatch(r"  .*plugged\.py, line \d+: return .*", places[-1])
    data = console.ask(*options, "--json").data
    assert data["error"] == "policy"
    assert "ZeroDivisionError" in data["message"]


def test_without_dask_it_is_said_how_to_get_it(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = console.ask("simulate", "--policies", "random", "--scheduler", "tcp://127.0.0.1:1")
    assert result.status == 2
    assert "pip install 'lostcode[cluster]'" in result.said


# ---- at a terminal ---------------------------------------------------------------------------------------------------


def _running(group: int) -> list[str]:
    """The processes of a group; one that has ended may still wait for somebody to take notice."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            state, _, its_group = (process / "stat").read_text().rpartition(")")[2].split()[:3]
            if int(its_group) == group and state != "Z":
                found.append((process / "cmdline").read_text())
    return found


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks for processes under /proc")
@pytest.mark.parametrize(("workers", "columns"), [("1", 80), ("2", 40)])
def test_ctrl_c_ends_everything_at_once(console: Console, workers: str, columns: int) -> None:
    """The bar is on the screen; after Ctrl-C neither a traceback nor a process is left, and the records so far are."""
    options = ["simulate", "--policies", "random", "--games", "100000", "--workers", workers, "--out", "games"]
    environment = console.environment(TERM="xterm-256color", NO_COLOR="1")
    del environment["COLUMNS"]
    with warnings.catch_warnings():
        # Python 3.12 and later warn of a fork beside threads; the child starts the program at once.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = pexpect.spawn(PROGRAM, options, cwd=console.folder, env=environment, dimensions=(24, columns))
    try:
        child.expect(rb"games +\d*[2-9]/100000 .*left", timeout=PATIENCE)
        bar = child.match[0].split(b"\r")[-1].decode()
        assert len(bar.replace("\x1b[2K", "")) <= columns
        child.send(CTRL_C)
        child.expect(pexpect.EOF, timeout=PATIENCE)
        said = child.before.decode()
        child.wait()
        assert child.exitstatus == 130
        assert "Traceback" not in said
        assert "Error" not in said
    finally:
        child.close(force=True)
    until = time.monotonic() + PATIENCE
    while left := _running(child.pid):
        assert time.monotonic() < until, left
        time.sleep(0.05)
    kept = [path for path in (console.folder / "games").iterdir() if path.suffix == ".game"]
    assert kept
    assert all(read(path.read_text()).state.scored for path in kept)
