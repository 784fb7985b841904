"""The words of the game as types: squares, cards, tokens, characters, and one event for each kind of line.

A card is held as it was typed: a `Card` where the word is the name or an unambiguous beginning of one that every box
has, else the word itself, which the `card` lines of the record may know.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

__all__ = [
    "SQUARES",
    "Cancel",
    "Card",
    "CardLine",
    "Character",
    "CharacterSet",
    "Characters",
    "Choose",
    "Close",
    "Corner",
    "CornerTold",
    "Dealt",
    "Decrypt",
    "Doubt",
    "End",
    "Event",
    "Goal",
    "Honesty",
    "Keeper",
    "Look",
    "Me",
    "Name",
    "Next",
    "Open",
    "Players",
    "Return",
    "Ruling",
    "SetKind",
    "Shuffle",
    "Square",
    "Swap",
    "Switch",
    "Take",
    "Time",
    "TimeOut",
    "Token",
    "Told",
    "Turn",
    "WordsLine",
]

Square: TypeAlias = str
"""A place in the grid, like `b2`. Ruling 1: a b c from left to right, 1 2 3 from far to near."""

SQUARES: tuple[Square, ...] = tuple(column + row for row in "123" for column in "abc")
"""The nine squares as one reads a page: a1 b1 c1 a2 …"""


class Card(StrEnum):
    """The ten mansion cards; the rulebook does not name the four rooms."""

    LIBRARY = "library"
    ENIGMA = "enigma"
    SHADOW = "shadow"
    BOOK = "book"
    JOINT = "joint"
    PERSONAL = "personal"
    ROOM_1 = "room-1"
    ROOM_2 = "room-2"
    ROOM_3 = "room-3"
    ROOM_4 = "room-4"


class Corner(StrEnum):
    """The upper right corner of a mansion card."""

    CHAOS = "chaos"
    DECRYPTION = "decryption"
    NONE = "none"
    UNKNOWN = "?"


class Token(StrEnum):
    """Rulebook: “Silence, Decryption and Chaos Tokens”."""

    SILENCE = "silence"
    DECRYPTION = "decryption"
    CHAOS = "chaos"


class Character(StrEnum):
    """The seven kinds of character."""

    CRYPTOLOGIST = "cryptologist"
    MESSIAH = "messiah"
    WANDERER = "wanderer"
    INFILTRATOR = "infiltrator"
    MEDIUM = "medium"
    ARCHIVIST = "archivist"
    GHOST = "ghost"


class SetKind(StrEnum):
    """Which characters take part. Rulebook: “Character Set for 3-5 Players”, “Gradual Addition of Characters”."""

    INTRODUCTORY = "introductory"
    STANDARD = "standard"
    GRADUAL = "gradual"


class Switch(StrEnum):
    """The words of the rulings that a line can change."""

    TIME = "time"
    CHECKED = "checked"
    SILENCE_BACK = "silence-back"
    DECRYPTION = "decryption"
    CANCEL = "cancel"
    BREAKTHROUGHS = "breakthroughs"
    EASY_TIME = "easy-time"
    EASY_TOKENS = "easy-tokens"


# ---- set-up ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Players:
    """`players Ann Bob Cy`: who plays, clockwise; one alone plays Alone with Chaos."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Me:
    """`me Ann`: the record is what she knows."""

    name: str


@dataclass(frozen=True, slots=True)
class Keeper:
    """`keeper Bob`: the Time Keeper."""

    name: str


@dataclass(frozen=True, slots=True)
class CharacterSet:
    """`set introductory`: which characters take part. picked: `set gradual medium`, the card that chance has added."""

    kind: SetKind
    picked: Character | None = None


@dataclass(frozen=True, slots=True)
class CardLine:
    """`card room-1 "Winter Garden" corner chaos`: what the box says of a card; None for what the line leaves out."""

    card: Card
    name: str | None
    corner: Corner | None


@dataclass(frozen=True, slots=True)
class WordsLine:
    """`words library "Ask for a corner."`: the owner's words for a card's effect, or for a character's goal."""

    of: Card | Character
    text: str


@dataclass(frozen=True, slots=True)
class Dealt:
    """`character Ann wanderer`: dealt, or later learned."""

    player: str
    character: Character


@dataclass(frozen=True, slots=True)
class Honesty:
    """`honesty 2 2`, `honesty Bob 4 1`: the prior Beta(a, b) for all (player None), or for one."""

    player: str | None
    a: float
    b: float


@dataclass(frozen=True, slots=True)
class Ruling:
    """`ruling time 6`: a switch and its value."""

    switch: Switch
    value: str


# ---- play ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Name:
    """`name Bob a1 library is joint`: a card is looked at and called so. really: what it is, None if not noted."""

    player: str
    square: Square
    card: str
    really: str | None = None


@dataclass(frozen=True, slots=True)
class Decrypt:
    """`decrypt Bob a1 library`: the same by giving back a decryption token.

    source: solo, where the silence token comes from once the supply is empty, as in Choose.
    """

    player: str
    square: Square
    card: str
    really: str | None = None
    source: Square | None = None


@dataclass(frozen=True, slots=True)
class Doubt:
    """`doubt Cy lie is book`: he checks the naming above. honest: it was the truth. really: as in Name."""

    player: str
    honest: bool
    really: str | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """`look Cy b3`: a secret look. card: None where the viewer does not see it."""

    player: str
    square: Square
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Take:
    """`take Bob chaos`: a token by an effect."""

    player: str
    token: Token


@dataclass(frozen=True, slots=True)
class Return:
    """`return Bob chaos`: a token goes back by an effect."""

    player: str
    token: Token


@dataclass(frozen=True, slots=True)
class Cancel:
    """`cancel Bob`: a Chaos token goes back, the Enigma Machine has no effect."""

    player: str


@dataclass(frozen=True, slots=True)
class Swap:
    """`swap a1 b2`: two cards change places in sight of all."""

    first: Square
    second: Square


@dataclass(frozen=True, slots=True)
class Shuffle:
    """`shuffle a1 b1 c1`: these cards come to lie on these squares, nobody knows how."""

    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Open:
    """`open a1 library`: a card is turned face up."""

    square: Square
    card: str


@dataclass(frozen=True, slots=True)
class Close:
    """`close a1`: a card is turned face down."""

    square: Square


@dataclass(frozen=True, slots=True)
class CornerTold:
    """`corner b2 chaos`: what the corner of a card shows."""

    square: Square
    corner: Corner


@dataclass(frozen=True, slots=True)
class Told:
    """`told b2 library`, `told b2 not library`: shown, or said under the duty of truth. lies: False after `not`."""

    square: Square
    card: str
    lies: bool = True


@dataclass(frozen=True, slots=True)
class Time:
    """`time 1`: the marker moves so many spaces by an effect."""

    spaces: int


@dataclass(frozen=True, slots=True)
class TimeOut:
    """`time out Ann`: time has run out. player: the Infiltrator who wins, None for nobody."""

    player: str | None = None


@dataclass(frozen=True, slots=True)
class Characters:
    """`characters Bob Cy`: characters change places. other: None for the pile."""

    player: str
    other: str | None


@dataclass(frozen=True, slots=True)
class Goal:
    """`goal Cy ghost failed`: a character is shown and its goal tried."""

    player: str
    character: Character
    achieved: bool


@dataclass(frozen=True, slots=True)
class Choose:
    """`choose a1 book`, `choose a1 from c2`: solo. card: what turns up, None for an open card.

    source: the square from which the silence token comes, None for the supply.
    """

    square: Square
    card: str | None = None
    source: Square | None = None


@dataclass(frozen=True, slots=True)
class End:
    """`end`: the end of a solo turn."""


@dataclass(frozen=True, slots=True)
class Next:
    """`next`: the next game of a match."""


@dataclass(frozen=True, slots=True)
class Turn:
    """`turn Cy`: his turn begins. After a look that could be a silent turn but was part of an effect, it must stand.

    There it names whose turn goes on, or who has the next.
    """

    player: str


Event: TypeAlias = (
    Players
    | Me
    | Keeper
    | CharacterSet
    | CardLine
    | WordsLine
    | Dealt
    | Honesty
    | Ruling
    | Name
    | Decrypt
    | Doubt
    | Look
    | Take
    | Return
    | Cancel
    | Swap
    | Shuffle
    | Open
    | Close
    | CornerTold
    | Told
    | Time
    | TimeOut
    | Characters
    | Goal
    | Choose
    | End
    | Next
    | Turn
)
