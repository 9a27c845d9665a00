"""How the cards of the three versions of khanhoo are typed (E2, Q1, M1)."""

from itertools import product

from scoring.games.cards.pack import FIGURES, RUNS_OF_FIGURES, Pack

_FRENCH = {"hearts": "H", "clubs": "C", "diamonds": "D", "spades": "S"}
_COURTS = {"jack": "J", "knave": "J", "queen": "Q", "king": "K"}
_PLAIN = ("hearts", "clubs", "diamonds")

ENGLISH = Pack(
    faces={(number, suit): number + _FRENCH[suit] for number, suit in product(FIGURES[1:], _PLAIN)}
    | {(ace, suit): f"A{_FRENCH[suit]}" for ace, suit in product(("ace", "1"), _PLAIN)}
    | {(court, ""): card for court, card in _COURTS.items()},
    suits=tuple(_FRENCH),
    codes={card: card for card in (rank + _FRENCH[suit] for rank, suit in product(f"A{FIGURES[1:]}", _PLAIN))}
    | {court + suit: court for court, suit in product("JQK", _FRENCH.values())}
    | {"X": "X"},
    letters={_FRENCH[suit].lower(): suit for suit in _PLAIN},
    initials={"A": "ace", "J": "jack", "Q": "queen", "K": "king"},
    names={"joker": "X"},
    runs=RUNS_OF_FIGURES,
)
"""The courts are of one suit, so that theirs makes no difference (E1)."""

_CHINESE = {"cash": "C", "strings": "S", "myriads": "M"}
_NUMBERED = {(number, suit): number + letter for number, (suit, letter) in product(FIGURES, _CHINESE.items())}
_LETTERS = {letter.lower(): suit for suit, letter in _CHINESE.items()}
_CODES = {card: card for card in _NUMBERED.values()}

QING = Pack(
    faces=_NUMBERED,
    suits=tuple(_CHINESE),
    codes=_CODES | {card: card for card in ("RF", "WF", "OT")},
    letters=_LETTERS,
    names={"red_flower": "RF", "white_flower": "WF", "old_thousand": "OT", "thousand": "OT"},
    runs=RUNS_OF_FIGURES,
    is_numbered=True,
)
MING = Pack(
    faces=_NUMBERED | {("1000", "myriads"): "TM"},
    suits=tuple(_CHINESE),
    codes=_CODES | {card: card for card in ("HC", "ZC", "TM")} | {"1000M": "TM"},
    letters=_LETTERS,
    names={"half_cash": "HC", "zero_cash": "ZC", "thousand": "TM"},
    runs=RUNS_OF_FIGURES,
    marks=r"[/;\n]|\b3 ?[x×](?!\w)",
    is_numbered=True,
)
