"""The other games: hands in the words of each, penalties, matches."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from scoring.models import Session
from scoring.operations.table.hands import settle_match
from scoring.queries.table.night import night_of
from tests import people
from tests.acts import hands
from tests.acts.cases import Act, Case, Data, Step, without
from tests.acts.hands import seen_unwon
from tests.api.programs import allow_proposals
from tests.people import ANA, BEN, CARLA, DAN

FULL_HAND = {"double_khanhoo": 1, "double_triplet": 1, "royal_group": 1}
HANDS: Mapping[str, Data] = {
    "khanhoo": {"out": 1, "melds": {"1": FULL_HAND}},
    "khanhoo_qing": {"result": "win", "winner": 1, "declared": True},
    "khanhoo_ming": {"captured": {"1": 15, "2": 9, "3": 3}},
    "cau_robat": {"piles": {"1": 20, "2": 10, "3": 10}, "centre": 0},
}
MATCH_OF_E8 = (
    (ANA, {BEN: ("double_triplet", "courts"), CARLA: ("double_triplet",)}),
    (BEN, {ANA: ("courts", "triplet"), CARLA: ("courts",), DAN: ("double_triplet",)}),
    (CARLA, {ANA: ("double_triplet",), BEN: ("triplet",), DAN: ("courts",)}),
    (DAN, {ANA: ("courts",)}),
)


def night(game: str, *, players: int = 3, **changes: object) -> Data:
    return {"game": game, "rules": None, "names": people.NAMES[:players], **changes}


def recorded(act: Data) -> Step:
    return lambda session: people.record(session, act)


def match_of_e8(session: Session) -> None:
    """Have a match end at 52, 49, 47 and 47 points (E8)."""
    for out, others in MATCH_OF_E8:
        melds = {str(seat): dict.fromkeys(names, 1) for seat, names in others.items()}
        recorded({"out": out, "melds": melds | {str(out): FULL_HAND}})(session)


def ben_leaves(session: Session) -> None:
    people.sit(session, "Ana", "Eva", "Carla")


def settled(session: Session) -> None:
    settle_match(**people.current(session))


def hand_fields(given: Data) -> Data:
    return {**without(given, ["act", "expected_sowee"]), **dict(_boxes(given["act"])), "step": "record"}


def _boxes(act: Data, *, within: str = "") -> Iterator[tuple[str, object]]:
    for name, value in act.items():
        if isinstance(value, Mapping):
            yield from _boxes(value, within=f"{within}{name}__")
        else:
            yield f"{within}{name}", "on" if value is True else value


def points(session: Session) -> object:
    """Return the points of the match that is played, in the order of the seats."""
    return tuple(night_of(session=session).points.values())


HAND = Act(page="hand", path="hands/", fields=hand_fields, seen=seen_unwon)
PENALTY = Act(page="penalty", path="penalties/", fields=hand_fields)
MATCH = Act(page="match", path="matches/")
PROPOSE = replace(hands.PROPOSE, fields=hand_fields, seen=seen_unwon)

KHANHOO, QING = night("khanhoo"), night("khanhoo_qing")
BUMP = {"act": {"seat": BEN, "offence": "failed_bump", "chosen": "onto_opponents"}}
OF_LAST = BUMP | {"of_last_hand": True}
MISDEAL = {"act": {"seat": ANA, "offence": "misdeal", "chosen": "off_offender"}}
MATCH_OF_30 = night("khanhoo", rules={"preset": "wilkinson", "target": 30})
BENS_DRAWN, SCORED = {"result": "drawn", "winner": BEN}, recorded(HANDS["khanhoo"])
POT = night("khanhoo_qing", rules={"preset": "wilkinson_qing", "pot_stays": True})
THREE_DRAWN = {**HANDS["khanhoo_qing"], "drawn_before": 3}
EMPTY = {
    "khanhoo": ("out:unknown_seat", "unknown_seat"),
    "khanhoo_qing": ("result:required", "unknown_seat"),
    "khanhoo_ming": ("__all__:captures_do_not_add_up", "captures_do_not_add_up"),
    "cau_robat": ("__all__:cards_do_not_add_up", "cards_do_not_add_up"),
}

CASES = {
    "a hand of khanhoo scores": Case(HAND, {"act": HANDS["khanhoo"]}, night=KHANHOO, reads=points, then=(34, 0, 0)),
    "a hand of Qing pays": Case(HAND, {"act": HANDS["khanhoo_qing"]}, night=QING, then=(200, -100, -100)),
    "a hand of Ming scores what was captured": Case(
        HAND, {"act": HANDS["khanhoo_ming"]}, night=night("khanhoo_ming"), reads=points, then=(15, 9, 3)
    ),
    "a hand of cau robat is won by the most cards": Case(
        HAND, {"act": HANDS["cau_robat"]}, night=night("cau_robat"), reads=points, then=(1, 0, 0)
    ),
    **{
        f"an empty hand of {game} is none": Case(HAND, {"act": {}}, night=night(game), page=page, api=api)
        for game, (page, api) in EMPTY.items()
    },
    **{
        f"a player proposes a hand of {game}": Case(
            PROPOSE, {"act": act, "mode": "game"}, (allow_proposals,), night=night(game), by=BEN, reads=points
        )
        for game, act in HANDS.items()
    },
    "a hand that nobody won has no winner (Q6)": Case(
        HAND, {"act": BENS_DRAWN}, night=QING, page="winner:contradicting_field", api="contradicting_field"
    ),
    "the pot of Qing holds the drawn hands of the books (Q6)": Case(
        HAND, {"act": HANDS["khanhoo_qing"]}, (recorded(people.DRAWN),), night=POT, then=(400, -200, -200)
    ),
    "the pot of Qing is what the books say (Q6)": Case(
        HAND, {"act": THREE_DRAWN}, (recorded(people.DRAWN),), night=POT, page="drawn_before:other_pot", api="other_pot"
    ),
    "a hand of khanhoo that does not count scores nothing (E13)": Case(
        HAND, {"act": {"void": "misdeal", "by": BEN}}, night=KHANHOO, reads=points, then=(0, 0, 0)
    ),
    "a failed bump gives the opponents five (E9)": Case(PENALTY, BUMP, night=KHANHOO, reads=points, then=(5, 0, 5)),
    "a penalty counts in the match that its hand ended (E8)": Case(
        PENALTY, OF_LAST, (SCORED,), night=MATCH_OF_30, reads=points, then=(39, 0, 5)
    ),
    "a penalty is of who sat at the hand it belongs to": Case(
        PENALTY, OF_LAST, (SCORED, ben_leaves), night=MATCH_OF_30, reads=points, then=(39, 0, 5, 0)
    ),
    "a penalty is of nobody who sits no more": Case(
        PENALTY, BUMP, (SCORED, ben_leaves), night=KHANHOO, page="seat:unknown_seat", api="unknown_seat"
    ),
    "a penalty of the next match settles the one before (E8)": Case(
        PENALTY, BUMP, (SCORED,), night=MATCH_OF_30, reads=points, then=(5, 0, 5)
    ),
    "a penalty of a match that is settled": Case(
        PENALTY, OF_LAST, (SCORED, settled), night=MATCH_OF_30, refused="409 no_hand"
    ),
    "a misdeal is the dealer's, also in the hand before (E9)": Case(
        PENALTY, MISDEAL | {"of_last_hand": True}, (SCORED,), night=MATCH_OF_30, reads=points, then=(29, 0, 0)
    ),
    "a misdeal of who does not deal (E9)": Case(
        PENALTY, MISDEAL, (SCORED,), night=KHANHOO, page="seat:not_the_dealer", api="not_the_dealer"
    ),
    "a penalty after news": Case(PENALTY, BUMP, night=KHANHOO, meanwhile=(SCORED,), refused="409 table_changed"),
    "a match is settled by the differences times the stake (E8)": Case(
        MATCH, {}, (match_of_e8,), night=night("khanhoo", players=4, stake_factor=10), then=(130, 10, -70, -70)
    ),
    "there is no match before anything is scored": Case(MATCH, night=KHANHOO, refused="409 no_match"),
    "a match after news": Case(MATCH, {}, (SCORED,), meanwhile=(SCORED,), night=KHANHOO, refused="409 table_changed"),
}
