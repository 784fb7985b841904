"""Finding a policy by what is typed, and letting one that may be anybody's decide: whatever it does wrong is told."""

import os
import re
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from importlib import import_module
from operator import index
from random import Random
from reprlib import Repr
from types import ModuleType
from typing import Any, TypeVar, cast

from solver.errors import PolicyError
from solver.lost_code.events import Event, Roll, Symbol
from solver.lost_code.policies import POLICIES
from solver.lost_code.policy import Maker, Policy
from solver.lost_code.simulate import Forbidden
from solver.lost_code.view import View

__all__ = ["Guarded", "maker"]

T = TypeVar("T")

_WORD = r"[^\W\d]\w*"
_PATH = re.compile(rf"(?P<module>{_WORD}(?:\.{_WORD})*):(?P<name>{_WORD}(?:\.{_WORD})*)")
_SHOWN_LINES = 3
"""So many places of a traceback are shown, the last ones."""
_LONGEST = 300
"""Characters of anything that is shown of somebody's code, or of what it gave."""
_LARGEST = 10**9
"""No decision has a number that comes near; one without bound cannot even be written."""


def maker(name: str) -> Maker:
    """Find what makes the policy. Raises PolicyError.

    name: one of `POLICIES`, or `package.module:maker`, where maker takes a Random and gives a Policy. The module is
    looked for in the current folder first, then where Python looks for all.
    """
    if name in POLICIES:
        return POLICIES[name]
    path = _PATH.fullmatch(name)
    if path is None:
        known = ", ".join(POLICIES)
        raise PolicyError(
            f"“{name}”: no policy is called so; expected one of {known}, or your own by its import path, like "
            "package.module:maker"
        )
    # What it prints goes to standard error, as everywhere.
    with redirect_stdout(sys.stderr):
        found: object = _module(name, path["module"])
        for part in path["name"].split("."):
            found = _part(found, part, name, path)
    if not callable(found):
        raise PolicyError(
            f"“{name}”: this cannot be called; expected a class or function that takes a Random and gives a policy"
        )
    return cast(Maker, found)


def _part(of: object, part: str, name: str, path: re.Match[str]) -> object:
    """An attribute on the way to the maker. Whoever is asked for it may answer by code of its own."""
    try:
        return getattr(of, part)
    except KeyboardInterrupt:
        raise
    except AttributeError as error:
        raise PolicyError(
            f"“{name}”: {path['module']} has no {path['name']}; expected a class or function there that takes a Random "
            "and gives a policy"
        ) from error
    except BaseException as error:
        raise PolicyError(f"“{name}”: looking for {part} raised {_shown(error)}") from error


def _module(name: str, path: str) -> ModuleType:
    folder = os.getcwd()
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        return import_module(path)
    except KeyboardInterrupt:
        raise
    except ModuleNotFoundError as error:
        if isinstance(error.name, str) and f"{path}.".startswith(f"{error.name}."):
            raise PolicyError(
                f"“{name}”: there is no module {error.name}; expected one in the current folder or installed"
            ) from error
        raise PolicyError(f"“{name}”: {path} cannot be imported: {_shown(error)}") from error
    except BaseException as error:
        raise PolicyError(f"“{name}”: {path} cannot be imported: {_shown(error)}") from error


# ---- what is told ----------------------------------------------------------------------------------------------------


def _shown(error: BaseException) -> str:
    """An exception in somebody's code: what it is, then, a line each, the last places that it came through."""
    told = _kind(error)
    try:
        words = str(error)
    except KeyboardInterrupt:
        raise
    except BaseException:
        words = "what it says cannot be shown"
    through = [
        place
        for place in traceback.extract_tb(error.__traceback__)
        if place.filename != __file__ and "importlib" not in place.filename
    ]
    places = [
        f"  {_line(place.filename)}, line {place.lineno}: {_line(place.line or '')}"
        for place in through[-_SHOWN_LINES:]
    ]
    return "\n".join([_line(f"{told}: {words}" if words else told), *places])


def _line(words: str) -> str:
    """In one line, of bounded length."""
    cut = " ".join(words[: 10 * _LONGEST].split())
    return cut if len(cut) <= _LONGEST and len(words) <= 10 * _LONGEST else f"{cut[: _LONGEST - 1]}…"


def _kind(thing: object) -> str:
    """The name of its class, whatever that has made of names."""
    name: str = type.__dict__["__name__"].__get__(type(thing))
    return _line(name)


class _Shortened(Repr):
    """What somebody's code gave, in few words, even where it cannot say what it is."""

    def repr_int(self, number: int, level: int) -> str:  # noqa: ARG002 - as the class that is inherited from asks
        return "<a large number>" if abs(number) > _LARGEST**4 else int.__repr__(number)

    def of(self, thing: object) -> str:
        try:
            return _line(self.repr(thing))
        except KeyboardInterrupt:
            raise
        except BaseException:
            return f"<{_kind(thing)}>"


_shortened = _Shortened().of


# ---- a policy in its seat --------------------------------------------------------------------------------------------


class Guarded:
    """A policy in its seat. Whatever it raises, and whatever it decides that is no decision, becomes a PolicyError."""

    def __init__(self, name: str, seat: str, about: str, rng: Random, line: int) -> None:
        """Make the policy. about: which game this is. line: the last one of the set-up."""
        self.name = name
        self.seat = seat
        self.about = about
        self.line = line
        """The last line of the record; while the game is set up, that of the set-up."""
        self.begun = False
        make = maker(name)
        self.policy: Policy = self._safely("making it", lambda: make(rng))
        wanted = ("watch", "token", "die", "guess", "exchange", "final")
        missing = self._safely(
            "looking at it", lambda: [name for name in wanted if not callable(getattr(self.policy, name, None))]
        )
        if missing:
            raise self._fault(f"{_shortened(self.policy)} is no policy: it has no {', no '.join(missing)}")

    def watch(self, view: View, event: Event) -> None:
        """Let it see what happens: from the first roll to the last decision, every line."""
        self.begun = self.begun or isinstance(event, Roll)
        self._safely("watch", lambda: self.policy.watch(view, event))
        self.line += self.begun

    def token(self, view: View) -> tuple[int, ...]:
        """One to three numbers, or none."""
        return self._decision("token", view, _numbers, "a tuple of numbers")

    def die(self, view: View) -> tuple[tuple[Symbol, Symbol], ...]:
        """The dice to turn."""
        return self._decision("die", view, _pairs, "pairs of symbols, (shown, turned)")

    def guess(self, view: View) -> tuple[int, int]:
        """The range."""
        return self._decision("guess", view, _range, "two numbers, (low, high)")

    def exchange(self, view: View) -> Symbol:
        """The symbol to give up."""
        return self._decision("exchange", view, Symbol, "a symbol")

    def final(self, view: View) -> Mapping[Symbol, tuple[int, ...]]:
        """The final guesses."""
        return self._decision("final", view, _guesses, "a mapping from symbols to tuples of numbers")

    def _decision(self, method: str, view: View, means: Callable[[Any], T], expected: str) -> T:
        given: Any = self._safely(method, lambda: getattr(self.policy, method)(view))
        try:
            return means(given)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise self._fault(f"{method} gave {_shortened(given)}; expected {expected}") from error

    def _safely(self, what: str, done: Callable[[], T]) -> T:
        try:
            return done()
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise self._fault(f"{what} raised {_shown(error)}") from error

    def forbidden(self, error: Forbidden) -> PolicyError:
        """What is told of a decision that the rules forbid."""
        instead = f"; expected {_line(error.expected)}" if error.expected else ""
        # Its message begins with whose policy it was.
        reason = _line(error.message.partition(": ")[2])
        return self._fault(f"“{_line(error.typed)}”: the rules forbid it: {reason}{instead}", error.line)

    def _fault(self, told: str, line: int = 0) -> PolicyError:
        """What is told of it. line: where its decision would stand, 0 for after the last one."""
        at = f", line {line or self.line + 1}" if self.begun else ""
        return PolicyError(f"policy {self.name} in {self.seat}'s seat, {self.about}{at}: {told}")


def _number(given: Any) -> int:
    # An own kind of number becomes a plain one.
    number = int.__index__(index(given))
    if abs(number) > _LARGEST:
        raise ValueError("too large")
    return number


def _numbers(given: Any) -> tuple[int, ...]:
    return tuple(_number(number) for number in given)


def _pairs(given: Any) -> tuple[tuple[Symbol, Symbol], ...]:
    return tuple((Symbol(shown), Symbol(turned)) for shown, turned in given)


def _range(given: Any) -> tuple[int, int]:
    low, high = given
    return _number(low), _number(high)


def _guesses(given: Any) -> dict[Symbol, tuple[int, ...]]:
    return {Symbol(symbol): _numbers(numbers) for symbol, numbers in given.items()}
