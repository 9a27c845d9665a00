"""What a refusal says: its key, what is filled in, the field it stands at, and the cards it is about."""

from collections.abc import Mapping

from scoring.games.base import AnyGame
from scoring.games.cau_robat import CauRobat
from scoring.games.cuajo import Cuajo
from scoring.games.khanhoo import KhanhooEnglish, KhanhooMing, KhanhooQing
from tests.games.asking import each, outcome, problems_of, said
from tests.games.cuajo.claims import EXAMPLE

CUAJO, ENGLISH, QING, MING, CAU = Cuajo(), KhanhooEnglish(), KhanhooQing(), KhanhooMing(), CauRobat()
FULL = "AH AH 2C 2C 3D 3D 5H 5H 5C 5C 5D 5D J 7D 7D"
QING_HAND = "8C 2S 2M 4C 5C 6C 7S 7S 7M 5M 6M 7M RF 1S 1S"
QUICK = {"result": "win", "winner": 2, "declared": True, "source": "claimed", "kings_of_coins": 1}


def melded(cards: object, **act: object) -> dict[str, object]:
    return {"out": 1, "cards": {"1": FULL, "2": cards}, **act}


def captured(first: int, second: int, **bonuses: object) -> dict[str, object]:
    return {"captured": {"1": first, "2": second}, "bonuses": bonuses}


def qing(hand: str) -> dict[str, object]:
    return {"winner": 2, "hand": hand}


@each(
    ("game", "act", "told"),
    {
        "E1-copies": (ENGLISH, melded("AH AC AD"), "too_many_copies.melded 3 AH 2 @cards AH"),
        "E1-card": (ENGLISH, melded("J Q 10H"), "unknown_card 10H @cards.2 10H"),
        "E1-seat": (ENGLISH, melded("", out=4), "unknown_seat 4 @out"),
        "E3-nobody-out": (
            ENGLISH,
            melded("", out=2),
            "wrong_card_count.not_out 15 15 1 @cards.1; wrong_card_count.full_hand 0 15 2 @cards.2",
        ),
        "E4-left-over": (ENGLISH, melded("J Q K 8D"), "not_melded.left_over 8D 2 @cards.2 8D"),
        "E4-number": (ENGLISH, melded("", melds={"3": {"courts": "2"}}), "bad_number.limits 0 5 '2' @melds.3.courts"),
        "cards-and-names": (ENGLISH, melded("", melds={"1": {"courts": 1}}), "cards_and_melds 1 @cards.1"),
        "E6-meld": (ENGLISH, melded("", melds={"2": {"trio": 1}}), "unknown_word.meld trio @melds.2"),
        "names-no-table": (ENGLISH, melded("", melds={"3": 4}), "bad_value.melds @melds.3"),
        "cards-no-table": (ENGLISH, {"out": 1, "cards": 5}, "bad_value.by_seat cards @cards"),
        "ending": (ENGLISH, melded("", ending="sleep"), "unknown_word ending 'sleep' full_hand, quartette @ending"),
        "Q1-most": (QING, qing(f"{QING_HAND} 9C"), f"wrong_card_count.qing_most 15 16 @hand {QING_HAND} 9C"),
        "Q1-one": (QING, qing("8C"), "wrong_card_count.qing_win 15 1 @hand 8C"),
        "Q1-copies": (QING, qing(QING_HAND.replace("5M 6M 7M", "7S 7S 7S")), "too_many_copies.qing 7S @hand 7S"),
        "Q2-strays": (QING, qing(QING_HAND.replace("RF", "9C")), "not_a_win.qing win.strays 9C 1 @hand 9C"),
        "switch": (QING, qing(QING_HAND) | {"declared": "yes"}, "bad_switch declared 'yes' @declared"),
        "M6-sum": (MING, captured(14, 14), "captures_do_not_add_up 28 26 @captured"),
        "M6-plays": (MING, captured(13, 13), "not_whole_plays 13 2 1 @captured.1; not_whole_plays 13 2 2 @captured.2"),
        "M6-few": (MING, captured(26, 0, **{"2": {"hero": 1}}), "too_few_captured 6 2 @captured.2"),
        "M1-twice": (MING, captured(26, 0, **{"1": {"hero": 1, "chariot": 1}}), "card_used_twice TM @bonuses TM"),
        "M5-play": (MING, captured(26, 0, **{"1": {"sloth": 1}}), "unknown_word.play sloth @bonuses.1"),
        "M6-tricks": (MING, {"leader": 1, "tricks": "5M / 6M"}, "wrong_card_count.tricks 2 2 13 @tricks"),
        "M1-players": (
            MING,
            {"leader": 1, "tricks": "5M / 6M / 7M"},
            "wrong_play_count.players 1 3 2 @tricks; wrong_card_count.tricks 3 2 13 @tricks",
        ),
        "M2-lead": (MING, {"leader": 1, "tricks": "5M 6M 9C / 1S 2S 3S"}, "not_a_lead 5M 6M 9C @tricks 5M 6M 9C"),
        "M2-shape": (MING, {"leader": 1, "tricks": "5M / 6M 7M"}, "wrong_play_count.trick 5M / 6M 7M @tricks"),
        "R9-sum": (CAU, {"piles": {"1": 30, "2": 7}, "centre": 2}, "cards_do_not_add_up 39 40 @piles"),
        "R1-R2-plays": (
            CAU,
            {"dealer": 1, "face_up": "1 2 3", "plays": "1 1 1 1"},
            "wrong_card_count.face_up 4 3 @face_up; "
            "wrong_card_count.plays 3 4 40 @plays; too_many_copies.ranks 4 1 @plays 1",
        ),
        "C8-no-win": (
            CUAJO,
            {
                "result": "win",
                "winner": 2,
                "hand": EXAMPLE.replace("12B", "11B"),
                "source": "self_drawn",
                "bounit": "5B",
            },
            "not_a_win.strays 15 16 11B 1 C8 @hand 11B",
        ),
        "C15-source": (CUAJO, QUICK | {"source": "stolen"}, "unknown_source.declared 'stolen' @source"),
        "C2-sowee": (CUAJO, QUICK | {"sowee": "2O"}, "unknown_card.declared '2O' @sowee '2O'"),
        "C26-kings": (CUAJO, QUICK | {"other_kings": 13}, "bad_number.limits 0 12 13 @other_kings"),
        "C32-porbis": (CUAJO, QUICK | {"porbis": 1}, "bad_switch porbis 1 @porbis"),
        "C33-result": (CUAJO, {"result": "lost"}, "unknown_result 'lost' @result"),
    },
)
def test_refusal_names_what_is_wrong_and_where(game: AnyGame, act: Mapping[str, object], told: str) -> None:
    players = {CUAJO: 4, MING: 2}.get(game, 3)
    found = problems_of(lambda: outcome(game, act, players=players))
    assert "; ".join(" ".join([said(one.text), f"@{one.field}", *one.cards]) for one in found) == told
