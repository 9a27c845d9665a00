"""Every line can be taken back; older hands need a reason."""

from dataclasses import replace

from django.test import Client
from django.urls import reverse

from scoring.models import ApiToken, Membership, Role, Session
from scoring.operations.people.devices import change_place, revoke
from scoring.operations.sessions.closing import close_session, hand_over_early
from scoring.operations.table.hands import correct_hand
from scoring.operations.table.penalties import record_secret
from scoring.operations.table.reversing import undo
from scoring.queries.people.access import access_by
from tests import people
from tests.api.programs import token_for
from tests.views.reading import Page, open_page, text_of


def address(session: Session, *, number: int = 1) -> str:
    return reverse("undo", args=[session.public_id, number])


def asked(browser: Client, address: str) -> dict[str, str]:
    (form,) = open_page(browser, address).forms(action=address)
    return form


def secret(session: Session, *, seen: int) -> None:
    record_secret(session=session, seat=people.BEN, expected_entry=seen, stamp=people.stamp())


def test_confirmation_states_what_the_undo_pays_back(host: Client, session: Session) -> None:
    people.win(session)

    assert open_page(host, address(session)).items("data-pays") == (
        "Ana pays −₱1.80 lost",
        "Ben receives +₱0.90 won",
        "Carla pays nothing ₱0.00",
        "Dan receives +₱0.90 won",
    )


def test_newest_line_needs_no_reason(host: Client, session: Session) -> None:
    people.win(session)

    response = host.post(address(session), asked(host, address(session)), follow=True)

    (said,) = Page(response).items("class", "notices", tag="p")
    assert said == "Hand 1: Ana won, taken from the discards. Undone."
    assert said in Page(response).text("class", "play on-felt"), "beside the night's lines, not above both"
    assert people.balances(session) == (0, 0, 0, 0)


def test_undo_says_that_the_sowee_noted_for_the_hand_being_played_goes_with_it(host: Client, session: Session) -> None:
    people.win(session)
    said = "The sowee noted for hand 2 is forgotten: pick the sowee again."
    assert said not in text_of(open_page(host, address(session)).root)

    host.post(reverse("sowee", args=[session.public_id]), {"hand": "2", "sowee": "4O"})

    assert said in text_of(open_page(host, address(session)).root)


def test_older_hand_is_taken_back_only_with_a_reason(host: Client, session: Session) -> None:
    people.win(session)
    people.win(session, winner=people.BEN)
    form = asked(host, address(session))

    refused = Page(host.post(address(session), form))
    assert refused.status == 422
    assert "Say why. Everybody sees it in the ledger." in " ".join(refused.root.itertext())
    assert people.balances(session) == (90, 90, -90, -90)

    host.post(address(session), {**form, "reason": "it was Carla"})
    assert people.balances(session) == (-90, 180, -90, 0)
    assert session.entries.get(number=3).reason == "it was Carla"


def test_undoing_an_older_hand_says_which_numbers_the_later_ones_get(host: Client, session: Session) -> None:
    for winner in (people.ANA, people.BEN, people.CARLA):
        people.win(session, winner=winner)

    for number, before, after in (
        (
            1,
            "The hands after it keep their amounts: hand 2 becomes hand 1, and so on.",
            "Undone. Hand 2 is hand 1 now, and so on.",
        ),
        (2, "The hand after it keeps its amounts: hand 2 becomes hand 1.", "Undone. Hand 2 is hand 1 now."),
    ):
        form = asked(host, address(session, number=number))
        assert before in " ".join(open_page(host, address(session, number=number)).root.itertext()).replace("\n", "")
        assert after in host.post(address(session, number=number), {**form, "reason": "a joke"}, follow=True).text


def test_older_secret_needs_no_reason(host: Client, session: Session) -> None:
    secret(session, seen=0)
    people.win(session)

    host.post(address(session), asked(host, address(session)))

    assert people.balances(session) == (180, -90, 0, -90)


def test_undoing_a_correction_says_that_the_hand_does_not_come_back(host: Client, session: Session) -> None:
    correction = correct_hand(
        entry=people.win(session),
        act={**people.WORKED_WIN, "winner": people.BEN},
        reason="it was Ben",
        stamp=people.stamp(),
    )

    page = open_page(host, address(session, number=correction.number))

    assert "the version before it does not come back." in text_of(page.root)


def test_reason_that_is_too_long_is_refused_and_kept(host: Client, session: Session) -> None:
    people.win(session)
    typed = "x" * 201

    page = Page(host.post(address(session), {**asked(host, address(session)), "reason": typed}))

    assert page.status == 422
    (again,) = page.forms(action=address(session))
    assert again["reason"] == typed


def test_double_tap_takes_back_once(host: Client, session: Session) -> None:
    people.win(session)
    form = asked(host, address(session))

    host.post(address(session), form)
    second = host.post(address(session), form)

    assert second.status_code == 302
    assert session.entries.count() == 2


def test_line_another_phone_took_back_is_refused(host: Client, session: Session) -> None:
    entry = people.win(session)
    form = asked(host, address(session))
    undo(entry=entry, reason="", stamp=people.stamp())

    page = Page(host.post(address(session), form))

    assert page.status == 409
    assert page.notice() == "This was undone before. Record it again if that was wrong."


def test_reversals_and_closes_have_no_undo(host: Client, session: Session) -> None:
    undo(entry=people.win(session), reason="", stamp=people.stamp())
    close_session(session=session, coin_cents=1, expected_entry=2, stamp=people.stamp())

    assert host.get(address(session, number=2)).status_code == 404
    assert host.get(address(session, number=3)).status_code == 404
    assert Page(host.get(address(session))).status == 409


def test_stranger_and_another_club_undo_nothing(host: Client, client: Client, session: Session) -> None:
    other = people.start_night(club=people.make_club(name="Monday table"))
    people.win(session)
    people.win(other)

    statuses = (client.post(address(session)).status_code, host.post(address(other)).status_code)

    assert statuses == (403, 404)
    assert people.balances(session) == people.balances(other) == (180, -90, 0, -90)


def test_a_hand_asks_for_no_reason_because_the_one_before_it_was_corrected(host: Client, session: Session) -> None:
    older = people.win(session)
    people.win(session)
    correct_hand(entry=older, act=people.DRAWN, reason="nobody won", stamp=people.stamp())

    page = open_page(host, address(session, number=2))

    assert "Reason, if you like" in " ".join(page.root.itertext())
    assert host.post(address(session, number=2), asked(host, address(session, number=2))).status_code == 302


def test_page_of_an_undone_hand_says_first_that_it_does_not_count(host: Client, session: Session) -> None:
    undo(entry=people.win(session), reason="wrong winner", stamp=people.stamp())
    page = open_page(host, reverse("entry", args=[session.public_id, 1]))
    assert page.text("data-undone") == "This does not count any more · undone at 03:00 · wrong winner"


def test_undo_of_another_day_says_its_day(host: Client, session: Session) -> None:
    undo(entry=people.win(session), reason="", stamp=people.stamp(minutes=24 * 60))
    newest, oldest = open_page(host, reverse("table", args=[session.public_id])).items("data-ledger")
    assert newest.endswith("03:00 · undid what was recorded on 1 Feb, 03:00")
    assert oldest.endswith("03:00 · undone on 2 Feb, 03:00 ₱1.80")


def test_every_undo_says_what_it_undid(host: Client, session: Session) -> None:
    cash = hand_over_early(session=session, payer=people.ANA, payee=people.BEN, amount_cents=50, stamp=people.stamp())
    undo(entry=cash, reason="", stamp=people.stamp())
    newest, *_ = open_page(host, reverse("table", args=[session.public_id])).items("data-ledger")
    assert newest.startswith("Ana handed cash to Ben. Undone.")


def test_entry_says_which_phone_wrote_it_down_and_who_holds_that_now(host: Client, session: Session) -> None:
    ben = people.player_browser(session=session, seat=people.BEN)
    page = reverse("cash", args=[session.public_id])
    for browser, amount in ((ben, "0.50"), (host, "0.70")):
        (form,) = open_page(browser, page).forms(action=page)
        browser.post(page, {**form, "payer": "2", "payee": "1", "amount": amount})

    def said() -> list[str]:
        entries = [open_page(host, reverse("entry", args=[session.public_id, number])) for number in (1, 2)]
        return [entry.text("data-recorded").partition(" · ")[2] for entry in entries]

    assert said() == ["Ben's phone, now Ben's", "Ana's phone, Host"]
    place = Membership.objects.get(device__label="Ben's phone")
    carla = session.seats.get(number=people.CARLA).player
    change_place(device=place.device, access=replace(access_by(membership=place), player=carla), now=people.EVENING)
    assert said()[0] == "Ben's phone, now Carla's"
    revoke(device=place.device, club=session.club, now=people.EVENING)
    assert said()[0] == "Ben's phone, once Carla's"


def test_entry_of_a_program_names_the_program_whoever_it_speaks_for(host: Client, session: Session) -> None:
    token_for(club=session.club, role=Role.PLAYER, player=session.seats.get(number=people.BEN).player)
    token = ApiToken.objects.get()
    stamp = people.stamp(device=token.device)
    hand_over_early(session=session, payer=people.ANA, payee=people.BEN, amount_cents=50, stamp=stamp)

    page = open_page(host, reverse("entry", args=[session.public_id, 1]))

    assert page.text("data-recorded").endswith(f" · {token.device.label}, program")
