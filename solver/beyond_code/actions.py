"""What a player does in his turn: a naming, a doubt about it, a look, the goal."""

from dataclasses import replace

from solver.beyond_code.events import Card, Character, Decrypt, Doubt, Goal, Look, Name, Switch, Token, Turn
from solver.beyond_code.rules import (
    begin_turn,
    can_pass,
    caught,
    doubters,
    eliminate,
    expected,
    finish,
    following,
    know,
    pass_turn,
    proved,
    run_out,
    saw,
    shown_as,
    silent_done,
    take_back,
    time_runs_out,
)
from solver.beyond_code.state import Ending, Naming, Outcome, State
from solver.errors import IllegalEvent

__all__ = [
    "doubt",
    "goal",
    "look",
    "may_decrypt",
    "must_tell",
    "name",
    "no_effect",
    "not_now",
    "playing",
    "time_out",
    "turn",
    "with_infiltrator",
]


def not_now(state: State, why: str, typed: str = "") -> IllegalEvent:
    """The error for a line that is right at another time."""
    return IllegalEvent(why, typed=typed, expected=expected(state))


def no_effect(state: State, why: str, typed: str = "") -> IllegalEvent:
    """The error for what only an effect does. Where a look was taken for a silent turn, it says how that is mended."""
    instead = state.otherwise
    if instead is None:
        return not_now(state, f"no effect is carried out now: {why}", typed)
    who, silent = instead.active, following(instead)
    how = f"“turn {who}” after it tells so" if who != state.active else "it stands after the rest of that"
    why = (
        f"the look of {silent} was a silent turn (Look only), and a line forgotten before it is inserted before it;"
        f" if the look was part of {who}'s effect, {how}"
    )
    return not_now(state, f"no effect is carried out now: {why}", typed)


def playing(state: State) -> State:
    """Make sure that the game is under way. Raises IllegalEvent."""
    if state.outcome is not None:
        raise not_now(state, "the game is over")
    return replace(state, begun=True, otherwise=None)


def must_tell(state: State, player: str, card: str | None, where: str) -> None:
    """Make sure that the viewer, or a record without one, says what a card was that was looked at."""
    if card is None and not state.accepted and state.me in (None, player):
        whose = "a record without “me” says" if state.me is None else f"{player} has seen it, so the record says"
        raise IllegalEvent(f"{whose} what the card was", expected=where)


# ---- whose turn it is ------------------------------------------------------------------------------------------------


def _acting(state: State, player: str) -> State:
    """Let a line of this player begin his turn, if it has not begun. Raises IllegalEvent where it is another's."""
    state = playing(state)
    if player in state.out:
        raise not_now(state, f"{player} is out of this game (Achieve the Character's Goal)", player)
    if player != state.active:
        passed = pass_turn(state) if can_pass(state) else state
        if player != passed.active:
            raise not_now(state, "it is another's turn", player)
        state = passed
    return state if state.entered else begin_turn(state)


def turn(state: State, event: Turn) -> State:
    """`turn Cy`: his turn begins, or the look just entered was no silent turn and it still is the turn before."""
    player, instead = event.player, state.otherwise
    alone = state.in_game == (player,) and can_pass(state)
    if player == state.active and state.entered and not alone:
        raise not_now(state, "his turn has begun", player)
    if player != state.active and instead is not None:
        if player == instead.active:
            return replace(instead, otherwise=None)
        if player == following(instead):
            state = instead
    if _only_passes(state, player):
        return pass_turn(playing(state))
    return _acting(pass_turn(playing(state)) if alone else state, player)


def _only_passes(state: State, player: str) -> bool:
    """Whether a player is next, has a silence token, and no card is closed at which he could look (ruling 11)."""
    return can_pass(state) and following(state) == player and state.holds(player, Token.SILENCE) and not state.closed


def _speaking(state: State, player: str) -> State:
    """As `_acting`, for what a silence token forbids."""
    state = _acting(state, player)
    if state.holds(player, Token.SILENCE):
        raise not_now(state, f"{player} has a silence token and may only look at a closed card (Look only)", player)
    return state


# ---- Name a Mansion Card, Decryption ---------------------------------------------------------------------------------


def name(state: State, event: Name | Decrypt, card: Card, really: Card | None, line: int) -> State:
    """A card is looked at, or pointed to if it lies open, and called something."""
    if can_pass(state) and state.in_game == (event.player,) and (isinstance(event, Name) or not may_decrypt(state)):
        state = pass_turn(playing(state))
    state = _speaking(state, event.player)
    instead = state.rulings.get(Switch.DECRYPTION) == "instead"
    if isinstance(event, Decrypt):
        state = _decrypting(state, event, instead=instead)
    elif state.named_now:
        raise not_now(state, f"{event.player} has named a card in this turn (Player's Turn)", event.player)
    closed = event.square not in state.open
    if closed:
        must_tell(state, event.player, really, "“is” and the card at the end")
        state = saw(state, event.square, event.player)
    if really is not None:
        state = know(state, line, event.square, really, public=not closed)
    naming = Naming(
        line,
        event.player,
        event.square,
        card,
        closed,
        len(state.closed),
        any(lies is card for square, lies in state.open.items() if square != event.square),
        doubters(state, event.player),
        decrypted=isinstance(event, Decrypt),
        really=really,
    )
    return replace(
        state,
        steps=(*state.steps, naming),
        naming=naming,
        named_now=state.named_now or isinstance(event, Name) or instead,
        decrypted=state.decrypted or isinstance(event, Decrypt),
        doubtable=True,
        effects=True,
        affected=False,
    )


def may_decrypt(state: State) -> bool:
    """Whether the active player held a decryption token when the turn began and has not used one in it (ruling 13)."""
    return state.could_decrypt and state.holds(state.active, Token.DECRYPTION) and not state.decrypted


def _decrypting(state: State, event: Decrypt, *, instead: bool) -> State:
    """Give back the token. Ruling 13: held when the turn began, once a turn, for a closed card."""
    player = event.player
    if event.source is not None:
        raise IllegalEvent("silence tokens lie on cards in Alone with Chaos only", typed=f"from {event.source}")
    if not may_decrypt(state):
        raise not_now(state, f"{player} had no decryption token when the turn began (Decryption)", player)
    if instead and state.named_now:
        raise not_now(state, "here a decryption token stands instead of the other naming (ruling decryption)", player)
    if event.square in state.open:
        closed = " ".join(state.closed)
        raise IllegalEvent(
            "a decryption token names closed cards only (Decryption)", typed=event.square, expected=closed
        )
    return take_back(state, player, Token.DECRYPTION)


def doubt(state: State, event: Doubt, really: Card | None, line: int) -> State:
    """“Lie!”: a naming is checked."""
    state, naming, player = playing(state), state.naming, event.player
    if naming is None or not state.doubtable:
        raise not_now(state, "there is no naming that could be doubted now (Second Option: “Lie!”)", player)
    if player == naming.player:
        raise IllegalEvent("nobody doubts himself", typed=player, expected=" or ".join(naming.doubters) or "nobody")
    if player in state.out:
        raise IllegalEvent(
            f"{player} is out of this game and doubts nobody (Achieve the Character's Goal)",
            typed=player,
            expected=" or ".join(naming.doubters) or "nobody",
        )
    if player not in naming.doubters:
        raise IllegalEvent(
            f"{player} has a silence token and may not doubt (Loss of voice)",
            typed=player,
            expected=" or ".join(naming.doubters) or "nobody",
        )
    if event.honest and really is not None:
        state = know(state, line, naming.square, really)
    judged = replace(naming, checked=player, honest=event.honest)
    steps = tuple(judged if step is naming else step for step in state.steps)
    state, naming = replace(state, steps=steps, naming=judged), judged
    if event.honest:
        return proved(state, naming, player, line)
    return caught(state, naming, player, really, line)


# ---- looks -----------------------------------------------------------------------------------------------------------


def look(state: State, event: Look, card: Card | None, line: int) -> State:
    """A secret look: the whole of a silent turn, or part of an effect."""
    before, instead, player = state, state.otherwise, event.player
    state = playing(before)
    if player in state.out:
        raise not_now(state, f"{player} is out of this game", player)
    if event.square in state.open:
        raise IllegalEvent("this card lies open", typed=event.square, expected="one of " + " ".join(state.closed))
    must_tell(state, player, card, "the card at the end")
    seen = saw(state, event.square, player)
    if card is not None:
        seen = know(seen, line, event.square, card, public=False)
    if player == state.active and state.holds(player, Token.SILENCE):
        # If the look before this one was part of an effect, this one may have been, too.
        effect = None if instead is None else look(replace(instead, otherwise=None), event, card, line)
        return replace(silent_done(seen if state.entered else begin_turn(seen)), otherwise=effect)
    after = following(state) if can_pass(state) else None
    silenced = player == after and player != state.active and state.holds(player, Token.SILENCE)
    if silenced and not (state.effects and time_runs_out(pass_turn(seen))):
        effect = replace(seen, affected=True, doubtable=False) if state.effects else None
        return replace(silent_done(begin_turn(pass_turn(seen))), otherwise=effect)
    if not state.effects:
        raise no_effect(before, "and this is no silent turn (Look only)", player)
    return replace(seen, affected=True, doubtable=False)


# ---- Achieve the Character's Goal ------------------------------------------------------------------------------------


def goal(state: State, event: Goal) -> State:
    """A character is shown and his goal tried: the game is won, or the player out of it."""
    if event.character not in (*state.pool, *state.to_pick):
        pool = ", ".join(dict.fromkeys((*state.pool, *state.to_pick)))
        raise IllegalEvent("this character does not take part", typed=event.character, expected=pool)
    state = shown_as(_speaking(state, event.player), event.player, event.character)
    if event.achieved:
        return finish(state, Outcome(Ending.GOAL, event.player, event.character, max(0, state.spaces - state.space)))
    return eliminate(state, event.player)


# ---- Time Runs Out ---------------------------------------------------------------------------------------------------


def time_out(state: State, infiltrator: str | None) -> State:
    """Time has run out by the Keeper's move; or it has, by an effect, and the Infiltrator shows himself."""
    if infiltrator is not None:
        _check_infiltrator(state, infiltrator)
    if state.outcome is not None:
        return _shown_late(state, infiltrator)
    if not state.entered and time_runs_out(state):
        return run_out(replace(state, begun=True), infiltrator)
    if not can_pass(state):
        raise not_now(state, "the Keeper does not move the marker now")
    passed = pass_turn(playing(state))
    if not time_runs_out(passed):
        raise not_now(state, "the marker does not come to the last space now (Time Runs Out)")
    return run_out(passed, infiltrator)


def with_infiltrator(state: State) -> bool:
    """Whether the Infiltrator is in the set of this game, or may be."""
    return Character.INFILTRATOR in (*state.pool, *state.to_pick)


def _check_infiltrator(state: State, player: str) -> None:
    if not with_infiltrator(state):
        raise IllegalEvent("the Infiltrator does not take part", typed=player, expected="“time out” alone")
    known = [p for p, c in state.characters.items() if c is Character.INFILTRATOR and p != player]
    if known and not state.accepted:
        raise IllegalEvent(
            f"{known[0]} is the Infiltrator", typed=player, expected=f"“time out” or “time out {known[0]}”"
        )
    if player in state.out:
        raise IllegalEvent(f"{player} is out of this game", typed=player, expected="an Infiltrator in the game")
    shown_as(state, player, Character.INFILTRATOR)
    if state.holds(player, Token.SILENCE):
        raise IllegalEvent(
            f"{player} has a silence token, so Chaos wins (Triumph and the Abyss of Defeat)",
            typed=player,
            expected="“time out” alone",
        )


def _shown_late(state: State, infiltrator: str | None) -> State:
    """An effect has moved the marker to the last space, and the line before did not say who wins."""
    outcome = state.outcome
    if outcome is None or outcome.ending not in (Ending.TIME, Ending.INFILTRATOR):
        raise not_now(state, "the game is over")
    if infiltrator is None or infiltrator == outcome.winner:
        return state
    return run_out(replace(state, outcome=None, breakthroughs=state.breakthroughs - 1), infiltrator)
