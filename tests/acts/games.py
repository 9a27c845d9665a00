"""The other games: hands in the words of each, penalties, matches."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from scoring.models import Session
from scoring.operations.table.hands import record_hand
from scoring.queries.table import matches
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
    """Return how a night of a game is started."""
    return {"game": game, "rules": None, "names": people.NAMES[:players], **changes}


def recorded(act: Data) -> Step:
    """Return a step that records a hand."""
    return lambda session: record_hand(
        session=session, act=act, expected=people.expected(session), stamp=people.stamp()
    )


def match_of_e8(session: Session) -> None:
    """Have a match end at 52, 49, 47 and 47 points (E8)."""
    for out, others in MATCH_OF_E8:
        melds = {str(seat): dict.fromkeys(names, 1) for seat, names in others.items()}
        recorded({"out": out, "melds": melds | {str(out): FULL_HAND}})(session)


def hand_fields(given: Data) -> Data:
    """Return the fields of the form of a hand."""
    return {**without(given, ["act", "expected_sowee"]), **dict(_boxes(given["act"])), "step": "record"}


def _boxes(act: Data, *, within: str = "") -> Iterator[tuple[str, object]]:
    for name, value in act.items():
        if isinstance(value, Mapping):
            yield from _boxes(value, within=f"{within}{name}__")
        else:
            yield f"{within}{name}", "on" if value is True else value


def points(session: Session) -> object:
    """Return the points of the match that is played, in the order of the seats."""
    return tuple(matches.points_of(session=session).values())


HAND = Act(page="hand", path="hands/", fields=hand_fields, seen=seen_unwon)
PENALTY = Act(page="penalty", path="penalties/", fields=hand_fields)
MATCH = Act(page="match", path="matches/")
PROPOSE = replace(hands.PROPOSE, fields=hand_fields, seen=seen_unwon)

CASES = {
    "a hand of khanhoo scores and pays nothing yet": Case(
        act=HAND, given={"act": HANDS["khanhoo"]}, night=night("khanhoo"), reads=points, then=(34, 0, 0)
    ),
    "a hand of Qing is paid at once": Case(
        act=HAND, given={"act": HANDS["khanhoo_qing"]}, night=night("khanhoo_qing"), then=(200, -100, -100)
    ),
    "a hand of Ming scores what was captured": Case(
        act=HAND, given={"act": HANDS["khanhoo_ming"]}, night=night("khanhoo_ming"), reads=points, then=(15, 9, 3)
    ),
    "a hand of cau robat is won by the most cards": Case(
        act=HAND, given={"act": HANDS["cau_robat"]}, night=night("cau_robat"), reads=points, then=(1, 0, 0)
    ),
    "a hand of khanhoo that does not count scores nothing (E13)": Case(
        act=HAND, given={"act": {"void": "misdeal", "by": BEN}}, night=night("khanhoo"), reads=points, then=(0, 0, 0)
    ),
    "an empty hand of khanhoo is none": Case(
        act=HAND, given={"act": {}}, night=night("khanhoo"), page=(422, "out:unknown_seat"), api=(422, "unknown_seat")
    ),
    "an empty hand of Qing is none": Case(
        act=HAND,
        given={"act": {}},
        night=night("khanhoo_qing"),
        page=(422, "result:required"),
        api=(422, "unknown_seat"),
    ),
    "an empty hand of Ming is none": Case(
        act=HAND,
        given={"act": {}},
        night=night("khanhoo_ming"),
        page=(422, "__all__:captures_do_not_add_up"),
        api=(422, "captures_do_not_add_up"),
    ),
    "an empty hand of cau robat is none": Case(
        act=HAND,
        given={"act": {}},
        night=night("cau_robat"),
        page=(422, "__all__:cards_do_not_add_up"),
        api=(422, "cards_do_not_add_up"),
    ),
    **{
        f"a player proposes a hand of {game}": Case(
            act=PROPOSE,
            given={"act": act, "mode": "game"},
            night=night(game),
            before=(allow_proposals,),
            by=BEN,
            reads=points,
            then=(0, 0, 0),
        )
        for game, act in HANDS.items()
    },
    "a hand of khanhoo that another phone recorded first shows both": Case(
        act=HAND,
        given={"act": HANDS["khanhoo"]},
        night=night("khanhoo"),
        meanwhile=(recorded({"void": "misdeal"}),),
        refused=(409, "hand_taken"),
    ),
    "a failed bump is worth five points to the opponents (E9)": Case(
        act=PENALTY,
        given={"act": {"seat": BEN, "offence": "failed_bump", "chosen": "onto_opponents"}},
        night=night("khanhoo"),
        reads=points,
        then=(5, 0, 5),
    ),
    "a penalty says who it is of": Case(
        act=PENALTY,
        given={"act": {"seat": 7, "offence": "failed_bump", "chosen": "onto_opponents"}},
        night=night("khanhoo"),
        page=(422, "seat:invalid_choice"),
        api=(422, "unknown_seat"),
    ),
    "a penalty after other news is asked again": Case(
        act=PENALTY,
        given={"act": {"seat": BEN, "offence": "failed_bump", "chosen": "onto_opponents"}},
        night=night("khanhoo"),
        meanwhile=(recorded(HANDS["khanhoo"]),),
        refused=(409, "table_changed"),
    ),
    "a match is settled by the differences times the stake (E8)": Case(
        act=MATCH, before=(match_of_e8,), night=night("khanhoo", players=4, stake_factor=10), then=(130, 10, -70, -70)
    ),
    "a match that is settled begins anew": Case(
        act=MATCH, before=(recorded(HANDS["khanhoo"]),), night=night("khanhoo"), reads=points, then=(0, 0, 0)
    ),
    "there is no match before anything is scored": Case(act=MATCH, night=night("khanhoo"), refused=(409, "no_match")),
    "a match after other news is asked again": Case(
        act=MATCH,
        before=(recorded(HANDS["khanhoo"]),),
        meanwhile=(recorded(HANDS["khanhoo"]),),
        night=night("khanhoo"),
        refused=(409, "table_changed"),
    ),
}
