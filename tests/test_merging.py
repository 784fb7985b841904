"""Records completed and merged: what several seats wrote of a game gives back the game."""

from functools import cache
from pathlib import Path
from random import Random

import pytest

from solver.errors import Contradiction, NotMerged
from solver.games import draft, read
from solver.lost_code.events import Event, Final, Log, Reveal, Symbol, Token, Variant
from solver.lost_code.makers import maker
from solver.lost_code.merging import Disagreement, Kept, Merged, Version, completed, merged, unknown
from solver.lost_code.notation import write
from solver.lost_code.play import set_up_order
from solver.lost_code.simulate import deal, play
from solver.lost_code.state import State
from solver.lost_code.view import seen_by
from solver.record import Record

EXAMPLES = Path(__file__).parents[1] / "solver" / "lost_code" / "examples"
ANN = (EXAMPLES / "evening-ann.game").read_text("utf-8")
BOB = (EXAMPLES / "evening-bob.game").read_text("utf-8")
EVERYTHING = tuple(Variant)
GAMES: list[tuple[int, tuple[Variant, ...]]] = [(players, (variant,)) for players in (2, 3, 4) for variant in Variant]
GAMES += [(2, ()), (3, EVERYTHING), (4, EVERYTHING)]


@cache
def game(players: int, variants: tuple[Variant, ...] = (), seed: int = 5) -> Record[Event, State]:
    """The complete record of a game that was played at random."""
    dealt = deal(Random(seed), players, variants)
    names = [event.owner for event in dealt.set_up if isinstance(event, Log)][:players]
    policies = {name: maker("random")(Random(seed + place)) for place, name in enumerate(names)}
    return read("\n".join(play(dealt, policies).lines()))


def kept_by(record: Record[Event, State], seat: str, *, opened: bool = False) -> str:
    """What a player writes down: opened: also the numbers and final guesses of others, once all is over."""
    lines = ["game lost-code"]
    for entry in seen_by(record, seat):
        event = entry.event
        if not opened and isinstance(event, Token) and event.player != seat:
            event = Token(event.player, event.symbol, None)
        if opened or not isinstance(event, Final) or event.player == seat:
            lines.append(write(event))
    return "\n".join(lines) + "\n"


def merging(*texts: str) -> Merged:
    """Merge texts; their files are called 1.game, 2.game and so on."""
    return merged([Kept(f"{number}.game", draft(text)) for number, text in enumerate(texts, 1)])


def parts(record: Record[Event, State]) -> tuple[list[str], list[str], list[str]]:
    """Lines of the set-up, of the rounds in order, and of the end, whose order is of no matter."""
    rounds = [e.event for e in record.entries if set_up_order(e.event) is None]
    ends = [event for event in rounds if isinstance(event, Final | Reveal)]
    set_up = sorted(write(e.event) for e in record.entries if set_up_order(e.event) is not None)
    return set_up, [write(event) for event in rounds if event not in ends], sorted(map(write, ends))


def without(text: str, line: str) -> str:
    assert text.count(line + "\n") == 1, line
    return text.replace(line + "\n", "")


def instead(text: str, line: str, other: str) -> str:
    assert text.count(line + "\n") == 1, line
    return text.replace(line + "\n", other + "\n")


# ---- one record ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "variants"), GAMES)
def test_what_each_seat_kept_becomes_the_game(players: int, variants: tuple[Variant, ...]) -> None:
    whole = game(players, variants)
    for seat in whole.state.players:
        own = read(kept_by(whole, seat, opened=True))
        record = completed(own)
        assert parts(record) == parts(whole)
        assert unknown(record) == ()
        assert record.state.spaces == whole.state.spaces
        moved = [at for at, (before, after) in enumerate(zip(own.lines, record.lines, strict=True)) if before != after]
        kinds = {own.lines[at].split()[0] for at in moved}
        assert kinds <= {"me", "exchange"}
        assert record.lines[own.lines.index(f"me {seat}")].startswith(f"log {seat} ")


def test_a_record_without_me_comes_back_as_it_is() -> None:
    assert completed(game(2)) is game(2)


def test_what_nothing_tells_stays_unknown() -> None:
    """Ann gave her bear 0 up, so what lay there is known; what she drew is not, nor are her five other stones."""
    record = completed(read(ANN))
    assert record.lines[6] == "log Ann bear 0 jaguar ? human ? bird ? chameleon ? snake ?"
    assert len(record.lines) == len(read(ANN).lines)
    left = unknown(record)
    assert [(each.owner, each.symbol, each.line) for each in left] == [
        ("Ann", Symbol.BEAR, 19),
        *(("Ann", symbol, 0) for symbol in list(Symbol)[1:]),
    ]
    assert left[0].message == "Ann's bear drawn on line 19 is not known"
    assert left[1].message == "Ann's jaguar that lay there at the start is not known"


def test_comments_and_wrong_answers_stay() -> None:
    """Ann's sum is 0 + 3 + 5 = 8, so “right” is wrong for 9-15: that is what was said, and stays."""
    whole = game(2)
    own = kept_by(whole, "Ann", opened=True)
    noted = own.replace("me Ann\n", "  me Ann        # that is me\n\n# my log\n")
    record = completed(read(noted))
    at = record.lines.index("# my log")
    assert record.lines[at - 2].endswith(" # that is me")
    assert record.lines[at - 2].startswith("log Ann bear ")
    false = ANN.replace("answer Ann lower", "answer Ann right").replace("exchange Ann bear 0 ?\n", "")
    assert "answer Ann right" in completed(read(false)).lines


def test_a_stone_in_two_places_cannot_be_completed() -> None:
    with pytest.raises(Contradiction, match="bear 3 stands on line 10 and again on line 19") as told:
        completed(read(ANN.replace("exchange Ann bear 0 ?", "exchange Ann bear 3 ?")))
    assert told.value.lines == (10, 19)


# ---- several records that agree --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "variants"), GAMES)
def test_what_all_seats_kept_becomes_the_game(players: int, variants: tuple[Variant, ...]) -> None:
    whole = game(players, variants)
    result = merging(*(kept_by(whole, seat) for seat in reversed(whole.state.players)))
    assert result.disagreements == ()
    assert result.unknown == ()
    assert parts(result.record) == parts(whole)
    assert result.record.state.spaces == whole.state.spaces


def test_two_of_four_and_a_complete_one() -> None:
    whole = game(4)
    for texts in (
        [kept_by(whole, "Dee", opened=True), kept_by(whole, "Ann")],
        [kept_by(whole, "Bob"), "\n".join(whole.lines)],
        ["\n".join(whole.lines)],
    ):
        assert parts(merging(*texts).record) == parts(whole)


def test_the_same_record_twice_counts_once() -> None:
    """Bob's sum is 11, so his 10-13 might be 9-12: nobody's copy of a record makes that likelier."""
    bob = BOB.replace("8-14", "9-15").replace("10-13", "9-12")
    assert merging(ANN, ANN).record == merging(ANN).record
    assert only(merging(bob, ANN, ANN)).chosen == "guess Bob 9-12"
    assert only(merging(bob, ANN, ANN + "# another\n")).chosen == "guess Bob 10-13"


def test_the_longer_record_goes_on() -> None:
    whole = game(3, (Variant.CURSE, Variant.X_RACE))
    ann, bob, cy = (kept_by(whole, seat).splitlines() for seat in whole.state.players)
    for length in range(12, len(bob), 17):
        result = merging("\n".join(bob[:length]), "\n".join(ann), "\n".join(cy[: length // 2 + 8]))
        assert result.disagreements == (), length
        assert parts(result.record)[1] == parts(whole)[1]


def test_answers_left_out_are_no_disagreement() -> None:
    """Bob's stones lie open to Ann, so that she may leave the answer to him out."""
    agreed = BOB.replace("guess Ann 8-14", "guess Ann 9-15")
    for ann in (ANN, "\n".join(line for line in ANN.splitlines() if not line.startswith("answer Bob"))):
        result = merging(ann, agreed)
        assert result.disagreements == ()
        assert result.record.lines.count("answer Bob right") == (ann is not ANN)


def test_directions_and_blanks_are_filled_in() -> None:
    vague = (
        BOB.replace("8-14", "9-15")
        .replace("answer Ann lower", "answer Ann wrong")
        .replace("bear 0 4", "? ?".join("  "))
    )
    vague = vague.replace("exchange Ann  ? ? ", "exchange Ann bear ? 4")
    result = merging(vague, ANN)
    assert result.disagreements == ()
    assert "exchange Ann bear 0 4" in result.record.lines
    assert any(line.startswith("answer Ann lower") for line in result.record.lines)


def test_names_are_equal_however_their_letters_are_composed() -> None:
    composed, apart = "Zo\u00eb", "Zoe\u0308"
    result = merging(ANN.replace("Bob", composed), BOB.replace("8-14", "9-15").replace("Bob", apart))
    assert result.disagreements == ()
    assert result.record.state.players == ("Ann", composed)


def test_comments_of_all_are_kept() -> None:
    result = merging(ANN, BOB.replace("8-14", "9-15"))
    comments = [line[line.index("#") :] for line in (ANN + BOB).splitlines() if "#" in line]
    text = "\n".join(result.record.lines)
    for comment in comments:
        assert comment in text
    assert "answer Bob right            # 3 + 7 + 1 = 11" in result.record.lines
    assert result.record.lines.count("#") == 2
    unlucky = BOB.replace("8-14", "9-15").replace("# 0 + 3 + 5 = 8", "# unlucky")
    same = merging(ANN, unlucky, ANN.replace("answer Ann lower", "answer Ann lower  # unlucky"))
    assert sum("# unlucky" in line for line in same.record.lines) == 1


# ---- records that disagree -------------------------------------------------------------------------------------------


def only(result: Merged) -> Disagreement:
    (found,) = result.disagreements
    return found


def test_stones_speak_against_a_range() -> None:
    """Ann's sum is 0 + 3 + 5 = 8: “lower” is true for 9-15, and false for 8-14."""
    for texts in ((ANN, BOB), (BOB, ANN)):
        found = only(merging(*texts))
        assert (found.kind, found.chosen) == ("guess", "guess Ann 9-15")
        assert found.why == "With “guess Ann 8-14” table and stones would disagree."
        lines = {
            "9-15": ANN.splitlines().index("guess Ann 9-15") + 1,
            "8-14": BOB.splitlines().index("guess Ann 8-14") + 1,
        }
        assert {(v.line, v.text) for v in found.versions} == {(line, f"guess Ann {of}") for of, line in lines.items()}


def test_an_answer_and_the_exchange_that_follows_change_together() -> None:
    """Ann noted “right” and no exchange. By her stones “lower” is true, so both of Bob's lines stand."""
    bob = BOB.replace("8-14", "9-15")
    ann = instead(without(ANN, "exchange Ann bear 0 ?"), "answer Ann lower", "answer Ann right")
    result = merging(ann, bob + "roll bird bird snake\n")
    kinds = [(each.kind, each.chosen) for each in result.disagreements]
    assert ("answer", "answer Ann lower") in kinds
    assert "exchange Ann bear 0 4" in result.record.lines


PLANTS = ["answer", "guess", "roll", "turn", "exchange", "log", "no exchange", "no guess", "no roll"]


@pytest.mark.parametrize("seed", [5, 6])
@pytest.mark.parametrize("kind", PLANTS)
def test_one_wrong_line_of_one_of_three_is_found(kind: str, seed: int) -> None:
    whole = game(3, (), seed)
    rng = Random(seed)
    word = kind.split()[-1]
    texts = {seat: kept_by(whole, seat) for seat in whole.state.players}
    lines = texts["Bob"].splitlines()
    own = [f"{word} Bob"] if word in ("exchange", "log") else []
    at = rng.choice(
        [at for at, line in enumerate(lines) if line.startswith(word) and not line.startswith(tuple(own or "!"))]
    )
    wrong = spoilt(lines[at])
    changed = [*lines[:at], *([] if kind.startswith("no") else [wrong]), *lines[at + 1 :]]
    texts["Bob"] = "\n".join(changed)
    order = ("Ann", "Bob", "Cy") if seed == 5 else ("Bob", "Cy", "Ann")
    result = merged([Kept(f"{seat}.game", draft(texts[seat])) for seat in order])
    assert parts(result.record) == parts(whole)
    found = only(result)
    version = Version("Bob.game", None, None) if kind.startswith("no") else Version("Bob.game", at + 1, wrong)
    assert version in found.versions
    assert found.kind == word
    assert result.record.lines[(found.line or 0) - 1] == found.chosen


def spoilt(line: str) -> str:
    """The line with one word that is wrong, and that some game could have."""
    words = line.split()
    match words[0]:
        case "answer":
            # Of two directions the other; a miss of the smallest wheel was heard as a hit, and a hit as a miss.
            words[2] = {"right": "lower", "lower": "higher", "higher": "lower", "wrong": "right"}[words[2]]
        case "guess":
            low, _, high = words[2].partition("-")
            by = 1 if low == "0" else -1
            words[2] = f"{int(low) + by}-{int(high) + by}" if high else str(int(low) + by)
        case "roll" | "turn":
            words[-1] = next(s for s in Symbol if s not in words)
        case "exchange" | "log":
            words[3] = str((int(words[3]) + 1) % 8)
    return " ".join(words)


def test_most_records_are_believed() -> None:
    """Nobody's stones say whether Bob set 10-13 or 9-12: his sum is 3 + 7 + 1 = 11."""
    bob, ann = BOB.replace("8-14", "9-15"), ANN.replace("10-13", "9-12")
    complete = "\n".join(line for line in merging(ANN, bob).record.lines)
    found = only(merging(ann, bob, complete))
    assert (found.chosen, found.why) == ("guess Bob 10-13", "2 of 3 records say so.")
    found = only(merging(ann, bob))
    assert (found.chosen, found.why) == ("guess Bob 9-12", "Nothing tells which is right; 1.game is named first.")


def test_whoever_wrote_numbers_knows_them_best() -> None:
    whole = game(2, (Variant.SHORTCUT,))
    token = next(entry.event for entry in whole.entries if isinstance(entry.event, Token))
    owner, other = (token.player, next(name for name in whole.state.players if name != token.player))
    assert token.numbers
    numbers = next(n for n in range(8) if n not in token.numbers)
    told = "\n".join(whole.lines).replace(write(token), write(Token(token.player, token.symbol, (numbers,))))
    wrong = "\n".join(line for line in told.splitlines() if not line.startswith(("final", "reveal")))
    found = only(merging(wrong, kept_by(whole, owner), kept_by(whole, other)))
    assert found.chosen == write(token)
    assert found.why == "2.game was kept by who wrote it."


IMPOSSIBLE = """\
game lost-code
players Ann Bob
me Ann
wheels 1=5 2=4 3=3 4=3 5=2 7=2 10=1
stack Bob Ann
log Bob       bear 3 jaguar 0 human 7 bird 2 chameleon 5 snake 1
log neutral-1 bear 1 jaguar 4 human 2 bird 0 chameleon 3 snake 6
log neutral-2 bear 6 jaguar 7 human 5 bird 4 chameleon 0 snake 2
roll bear bear bear
guess Ann 20-21
guess Bob 0-6
answer Ann right
answer Bob higher
exchange Bob bear 3 2
roll bear bear bear
guess Bob 5-9
guess Ann 12
answer Bob right
"""


def test_an_answer_that_leaves_no_log_is_less_likely() -> None:
    """Three bears made 20 or 21, so her bear is a 7; then three bears cannot have made 12."""
    no, yes = IMPOSSIBLE + "answer Ann wrong\n", IMPOSSIBLE + "answer Ann right\n"
    found = only(merging(yes, no))
    assert (found.kind, found.chosen) == ("answer", "answer Ann wrong")
    assert found.why == "With “answer Ann right” no log would be left that fits."
    assert len(merging(yes, no).unknown) == 6


def test_a_round_that_one_forgot() -> None:
    whole = game(3)
    ann, cy = kept_by(whole, "Ann"), kept_by(whole, "Cy").splitlines()
    rolls = [at for at, line in enumerate(cy) if line.startswith("roll")]
    short = "\n".join([*cy[: rolls[3]], *cy[rolls[4] :]])
    result = merging(short, ann, kept_by(whole, "Bob"))
    found = only(result)
    assert found.kind == "round"
    assert Version("1.game", None, None) in found.versions
    assert parts(result.record) == parts(whole)


# ---- records that cannot be merged -----------------------------------------------------------------------------------


def refused(*texts: str) -> list[str]:
    with pytest.raises(NotMerged) as told:
        merging(*texts)
    return str(told.value).split("\n")


@pytest.mark.parametrize(
    ("players", "more", "what", "theirs"),
    [
        ("Ann Bob Cy", "", "the players differ", "2.game:2: players Ann Bob Cy"),
        ("Ann Bob", "variant curse", "the variants differ", "2.game:3: variant curse"),
        ("Ann Bob", "stack Ann Bob", "the pieces are stacked differently", "2.game:3: stack Ann Bob"),
    ],
)
def test_other_tables_are_other_games(players: str, more: str, what: str, theirs: str) -> None:
    told = refused(ANN, f"game lost-code\nplayers {players}\n{more}\n")
    ours = {
        "players": "1.game:6: players Ann Bob",
        "variant": "1.game: no such line",
        "stack": "1.game:9: stack Bob Ann",
    }
    named = ours[theirs.split()[1]]
    assert told == [
        f"these are not records of one game: {what}",
        named,
        theirs,
        "Expected records of the same game.",
    ]


def test_wheels_that_somebody_compared_with_the_box_stand() -> None:
    bob = BOB.replace("8-14", "9-15").replace("10=1 assumed", "10=1")
    result = merging(ANN, bob)
    assert not result.record.state.wheels_assumed
    assert result.disagreements == ()
    told = refused(ANN.replace("10=1 assumed", "10=2"), bob)
    assert told[0] == "these are not records of one game: the wheels differ"


def test_other_stones_and_other_throws_are_other_games() -> None:
    one, other = (kept_by(game(3, (), seed), "Ann") for seed in (5, 6))
    lines = [line for line in other.splitlines() if not line.startswith("stack")]
    told = refused("\n".join(line for line in one.splitlines() if not line.startswith("stack")), "\n".join(lines))
    assert told[0] == "these are not records of one game: most stones differ"
    assert all(": log " in line for line in told[1:3])
    bare = ["\n".join(line for line in text.splitlines() if line[:3] not in ("log", "sta")) for text in (one, other)]
    assert refused(*bare)[0] == "these are not records of one game: most throws differ"


def test_what_no_version_can_be_is_refused_with_its_line() -> None:
    """Bob's discard follows no miss, in both records."""
    more = "exchange Bob bear 3 5\n"
    told = refused(ANN + more, BOB + more)
    assert told[0] == "1.game:20: exchange Bob bear 3 5"
    assert "no exchange is due" in told[1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("game lost-code\n", "2.game: nobody plays in this record; expected a players line before the first roll"),
        ("game lost-code\nplayers Ann Bob\nplayers Ann Bob\n", "2.game:3: a second players line"),
        (
            "game lost-code\nplayers Ann Bob\nme Bob\nlog Bob bear 3\n",
            "2.game:4: “Bob”: your own log is hidden from you",
        ),
        (BOB + "guess Cy 3\n", "2.game:17: “Cy”: nobody of that name is here; expected Ann, Bob"),
        (BOB + "stack Ann Bob\n", "2.game:17: the set-up comes before the first roll"),
        (BOB + "exchange Ann bear 4 5\n", "2.game:17: a second line for what line 16 tells"),
        (
            BOB + "roll bear bear bear\n" * 10,
            "2.game:26: with 2 players the game has 10 rounds, and this begins another",
        ),
    ],
)
def test_hostile_records(text: str, told: str) -> None:
    assert refused(ANN, text)[0].startswith(told)
