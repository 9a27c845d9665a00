"""Nights by each variant and preset through their pages; every figure was worked out from the sources beforehand."""

import re
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Session
from tests import people
from tests.games.cuajo.hands import random_claim, random_price_claim
from tests.views.reading import Page, amounts, open_page, url, whole_amounts
from tests.views.table.test_games import send
from tests.views.table.test_hand import sent

TRICKS = "5M / 6M; 9C 8C 7C / 1S 2S 3S; 1C HC ZC / 4S 5S 6S; 1M 2M 3M / 2C 3C 4C; 9M / TM; 7M / 8M; 7S / 8S"


THREE_PACKS = {
    "out": "1",
    "cards__1": "AH AH AH 2C 2C 2C 3D 3D 3D 5H 5C 5D 6H 6C 6D",
    "cards__2": "J J 7D",
    "cards__3": "K K K 9H 9H 9H",
}
ORPHAN = {"out": "3", "orphan": "3", "cards__3": "AH AH 2C 2C 3D 3D", "cards__1": "J 7D 7D"}


@pytest.mark.parametrize(
    ("game", "rules", "hand", "balances"),
    [
        ("khanhoo", {"preset": "three_packs"}, THREE_PACKS, (30 + 26, -30 - 4, -26 + 4)),
        ("khanhoo", {"rule_orphan": "yes"}, ORPHAN, (-16 + 2 * 4, -24, 16 + 2 * 20, -24)),
        ("khanhoo_ming", {}, {"leader": "2", "tricks": TRICKS}, (-18, 18)),
    ],
    ids=["three packs", "orphan", "ming"],
)
def test_a_hand_typed_by_its_cards_is_scored_and_its_match_settled(
    host: Client, game: str, rules: dict[str, str], hand: dict[str, str], balances: tuple[int, ...]
) -> None:
    seats = {f"seat_{seat}": name for seat, name in enumerate(people.NAMES[: len(balances)], start=1)}
    played = {"currency": "PHP", "price": "0.01", "first_dealer": "1"} | seats | rules
    send(host, reverse("new-game-session", args=[game]), **played)
    night = Session.objects.get()
    assert send(host, url("hand", night), **hand, step="record").status_code == 302
    send(host, url("match", night))
    assert people.balances(night) == balances


CARDS = {"hand": "3O 4O 5O 10E 11E 12E 1O 1C 1B 5E 5E 5E 3C 3E 3B 12O", "bounit": "3O"}
PLAIN: dict[str, Any] = people.WORKED_WIN | CARDS | {"source": "self_drawn"}
PRINSESA = PLAIN | {"hand": "12O 12C 12E 12B 3O 4O 5O 1C 1C 3E 10B 11B 4C 5C 10O 11O", "bounit": "12B"}


@pytest.fixture
def night(club: Club) -> Session:
    return people.start_night(club=club, rules="pricelist", names=people.NAMES[:3])


def test_a_win_is_reviewed_and_recorded_with_its_prices_l5_l6(host: Client, night: Session) -> None:
    review = Page(sent(host, night, PLAIN))
    assert sent(host, night, PLAIN, step="record").status_code == 302
    rows = ["".join(row.itertext()) for row in review.root.iter("tr")]
    priced = [(*re.findall(r"\bL\d", row), *amounts(row)) for row in rows]
    assert priced[:2] == [("L5", "₱200"), ("L6", "₱10")]
    assert people.balances(night) == (54000, -27000, -27000)


@pytest.mark.parametrize("page", ["hand", "hand-verdict"])
def test_kings_alone_win_and_what_is_left_over_is_said_l4(host: Client, night: Session, page: str) -> None:
    answer = sent(host, night, PRINSESA, page=page)
    cards = [card for card in Page(answer).find("data-king-win").iter() if card.get("role") == "img"]
    assert (len(cards), "₱565" in whole_amounts(answer.text)) == (5, True)


def test_quick_entry_is_not_offered_and_leads_to_the_cards_l6(host: Client, night: Session, session: Session) -> None:
    answer = host.get(url("quick-hand", night), follow=True)
    assert answer.redirect_chain == [(url("hand", night), 302)]
    offered = [url("quick-hand", each) in host.get(url("hand", each)).text for each in (night, session)]
    assert (offered, [message.level_tag for message in answer.context["messages"]]) == ([False, True], ["warning"])


STATES = 60
FEWEST_PRICED = 10


def entered(rng: Random, preset: str) -> dict[str, str]:
    claim = random_price_claim(rng) if preset == "pricelist" else random_claim(rng)
    fields = {name: str(claim[name] or "") for name in ("hand", "source", "bounit", "sowee", "extra")}
    left_out = rng.choice(("", "", "source", "bounit", "sowee", "extra"))
    return {**fields, "winner": str(rng.randint(1, 4)), left_out or "step": ""}


def is_offered(verdict: str, said: dict[str, str]) -> bool:
    asked = re.search(r'data-ask="(\w*)"', verdict)
    assert asked is not None
    lacks_bounit = not said["bounit"] and said["source"] != "dealt"
    return "verdict-price" in verdict and asked[1] in ("", "extra") and not lacks_bounit


@pytest.mark.parametrize("preset", ["pagat", "family", "gamerules", "pricelist"])
def test_nothing_that_the_dock_prices_is_refused(host: Client, club: Club, preset: str) -> None:
    rng = Random(f"priced {preset}")
    night = people.start_night(club=club, rules=preset)
    form, verdict = reverse("hand", args=[night.public_id]), reverse("hand-verdict", args=[night.public_id])
    hidden = {name: value for name, value in open_page(host, form).forms(action=form)[0].items() if value}
    priced = 0
    for _ in range(STATES):
        said = entered(rng, preset)
        if is_offered(host.post(verdict, said).text, said):
            page = Page(host.post(form, {**hidden, **said, "step": "review"}))
            assert (page.status, page.has("data-changes")) == (200, True), said
            priced += 1
    assert priced >= FEWEST_PRICED
