"""Every rule of Enigma: Beyond Code for two to five players, in the rulebook's order, as functions of the state.

A ruling where the rulebook is silent is one named function here, and its docstring gives its number. How a line makes
use of the rules stands in `actions.py` and `effects.py`; Alone with Chaos stands in `alone.py`.
"""

from dataclasses import replace

from solver.beyond_code.box import BREAKTHROUGHS, IN_SET, TRIUMPHS
from solver.beyond_code.events import Card, Character, SetKind, Square, Switch, Token
from solver.beyond_code.state import Ending, Fact, Naming, Outcome, Seen, State
from solver.errors import IllegalEvent

__all__ = [
    "begin_turn",
    "breakthroughs_allowed",
    "can_pass",
    "caught",
    "doubters",
    "eliminate",
    "expected",
    "finish",
    "first_pool",
    "following",
    "give",
    "hand",
    "infiltrator_wins",
    "know",
    "lies_open_after_lie",
    "match_over",
    "move_marker",
    "next_game",
    "one_more_game",
    "opened",
    "pass_turn",
    "proved",
    "run_out",
    "saw",
    "shown_as",
    "silent_done",
    "take_back",
    "time_runs_out",
    "turned_down",
    "turns_left",
]


# ---- what is known ---------------------------------------------------------------------------------------------------


def know(state: State, line: int, square: Square, *cards: Card, public: bool = True) -> State:
    """Put down a hard fact: the card on the square is one of these."""
    return replace(state, steps=(*state.steps, Fact(line, square, frozenset(cards), public)))


def saw(state: State, square: Square, *players: str) -> State:
    """Note who has seen the card that lies on a square now."""
    seen = state.seen.get(square, frozenset()) | frozenset(players)
    steps = (*state.steps, Seen(square, frozenset(players)))
    return replace(state, seen={**state.seen, square: seen}, steps=steps)


def opened(state: State, square: Square, card: Card, line: int) -> State:
    """Turn a card face up: everybody sees it."""
    state = know(saw(state, square, *state.players), line, square, card)
    return replace(state, open={**state.open, square: card})


def turned_down(state: State, *squares: Square) -> State:
    """Turn cards face down; a solo silence token on one goes back to the supply."""
    left = {square: card for square, card in state.open.items() if square not in squares}
    return replace(state, open=left, laid=tuple(square for square in state.laid if square not in squares))


# ---- Turn Order ------------------------------------------------------------------------------------------------------


def following(state: State) -> str:
    """Who takes the turn after this one: the next player clockwise who has not been eliminated."""
    at = state.players.index(state.active)
    order = (*state.players[at + 1 :], *state.players[: at + 1])
    return next(player for player in order if player not in state.out)


def can_pass(state: State) -> bool:
    """Whether the turn may be over with the next player's line. Ruling 5: a naming is mandatory, nobody passes."""
    return state.entered and state.named_now


def pass_turn(state: State) -> State:
    """End the turn. Ruling 4: the marker moves when the Keeper's turn comes or would have come.

    Ruling 11: whoever has a silence token, where no card is closed, only passes the turn.
    """
    at = state.players.index(state.active)
    order = (*state.players[at + 1 :], *state.players[: at + 1])
    comes = following(state)
    passed = order[: order.index(comes) + 1]
    state = replace(
        state,
        active=comes,
        entered=False,
        moves_due=state.moves_due + passed.count(state.keeper),
        decrypted=False,
        named_now=False,
        naming=None,
        doubtable=False,
        effects=False,
        affected=False,
    )
    if state.holds(comes, Token.SILENCE) and not state.closed:
        return pass_turn(take_back(state, comes, Token.SILENCE))
    return state


def begin_turn(state: State) -> State:
    """Let the active player's first line begin his turn; the Keeper has moved the marker. Raises IllegalEvent."""
    if time_runs_out(state):
        raise IllegalEvent(
            "the marker moves to the last space before this turn, and time has run out (Time Runs Out)",
            expected="“time out”, or “time out” and the Infiltrator's name",
        )
    if state.returning is not None:
        state = take_back(state, state.returning, Token.SILENCE)
    return replace(
        state,
        space=state.space + state.moves_due,
        moves_due=0,
        returning=None,
        entered=True,
        attempted=False,
        could_decrypt=state.holds(state.active, Token.DECRYPTION),
    )


def turns_left(state: State, player: str) -> int:
    """How many turns a player still begins before time runs out, this one not counted once it has begun.

    No effect moves the marker, and nobody is eliminated.
    """
    if state.outcome is not None or player in state.out:
        return 0
    left = state.spaces - 1 - state.space + (state.solo and state.rulings.get(Switch.EASY_TIME) == "on")
    if not state.entered:
        left -= state.moves_due
        if left < 0:
            return 0
    at, turns = state.players.index(state.active), 0 if state.entered or player != state.active else 1
    for step in range(1, len(state.players) * (left + 1) + 1):
        seat = state.players[(at + step) % len(state.players)]
        left -= seat == state.keeper
        if left < 0:
            break
        turns += seat == player
    return turns


# ---- Name a Mansion Card ---------------------------------------------------------------------------------------------


def doubters(state: State, player: str) -> tuple[str, ...]:
    """Who may doubt the player's words. Ruling 7, Loss of voice: whoever is in the game and has no silence token.

    “First Voice Decides!”: in the order in which it is unclear who was first, clockwise from the player.
    """
    at = state.players.index(player)
    order = (*state.players[at + 1 :], *state.players[:at])
    return tuple(p for p in order if p in state.in_game and not state.holds(p, Token.SILENCE))


def proved(state: State, naming: Naming, doubter: str, line: int) -> State:
    """“Lie!”, and it was the truth: the card is opened, the doubter takes a silence token, the effect follows."""
    state = know(state, line, naming.square, naming.card)
    if naming.closed:
        state = opened(state, naming.square, naming.card, line)
    return give(replace(state, doubtable=False, effects=True), doubter, Token.SILENCE)


def caught(state: State, naming: Naming, doubter: str, really: Card | None, line: int) -> State:
    """“Lie!”, and it was one: no effect, a silence token, the turn passes; the card stays as it lay.

    Moderate Secrecy and ruling 9: with two players it lies open, else not; the switch `checked` tells otherwise.
    """
    others = [card for card in state.cards if card is not naming.card]
    state = saw(know(state, line, naming.square, *others), naming.square, doubter)
    if really is not None:
        state = know(state, line, naming.square, really, public=not naming.closed)
    if naming.closed and lies_open_after_lie(state):
        card = really or naming.really
        if card is None:
            raise IllegalEvent(
                "after the check the card lies open (Moderate Secrecy)", expected="“is” and the card at the end"
            )
        state = opened(state, naming.square, card, line)
    return pass_turn(give(state, naming.player, Token.SILENCE))


def lies_open_after_lie(state: State) -> bool:
    """Ruling 9: whether a card lies open after somebody was caught lying about it."""
    told = state.rulings.get(Switch.CHECKED)
    return told == "open" if told else len(state.players) == 2


# ---- Achieve the Character's Goal ------------------------------------------------------------------------------------


def shown_as(state: State, player: str, character: Character) -> State:
    """Note whose card a character is; each player has one. Raises IllegalEvent where the record says otherwise.

    A seat may know less of the characters than the record, and nothing is checked there.
    """
    has = state.characters.get(player, character)
    if has is not character and not state.accepted:
        told = f"{player}'s character is the {has}"
        raise IllegalEvent(told, typed=character, expected=f"{has}, or “characters” before")
    others = [p for p, known in state.characters.items() if known is character and p != player]
    if len(others) >= (*state.pool, *state.to_pick).count(character) and not state.accepted:
        told = f"this character is {' and '.join(others)}'s"
        raise IllegalEvent(told, typed=character, expected="another, or “characters” before")
    return replace(state, characters={**state.characters, player: character})


def eliminate(state: State, player: str) -> State:
    """A goal was missed. Ruling 18: the tokens go back, the seat is skipped. Ruling 19: the last to fail ends it."""
    tokens = {owner: held for owner, held in state.tokens.items() if owner != player}
    state = replace(state, out=(*state.out, player), tokens=tokens)
    if not state.in_game:
        return finish(state, Outcome(Ending.NOBODY, None))
    return replace(pass_turn(state), attempted=True)


# ---- Time Runs Out ---------------------------------------------------------------------------------------------------


def time_runs_out(state: State) -> bool:
    """Whether the Keeper's moves that are due bring the marker to the last space."""
    return bool(state.moves_due) and state.space + state.moves_due >= state.spaces


def move_marker(state: State, spaces: int) -> State:
    """Move the marker by an effect. Ruling 3: reaching or passing the last space ends the game at once."""
    space = min(state.space + spaces, state.spaces)
    state = replace(state, space=space)
    return run_out(state, None) if space == state.spaces else state


def run_out(state: State, infiltrator: str | None) -> State:
    """End the game by time. Ruling 20: the Infiltrator wins if he is in the game and has no silence token.

    A seat may know less of the characters than the record: it sees who shows himself.
    """
    known = () if state.accepted else state.characters.items()
    winner = infiltrator or next((p for p, character in known if character is Character.INFILTRATOR), None)
    state = replace(state, space=state.spaces, moves_due=0)
    if winner is None or not infiltrator_wins(state, winner):
        return finish(state, Outcome(Ending.TIME, None))
    state = replace(state, characters={**state.characters, winner: Character.INFILTRATOR})
    return finish(state, Outcome(Ending.INFILTRATOR, winner, Character.INFILTRATOR))


def infiltrator_wins(state: State, player: str) -> bool:
    """Whether a player, if he is the Infiltrator, wins when time runs out."""
    return player in state.in_game and not state.holds(player, Token.SILENCE)


# ---- Silence, Decryption and Chaos Tokens ----------------------------------------------------------------------------


def give(state: State, player: str, token: Token) -> State:
    """Let a player take a token. One-Token Rule and ruling 15: a second one of a kind is not taken."""
    held = state.tokens.get(player, frozenset()) | {token}
    return replace(state, tokens={**state.tokens, player: held})


def take_back(state: State, player: str, token: Token) -> State:
    """Return a player's token to the supply."""
    held = state.tokens.get(player, frozenset()) - {token}
    return replace(state, tokens={**state.tokens, player: held})


def silent_done(state: State) -> State:
    """End a silent turn. Ruling 10: the token goes back as soon as the turn has passed, or after the marker's move."""
    player = state.active
    if state.rulings.get(Switch.SILENCE_BACK) == "after-time":
        return replace(pass_turn(state), returning=player)
    return pass_turn(take_back(state, player, Token.SILENCE))


# ---- Triumph and the Abyss of Defeat ---------------------------------------------------------------------------------


def finish(state: State, outcome: Outcome) -> State:
    """End the game: a win is marked with a triumph token, a game without winner by the breakthrough token."""
    state = replace(state, outcome=outcome, doubtable=False, effects=False, naming=None, entered=False, attempted=False)
    if outcome.winner is None:
        return replace(state, breakthroughs=state.breakthroughs + 1)
    return replace(state, wins={**state.wins, outcome.winner: state.wins.get(outcome.winner, 0) + 1})


def breakthroughs_allowed(state: State) -> int:
    """Ruling 23: how many breakthroughs lose the match."""
    return 1 if state.solo else int(state.rulings.get(Switch.BREAKTHROUGHS, BREAKTHROUGHS))


def match_over(state: State) -> bool:
    """Whether a third triumph or the last breakthrough has ended the match."""
    return TRIUMPHS in state.wins.values() or state.breakthroughs >= breakthroughs_allowed(state)


# ---- After Each Game, if You Are Playing to Three Victories ----------------------------------------------------------


def next_game(state: State) -> State:
    """Lay out anew; tokens go back, triumphs stay. Ruling 22: the last Keeper's left neighbour keeps the time.

    Raises IllegalEvent while the game or after the match is over.
    """
    after = one_more_game(state, "the match is over")
    keeper = state.players[(state.players.index(state.keeper) + 1) % len(state.players)]
    pool, to_pick = _next_set(state)
    return replace(after, keeper=keeper, active=keeper, moves_due=1, pool=pool, to_pick=to_pick)


def one_more_game(state: State, over: str) -> State:
    """A new game with what stays in a match: the set-up, triumphs, and what was seen in the games before.

    over: what is said after the match. Raises IllegalEvent while the game or after the match is over.
    """
    if state.outcome is None:
        raise IllegalEvent("the game is not over", expected=expected(state))
    if match_over(state):
        raise IllegalEvent(over, expected="a new record for a new match")
    return State(
        state.players,
        state.me,
        state.first_keeper,
        state.set_kind,
        state.named,
        state.corners_told,
        state.words,
        state.priors,
        state.rulings,
        state.accepted,
        game=state.game + 1,
        wins=state.wins,
        breakthroughs=state.breakthroughs,
        past=(*state.past, state.steps),
        outcomes=(*state.outcomes, state.outcome),
    )


# ---- Two-Player Game -------------------------------------------------------------------------------------------------


def first_pool(players: int, kind: SetKind | None) -> tuple[Character, ...]:
    """The character cards of the first game. Two players add the Medium to the introductory set."""
    if players == 1:
        return (Character.CRYPTOLOGIST, Character.MESSIAH, Character.WANDERER)
    cards = IN_SET[kind or SetKind.STANDARD]
    return (*cards, Character.MEDIUM) if players == 2 and kind is SetKind.INTRODUCTORY else cards


def hand(state: State) -> int:
    """How many characters each is dealt. Ruling 21: two players keep one of three, of two while the set has five."""
    if len(state.players) != 2:
        return 1
    return 2 if len(state.pool) + bool(state.to_pick) <= 5 else 3


# ---- Variant: Gradual Addition of Characters -------------------------------------------------------------------------

_ADDS = {
    Character.CRYPTOLOGIST: Character.INFILTRATOR,
    Character.MESSIAH: Character.MEDIUM,
    Character.WANDERER: Character.ARCHIVIST,
}
_AT_RANDOM = (Character.INFILTRATOR, Character.MEDIUM, Character.ARCHIVIST)


def _next_set(state: State) -> tuple[tuple[Character, ...], tuple[Character, ...]]:
    """The character cards of the next game, and those of which chance adds one. Ruling 24."""
    pool = state.pool
    won = state.outcome.character if state.outcome else None
    if state.set_kind is not SetKind.GRADUAL or won is None:
        return pool, state.to_pick
    first = won in _ADDS and won not in [outcome.character for outcome in state.outcomes]
    if first:
        if won is not Character.WANDERER:
            at = pool.index(won)
            pool = (*pool[:at], *pool[at + 1 :])
        added = _ADDS[won]
        return (pool if added in pool else (*pool, added)), state.to_pick
    if Character.GHOST not in pool:
        return (*pool, Character.GHOST), state.to_pick
    return pool, tuple(character for character in _AT_RANDOM if character not in pool)


# ---- saying what was expected ----------------------------------------------------------------------------------------


def expected(state: State) -> str:
    """What may come now, in words."""
    if not state.players:
        return "a players line"
    if state.outcome is not None:
        return "nothing, the match is over" if match_over(state) else "“next” for the next game"
    who = state.active
    if state.solo and state.revealable and not state.entered:
        return f"“open”: cards to reveal before this game: {state.revealable}"
    if state.solo:
        return f"“choose”, an effect, “goal {who} …” or “end”"
    if state.holds(who, Token.SILENCE):
        return f"“look {who} …”: {who} has a silence token"
    if not can_pass(state):
        return f"a naming or the goal of {who}, whose turn it is"
    after = following(state)
    return f"what {who} does by the effect, or the turn of {after}"
