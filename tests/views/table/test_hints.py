"""First steps: a practice night, three hints that each phone reads once, words that open in place."""

from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from scoring.games import FIRST
from scoring.models import Club, Session
from scoring.operations.sessions.sessions import keep_table
from scoring.operations.table.penalties import record_secret
from scoring.views.rules.rules import explained, rulebook
from tests import people
from tests.views.reading import Page, open_page


def table(host: Client, session: Session) -> Page:
    return open_page(host, reverse("table", args=[session.public_id]))


def hints(host: Client, session: Session) -> list[str]:
    return [each.attrib["data-hint"] for each in table(host, session).root.iter("aside") if "data-hint" in each.attrib]


def test_empty_club_offers_a_practice_night_that_counts_nowhere(host: Client, club: Club) -> None:
    (form,) = open_page(host, reverse("home")).forms(action=reverse("practise"))
    answers = [host.post(reverse("practise"), form)["Location"] for _ in range(2)]

    night = Session.objects.get()

    assert answers == [reverse("table", args=[night.public_id])] * 2
    assert night.is_practice
    assert [seat.player.name for seat in night.seats.order_by("number")] == ["Ana", "Ben", "Carla", "Dan"]


def test_practice_is_played_by_those_who_played_last(host: Client, session: Session) -> None:
    host.post(reverse("practise"), {"key": str(uuid4())})
    practice = Session.objects.get(is_practice=True)
    assert {seat.player_id for seat in practice.seats.all()} == {seat.player_id for seat in session.seats.all()}


def test_hints_follow_each_other_and_end(host: Client, session: Session) -> None:
    address = reverse("hints", args=[session.public_id])
    shown = [hints(host, session)]
    for read in ("1", "2", "3"):
        assert host.post(address, {"read": read})["Location"] == reverse("table", args=[session.public_id])
        shown.append(hints(host, session))
    assert shown == [["1"], ["2"], ["3"], []]


def test_the_hint_to_set_the_sowee_is_over_once_it_is_set(host: Client, session: Session) -> None:
    keep_table(session=session, hand=1, notes={"sowee": "5B"}, expected_sowee="")
    assert hints(host, session) == ["2"]


def test_the_hint_on_secrets_is_over_once_one_is_paid_and_the_last_once_a_hand_is_recorded(
    host: Client, club: Club
) -> None:
    host.post(reverse("practise"), {"key": str(uuid4())})
    practice = Session.objects.get(is_practice=True)

    record_secret(session=practice, seat=people.BEN, expected_entry=0, stamp=people.stamp())
    after_secret = hints(host, practice)
    people.win(practice)

    assert (after_secret, hints(host, practice)) == (["3"], [])


@pytest.mark.parametrize("read", ["3", "", "nonsense"])
def test_no_hints_means_none(host: Client, session: Session, read: str) -> None:
    host.post(reverse("hints", args=[session.public_id]), {"read": read})
    assert hints(host, session) == []


def test_hints_are_for_the_first_hand_of_a_club(host: Client, session: Session) -> None:
    people.win(session)
    assert hints(host, session) == []
    assert hints(host, people.start_night(club=session.club)) == []


def test_word_of_the_table_opens_with_its_meaning_its_hand_and_its_rule(host: Client, session: Session) -> None:
    host.cookies["cuajo_hints"] = "1"
    page = table(host, session)
    links = page.find("id", "word-page-2").iter("a")
    assert [link.get("href", "").partition("#")[2] for link in links] == ["C19"]


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_words_have_one_order_in_all_languages(language: str) -> None:
    ours = [word for chapter in rulebook(document="cuajo").chapters for word in chapter.words]
    for word in ours:
        told = explained(game=FIRST, word=word.word, language=language)
        assert (told.rule, told.melds) == (word.rule, word.melds)
        assert told.meaning


def test_a_practice_night_is_no_night_to_repeat_and_its_people_are_not_known(host: Client) -> None:
    host.post(reverse("practise"), {"key": str(uuid4())})
    home, new = host.get(reverse("home")).context, host.get(reverse("new-session")).context
    assert (home["home"].last, home["home"].is_empty, new["last"], new["known_names"]) == (None, False, None, ())


def test_the_hints_are_shown_again_at_any_time_to_whoever_asks(host: Client, session: Session) -> None:
    people.win(session)
    address = reverse("table", args=[session.public_id])
    assert [
        link.get("href") for link in open_page(host, address).root.iter("a") if "hint=" in str(link.get("href"))
    ] == [f"{address}?hint=1"]
    shown, at = [], f"{address}?hint=1"
    while "hint=" in at:
        page = open_page(host, at)
        shown += [each.attrib["data-hint"] for each in page.root.iter("aside") if "data-hint" in each.attrib]
        (form,) = page.forms(action=reverse("hints", args=[session.public_id]))
        at = host.post(reverse("hints", args=[session.public_id]), form | {"read": shown[-1]})["Location"]
    assert (shown, at) == (["1", "2", "3"], address)
