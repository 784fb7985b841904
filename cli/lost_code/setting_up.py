"""The set-up of The Lost Code, asked question by question: each answer is a line of the record, or none."""

from collections.abc import Callable, Sequence
from functools import partial

from cli.desk import Question
from cli.setting_up import OneSitting, Options, Step, by_option, name_word, player_meant, refuse
from cli.setting_up import said as _said
from cli.settings import read_pad, saved_pad, saved_wheels, set_pad, set_wheels
from solver.errors import NotationError
from solver.lost_code.box import HIGHEST
from solver.lost_code.events import Event, Me, Players, Stack, Symbol, Variant, Variants, Wheels
from solver.lost_code.notation import read, read_wheels
from solver.lost_code.shorthand import stones_typed
from solver.lost_code.state import State
from solver.record import Record
from solver.words import Words, as_word

__all__ = ["SettingUp", "from_options"]


class SettingUp(OneSitting):
    """What is still to be asked."""

    header = "game lost-code\n"

    def next(self, record: Record[Event, State]) -> Step | None:
        """The next question, None when the game can begin."""
        state = record.state
        told = {type(entry.event) for entry in record.entries}
        # The stack always has its line, so whoever comes back later is not asked again for what comes before it.
        early = Stack not in told
        if state.round:
            return None
        if Players not in told:
            return Step("players", Question(_said("Who plays? 2 to 4 names, like Ann Bob Cy")), _players)
        if early and Me not in told and "me" not in self._settled:
            return self.which_one(state.players, Me, "everyone's stones are known")
        if early and Variants not in told and "variant" not in self._settled:
            return self._variants()
        if Stack not in told:
            return _stack(state)
        if Wheels not in told:
            return self._wheels(state)
        untold = [owner for owner in state.owners if owner not in state.logs_told and owner != state.me]
        if not untold:
            return None
        order, assumed = saved_pad()
        return self._pad(order) if assumed and "pad" not in self._settled else _log(state, untold[0], order)

    def from_options(self, record: Record[Event, State], given: Options) -> Record[Event, State]:
        """Set a game up from options, digits in the order of the pad. Raises LineError that names the option."""
        refuse(given, "The Lost Code", "players", "me", "variants", "stack", "wheels", "logs", "pad")
        return from_options(record, given, _order(given) or saved_pad()[0])

    def keep(self, given: Options) -> list[str]:
        """Keep the pad; what should be known of hidden logs and of an assumed pad. Raises FileError."""
        if pad := _order(given):
            set_pad(pad)
        told = []
        if given.me is None:
            told.append("Nobody's log is hidden in this record; --me NAME hides yours.")
        order, assumed = saved_pad()
        if given.logs and assumed:
            told.append(f"Digits were read in the assumed order of the pad, {' '.join(order)}; --pad tells yours.")
        return told

    def _variants(self) -> Step:
        def event(typed: str) -> Event | None:
            if not typed:
                self._settled.add("variant")
                return None
            return _variant_line(_apart(typed))

        asked = f"Variants and expansions: any of {' '.join(Variant)} (a beginning will do); Enter: none"
        return Step("variant", Question(_said(asked), tuple(Variant)), event)

    def _wheels(self, state: State) -> Step:
        x_side = Variant.X_RACE in state.variants
        table = saved_wheels(x_side=x_side)
        line = " ".join(f"{width}={points}" for width, (points, _) in table.items())
        sure = not any(guess for _, guess in table.values())

        def event(typed: str) -> Event | None:
            if not typed:
                return Wheels(read_wheels(line.split()), assumed=not sure)
            set_wheels(line if typed.casefold() in ("ok", "yes", "y") else _changed(line, typed), x_side=x_side)
            now = saved_wheels(x_side=x_side)
            return Wheels(tuple((width, points) for width, (points, _) in now.items()))

        side = "the X side of the wheels" if x_side else "the wheels"
        asked = f"What {side} are worth, as width=VP: {line}\n"
        if sure:
            asked += "These are saved. Enter keeps them, or type what differs, like 7=2 10=1"
        else:
            asked += (
                "Assumed; please compare with your wheels. ok if all are right, or type what differs, like 7=2 10=1;"
                " Enter leaves them assumed"
            )
        return Step("wheels", Question(_said(asked)), event)

    def _pad(self, order: Sequence[Symbol]) -> Step:
        def event(typed: str) -> Event | None:
            set_pad(tuple(order) if not typed or typed.casefold() == "ok" else read_pad(typed))
            self._settled.add("pad")
            return None

        asked = (
            f"Stones are typed as digits in the order of your deduction pad. Assumed: {' '.join(order)}."
            " Enter if that is so, else the six symbols in order"
        )
        return Step("pad", Question(_said(asked), tuple(order)), event)


def _apart(typed: str) -> list[str]:
    """Words apart by spaces or commas."""
    return typed.replace(",", " ").split()


def _players(typed: str) -> Event:
    names = typed if '"' in typed else " ".join(_apart(typed))
    return read(Words(f"players {names}"))


def _named(words: Sequence[str], state: State) -> tuple[str, ...]:
    return tuple(player_meant(name_word(word), state.players) for word in words)


def _variant_line(words: Sequence[str]) -> Event:
    """Read variants by any beginning: x i s c."""
    named = []
    for word in words:
        begun = [variant for variant in Variant if variant.startswith(word.casefold())]
        if len(begun) != 1:
            raise NotationError("no variant is called so", typed=word, expected=" ".join(Variant))
        named.append(begun[0])
    return read(Words(f"variant {' '.join(named)}"))


def _stack(state: State) -> Step:
    def event(typed: str) -> Event:
        return Stack(_named(Words(typed).all, state) or state.players)

    names = " ".join(map(as_word, state.players))
    asked = f"The pieces on space 0, the bottom one first; Enter: {names}"
    return Step("stack", Question(_said(asked), state.players), event)


def _changed(line: str, typed: str) -> str:
    """The values with those typed in their place, or all seven as typed."""
    given = dict(read_wheels(typed.replace(",", " ").split()))
    old = dict(read_wheels(line.split()))
    values = old | given if given.keys() <= old.keys() else given
    return " ".join(f"{width}={points}" for width, points in values.items())


def _log(state: State, owner: str, order: Sequence[Symbol]) -> Step:
    symbols = [symbol for symbol in order if symbol in state.symbols]

    def event(typed: str) -> Event:
        return read(Words(f"log {as_word(owner)} {_stones(typed, symbols)}"))

    def complaint(typed: str) -> str:
        return _first_fault(state, owner, "".join(typed.split()), symbols)

    def prompt(typed: str) -> str:
        said = "".join(typed.split())
        digits = (said if _in_digits(said) else "").ljust(len(symbols), "_")
        under = "  ".join(f"{symbol} {digit}" for symbol, digit in zip(symbols, digits, strict=False))
        whose = f"Log of {owner}" if owner in state.players else f"{owner}, a log of nobody"
        return f"{whose}: {len(symbols)} digits, ? for one not known\n{under}\n> "

    return Step("log", Question(prompt, complaint=complaint), event)


def _stones(typed: str, symbols: Sequence[Symbol]) -> str:
    """Digits, or stones as in the record; a single ? for a log that nobody knows."""
    digits = "".join(typed.split())
    if digits == "?":
        return ""
    return stones_typed(digits, symbols) if not any(letter.isalpha() for letter in digits) else typed


def _in_digits(typed: str) -> bool:
    return all(digit in "0123456789?" for digit in typed)


def _first_fault(state: State, owner: str, digits: str, symbols: Sequence[Symbol]) -> str:
    """What is wrong with digits typed so far, "" for nothing."""
    if not _in_digits(digits):
        return ""
    if len(digits) > len(symbols):
        return f"{len(symbols)} digits are enough"
    for symbol, digit in zip(symbols, digits, strict=False):
        if digit == "?":
            continue
        number = int(digit)
        if number not in state.numbers:
            return f"{symbol} {number}: {'only with X-Race' if number == HIGHEST[True] else 'there is no such stone'}"
        holder = next((o for o in state.owners if o != owner and state.held(o, symbol).number == number), None)
        if holder:
            return f"{symbol} {number}: {holder} has it"
    return ""


def _order(given: Options) -> tuple[Symbol, ...] | None:
    """The pad that an option tells, None where none does. Raises LineError that names the option."""
    pad = given.pad
    return None if pad is None else by_option("--pad", lambda: read_pad(pad))


def from_options(record: Record[Event, State], given: Options, pad: Sequence[Symbol]) -> Record[Event, State]:
    """Set a game up from options; what is left out takes its default. pad: the order of the digits.

    Raises LineError that names the option.
    """

    def told(option: str, event: Callable[[State], Event]) -> None:
        nonlocal record
        record = by_option(option, lambda: record.then(event(record.state)))

    told("--player", lambda _state: Players(tuple(map(_name, given.players))))
    if (me := given.me) is not None:
        told("--me", lambda state: Me(player_meant(name_word(me), state.players)))
    if given.variants:
        told("--variant", lambda _state: _variant_line([word for name in given.variants for word in _apart(name)]))
    told("--stack", lambda state: Stack(_named(given.stack, state) or state.players))
    told("--wheels", lambda state: _wheels_given(given.wheels, x_side=Variant.X_RACE in state.variants))
    for log in given.logs:
        told("--log", partial(_log_given, log, pad))
    return record


def _name(name: str) -> str:
    word = name_word(name)
    read(Words(f"me {word}"))
    return Words(word).all[0]


def _wheels_given(wheels: str | None, *, x_side: bool) -> Event:
    """Each wheel as given, else as saved, else as assumed."""
    table = saved_wheels(x_side=x_side)
    if wheels is None:
        assumed = any(guess for _, guess in table.values())
        return Wheels(tuple((width, points) for width, (points, _) in table.items()), assumed)
    line = " ".join(f"{width}={points}" for width, (points, _) in table.items())
    values = read_wheels(_changed(line, wheels).split())
    told = dict(read_wheels(wheels.replace(",", " ").split()))
    return Wheels(values, assumed=any(guess for width, (_, guess) in table.items() if width not in told))


def _log_given(given: str, order: Sequence[Symbol], state: State) -> Event:
    symbols = [symbol for symbol in order if symbol in state.symbols]
    owner, equals, typed = given.rpartition("=")
    if not equals:
        raise NotationError("no log is named", typed=given, expected="NAME=DIGITS, like Bob=307251")
    return read(Words(f"log {as_word(owner)} {_stones(typed, symbols)}"))
