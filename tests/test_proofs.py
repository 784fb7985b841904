"""Proofs: every step is true by the entries that it names alone, and no fewer answers would do."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest

from cli.lost_code.proofs import told
from solver.clue import AllDifferent, Clue, Slot, SumWithin, holds, slots_of
from solver.engines import ENGINES
from solver.games import read
from solver.knowledge import Fact, Knowledge
from solver.lost_code.explaining import Possible, Reason, Seen, explain, found
from solver.lost_code.knowledge import knowledge
from solver.lost_code.view import View, view
from solver.proof import SUPPOSING, Excluded, Proof, Step, Supposition, effort, prove
from tests.console import Console
from tests.strategies import Blur, random_game

SET_UP = """game lost-code
players Ann Bob
me Ann
stack Bob Ann
log Bob bear 3 jaguar 0 human 7 bird 2 chameleon 5 snake 1
log neutral-1 bear 1 jaguar 4 human 2 bird 0 chameleon 3 snake 6
log neutral-2 bear 6 jaguar 7 human 5 bird 4 chameleon 0 snake 2
"""
"""Ann's bear is one of 0 2 4 5 7, her jaguar 1 2 3 5 6, human 0 1 3 4 6, bird 1 3 5 6 7, chameleon 1 2 4 6 7, snake
0 3 4 5 7."""


def true_under(clue: Clue, premises: frozenset[Excluded], numbers: range, slot: Slot | None) -> set[int] | bool:
    """By trying every world: the numbers that a slot may have under premises alone, or whether the clue can be true."""
    slots = slots_of(clue)
    free = [[n for n in numbers if (each, n) not in premises] for each in slots]
    worlds = [dict(zip(slots, world, strict=True)) for world in product(*free)]
    fitting = [world for world in worlds if holds(clue, world)]
    return bool(fitting) if slot is None else {world[slot] for world in fitting}


def check(proof: Proof, known: Mapping[Excluded, object], numbers: range, *, refuting: bool) -> set[Excluded]:
    """Believe what is known, and each step only what it names; give what the proof adds. refuting: it must end so."""
    believed = set(known)
    added: set[Excluded] = set()
    ended = False
    cases: dict[Slot, set[int]] = {}
    for part in proof:
        if isinstance(part, Supposition):
            supposed = {(part.slot, n): None for n in numbers if n not in part.numbers}
            check(part.proof, dict.fromkeys(believed) | supposed, numbers, refuting=True)
            refuted = {(part.slot, n) for n in part.numbers}
            believed |= refuted
            added |= refuted
            cases.setdefault(part.slot, set()).update(part.numbers)
            continue
        assert part.premises <= believed
        assert {slot for slot, _ in part.premises} <= set(slots_of(part.fact.clue))
        left = true_under(part.fact.clue, part.premises, numbers, part.slot)
        if part.slot is None:
            assert left is False
            ended = True
            continue
        assert part.numbers
        assert isinstance(left, set)
        assert not left & set(part.numbers)
        found_now = {(part.slot, n) for n in part.numbers}
        believed |= found_now
        added |= found_now
    if refuting:
        # Either a fact failed, or every number that a slot could still have was supposed and failed.
        assert ended or any(all((slot, n) in believed for n in numbers) for slot in cases)
    return added


def seen(known: Knowledge, numbers: range) -> dict[Excluded, None]:
    return {(slot, n): None for slot, domain in known.domains.items() for n in numbers if n not in domain}


def positions(seeds: range, **blur: float) -> Iterator[tuple[View, Knowledge]]:
    for seed in seeds:
        rng = Random(seed)
        played = random_game(rng)
        text = (
            played.seen_by(played.setup.players[0], Blur(**blur), rng)
            if blur
            else played.seen_by(played.setup.players[0])
        )
        table = view(read(text))
        yield table, knowledge(table)


@pytest.mark.parametrize("seeds", [range(0, 15), range(15, 30), range(30, 45)], ids=str)
def test_every_step_of_every_proof_is_true(seeds: range) -> None:
    count = 0
    for table, known in positions(seeds):
        for reason in found(table):
            assert reason.proof is not None
            own = known.asked[table.table.symbols.index(reason.symbol)]
            added = check(reason.proof, seen(known, table.table.numbers), table.table.numbers, refuting=False)
            assert {(own, n) for n in reason.numbers} <= added
            used = {fact.line for fact in facts_of(reason.proof) if fact.line is not None}
            assert used == set(reason.lines)
            count += 1
    assert count > 20


def facts_of(proof: Proof) -> Iterator[Fact]:
    for part in proof:
        yield from [part.fact] if isinstance(part, Step) else facts_of(part.proof)


def test_proofs_with_other_hidden_stones() -> None:
    count = 0
    for table, known in positions(range(100, 130), stones=0.15, own_discards=0.4):
        for reason in found(table):
            if reason.proof is not None:
                own = known.asked[table.table.symbols.index(reason.symbol)]
                added = check(reason.proof, seen(known, table.table.numbers), table.table.numbers, refuting=False)
                assert {(own, n) for n in reason.numbers} <= added
                count += 1
    assert count > 20


def test_what_a_step_says_follows_from_what_it_names() -> None:
    """No number that lies in sight elsewhere is part of a conclusion without being named."""
    table = view(read(SET_UP + "roll bear human snake\nguess Ann 3-7\nguess Bob 11\nanswer Ann lower\n"))
    for reason in found(table):
        assert reason.proof is not None
        for step in told(table, reason.proof):
            assert step.text.endswith(("is at most 2.", "is at least 3."))


def test_no_fewer_answers_prove_it() -> None:
    """Every set with one answer fewer is tried, and CP-SAT confirms the set itself."""
    count = 0
    for table, known in positions(range(200, 212)):
        lines = sorted({fact.line for fact in known.facts if fact.line is not None})
        for reason in found(table):
            own = known.asked[table.table.symbols.index(reason.symbol)]
            against = replace(known, domains={**known.domains, own: reason.numbers})
            assert ENGINES["cp-sat"](against.keeping(reason.lines), 20).total == 0
            if len(lines) <= 10:
                for fewer in combinations(lines, len(reason.lines) - 1):
                    assert ENGINES["table"](against.keeping(fewer), None).total > 0
                count += 1
    assert count > 10


@pytest.mark.bare
def test_all_that_can_be_found_is_found() -> None:
    """By the counts of every world: what no world has is ruled out or in sight, and nothing else is."""
    for table, known in positions(range(300, 320)):
        posterior = ENGINES["python-constraint"](known, None)
        gone = {(reason.symbol, n) for reason in found(table) for n in reason.numbers}
        for symbol, own in zip(table.table.symbols, known.asked, strict=True):
            for number in table.table.numbers:
                verdict = explain(table, symbol, number)
                ways = posterior.marginals[own].get(number, 0)
                assert ((symbol, number) in gone) == (not ways and number in known.domains[own])
                match verdict:
                    case Possible():
                        assert (verdict.ways, verdict.total) == (ways, posterior.total)
                        assert verdict.log[table.table.symbols.index(symbol)] == number
                        assert verdict.log in {log for log, _ in posterior.logs}
                    case Reason(certain=None):
                        assert (verdict.numbers, ways) == ((number,), 0)
                    case Reason():
                        assert (verdict.certain, ways) == (number, posterior.total)
                    case Seen():
                        assert number not in known.domains[own] or table.table.held(table.seat, symbol).number == number


def test_a_proof_by_hand() -> None:
    table = view(read(SET_UP + "roll bear snake snake\nguess Ann 9-15\nguess Bob 0-4\nanswer Ann lower\n"))
    known = knowledge(table)
    bear, human = known.asked[0], known.asked[2]
    # bear + 2 snakes below 9, and a snake is 0 or more: every bear is possible, but no snake above 4.
    (reason,) = found(table)
    assert (reason.symbol, reason.numbers, reason.lines) == ("snake", (5, 7), (11,))
    assert reason.proof is not None
    (step,) = told(table, reason.proof)
    assert step.text == "Line 11: bear + 2 times snake is below 9; so snake is at most 4."
    assert (step.line, step.stones, step.steps) == (11, (), ())
    assert bear != human


def test_bounds_and_stones_in_words() -> None:
    table = view(read(SET_UP + "roll bear human snake\nguess Ann 3-7\nguess Bob 11\nanswer Ann lower\n"))
    verdict = explain(table, *("snake", 3))  # type: ignore[arg-type]
    assert isinstance(verdict, Reason)
    assert verdict.proof is not None
    # bear + human + snake below 3: a snake of 3 is too much by itself. That 1 and 2 lie in sight is another matter.
    assert told(table, verdict.proof)[0].text == "Line 11: bear + human + snake is below 3; so snake is at most 2."
    bears = explain(table, *("bear", 4))  # type: ignore[arg-type]
    assert isinstance(bears, Reason)
    assert bears.proof is not None
    assert told(table, bears.proof)[0].text == "Line 11: bear + human + snake is below 3; so bear is at most 2."


def test_a_step_that_needs_stones_in_sight_names_them() -> None:
    text = SET_UP + "roll jaguar bird bird\nguess Ann 3\nguess Bob 4-8\nanswer Ann right\n"
    (jaguar, bird) = found(view(read(text)))
    # jaguar + 2 birds is 3, a bird is 1 at least since 0 lies in neutral-1 (line 6): jaguar 1, bird 1.
    assert (jaguar.certain, bird.certain) == (1, 1)
    assert jaguar.proof is not None
    (step,) = told(view(read(text)), jaguar.proof)
    assert step.text == "Line 11: jaguar + 2 times bird is 3; bird is at least 1 (seen on line 6); so jaguar is 1."
    assert step.stones == (6,)


def test_a_supposition() -> None:
    """Two answers that lead nowhere by themselves: a + b is even or odd cannot be, since 2a + b and a + 2b differ."""
    a, b = Slot("a"), Slot("b")
    domains = {a: (0, 1, 2, 3), b: (0, 1, 2, 3)}
    facts = (
        Fact(SumWithin(((a, 1), (b, 1)), 3, 3), 1),
        Fact(SumWithin(((a, 1), (b, 2)), 5, 5), 2),
    )
    # a + b = 3 and a + 2b = 5 give b = 2 and a = 1.
    proof = prove(Knowledge(domains, facts, (a, b)), a, (0, 2, 3), range(4))
    check(proof, {}, range(4), refuting=False)
    assert effort(proof) >= 1
    with pytest.raises(ValueError, match="do not say so"):
        prove(Knowledge(domains, facts[:1], (a, b)), a, (0,), range(4))


def test_effort_is_steps_and_suppositions() -> None:
    fact = Fact(AllDifferent((Slot("a"), Slot("b"))), None)
    step = Step(fact, frozenset(), None)
    assert effort((step, step)) == 2
    assert effort((step, Supposition(Slot("a"), (1,), (step, step)))) == 1 + SUPPOSING + 2


# ---- the command ----


EXPLAINED = SET_UP + "roll jaguar bird bird\nguess Ann 3\nguess Bob 4-8\nanswer Ann right\n"


def test_the_command_explains_a_number(console: Console) -> None:
    name = console.write(EXPLAINED)
    assert "Your jaguar is 1 (line 11, new with the last answer)" in console.ask("explain", name, "jaguar", "1").words
    assert "Your jaguar is not 5" in console.ask("explain", name, "yellow", "5").words
    assert "Your jaguar is not 7: it was seen on line 7." in console.ask("explain", name, "j", "7").words
    possible = console.ask("explain", name, "bear", "5").words
    # One of five bears, all alike.
    assert "Your bear may be 5: in 125 of 625 ways, 20.0 %. One log in which it is so: bear 5, jaguar 1" in possible


def test_the_command_explains_all_and_hints(console: Console) -> None:
    name = console.write(EXPLAINED)
    everything = console.ask("explain", name).words
    assert "Your jaguar is 1" in everything
    assert "Your bird is 1" in everything
    assert "jaguar" not in console.ask("explain", name, "bird").words.replace("jaguar + 2 times", "")
    hints = [console.ask("explain", name, "--hint", str(n)).words for n in (1, 2, 3, 4)]
    # Four jaguars and four birds.
    assert "8 numbers can be crossed out" in hints[0]
    assert "Look at your" not in hints[0]
    assert "Look at your" in hints[1]
    assert "line 11" not in hints[1]
    assert "It follows from line 11" in hints[2]
    assert "so " in hints[3]
    assert "nothing yet" in console.ask("explain", console.write(SET_UP)).words


def test_the_command_for_programs(console: Console) -> None:
    name = console.write(EXPLAINED)
    data = console.ask("explain", name, "jaguar", "5", "--json").data
    assert (data["status"], data["impossible"], data["lines"], data["new"]) == ("impossible", [5], [11], True)
    assert data["steps"][0]["line"] == 11
    assert console.ask("explain", name, "jaguar", "7", "--json").data["line"] == 7
    assert console.ask("explain", name, "bear", "5", "--json").data["ways"] == 125
    assert len(console.ask("explain", name, "--json").data["found"]) == 2
    hints = [console.ask("explain", name, "--json", "--hint", str(n)).data for n in (1, 2, 3, 4)]
    assert [set(hint) & {"count", "symbol", "lines", "found"} for hint in hints] == [
        {"count"},
        {"count", "symbol"},
        {"count", "symbol", "lines"},
        {"count", "symbol", "lines", "found"},
    ]
    assert console.ask("explain", name, "jaguar", "5", "--hint", "1").status == 2


@pytest.mark.parametrize(
    ("arguments", "told_"),
    [(["b", "1"], "no symbol"), (["bear", "8"], "no stone has that number"), (["ape"], "no symbol")],
)
def test_what_cannot_be_explained(console: Console, arguments: list[str], told_: str) -> None:
    result = console.ask("explain", console.write(SET_UP), *arguments)
    assert (result.status, told_ in result.said) == (2, True)


def test_a_record_that_contradicts_itself_proves_nothing(console: Console) -> None:
    text = SET_UP + "roll snake snake snake\nguess Ann 16\nguess Bob 0-6\nanswer Ann right\n"
    assert console.ask("explain", console.write(text)).status == 1
