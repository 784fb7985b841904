"""Beyond Code: what to look at, whom to believe, what may be called so, why, and slips."""

from math import log2
from random import Random

import pytest

from solver.beyond_code.advice import advise, bluffs, may_know_better
from solver.beyond_code.answers import Bluff, SlipKind
from solver.beyond_code.check import check
from solver.beyond_code.course import course
from solver.beyond_code.events import SQUARES, Card, Corner, CornerTold, Doubt, Look, Told
from solver.beyond_code.explaining import explain
from solver.beyond_code.layouts import weights
from solver.beyond_code.odds import chances
from solver.beyond_code.state import Fact
from solver.beyond_code.view import View, view
from solver.errors import NotationError
from solver.games import draft, read
from tests.beyond_brute import may_know, random_steps, with_looks
from tests.test_beyond_odds import EXAMPLE

HEAD = "game beyond-code\nplayers Ann Bob Cy\nme Ann\nkeeper Ann\n"


def seen(text: str, seat: str | None = None) -> View:
    return view(read(text), seat)


def called(text: str, square: str, card: Card) -> Bluff:
    return next(bluff for bluff in bluffs(seen(text), square) if bluff.card is card)


# ---- where to look ---------------------------------------------------------------------------------------------------


def test_most_telling_is_the_square_with_most_entropy() -> None:
    """Nothing known but Bob's naming: a1 is ½ Library, ½ of eight others; any other square is nearly even over nine."""
    text = "game beyond-code\nplayers Ann Bob Cy\nme Ann\nkeeper Bob\nname Bob a1 library\n"
    looks = advise(seen(text)).looks
    assert looks[-1].square == "a1"
    assert looks[-1].bits == pytest.approx(0.5 * 1 + 8 * (0.5 / 8) * log2(16), abs=1e-12)
    even = 8 * (0.9375 / 8) * log2(8 / 0.9375) + 0.0625 * log2(16)
    assert looks[0].bits == pytest.approx(even, abs=1e-12)


def test_a_card_sought_comes_first_where_it_is_likeliest() -> None:
    looks = advise(seen(EXAMPLE), [Card.LIBRARY]).looks
    assert [look.square for look in looks[:3]] == ["a1", "b1", "c1"]
    assert looks[0].sought == pytest.approx(7 / 24, abs=1e-12)
    assert {look.square for look in looks if look.bits == 0} == {"b2", "b3", "c3"}


# ---- another's naming ------------------------------------------------------------------------------------------------


def test_a_claim_is_true_as_often_as_its_namer() -> None:
    text = "game beyond-code\nplayers Ann Bob Cy\nme Ann\nkeeper Bob\nhonesty Bob 6 2\nname Bob a1 library\n"
    claim = advise(seen(text)).claim
    assert claim is not None
    assert claim.chance.soft == pytest.approx(6 / 8, abs=1e-12)
    assert claim.chance.hard == pytest.approx(1 / 9, abs=1e-12)


def test_a_claim_that_was_answered_is_none() -> None:
    text = "game beyond-code\nplayers Ann Bob Cy\nme Ann\nkeeper Bob\nname Bob a1 library\n"
    assert advise(seen(text + "doubt Cy truth\n")).claim is None
    assert advise(seen(text + "take Bob chaos\n")).claim is None


# ---- who could know --------------------------------------------------------------------------------------------------

LOOKED = HEAD + "name Ann a1 book is book\nname Bob b1 joint\nname Cy a1 library\nname Ann c1 enigma is enigma\n"
"""Bob has seen b1, Cy a1, Ann a1 and c1."""


def test_nobody_has_seen_anything_so_every_name_is_safe() -> None:
    text = HEAD + "name Ann a1 book is book\n"
    assert all(bluff.safe and not bluff.knowers for bluff in bluffs(seen(text), "a1"))


def test_who_has_seen_the_card_itself_knows() -> None:
    bluff = called(LOOKED, "a1", Card.SHADOW)
    assert not bluff.safe
    assert bluff.knowers[0].player == "Cy"
    assert bluff.knowers[0].chance.soft == 1.0


def test_who_may_have_seen_the_named_card_elsewhere_knows_as_likely_as_it_lies_there() -> None:
    """Bob saw b1. By hard facts seven cards are left for seven squares, so the Shadow lies there with 1/7.

    Bob called it Joint Work, r = ½: weights ½ · 1/7 for that against (½ · ⅛) · 6/7 for the six others, so 4/7 against
    3/7; the Shadow is one of six: 1/14. Cy's naming of a1, which Ann has seen, was a lie for certain and says nothing
    else.
    """
    bluff = called(LOOKED, "c1", Card.SHADOW)
    assert [knower.player for knower in bluff.knowers] == ["Bob"]
    assert bluff.chance.hard == pytest.approx(1 / 7, abs=1e-12)
    assert bluff.chance.soft == pytest.approx(1 / 14, abs=1e-12)
    assert not bluff.safe


def test_the_cards_own_name_is_no_bluff() -> None:
    first = bluffs(seen(LOOKED), "c1")[0]
    assert (first.card, first.true, first.safe) == (Card.ENIGMA, True, True)


def test_a_silent_player_cannot_speak() -> None:
    """Bob, who has seen b1, was caught and may not doubt until his next turn is over."""
    text = (
        HEAD
        + "name Ann a1 book is book\nname Bob b1 joint\ndoubt Cy lie\nname Cy c1 shadow\nname Ann c2 room-1 is enigma\n"
    )
    assert {knower.player for bluff in bluffs(seen(text), "c2") for knower in bluff.knowers} == {"Cy"}


def test_what_all_know_is_known() -> None:
    """Told to all: a1 is not the Library. An open card is not elsewhere."""
    text = HEAD + "name Ann a1 book is book\ntold a1 not library\n"
    assert [k.chance.hard for k in called(text, "a1", Card.LIBRARY).knowers] == [1.0, 1.0]
    text = HEAD + "name Ann a1 book is book\nname Bob b1 joint\ndoubt Cy truth\n"
    assert called(text, "a1", Card.JOINT).chance.hard == 1.0


def test_what_was_seen_before_a_shuffle_is_not_safe() -> None:
    """Bob saw b1 before b1 and b2 were shuffled: whatever he saw there does not lie on c3."""
    text = HEAD + "name Ann c3 book is book\nname Bob b1 joint\nshuffle b1 b2\n"
    assert seen(text).table.seen_by("b1") == ()
    bluff = called(text, "c3", Card.JOINT)
    assert (bluff.chance.hard, bluff.safe) == (0.0, False)


def test_a_card_that_cannot_lie_there_is_refused() -> None:
    with pytest.raises(NotationError, match="cannot lie there"):
        bluffs(seen(LOOKED), "c1", Card.BOOK)
    with pytest.raises(NotationError, match="not known"):
        bluffs(seen(LOOKED), "c3")
    assert bluffs(seen(LOOKED), "c3", Card.SHADOW)[0].card is Card.SHADOW


# ---- why -------------------------------------------------------------------------------------------------------------


def test_explain_a_certainty_by_its_lines() -> None:
    found = explain(seen(EXAMPLE), "b2", Card.BOOK)
    assert (found.chance.hard, found.lines) == (1.0, (8,))
    assert explain(seen(EXAMPLE), "b2", Card.LIBRARY).lines in {(6,), (8,)}
    assert explain(seen(EXAMPLE), "c1", Card.SHADOW).lines == (12,)


def test_explain_the_last_card_by_all_the_others() -> None:
    cards = [card for card in Card if card is not Card.PERSONAL]
    squares = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3")
    told = "".join(f"told {square} {card}\n" for square, card in zip(squares, cards, strict=False))
    found = explain(seen(HEAD + told), "c3", cards[8])
    assert (found.chance.soft, found.lines) == (1.0, tuple(range(5, 13)))


def test_explain_a_likelihood_by_the_words_behind_it() -> None:
    """Without Bob's word the Library is one of five alike: 1/5."""
    found = explain(seen(EXAMPLE), "a1", Card.LIBRARY)
    assert found.lines == ()
    assert [(each.naming.player, each.naming.line) for each in found.influences] == [("Bob", 5)]
    assert found.influences[0].without == pytest.approx(1 / 5, abs=1e-12)


# ---- check -----------------------------------------------------------------------------------------------------------


def test_check_finds_nothing_where_nothing_is_wrong() -> None:
    found = check(draft(EXAMPLE))
    assert (found.wrong, found.layouts, found.slips) == (False, 120, ())


def test_check_names_a_smallest_conflict_and_slips_that_mend_it() -> None:
    text = EXAMPLE + "name Bob c2 library\ntold a3 book\n"
    found = check(draft(text))
    assert (found.conflict, found.layouts, found.wrong) == ((8, 17), 0, True)
    assert sum(slip.share for slip in found.slips) == pytest.approx(1.0)
    assert {slip.line for slip in found.slips} <= {7, 8, 17}
    for slip in found.slips:
        lines = text.splitlines()
        lines[slip.line - 1] = "" if slip.means is None else read(text).game.write(slip.means)
        assert not check(draft("\n".join(lines) + "\n")).wrong


def test_check_a_verdict_may_be_mistaken() -> None:
    text = EXAMPLE + "name Bob b2 enigma\ndoubt Ann truth\n"
    slips = check(draft(text)).slips
    assert Doubt("Ann", False) in [slip.means for slip in slips if slip.kind is SlipKind.VERDICT and slip.line == 17]


def test_check_a_square_beside_is_likelier_than_one_far_off() -> None:
    """Two cards told of a1: the second may lie on any other square, three times as likely on b1 and a2 beside it."""
    text = HEAD + "told a1 book\ntold a1 joint\n"
    shares = {
        slip.means.square: slip.share
        for slip in check(draft(text)).slips
        if slip.line == 6 and isinstance(slip.means, Told) and slip.kind is SlipKind.SQUARE
    }
    assert shares.keys() == set(SQUARES) - {"a1"}
    assert {square for square, share in shares.items() if share > 2 * shares["c3"]} == {"b1", "a2"}
    assert shares["b1"] == pytest.approx(3 * shares["c3"])


def test_check_a_corner_may_be_mistaken() -> None:
    """The Library has no corner."""
    text = HEAD + "name Ann a1 library is library\ncorner a1 chaos\n"
    found = check(draft(text))
    assert found.conflict == (5, 6)
    assert CornerTold("a1", Corner.NONE) in [slip.means for slip in found.slips if slip.kind is SlipKind.CORNER]


def test_who_saw_all_that_was_shuffled_may_know_of_any_other_card() -> None:
    """Bob saw b1 and b2 before they changed places unseen: no third card lies on b1 now."""
    text = HEAD + "name Ann c3 book is book\nname Bob b1 joint\nlook Bob b2\nshuffle b1 b2\nname Cy a1 library\n"
    bluff = called(text + "name Ann b1 enigma is enigma\n", "b1", Card.SHADOW)
    assert not bluff.safe


def test_check_from_another_seat_counts_what_it_saw() -> None:
    """Ann's own looks contradict each other; Bob sees no harm."""
    text = HEAD + "name Ann a1 book is book\nname Bob b1 joint\nname Cy c1 joint\nname Ann a2 book is book\n"
    assert check(draft(text)).conflict == (5, 8)
    assert not check(draft(text), "Bob").wrong


def test_check_says_what_the_rules_forbid() -> None:
    found = check(draft(HEAD + "name Ann a1 book is book\nname Cy b1 joint\n"))
    assert [fault.line for fault in found.faults] == [6]
    assert found.view is not None
    assert found.view.table.active == "Ann"


FORBIDDEN = """game beyond-code
players Ann Bob Cy Dan
me Ann
keeper Bob
name Bob a1 library
name Cy a2 enigma
doubt Dan truth
name Dan b3 shadow
name Ann c1 book is book
"""


def test_check_names_slips_behind_what_the_rules_forbid() -> None:
    """Dan, silent after line 7, names a card: it was a lie, or Bob doubted, or nobody did.

    A lie: twice as likely a slip, 1/9 · 7/8 for c1 and what a2 is not; Bob: 1/9 · 1/8; nobody: a tenth, 1/9. Times 72
    these are 14, 1 and 0.8. No forgotten line explains it: after a look of Dan's it would be Ann's turn.
    """
    found = check(draft(FORBIDDEN))
    assert ([fault.line for fault in found.faults], found.tried_all) == ([8], True)
    told = {slip.means: slip.share for slip in found.slips}
    assert {slip.line for slip in found.slips} == {7}
    assert told.keys() == {Doubt("Dan", False), Doubt("Bob", True), None}
    assert told[Doubt("Dan", False)] == pytest.approx(14 / 15.8)
    assert told[Doubt("Bob", True)] == pytest.approx(1 / 15.8)
    # What is wrong with Ann's record is hers to mend.
    assert check(draft(FORBIDDEN), "Bob").slips == ()
    assert not check(draft(FORBIDDEN), limit=0).tried_all


def test_check_names_a_silent_look_that_was_forgotten() -> None:
    """Cy is silent after line 6, and Dan's naming follows: his look is missing, at whichever closed square."""
    start = FORBIDDEN[: FORBIDDEN.index("name Cy")]
    found = check(draft(start + "doubt Cy truth\nname Dan b3 shadow\nname Ann c1 book is book\n"))
    assert next(fault.line for fault in found.faults) == 7
    missing = [slip for slip in found.slips if slip.kind is SlipKind.MISSING]
    assert [(slip.line, slip.means) for slip in missing] == [(7, Look("Cy", "b1"))]


def test_check_names_a_doubt_that_was_forgotten() -> None:
    """Dan looks, and then it is Ann's turn: he was silent since he had doubted Cy's words, or Bob's, and wrongly."""
    found = check(draft(FORBIDDEN[: FORBIDDEN.index("doubt")] + "look Dan b1\nname Ann c1 book is book\n"))
    assert next(fault.line for fault in found.faults) == 8
    told = {(slip.line, slip.means) for slip in found.slips if slip.kind is SlipKind.MISSING}
    assert told == {(7, Doubt("Dan", True)), (6, Doubt("Dan", True))}


@pytest.mark.bare
def test_safe_is_what_nobody_can_know_by_brute_force() -> None:
    """Without shuffles exactly; with them nothing is called safe that is not."""
    rng = Random(11)
    counts = {(told, shuffled): 0 for told in (True, False) for shuffled in (True, False)}
    for _ in range(250):
        squares, cards = SQUARES[:4], tuple(Card)[:4]
        steps = with_looks(rng, random_steps(rng, 4), squares)
        held = course(steps, squares, cards)
        shuffled = bool(held.shuffles)
        target = rng.choice(squares)
        layouts = {square: set(row) for square, row in chances(held, weights(held.logs(), held.shuffles)).items()}
        card = rng.choice(sorted(layouts[target]))
        own = (*steps, Fact(99, target, frozenset({card}), public=False))
        told = may_know(own, squares, cards, "Bob", target)
        found = may_know_better(held, "Bob", held.at[target], held.number(card))
        for number, each in enumerate(cards):
            if each is card:
                continue
            assert found[number] or not told[each]
            assert shuffled or bool(found[number]) is told[each]
            counts[bool(found[number]), shuffled] += 1
    assert min(counts.values()) > 20
