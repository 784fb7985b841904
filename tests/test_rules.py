"""The rulebook, rule by rule: its own examples where it has one, hand arithmetic elsewhere."""

import pytest

from solver.errors import RecordFaults
from solver.games import read
from solver.lost_code.events import Symbol, Verdict
from solver.lost_code.rules import Due, Step, due, exchangeable, open_token, turnable, wheels_free
from solver.lost_code.state import State

FOUR = """game lost-code
players Yvonne Jim Diana Christopher
variant {variant}
stack {stack}
log Yvonne      bear 0 jaguar 0 human 0 bird 0 chameleon 0 snake 0
log Jim         bear 1 jaguar 1 human 1 bird 1 chameleon 1 snake 1
log Diana       bear 2 jaguar 2 human 2 bird 2 chameleon 2 snake 2
log Christopher bear 3 jaguar 3 human 3 bird 3 chameleon 3 snake 3
"""
TWO = """game lost-code
players Ann Bob
{more}
log Ann       bear 0 jaguar 0 human 0 bird 0 chameleon 0 snake 0
log Bob       bear 1 jaguar 1 human 1 bird 1 chameleon 1 snake 1
log neutral-1 bear 2 jaguar 2 human 2 bird 2 chameleon 2 snake 2
log neutral-2 bear 3 jaguar 3 human 3 bird 3 chameleon 3 snake 3
"""


def state(text: str) -> State:
    result: State = read(text).state
    return result


def four(play: str, *, variant: str = "curse", stack: str = "Christopher Diana Jim Yvonne") -> State:
    return state(FOUR.format(variant=variant, stack=stack) + play)


def two(play: str, more: str = "") -> State:
    return state(TWO.format(more=more) + play)


def faults(text: str) -> list[str]:
    with pytest.raises(RecordFaults) as caught:
        read(text)
    return [f"{fault.line}: {fault}" for fault in caught.value.faults]


# ---- the track --------------------------------------------------------------------------------------------------


def test_top_of_the_pile_is_last() -> None:
    """Rulebook: “In the event of a tie, the player whose piece is on top of the tied stack throws”."""
    assert four("").order == ("Yvonne", "Jim", "Diana", "Christopher")


def test_without_a_stack_line_the_players_lie_in_their_order_bottom_first() -> None:
    assert two("").order == ("Bob", "Ann")


ROUND = """roll bear jaguar human
guess Yvonne 0-1
guess Jim 3
guess Diana 0-9
guess Christopher 9-11
"""


def test_who_lands_on_a_piece_lies_on_top_and_is_behind() -> None:
    """Sums 0, 3, 6, 9: Yvonne +4 (two numbers), Jim +5 (one), Diana +1 (ten), Christopher +3 (three).

    A second round in the order Diana, Christopher, Yvonne, Jim: Diana +2 (five numbers) lands on 3, on Christopher.
    """
    after = four(
        ROUND + "roll bear bear bear\nguess Diana 4-8\nguess Christopher 21\nguess Yvonne 20-21\nguess Jim 18-20\n"
    )
    assert after.spaces == {"Yvonne": 4, "Jim": 5, "Diana": 1, "Christopher": 3}
    assert after.order == ("Diana", "Christopher", "Yvonne", "Jim")
    told = four(
        ROUND
        + "roll bear bear bear\nguess Diana 4-8\nguess Christopher 21\nguess Yvonne 20-21\nguess Jim 18-20\n"
        + "answer Diana right\nanswer Christopher wrong\n"
    )
    assert told.spaces["Diana"] == told.spaces["Christopher"] == 3
    assert told.order[:2] == ("Diana", "Christopher"), "Diana landed on top, so she is behind"


def test_answers_left_out_count_once_a_later_line_presupposes_them() -> None:
    waiting = four(ROUND)
    assert waiting.spaces == dict.fromkeys(waiting.players, 0)
    assert due(waiting) == Due(Step.ANSWER, ("Yvonne",))
    partly = four(ROUND + "answer Diana right\n")
    assert partly.spaces == {"Yvonne": 4, "Jim": 5, "Diana": 1, "Christopher": 0}


# ---- dice and wheels --------------------------------------------------------------------------------------------


def test_one_die_may_be_turned_once() -> None:
    assert turnable(two("roll bear bear snake\n")) == (Symbol.BEAR, Symbol.SNAKE)
    turned = two("roll bear bear snake\nturn bear human\n")
    assert turned.dice == (Symbol.HUMAN, Symbol.BEAR, Symbol.SNAKE)
    assert turnable(turned) == ()


def test_introductory_every_bear_must_be_turned() -> None:
    table = "game lost-code\nplayers Ann Bob\nvariant introductory\n"
    bears = state(table + "roll bear bear human\n")
    assert due(bears) == Due(Step.TURN, ("Bob",))
    assert turnable(bears) == (Symbol.BEAR,)
    one_left = state(table + "roll bear bear human\nturn bear bird\n")
    assert due(one_left).step is Step.TURN
    none_left = state(table + "roll bear bear human\nturn bear bird\nturn bear snake\n")
    assert due(none_left) == Due(Step.GUESS, ("Bob",))
    assert turnable(none_left) == ()
    assert turnable(state(table + "roll bird bird human\n")) == (Symbol.BIRD, Symbol.HUMAN)
    assert "no bear" in faults(table + "roll bird bird human\nturn bird bear\n")[0]


def test_a_wheel_serves_one_player_a_round() -> None:
    assert wheels_free(two("roll bear bear snake\nguess Bob 9-15\n")) == (1, 2, 3, 4, 5, 10)
    assert (
        "Bob has that wheel already"
        in faults(TWO.format(more="") + "roll bear bear snake\nguess Bob 9-15\nguess Ann 0-6\n")[0]
    )


@pytest.mark.parametrize(("variant", "top"), [("", 21), ("variant x-race", 24)])
def test_a_wheel_shows_no_empty_space(variant: str, top: int) -> None:
    """Rulebook: “A guessing wheel can never show less numbers than its maximum range!”."""
    play = "roll bear bear snake\nguess Bob {}-{}\n"
    assert two(play.format(top - 6, top), variant).set_now
    assert "empty space" in faults(TWO.format(more=variant) + play.format(top - 5, top + 1))[0]


# ---- scoring ----------------------------------------------------------------------------------------------------


def test_five_numbers_are_worth_two() -> None:
    """Rulebook: “Jim has estimated a range from 1 to 5 … he moves his piece 2 spaces forward”."""
    play = "roll bear jaguar human\nguess Yvonne 0-1\nguess Jim 1-5\nguess Diana 0-9\nguess Christopher 9\n"
    assert four(play + "answer Jim right\n").spaces["Jim"] == 2


def test_smallest_wheel_is_told_no_direction() -> None:
    text = TWO.format(more="") + "roll bear bear snake\nguess Bob 4\nguess Ann 0-1\n"
    assert "no direction" in faults(text + "answer Bob lower\n")[0]
    assert state(text + "answer Bob wrong\n").bets[0].verdict is Verdict.WRONG


def test_exchanges_come_from_last_to_first_as_the_track_stands_then() -> None:
    """Bob (behind at the start) is right with two numbers and passes Ann's 0; Ann alone exchanges."""
    after = two("roll bear bear snake\nguess Bob 3-4\nguess Ann 5\nanswer Bob right\nanswer Ann wrong\n")
    assert after.order == ("Ann", "Bob")
    assert after.exchanging == ("Ann",)
    assert due(after) == Due(Step.EXCHANGE, ("Ann",))


def test_three_stones_lie_in_a_pile_and_an_empty_one_cannot_be_chosen() -> None:
    """8 numbers less one in the box less four in the logs leaves 3; 9 - 1 - 4 = 4 with X-Race."""
    assert two("").pile(Symbol.BEAR) == 3
    assert two("", "variant x-race").pile(Symbol.BEAR) == 4
    play = ""
    drawn = iter((4, 5, 6))
    held = 1
    for _ in range(3):
        new = next(drawn)
        play += "roll bear bear bear\nguess Bob 21\nguess Ann 0-9\nanswer Bob wrong\nanswer Ann right\n"
        play += f"exchange Bob bear {held} {new}\n"
        held = new
    # From the second round on Bob still is last, since Ann moves each time.
    emptied = two(play)
    assert emptied.pile(Symbol.BEAR) == 0
    assert Symbol.BEAR not in exchangeable(emptied)
    more = (
        "roll bear bear bear\nguess Bob 21\nguess Ann 0-9\nanswer Bob wrong\nanswer Ann right\nexchange Bob bear 6 7\n"
    )
    assert "this pile is empty" in faults(TWO.format(more="") + play + more)[0]


@pytest.mark.parametrize(("players", "rounds"), [("Ann Bob", 10), ("Ann Bob Cy", 9), ("Ann Bob Cy Dan", 8)])
def test_number_of_rounds(players: str, rounds: int) -> None:
    text = f"game lost-code\nplayers {players}\n"
    names = players.split()
    for _ in range(rounds):
        order = read(text).state.order
        text += "roll bear jaguar snake\n"
        text += "".join(f"guess {p} {r}\n" for p, r in zip(order, ("0-9", "0-6", "0-4", "0-3"), strict=False))
        text += "".join(f"answer {p} right\n" for p in order)
    assert due(state(text)).step is Step.FINAL
    assert set(due(state(text)).players) == set(names)
    assert f"the game has {rounds} rounds" in faults(text + "roll bear bear bear\n")[0]


# ---- Deadly Shortcut --------------------------------------------------------------------------------------------


def quiet_rounds(names: str, variant: str, count: int, dice: str = "bear jaguar snake") -> str:
    text = f"game lost-code\nplayers {names}\nvariant {variant}\n"
    for _ in range(count):
        order = read(text).state.order
        text += f"roll {dice}\n"
        text += "".join(f"guess {p} {r}\n" for p, r in zip(order, ("0-9", "0-6", "0-4", "0-3"), strict=False))
        text += "".join(f"answer {p} right\n" for p in order)
    return text


@pytest.mark.parametrize(("names", "last"), [("Ann Bob", 7), ("Ann Bob Cy", 6), ("Ann Bob Cy Dan", 5)])
def test_tokens_leave_when_three_rounds_remain(names: str, last: int) -> None:
    """Rulebook: “Remove all of the unused tokens … at the end of the 7th/6th/5th round in a 2/3/4 players game”."""
    before = quiet_rounds(names, "shortcut", last - 1) + "roll bird bird snake\n"
    assert open_token(state(before)) is Symbol.BIRD
    after = quiet_rounds(names, "shortcut", last) + "roll bird bird snake\n"
    assert open_token(state(after)) is None
    assert "cannot be taken now" in faults(after + "token Ann bird 3\n")[0]


def test_token_only_for_a_doubled_symbol_before_the_die_is_turned_and_once() -> None:
    text = TWO.format(more="variant shortcut")
    assert open_token(state(text + "roll bear jaguar snake\n")) is None
    assert open_token(state(text + "roll bear bear snake\nturn snake bird\n")) is None
    assert open_token(state(text + "roll bear bear snake\nguess Bob 0-1\n")) is None
    taken = text + "roll bear bear bear\ntoken Ann bear 0 4 5\n"
    assert open_token(state(taken)) is None
    later = taken + "guess Bob 0-9\nguess Ann 0-6\nanswer Bob right\nanswer Ann right\nroll bear bear snake\n"
    assert open_token(state(later)) is None
    assert (
        "no bear"
        in faults(
            "game lost-code\nplayers Ann Bob\nvariant introductory shortcut\nroll bear bear bird\ntoken Ann bear 1\n"
        )[0]
    )


# ---- The Curse of the Temple ------------------------------------------------------------------------------------

WHEELS = "wheels 1=8 2=7 3=4 4=3 5=2 7=2 10=1"


def cursed_game(play: str) -> State:
    text = FOUR.format(variant="curse", stack="Christopher Diana Jim Yvonne").replace("stack", f"{WHEELS}\nstack")
    return state(text + play)


TAKEN = """roll bear jaguar human
guess Yvonne 5-8
guess Jim 3
guess Diana 0-9
guess Christopher 0-6
"""


def test_the_first_to_reach_seven_is_cursed_at_once() -> None:
    """Sums 0, 3, 6, 9. Yvonne is lower (before the curse: no VP), Jim +8, Diana +1, Christopher higher: Jim +1."""
    mid = cursed_game(TAKEN + "answer Yvonne lower\nanswer Jim right\nanswer Diana right\n")
    assert mid.cursed == "Jim"
    assert mid.spaces["Jim"] == 8
    done = cursed_game(TAKEN + "answer Yvonne lower\nanswer Jim right\nanswer Diana right\nanswer Christopher higher\n")
    assert done.spaces == {"Yvonne": 0, "Jim": 9, "Diana": 1, "Christopher": 0}
    assert done.cursed == "Jim", "he is first on the track"


def test_the_cursed_loses_the_wheel_and_the_foremost_is_cursed_next() -> None:
    """From 9 Jim loses 7 (two numbers wrong), and gets 1 for Yvonne, who is told before him."""
    exchanges = "exchange Yvonne bear 0 5\nexchange Christopher bear 3 4\n"
    play = TAKEN + "answer Yvonne lower\nanswer Jim right\nanswer Diana right\nanswer Christopher higher\n" + exchanges
    second = (
        play + "roll jaguar jaguar jaguar\nguess Yvonne 10-16\nguess Christopher 9\nguess Diana 5-7\nguess Jim 20-21\n"
    )
    done = cursed_game(second + "answer Yvonne lower\nanswer Christopher right\nanswer Diana right\nanswer Jim lower\n")
    assert done.spaces == {"Christopher": 8, "Yvonne": 0, "Diana": 5, "Jim": 9 + 1 - 7}
    assert done.cursed == "Christopher"


def test_the_curse_ends_at_thirteen() -> None:
    play = TAKEN + "answer Yvonne lower\nanswer Jim right\nanswer Diana right\nanswer Christopher higher\n"
    play += "exchange Yvonne bear 0 5\nexchange Christopher bear 3 4\n"
    play += "roll jaguar jaguar jaguar\nguess Yvonne 0-6\nguess Christopher 9\nguess Diana 6-8\nguess Jim 3-6\n"
    done = cursed_game(play + "answer Yvonne right\nanswer Christopher right\nanswer Diana right\nanswer Jim right\n")
    # Jim's 9 + 3 = 12 is not enough ...
    assert (done.spaces["Jim"], done.cursed) == (12, "Jim")
    wrong = play.replace("guess Yvonne 0-6", "guess Yvonne 1-7")
    done = cursed_game(wrong + "answer Yvonne lower\nanswer Christopher right\nanswer Diana right\nanswer Jim right\n")
    # ... but with one more for Yvonne's miss he stands on 13, and the token leaves the game.
    assert (done.spaces["Jim"], done.cursed, done.curse_in_game) == (13, None, False)


@pytest.mark.parametrize(("names", "last"), [("Ann Bob", 9), ("Ann Bob Cy", 8), ("Ann Bob Cy Dan", 7)])
def test_the_curse_is_out_before_the_last_round(names: str, last: int) -> None:
    """“Remove it at the end of the 9th/8th/7th round in a 2/3/4 players game”, taken or not."""
    slow = "wheels 1=1 2=1 3=1 4=1 5=1 7=1 10=1\n"
    text = f"game lost-code\nplayers {names}\nvariant curse\n{slow}"
    for number in range(1, last + 1):
        order = read(text).state.order
        text += "roll bear jaguar snake\n"
        text += "".join(f"guess {p} {r}\n" for p, r in zip(order, ("0-9", "0-6", "0-4", "0-3"), strict=False))
        text += "".join(f"answer {p} right\n" for p in order)
        now = state(text)
        # After round 7 all stand on 7: the first who came there was cursed, unless the token is out by then.
        assert now.curse_in_game == (number < last)
        assert (now.cursed is not None) == (7 <= number < last)


# ---- the end ----------------------------------------------------------------------------------------------------


def test_final_guesses_of_the_rulebooks_example() -> None:
    """Diana: 2 guesses for bird, 2 for chameleon, 3 for snake, 1 for jaguar and human, 1 for bear, missed: 13 VP."""
    text = quiet_rounds("Yvonne Jim Diana Christopher", "x-race", 8)
    told = state(text).spaces["Diana"]
    for player, number in (("Yvonne", 0), ("Jim", 1), ("Diana", 2), ("Christopher", 3)):
        stones = " ".join(f"{symbol} {number}" for symbol in Symbol)
        text += f"reveal {player} {stones}\n"
    text += "final Diana bird 2 5 chameleon 1 2 snake 0 1 2 jaguar 2 human 2 bear 3\n"
    text += "final Yvonne bear -\nfinal Jim\nfinal Christopher\n"
    done = state(text)
    assert done.scored
    assert done.spaces["Diana"] == told + 2 + 5 + 2 + 1 + 5 - 2
    assert done.spaces["Jim"] == state(text.split("reveal")[0]).spaces["Jim"] - 6 * 2


def test_a_token_counts_double_and_takes_the_place_of_the_final_guess() -> None:
    """“Diana finds out that she has a purple 1 and therefore earns 4 VP” for writing 1 and 2; Jim's miss costs 4."""
    text = "game lost-code\nplayers Jim Diana\nvariant shortcut\n"
    text += "roll chameleon chameleon bird\ntoken Diana chameleon 1 2\n"
    text += "guess Diana 0-9\nguess Jim 0-6\nanswer Diana right\nanswer Jim right\n"
    text += "roll snake snake bird\ntoken Jim snake 5\n"
    text += "guess Diana 0-9\nguess Jim 0-6\nanswer Diana right\nanswer Jim right\n"
    for _ in range(8):
        order = read(text).state.order
        text += f"roll bear jaguar snake\nguess {order[0]} 0-9\nguess {order[1]} 0-6\n"
        text += f"answer {order[0]} right\nanswer {order[1]} right\n"
    before = state(text).spaces
    assert "holds the chameleon token" in faults(text + "final Diana chameleon 1\n")[0]
    text += "final Diana\nfinal Jim\nreveal Diana bear 0 jaguar 0 human 0 bird 0 chameleon 1 snake 0\n"
    text += "reveal Jim bear 1 jaguar 1 human 1 bird 1 chameleon 2 snake 1\n"
    done = state(text)
    assert done.spaces["Diana"] == before["Diana"] + 4 - 5 * 2
    assert done.spaces["Jim"] == before["Jim"] - 4 - 5 * 2


def test_of_tied_players_the_one_at_the_bottom_wins() -> None:
    text = quiet_rounds("Ann Bob", "x-race", 10)
    spaces, order = state(text).spaces, state(text).order
    last, first = order
    gap = spaces[first] - spaces[last]
    text += "reveal Ann bear 0 jaguar 0 human 0 bird 0 chameleon 0 snake 0\n"
    text += "reveal Bob bear 1 jaguar 1 human 1 bird 1 chameleon 1 snake 1\n"
    # Nothing guessed is -12. One guess right gains 7 over that, two 4, three 3: 7 a + 4 b + 3 c = the gap to make up.
    number = {"Ann": 0, "Bob": 1}[last]
    a, b, c = next(
        (a, b, c) for a in range(7) for b in range(7 - a) for c in range(7 - a - b) if 7 * a + 4 * b + 3 * c == gap
    )
    others = [n for n in range(8) if n != number]
    kinds = [[number]] * a + [[number, others[0]]] * b + [[number, *others[:2]]] * c
    placed = " ".join(f"{s} {' '.join(map(str, k))}" for s, k in zip(Symbol, kinds, strict=False))
    done = state(text + f"final {last} {placed}\nfinal {first}\n")
    assert done.spaces[last] == done.spaces[first]
    # `last` moves first, to the common space; `first` falls back onto it and lies on top.
    assert done.order == (first, last)
