"""House rules on a form: by the chapters of the rules, and what each amount comes to at the stakes."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.views.reading import Page, open_page, text_of

NEW = reverse("new-game-session", args=["cuajo"])
STAKES: Any = {"HX-Request": "true", "HX-Target": "stakes"}


def form(**changes: str) -> dict[str, str]:
    return {"preset": "pagat", "currency": "PHP", "stake_factor": "1", **changes}


def test_house_rules_stand_under_the_chapters_of_the_rules(host: Client) -> None:
    headings = [text_of(each) for each in open_page(host, NEW).root.iter("summary")][-8:-1]

    assert headings[1:] == ["Melds", "Deal and play", "Secrets", "Purro", "What a win pays", "The price list"]


def test_a_house_rule_says_what_it_comes_to_at_the_stakes(host: Client) -> None:
    page = open_page(host, NEW)

    assert page.text("id", "worth-rule_porbis") == "₱3.00 at these stakes"
    assert page.text("id", "worth-rule_both_conditions") == "₱1.10 at these stakes"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"stake_factor": "100"}, "₱300.00 at these stakes"),
        ({"rule_porbis": "500"}, "₱5.00 at these stakes, instead of ₱3.00"),
        ({"currency": "JPY", "rule_porbis": "110"}, "¥110 at these stakes, instead of ¥300"),
    ],
)
def test_what_it_comes_to_follows_the_form_while_it_is_filled(host: Client, changes: dict[str, str], said: str) -> None:
    worth = Page(host.post(NEW, form(**changes), headers=STAKES)).find("id", "worth-rule_porbis")

    assert (worth.get("hx-swap-oob"), text_of(worth)) == ("true", said)
