"""Close a session: the preview says what will be posted, and closing posts exactly that."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, EntryKind, Session
from scoring.operations.sessions.closing import close_session
from scoring.operations.table.penalties import record_secret
from scoring.operations.table.reversing import reopen_session
from scoring.queries.sessions import settlements
from scoring.queries.table import tables
from tests import people
from tests.views.reading import Page, open_page, text_of

FAMILY = {"preset": "family"}


def address(session: Session, *, coin: int | None = None) -> str:
    url = reverse("close", args=[session.public_id])
    return f"{url}?coin={coin}" if coin else url


def settle_address(session: Session) -> str:
    return reverse("settle", args=[session.public_id])


def close_form(page: Page) -> dict[str, str]:
    (form,) = page.forms()
    return form


@pytest.fixture
def family(club: Club) -> Session:
    """Return a night whose partners share: Ana won 90 from each opponent, then Carla's secret."""
    night = people.start_night(club=club, rules=FAMILY)
    people.win(night)
    record_secret(session=night, seat=people.BEN, expected_entry=1, stamp=people.stamp())
    return night


def test_preview_shows_results_and_the_fewest_payments(host: Client, session: Session) -> None:
    people.win(session)

    page = open_page(host, address(session))

    assert page.items("data-results") == ("Ana +₱1.80 won", "Ben −₱0.90 lost", "Carla ₱0.00", "Dan −₱0.90 lost")
    assert page.items("data-plan") == ("Ben pays Ana ₱0.90", "Dan pays Ana ₱0.90")
    assert not page.has("data-adjustment")
    assert tables.is_closed(session=session) is False


def test_partners_share_is_a_visible_adjustment_c25(host: Client, family: Session) -> None:
    page = open_page(host, address(family))

    assert people.balances(family) == (130, 10, -50, -90)
    assert page.items("data-results") == (
        "Ana +₱1.30 at the table, −₱0.90 shared by partners +₱0.40 won",
        "Ben +₱0.10 at the table, −₱0.50 shared by partners −₱0.40 lost",
        "Carla −₱0.50 at the table, +₱0.90 shared by partners +₱0.40 won",
        "Dan −₱0.90 at the table, +₱0.50 shared by partners −₱0.40 lost",
    )
    assert page.items("data-adjustment", "partners_share") == ("Ana to Carla ₱0.90", "Ben to Dan ₱0.50")
    assert page.items("data-plan") == ("Ben pays Ana ₱0.40", "Dan pays Carla ₱0.40")


def test_coin_of_a_quarter_rounds_visibly(host: Client, family: Session) -> None:
    page = open_page(host, address(family, coin=25))

    assert page.text("aria-current", "true") == "₱0.25"
    assert "The payments above are rounded already; nothing comes on top." in page.text("data-adjustment", "rounding")
    assert page.items("data-results")[1] == (
        "Ben +₱0.10 at the table, −₱0.50 shared by partners, −₱0.10 by rounding −₱0.50 lost"
    )
    assert page.items("data-plan") == ("Ben pays Ana ₱0.50", "Dan pays Carla ₱0.50")
    assert close_form(page)["coin"] == "25"


def test_closing_again_starts_from_the_coin_of_the_close_before(host: Client, session: Session) -> None:
    people.win(session)
    close_session(session=session, coin_cents=25, expected_entry=1, stamp=people.stamp())
    reopen_session(session=session, reason="one more hand", stamp=people.stamp())

    page = open_page(host, reverse("close", args=[session.public_id]))

    assert page.text("aria-current", "true") == "₱0.25"
    assert close_form(page)["coin"] == "25"


@pytest.mark.parametrize(("coin", "says"), [(1, [True, False]), (25, [True, True])])
def test_reopening_names_only_what_the_close_moved(host: Client, family: Session, coin: int, says: list[bool]) -> None:
    expected_entry = family.entries.latest("number").number
    close_session(session=family, coin_cents=coin, expected_entry=expected_entry, stamp=people.stamp())

    page = text_of(open_page(host, reverse("reopen", args=[family.public_id])).root)

    said = ["What partners shared at the close is taken back with it.", "Its rounding is taken back with it."]
    assert [sentence in page for sentence in said] == says


@pytest.mark.parametrize("coin", ["3", "x", "-5", "1000000"])
def test_coin_nobody_has_means_no_rounding(host: Client, family: Session, coin: str) -> None:
    page = Page(host.get(reverse("close", args=[family.public_id]), {"coin": coin}))

    assert page.text("aria-current", "true") == "none"
    assert not page.has("data-adjustment", "rounding")


def test_coins_follow_the_currency(host: Client, club: Club) -> None:
    pesos = people.start_night(club=club)
    yen = people.start_night(club=club, currency="JPY")

    assert open_page(host, address(pesos)).items("data-coins", tag="a") == (
        ("none", "₱0.05", "₱0.10", "₱0.25", "₱1.00", "₱5.00", "₱10.00")
    )
    assert open_page(host, address(yen)).items("data-coins", tag="a") == (
        ("none", "¥5", "¥10", "¥50", "¥100", "¥500", "¥1,000")
    )


def test_closing_posts_what_the_preview_showed(host: Client, family: Session) -> None:
    form = close_form(open_page(host, address(family, coin=25)))

    response = host.post(address(family, coin=25), form)

    assert response.headers["Location"] == settle_address(family)
    kinds = [entry.kind for entry in family.entries.all()]
    assert kinds == ["hand", "secret", "adjustment", "adjustment", "close"]
    reasons = [entry.act["why"] for entry in family.entries.filter(kind=EntryKind.ADJUSTMENT)]
    assert reasons == ["partners_share", "rounding"]
    assert people.balances(family) == (50, -50, 50, -50)
    close = settlements.close_of(session=family)
    assert close is not None
    assert close.act == {"plan": [[2, 1, 50], [4, 3, 50]], "coin_cents": 25}
    assert close.device is not None
    assert close.device.label == "Ana's phone"


def test_double_tap_closes_once(host: Client, session: Session) -> None:
    people.win(session)
    form = close_form(open_page(host, address(session)))

    answers = [host.post(address(session), form).headers["Location"] for _ in range(2)]

    assert answers == [settle_address(session)] * 2
    assert session.entries.filter(kind=EntryKind.CLOSE).count() == 1


def test_hand_recorded_meanwhile_refreshes_the_preview_and_closes_nothing(host: Client, session: Session) -> None:
    people.win(session)
    form = close_form(open_page(host, address(session)))
    people.win(session, winner=people.BEN)

    page = Page(host.post(address(session), form | {"coin": "25"}))

    assert page.status == 409
    assert page.notice().startswith("Something was recorded meanwhile, so nothing was closed.")
    assert page.text("aria-current", "true") == "₱0.25"
    assert page.items("data-results")[0] == "Ana +₱0.90 at the table, +₱0.10 by rounding +₱1.00 won"
    assert tables.is_closed(session=session) is False
    assert host.post(address(session), close_form(page)).headers["Location"] == settle_address(session)


def test_form_with_a_broken_coin_closes_nothing(host: Client, session: Session) -> None:
    people.win(session)
    form = close_form(open_page(host, address(session)))

    page = Page(host.post(address(session), form | {"coin": "7"}))

    assert page.status == 422
    assert page.items("data-plan") == ("Ben pays Ana ₱0.90", "Dan pays Ana ₱0.90")
    assert tables.is_closed(session=session) is False


def test_key_used_for_something_else_is_refused(host: Client, session: Session) -> None:
    entry = people.win(session)
    form = close_form(open_page(host, address(session)))

    page = Page(host.post(address(session), form | {"key": str(entry.key)}))

    assert (page.status, page.alert().get("data-code")) == (409, "key_reused")
    assert tables.is_closed(session=session) is False


def test_closed_session_leads_on_to_settle(host: Client, session: Session) -> None:
    form = close_form(open_page(host, address(session)))
    host.post(address(session), form)

    assert host.get(address(session)).headers["Location"] == settle_address(session)
    late = form | {"key": "00000000-0000-4000-8000-000000000001"}
    assert host.post(address(session), late).headers["Location"] == settle_address(session)
    assert session.entries.filter(kind=EntryKind.CLOSE).count() == 1


def test_night_for_points_has_a_final_standing_and_no_payments(host: Client, club: Club) -> None:
    points = people.start_night(club=club, currency="points")
    people.win(points)

    page = open_page(host, address(points))

    assert page.items("data-results") == ("Ana +180 won", "Ben −90 lost", "Carla 0", "Dan −90 lost")
    assert not page.has("data-plan")
    assert not page.has("data-coins")
    host.post(address(points), close_form(page))
    close = settlements.close_of(session=points)
    assert close is not None
    assert close.act == {"plan": [], "coin_cents": 1}


def test_paid_secrets_of_an_unrecorded_hand_are_named_before_closing(host: Client, session: Session) -> None:
    record_secret(session=session, seat=people.BEN, expected_entry=0, stamp=people.stamp())

    response = host.get(address(session))

    assert "Secrets were paid in a hand that is not recorded." in response.text


def test_stranger_is_told_to_ask_the_host(session: Session) -> None:
    stranger = Client()

    for response in (stranger.get(address(session)), stranger.post(address(session), {})):
        assert response.status_code == 403
        assert "<h1>Ask the host</h1>" in response.text
    assert tables.is_closed(session=session) is False


def test_session_of_another_club_is_not_found(host: Client) -> None:
    elsewhere = people.start_night(club=people.make_club(name="Monday table"))

    assert host.get(address(elsewhere)).status_code == 404
    assert host.post(address(elsewhere), {}).status_code == 404
    assert tables.is_closed(session=elsewhere) is False
