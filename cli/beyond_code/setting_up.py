"""The set-up of Enigma: Beyond Code, asked question by question: each answer is some lines of the record, or none."""

from collections.abc import Sequence
from functools import partial

from cli.beyond_code.box_file import box_path, lines_for, saved_box, set_corners, set_names, try_names
from cli.desk import Question
from cli.files import shown
from cli.setting_up import OneSitting, Options, Step, by_option, name_word, player_meant, refuse, said
from solver.beyond_code.box import PLACE_HOLDERS, TITLES
from solver.beyond_code.events import (
    Card,
    CardLine,
    Character,
    CharacterSet,
    Corner,
    Event,
    Keeper,
    Me,
    Players,
    Ruling,
    SetKind,
    Switch,
    WordsLine,
)
from solver.beyond_code.notation import begun, read
from solver.beyond_code.rules import first_pool
from solver.beyond_code.state import State
from solver.errors import IllegalEvent, NotationError
from solver.record import Record
from solver.words import Words, as_word

__all__ = ["SettingUp"]

TITLE = "Enigma: Beyond Code"
_CORNERS = {"c": Corner.CHAOS, "d": Corner.DECRYPTION, "n": Corner.NONE, "?": Corner.UNKNOWN}


_LETTERS = {corner: letter for letter, corner in _CORNERS.items()}
_EASIER = {"time": Switch.EASY_TIME, "tokens": Switch.EASY_TOKENS}
"""Alone with Chaos: the words for both easier modes."""


class SettingUp(OneSitting):
    """What is still to be asked."""

    header = "game beyond-code\n"

    def __init__(self) -> None:
        super().__init__()
        self._named: set[Card] = set()
        self._cornered: set[Card] = set()

    def next(self, record: Record[Event, State]) -> Step | None:
        """The next question, None when the game can begin."""
        state, told = record.state, {type(entry.event) for entry in record.entries}
        # The last answer always has its line, so whoever comes back later is not asked again for what came before.
        if state.begun or told & {CharacterSet, Ruling}:
            return None
        if Players not in told:
            asked = "Who plays? 1 to 5 names, clockwise, like Ann Bob Cy; one name: Alone with Chaos"
            return Step("players", Question(said(asked)), _players)
        if not state.solo and Me not in told and "me" not in self._settled:
            return self.which_one(state.players, Me, "every look says what the card was")
        if not state.solo and Keeper not in told:
            return _keeper(state)
        box = saved_box()
        # What was answered here may be asked again, by undo.
        unnamed = [
            card for card in state.cards if card in PLACE_HOLDERS and (card not in box.names or card in self._named)
        ]
        if unnamed and "names" not in self._settled:
            return self._names(unnamed, [box.names[card] for card in unnamed if card in box.names])
        known = ({Card.LIBRARY, Card.BOOK} | box.corners.keys()) - self._cornered
        untold = [card for card in state.cards if card not in known]
        if untold and "corners" not in self._settled:
            titles = [box.names.get(card, TITLES[card]) for card in untold]
            letters = [_LETTERS[box.corners[card]] for card in untold if card in box.corners]
            return self._corners(untold, titles, letters)
        return _easier(state) if state.solo else _characters(state)

    def from_options(self, record: Record[Event, State], given: Options) -> Record[Event, State]:
        """Set a game up from options; the box as it is saved. Raises LineError that names the option, and FileError."""
        refuse(given, TITLE, "players", "me", "lines")
        record = by_option("--player", lambda: record.then(_players(" ".join(map(_word, given.players)))))
        if (me := given.me) is not None:
            record = by_option("--me", lambda: record.then(Me(player_meant(name_word(me), record.state.players))))
        for line in given.lines:
            record = by_option("--line", partial(_with_line, record, line))
        state, told = record.state, {_subject(entry.event) for entry in record.entries}
        # So that nobody is asked again for what was said here.
        if state.solo and Switch.EASY_TIME not in state.rulings:
            record = record.then(Ruling(Switch.EASY_TIME, "off"))
        if not state.solo and state.set_kind is None:
            record = record.then(CharacterSet(SetKind.STANDARD))
        for event in _from_box(state, state.set_kind):
            if _subject(event) not in told:
                record = record.then(event)
        return record

    def keep(self, given: Options) -> list[str]:
        """What should be known of a record without `me`, and of the box. Raises FileError."""
        told = []
        if given.me is None and len(given.players) > 1:
            told.append("Nobody's looks are hidden in this record; --me NAME makes it yours.")
        return [*told, *_about_box()]

    def _names(self, unnamed: Sequence[Card], before: Sequence[str]) -> Step:
        def event(typed: str) -> None:
            names = [" ".join(name.split()) for name in typed.split(",")] if typed else []
            if names and len(names) != len(unnamed):
                expected = f"{len(unnamed)} names, apart by commas, or Enter for none"
                raise NotationError(f"{len(names)} names", typed=typed, expected=expected)
            given = {card: _card_name(card, name) for card, name in zip(unnamed, names, strict=False)}
            try_names({**saved_box().names, **given})
            set_names(given)
            self._named.update(given)
            self._settled.add("names")

        none = ", ".join(before) or f"{', '.join(unnamed)} for now"
        asked = (
            f"The rulebook does not name {len(unnamed)} of the mansion cards. Their names as your box prints them,"
            f" apart by commas; kept in {shown(str(box_path()))}. Enter: {none}"
        )
        return Step("names", Question(said(asked), default=", ".join(before)), event)

    def _corners(self, untold: Sequence[Card], titles: Sequence[str], before: Sequence[str]) -> Step:
        def event(typed: str) -> None:
            letters = "".join(typed.casefold().split())
            expected = f"{len(untold)} letters out of c d n ?, or Enter for none"
            if letters and (len(letters) != len(untold) or not set(letters) <= set(_CORNERS)):
                raise NotationError("not one letter for each card", typed=typed, expected=expected)
            given = {card: _CORNERS[letter] for card, letter in zip(untold, letters, strict=False)}
            set_corners(given)
            self._cornered.update(given)
            self._settled.add("corners")

        asked = (
            f"What the upper right corners show, one letter each for {', '.join(titles)}: c Chaos, d decryption,"
            f" n none, ? not known; kept in {shown(str(box_path()))}. Enter: {''.join(before) or 'none of them known'}"
        )
        return Step("corners", Question(said(asked), default="".join(before)), event)


def _players(typed: str) -> Event:
    names = typed if '"' in typed else typed.replace(",", " ")
    return read(Words(f"players {names}"))


def _card_name(card: Card, name: str) -> str:
    """The name as the record reads it."""
    name_word(name)
    told = read(Words(f'card {card} "{name}"'))
    return (told.name if isinstance(told, CardLine) else None) or name


def _word(name: str) -> str:
    word = name_word(name)
    read(Words(f"me {word}"))
    return word


def _keeper(state: State) -> Step:
    def event(typed: str) -> Event:
        return Keeper(player_meant(typed, state.players) if typed else state.players[0])

    names = " ".join(map(as_word, state.players))
    return Step(
        "keeper", Question(said(f"Who is the Time Keeper? {names}; Enter: {state.players[0]}"), state.players), event
    )


def _characters(state: State) -> Step:
    def event(typed: str) -> tuple[Event, ...]:
        found = begun(SetKind, typed.casefold()) if typed else [SetKind.STANDARD]
        if len(found) != 1:
            raise NotationError("no character set is called so", typed=typed, expected=" or ".join(SetKind))
        return (CharacterSet(found[0]), *_from_box(state, found[0]))

    asked = f"{_own_words()}Which character set? {' '.join(SetKind)} (a beginning will do); Enter: standard"
    return Step("set", Question(said(asked), tuple(SetKind)), event)


def _easier(state: State) -> Step:
    def event(typed: str) -> tuple[Event, ...]:
        meant = [[mode for mode in _EASIER if mode.startswith(word)] for word in typed.casefold().split()]
        if any(len(found) != 1 for found in meant):
            raise NotationError("not an easier mode", typed=typed, expected="time, tokens, both, or Enter for neither")
        rulings = [Ruling(switch, "on" if [mode] in meant else "off") for mode, switch in _EASIER.items()]
        return (*rulings, *_from_box(state, None))

    asked = (
        f"{_own_words()}Easier? time: you lose only when the marker leaves the last space; tokens: they are kept"
        " between games. Enter: neither"
    )
    return Step("easier", Question(said(asked), tuple(_EASIER)), event)


def _own_words() -> str:
    """Where effects and goals may be written, before the last question: with its answer the record is made."""
    box = saved_box()
    if box.effects or box.goals:
        return ""
    return (
        "What cards do and what characters want, in your own words: [effects] and [goals] in"
        f" {shown(str(box_path()))}, to be written before you answer.\n"
    )


def _from_box(state: State, kind: SetKind | None) -> tuple[Event, ...]:
    """What the record must say of the box. Raises FileError."""
    # With the gradual set any character may come into the mansion.
    characters = tuple(Character) if kind is SetKind.GRADUAL else first_pool(len(state.players), kind)
    return lines_for(saved_box(), state.cards, characters)


def _subject(event: Event) -> tuple[str, str] | None:
    """Of what in the box a line tells, and which kind of thing."""
    match event:
        case CardLine(card=card):
            return "card", card
        case WordsLine(of=of):
            return "words", of
        case _:
            return None


def _with_line(record: Record[Event, State], line: str) -> Record[Event, State]:
    event = record.game.read(Words(line))
    if record.game.set_up_order(event) is None:
        raise IllegalEvent("this is no line of the set-up", typed=line, expected="a line like set introductory")
    return record.then(event)


def _about_box() -> list[str]:
    """Where the user may write what his box says. Raises FileError."""
    box = saved_box()
    if all(card in box.names for card in PLACE_HOLDERS) and box.effects:
        return []
    return [f"Names, corners, effects and goals of your box: {shown(str(box_path()))}"]
