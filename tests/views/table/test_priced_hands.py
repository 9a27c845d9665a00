"""What the dock prices, Review takes: random states of the form of a hand, also half answered ones."""

import re
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club
from tests import people
from tests.games.cuajo.hands import random_claim
from tests.games.cuajo.price_hands import random_price_claim
from tests.views.reading import Page, open_page

pytestmark = pytest.mark.django_db

STATES = 60
FEWEST_PRICED = 10


def entered(rng: Random, preset: str) -> dict[str, str]:
    """Fill the form with a random claim, and leave some of it out."""
    claim = random_price_claim(rng) if preset == "pricelist" else random_claim(rng)
    fields = {name: str(claim[name] or "") for name in ("hand", "source", "bounit", "sowee", "extra")}
    left_out = rng.choice(("", "", "source", "bounit", "sowee", "extra"))
    return {**fields, "winner": str(rng.randint(1, 4)), left_out or "step": ""}


def is_offered(verdict: str, sent: dict[str, str]) -> bool:
    """Tell whether the dock prices a hand with no question left open, so that Review stands beside the price."""
    asked = re.search(r'data-ask="(\w*)"', verdict)
    assert asked is not None
    lacks_bounit = not sent["bounit"] and sent["source"] != "dealt"
    return "verdict-price" in verdict and asked[1] in ("", "extra") and not lacks_bounit


@pytest.mark.parametrize("preset", ["pagat", "family", "gamerules", "pricelist"])
def test_nothing_that_the_dock_prices_is_refused(host: Client, club: Club, preset: str) -> None:
    rng = Random(f"priced {preset}")
    night = people.start_night(club=club, rules=preset)
    form, verdict = reverse("hand", args=[night.public_id]), reverse("hand-verdict", args=[night.public_id])
    hidden = {name: value for name, value in open_page(host, form).forms(action=form)[0].items() if value}
    priced = 0
    for _ in range(STATES):
        sent = entered(rng, preset)
        if is_offered(host.post(verdict, sent).text, sent):
            page = Page(host.post(form, {**hidden, **sent, "step": "review"}))
            assert (page.status, page.has("data-changes")) == (200, True), sent
            priced += 1
    assert priced >= FEWEST_PRICED
