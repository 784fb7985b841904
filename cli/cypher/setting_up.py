"""The set-up of Cypher, asked question by question: each answer is some lines of the record, or none."""

from functools import partial

from cli.cypher.box_file import box_path, save_box, saved_box
from cli.desk import Question
from cli.files import shown
from cli.setting_up import OneSitting, Options, Step, by_option, name_word, player_meant, refuse, said
from solver.cypher.box import IN_BOX
from solver.cypher.events import Cards, CardText, Event, Hand, Me, Players, Removed
from solver.cypher.notation import read
from solver.cypher.play import cards_fault
from solver.cypher.state import State
from solver.errors import IllegalEvent, NotationError
from solver.record import Record
from solver.words import Words, as_word, name_meant

__all__ = ["TITLE", "SettingUp"]

TITLE = "Cypher"


class SettingUp(OneSitting):
    """What is still to be asked."""

    header = "game cypher\n"

    def next(self, record: Record[Event, State]) -> Step | None:
        """The next question, None when the game can begin."""
        state, told = record.state, {type(entry.event) for entry in record.entries}
        if state.started:
            return None
        if Players not in told:
            asked = "Who plays? 2 to 4 names, clockwise from the first player, like Ann Bob Cy"
            return Step("players", Question(said(asked)), _players)
        # The hands come last, so whoever comes back later is not asked again for what came before.
        early = Hand not in told
        if early and Me not in told and "me" not in self._settled:
            return self.which_one(state.players, Me, "the record tells every card")
        if early and Cards not in told and "cards" not in self._settled:
            return self._cards()
        if early and Removed not in told and "removed" not in self._settled:
            return self._removed()
        untold = next((player for player in state.players if state.sees(player) and player not in state.dealt), None)
        return None if untold is None else _hand(state, untold)

    def from_options(self, record: Record[Event, State], given: Options) -> Record[Event, State]:
        """Set a game up from options; the box as it is saved. Raises LineError that names the option, and FileError."""
        refuse(given, TITLE, "players", "me", "lines")
        record = by_option(
            "--player", lambda: record.then(read(Words("players " + " ".join(map(name_word, given.players)))))
        )
        if (me := given.me) is not None:
            record = by_option("--me", lambda: record.then(Me(player_meant(name_word(me), record.state.players))))
        lines = [by_option("--line", partial(_set_up_line, record, line)) for line in given.lines]
        if not any(isinstance(event, Cards | CardText) for event in lines):
            for event in saved_box():
                record = record.then(event)
        for event in sorted(lines, key=lambda event: record.game.set_up_order(event) or 0):
            record = by_option("--line", partial(record.then, event))
        return record

    def keep(self, given: Options) -> list[str]:
        """What should be known of a record without `me`, and of the box. Raises FileError."""
        told = []
        if given.me is None:
            told.append("Nobody's cards are hidden in this record; --me NAME makes it yours.")
        if not saved_box() and not any(line.split()[:1] == ["cards"] for line in given.lines):
            told.append(f"Names and values of your cards, once for all games: {shown(str(box_path()))}")
        return told

    def _cards(self) -> Step:
        def event(typed: str) -> tuple[Event, ...] | None:
            if not typed:
                self._settled.add("cards")
                return saved_box() or None
            cards = read(Words(f"cards {typed}"))
            if isinstance(cards, Cards):
                if fault := cards_fault(cards, IN_BOX):
                    raise fault
                save_box(cards)
            return (cards,)

        if saved_box():
            asked = (
                f"The cards are those of {shown(str(box_path()))}. Enter keeps them, or type others: name=value xN …"
            )
        else:
            asked = (
                "The rulebook names one card only. Type yours, 19 in all, like power=0 guard=2x3 …; they are saved for"
                " next time. Enter: place-holders, which can be counted but not named"
            )
        return Step("cards", Question(said(asked)), event)

    def _removed(self) -> Step:
        def event(typed: str) -> Event | None:
            if typed.casefold() in ("y", "yes"):
                return Removed()
            if typed.casefold() not in ("", "n", "no"):
                raise NotationError("neither yes nor no", typed=typed, expected="y, or Enter for no")
            self._settled.add("removed")
            return None

        asked = "Was one card taken out of the game unseen? y, or Enter for no"
        return Step("removed", Question(said(asked)), event)


def _players(typed: str) -> Event:
    names = typed if '"' in typed else typed.replace(",", " ")
    return read(Words(f"players {names}"))


def _hand(state: State, player: str) -> Step:
    count = len(state.hands[player])

    def event(typed: str) -> Event:
        cards = [name_meant(word, state.names) or word for word in Words(typed).all]
        return read(Words(" ".join(["hand", as_word(player), *map(as_word, cards)])))

    whose = "Your" if player == state.me else f"{player}’s"
    like = " ".join(map(as_word, state.names[1 : count + 1]))
    asked = f"{whose} {count} card{'s' * (count > 1)}, like {like}"
    # Whoever sits near may look at the screen; hands are secret.
    return Step("hand", Question(said(asked), state.names, wiped=player == state.me), event)


def _set_up_line(record: Record[Event, State], line: str) -> Event:
    event = record.game.read(Words(line))
    if record.game.set_up_order(event) is None:
        raise IllegalEvent(
            "this is no line of the set-up", typed=line, expected="a line like removed, or hand Ann a c f"
        )
    return event
