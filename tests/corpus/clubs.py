"""The clubs of the corpus: which nights they play, and what else happens to them."""

from collections import Counter
from random import Random
from typing import Any

from scoring.models import Club
from tests.corpus import doors
from tests.corpus.nights import Terms, play

STEPS = 24


def cuajo(preset: str, **more: Any) -> Terms:
    """Return terms of a night of cuajo; house rules that are changed are given as `changes`."""
    changes = more.pop("changes", {})
    return Terms(game="cuajo", rules={"preset": preset, **changes}, **{"players": 4, **more})


def other(game: str, preset: str, **more: Any) -> Terms:
    """Return terms of a night of one of the other games."""
    changes = more.pop("changes", {})
    return Terms(game=game, rules={"preset": preset, **changes}, **{"players": 3, **more})


ALONE = {"partnerships": False}
PENALTIES = {"false_win_penalty": 30, "false_secret_penalty": 15}
ORPHANS = {"orphan": True, "trios": "cache"}
CLUBS: tuple[tuple[Terms, ...], ...] = (
    (
        cuajo("pagat"),
        cuajo("pagat", changes=PENALTIES | {"partners_share": True}, stake_factor=3),
        cuajo("pagat", currency="JPY", closes=False),
        cuajo("pagat", players=3, changes=ALONE | {"porbis": 500, "secret": 25}, currency="EUR"),
    ),
    (
        cuajo("family"),
        cuajo("family", currency="points", closes=False),
        cuajo("family", changes={"extra_cards": 3, "porbis_adds": "nothing"}, currency="USD"),
        cuajo("family", changes=PENALTIES | {"discard_win": False}, stake_factor=10),
    ),
    (
        cuajo("gamerules", closes=False),
        cuajo("gamerules", changes={"dealt_win": "as_self_drawn", "secrets_shown": True}, currency="KRW"),
        cuajo("gamerules", players=2, changes=ALONE),
        cuajo("gamerules", changes=PENALTIES | {"partners_share": True}, currency="points"),
    ),
    (
        cuajo("pricelist", players=3),
        cuajo("pricelist", players=4, currency="JPY"),
        cuajo("pricelist", players=5, closes=False, changes={"price_low_run": 7, "start_plain": 30}),
        cuajo("pricelist", players=4, changes={"partnerships": True, **PENALTIES}, currency="points"),
    ),
    (
        cuajo("pagat", players=5, changes=ALONE | PENALTIES, closes=False),
        cuajo("pagat", changes={"unit": 5, "king_of_coins": 65, "porbis_adds": "all"}),
        cuajo("family", players=6, changes=ALONE, currency="KRW", stake_factor=2),
        cuajo("pricelist", players=2, stake_factor=7, closes=False),
    ),
    (
        other("khanhoo", "wilkinson"),
        other("khanhoo", "wilkinson", players=4, changes=ORPHANS, closes=False),
        other("khanhoo", "three_packs", changes={"trios": "melds", "target": 30}, stake_factor=4),
        other("khanhoo", "four_packs", players=5, currency="JPY"),
    ),
    (
        other("khanhoo_qing", "wilkinson_qing"),
        other("khanhoo_qing", "culin", players=5, changes={"flowers_wild": True}, currency="EUR"),
        other("khanhoo_qing", "wilkinson_qing", players=4, changes={"stake": 35}, currency="points"),
        other("khanhoo_qing", "culin", players=2, currency="KRW", closes=False),
    ),
    (
        other("khanhoo_ming", "pan_zhiheng"),
        other("khanhoo_ming", "pan_zhiheng", players=2, changes={"point": 20}, closes=False),
        other("khanhoo_ming", "pan_zhiheng", currency="points", stake_factor=5),
        other("khanhoo_ming", "pan_zhiheng", players=2, currency="JPY"),
    ),
    (
        other("cau_robat", "cau_robat"),
        other("cau_robat", "points", players=4, changes={"point": 25}, closes=False),
        other("cau_robat", "cau", players=5, currency="JPY", stake_factor=2),
        other("cau_robat", "points", players=3, currency="points"),
    ),
    (
        cuajo("pagat"),
        other("khanhoo", "wilkinson", closes=False),
        cuajo("pricelist", players=4),
        other("cau_robat", "cau_robat", players=4),
        other("khanhoo_qing", "wilkinson_qing", closes=False),
        cuajo("family", currency="EUR", closes=False),
    ),
)


def fill_club(*, club: Club, nights: tuple[Terms, ...], seed: int) -> Counter[str]:
    """Play nights, keep a rule set, merge and erase players; return what was recorded and refused."""
    host, chance, done = doors.host_program(club), Random(seed), Counter[str]()
    for terms in nights:
        done += play(host=host, terms=terms, chance=chance, steps=STEPS).done
    rules = {"name": f"Ours, {seed}", "game": nights[-1].game, "rules": nights[-1].rules}
    doors.ask(host, "post", "rule-sets/", rules)
    _, players = doors.ask(host, "get", "players/")
    ids = sorted({total["player"]["id"] for total in players["totals"]})
    one, other_one, third = chance.sample(ids, 3)
    doors.ask(host, "patch", f"players/{third}/", {"name": "Renamed"})
    if seed % 2:
        doors.ask(host, "post", f"players/{one}/merge/", {"into": other_one})
    if seed % 3 == 0:
        doors.ask(host, "post", f"players/{third}/erase/")
    return done
