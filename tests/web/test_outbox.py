"""Every form that records an act at a table is kept on the phone before it is sent: it says so, and has a key."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Session
from tests import people
from tests.views.reading import open_page

pytestmark = pytest.mark.django_db

AT_THE_TABLE = ("hand", "quick-hand", "drawn-hand", "false-win", "free-payment", "tong", "cash", "close")
OF_THE_HAND = ("undo", "dispute", "correct")


@pytest.mark.parametrize("act", [*AT_THE_TABLE, *OF_THE_HAND, "secret", "settle"])
def test_an_act_is_kept_on_the_phone_until_it_is_recorded(host: Client, session: Session, act: str) -> None:
    line = people.win(session)
    numbers = {"secret": [people.BEN]} | {name: [line.number] for name in OF_THE_HAND}
    if act == "settle":
        people.close(session)
    address = reverse(act, args=[session.public_id, *numbers.get(act, [])])
    forms = [form for form in open_page(host, address).root.iter("form") if "data-act" in form.attrib]
    assert forms
    assert all(form.find(".//input[@name='key']") is not None for form in forms)
