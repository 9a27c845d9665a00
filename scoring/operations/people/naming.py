"""Names as people read them: what nobody sees in them is no part of them."""

from unicodedata import category, normalize

_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
_UNSEEN = ("Cc", "Cf")
_VARIATIONS = range(0xFE00, 0xFE10)


def readable(text: str) -> str:
    """Return a text on one line without control characters and marks of direction.

    The joiners stay, which emoji and some scripts need.

    >>> readable(" Ana\\u202e\\tMaria\\u200b ")
    'Ana Maria'
    """
    shown = " ".join(normalize("NFC", text).split())
    return " ".join("".join(letter for letter in shown if not _is_unseen(letter)).split())


def same_to_read(name: str) -> str:
    """Return what two names have in common that nobody could tell apart, case ignored in every script.

    >>> same_to_read("ANA") == same_to_read("Ana\\u200d")
    True
    """
    letters = (letter for letter in name.casefold() if ord(letter) not in _VARIATIONS)
    return "".join(letter for letter in letters if category(letter) not in _UNSEEN)


def _is_unseen(letter: str) -> bool:
    return category(letter) in _UNSEEN and letter not in _JOINERS
