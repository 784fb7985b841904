"""The set-up of Código Enigma, asked question by question: each answer is a line of the record, or none."""

from collections.abc import Iterable

from cli.codigo_enigma.box_file import box_lines
from cli.desk import Question
from cli.setting_up import OneSitting, Options, Step, by_option, name_word, refuse, said
from solver.codigo_enigma.box import ASSUMED_CARDS, DEALT, PILES, WILD
from solver.codigo_enigma.events import Cards, Deal, Described, Event, First, Players, Symbols, Wild, Zone
from solver.codigo_enigma.notation import read
from solver.codigo_enigma.play import set_up_order
from solver.codigo_enigma.rules import starter
from solver.codigo_enigma.state import State
from solver.errors import NotationError
from solver.record import Record
from solver.words import Words, as_word, name_meant

__all__ = ["SettingUp"]

TITLE = "Código Enigma"


class SettingUp(OneSitting):
    """What is still to be asked."""

    header = "game codigo-enigma\n"

    def next(self, record: Record[Event, State]) -> Step | None:
        """The next question, None when the game can begin."""
        state = record.state
        told = {type(entry.event) for entry in record.entries}
        if state.begun:
            return None
        if Players not in told:
            return Step("players", Question(said("Who plays? 2 to 4 names in the order of turns")), _players)
        # Once a card is dealt, what comes before it was settled.
        early = Deal not in told and Zone not in told
        if early and Cards not in told and "cards" not in self._settled:
            return self._optional("cards", f"How many common cards are in your box? Enter: {ASSUMED_CARDS} assumed")
        if early and len(state.players) == 4 and Wild not in told and "wild" not in self._settled:
            return self._optional("wild", f"Wild cards with four players, 4 or 5? Enter: {WILD[4]}")
        undealt = [player for player in state.players if player not in state.dealt]
        if undealt:
            return _cards(f"deal {as_word(undealt[0])}", f"The cards dealt to {undealt[0]}", DEALT)
        if Zone not in told:
            return _cards("zone", "The ENCARTE zone, from the deck outwards", PILES)
        if First not in told and starter(state) is None and "first" not in self._settled:
            return self._first(state)
        return None

    def from_options(self, record: Record[Event, State], given: Options) -> Record[Event, State]:
        """Set a game up from options and the box file. Raises LineError that names the option, and FileError."""
        refuse(given, TITLE, "players", "lines")
        record = by_option(
            "--player", lambda: record.then(read(Words("players " + " ".join(map(name_word, given.players)))))
        )
        lines = [by_option("--line", lambda line=line: _set_up_line(line)) for line in given.lines]  # type: ignore[misc]
        for event in _besides(box_lines(), lines):
            record = record.then(event)
        for event in lines:
            record = by_option("--line", lambda event=event, record=record: record.then(event))  # type: ignore[misc]
        return record

    def keep(self, given: Options) -> list[str]:
        """Nothing is kept for the next game; what the user should know."""
        told = ["Whoever opens the file sees the hidden codes: it is plain text."]
        if not any(line.split()[:1] == ["cards"] for line in given.lines) and not box_lines():
            told.append(f"{ASSUMED_CARDS} common cards are assumed; --line “cards N” tells how many your box holds.")
        return told

    def _optional(self, keyword: str, asked: str) -> Step:
        def event(typed: str) -> Event | None:
            if not typed:
                self._settled.add(keyword)
                return None
            return read(Words(f"{keyword} {typed}"))

        return Step(keyword, Question(said(asked)), event)

    def _first(self, state: State) -> Step:
        def event(typed: str) -> Event | None:
            if not typed:
                self._settled.add("first")
                return None
            player = name_meant(typed, state.players)
            if player is None:
                raise NotationError("nobody of that name plays", typed=typed, expected=" or ".join(state.players))
            return First(player)

        return Step("first", Question(said("Who begins? Enter: whoever acts first"), state.players), event)


def _players(typed: str) -> tuple[Event, ...]:
    """The players, and with them what the box file says."""
    names = typed if '"' in typed else " ".join(typed.replace(",", " ").split())
    return (read(Words(f"players {names}")), *box_lines())


def _cards(line: str, asked: str, count: int) -> Step:
    def event(typed: str) -> Event:
        cards = typed.replace(",", " ").split()
        # One ? alone says that none of them is typed.
        cards = ["?"] * count if cards in ([], ["?"]) else cards
        return read(Words(f"{line} {' '.join(cards)}"))

    return Step(line, Question(said(f"{asked}: {count} numbers, wild or ?; Enter: not typed")), event)


def _set_up_line(line: str) -> Event:
    event = read(Words(line))
    if set_up_order(event) is None:
        raise NotationError("no line of the set-up", typed=line, expected="a line like “cards 40” or “deal Ann 3 8 12”")
    return event


def _besides(box: Iterable[Event], lines: Iterable[Event]) -> list[Event]:
    """What the box says, but for what was said in lines."""
    told = list(lines)
    kinds = {type(event) for event in told if isinstance(event, Cards | Symbols)}
    numbers = {event.number for event in told if isinstance(event, Described)}
    return [e for e in box if type(e) not in kinds and not (isinstance(e, Described) and e.number in numbers)]
