"""What can be typed at the table of The Lost Code, an example each."""

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["EXAMPLES"]

EXAMPLES: Mapping[str, str] = MappingProxyType(
    {
        "j be be": "the dice that were thrown; or run together, jbebe",
        "t be s": "the thrower turns a die from bear to snake",
        "9-15": "the wheel of whoever is due; bob 10-13: Bob's",
        "lo": "you are answered: lo, hi, ok; no on the smallest wheel",
        "right": "you answer an opponent: right, lower, higher, wrong; Enter is the truth",
        "be 6": "an opponent exchanges: the symbol, and what he drew; be 3: you, and what you gave up",
        "to 3 5": "you take a shortcut token and write that; to bob: he takes one",
        "3 45 - 2 123 0": "your final guesses, a group for each symbol in the order of your pad",
        "307251": "your stones are opened",
    }
)
