"""Examples of the documentation: real hands with the answers that the rules give."""

from drf_spectacular.utils import OpenApiExample

from scoring.games import FIRST

WORKED_HAND = "1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 10E 1B 4B 5B 12B"
"""The worked example of the rules, section 8."""

WORKED_CLAIM = {
    "game": FIRST.id,
    "rules": "pagat",
    "hand": WORKED_HAND,
    "bounit": "5B",
    "source": "discard",
    "sowee": "4O",
    "secrets": [],
    "extra": "",
}
WORKED_WIN = {
    "result": "win",
    "winner": 1,
    "declared": False,
    "hand": WORKED_HAND,
    "bounit": "5B",
    "source": "discard",
    "sowee": "4O",
    "secrets": [],
    "extra": "",
}
DECLARED_WIN = {
    "result": "win",
    "winner": 1,
    "declared": True,
    "source": "discard",
    "sowee": "4O",
    "kings_of_coins": 0,
    "other_kings": 1,
    "bounit_condition": False,
    "sowee_condition": True,
    "porbis": False,
}


def _sent(name: str, value: object) -> OpenApiExample:
    return OpenApiExample(name, value=value, request_only=True)


CLAIMS = (
    _sent("A discard that wins 90 from each opponent", WORKED_CLAIM),
    _sent(
        "The same hand with a king of coins more and no jack",
        {**WORKED_CLAIM, "hand": WORKED_HAND.replace("10E", "12O")},
    ),
)
WAITS = (_sent("Fifteen cards", {"rules": "pagat", "hand": WORKED_HAND.removesuffix(" 12B"), "sowee": "4O"}),)
DISTANCES = (_sent("Twelve cards so far", {"hand": " ".join(WORKED_HAND.split()[:12]), "sowee": "4O"}),)
EXTRAS = (_sent("No extra card turned yet", {"hand": WORKED_HAND, "bounit": "5B", "sowee": "4O"}),)
RULINGS = (
    _sent(
        "Two players wait for the card that a third one drew",
        {
            "how": "drawn",
            "by": 1,
            "card": "5B",
            "players": [
                {"seat": 1},
                {"seat": 2, "standing": "purro", "completes": True},
                {"seat": 3},
                {"seat": 4, "standing": "purro", "completes": True},
            ],
        },
    ),
)
_FREE = {"expected_after": 0, "expected_entry": 0, "expected_sowee": ""}
HANDS = (
    _sent("A win with its cards", {"act": WORKED_WIN, **_FREE}),
    _sent("A win declared without its cards", {"act": DECLARED_WIN, **_FREE}),
    _sent("Nobody won, the stock ran out", {"act": {"result": "drawn"}, **_FREE}),
)
PROPOSALS = (_sent("A win with its cards", {"act": WORKED_WIN, "expected_after": 0}),)
CORRECTIONS = (_sent("It was seat 3", {"act": {**WORKED_WIN, "winner": 3}, "reason": "It was Carla"}),)
ACTS = (
    _sent("A win with its cards", {"kind": "hand", "act": WORKED_WIN}),
    _sent("A secret", {"kind": "secret", "act": {"seat": 2}}),
)
SESSIONS = (
    _sent(
        "Four players by the rules of a preset, secrets at 100",
        {
            "names": ["Ana", "Ben", "Carla", "Dan"],
            "rules": {"preset": "pagat", "secret": 100},
            "currency": "PHP",
            "stake_factor": 10,
            "first_dealer": 1,
        },
    ),
)
