"""Links and codes: whom they let in, to what, and for how long."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError
from django.test import Client
from pytest_django import Settings

from scoring.models import Club, Device, JoinCode, JoinLink, JoinRequest, Membership, Role, Session
from scoring.models.joining import CODE_LENGTH, CODE_LETTERS
from scoring.operations.errors import AnsweredError
from scoring.operations.people.devices import LastHostError, change_place, grant, new_token, revoke
from scoring.operations.people.joining import (
    MOST_WAITING,
    OPEN_FOR,
    Asker,
    CodeError,
    Invitation,
    JoiningClosedError,
    LinkError,
    TooManyAskError,
    answer,
    ask,
    join,
    make_host_link,
    make_link,
    make_recovery_link,
    open_joining,
    send_away,
)
from scoring.queries.people.access import Access, access_in, has_host, is_last_host
from scoring.queries.people.joining import Asked, LinkProblem, WaysBack, good_links, open_code, state_of, ways_back
from tests import people

pytestmark = pytest.mark.django_db

NOW, DAY = people.EVENING, timedelta(days=1)


def link_to(
    club: Club, *, role: Role = Role.HOST, session: Session | None = None, by: Device | None = None
) -> JoinLink:
    return make_link(invitation=Invitation(club=club, role=role, session=session, lifetime=DAY), made_by=by, now=NOW)


def use(link: JoinLink, *, token: str | None = None, after: timedelta = timedelta()) -> Device:
    """Join by a link, with a new phone unless its token is given."""
    return join(token=link.token, device_token=token or new_token(), label="phone", now=NOW + after)


def good(*links: JoinLink) -> list[bool]:
    return [link in good_links(club=link.club, now=NOW) for link in links]


def test_link_is_good_until_its_time_is_over(club: Club) -> None:
    link = link_to(club)
    with pytest.raises(LinkError) as refused:
        use(link, after=DAY)
    assert (refused.value.problem, Device.objects.count()) == (LinkProblem.EXPIRED, 0)
    use(link, after=DAY - timedelta(seconds=1))
    assert has_host(club=club)


@pytest.mark.parametrize(("role", "phones"), [(Role.HOST, 1), (Role.PLAYER, 3)])
def test_link_of_a_host_lets_one_phone_in_and_that_of_another_role_any_number(
    club: Club, role: Role, phones: int
) -> None:
    link = link_to(club, role=role)
    for _ in range(phones):
        use(link)
    if role is Role.HOST:
        with pytest.raises(LinkError):
            use(link)
    assert [one.role for one in Membership.objects.all()] == [role] * phones


def test_links_and_phones_are_kept_as_hashes_that_another_installation_cannot_use(
    club: Club, settings: Settings
) -> None:
    link, token = make_host_link(club=club, now=NOW), new_token()
    join(token=link, device_token=token, label="phone", now=NOW)
    stored = str([*Device.objects.values(), *JoinLink.objects.values()])
    assert (token in stored, link in stored, len(token), len(link)) == (False, False, 43, 43)  # 256 bits
    settings.SECRET_KEY = "another installation's key"
    assert JoinLink.objects.get().token != link


def test_scorekeeper_becomes_the_host_and_keeps_one_role(club: Club) -> None:
    token = new_token()
    for role in (Role.SCOREKEEPER, Role.HOST):
        device = use(link_to(club, role=role), token=token)
    assert access_in(device=device, club=club) == Access(club=club, role=Role.HOST)
    assert Membership.objects.filter(revoked_at=None).count() == 1


def test_phone_that_rose_by_a_better_link_may_still_use_the_first(session: Session) -> None:
    club, token = session.club, new_token()
    tonight, always = link_to(club, role=Role.SCOREKEEPER, session=session), link_to(club, role=Role.VIEWER)
    for link in (tonight, always, tonight):
        device = use(link, token=token)
    assert access_in(device=device, club=club) == Access(club=club, role=Role.SCOREKEEPER, session=session)


def test_host_that_was_revoked_does_not_return_by_its_old_link(club: Club) -> None:
    link, token = link_to(club), new_token()
    use(link, token=token)
    Membership.objects.update(revoked_at=NOW)
    with pytest.raises(LinkError) as refused:
        use(link, token=token)
    assert (refused.value.problem, has_host(club=club)) == (LinkProblem.USED, False)


def test_host_that_was_sent_away_leaves_no_link_that_makes_hosts(club: Club) -> None:
    first, second = use(link_to(club)), use(link_to(club))
    kept = link_to(club, by=second)
    revoke(device=second, club=club, now=NOW)
    with pytest.raises(LinkError) as refused:
        use(kept)
    assert refused.value.problem is LinkProblem.REVOKED
    assert is_last_host(device=first, club=club)


def test_link_to_a_new_phone_ends_when_the_old_one_is_sent_away(club: Club) -> None:
    phone = use(link_to(club, role=Role.PLAYER))
    link = make_recovery_link(device=phone, club=club, made_by=phone, now=NOW)
    revoke(device=phone, club=club, now=NOW)
    with pytest.raises(LinkError) as refused:
        use(link)
    assert refused.value.problem is LinkProblem.REVOKED


def test_last_of_two_hosts_may_not_go(club: Club) -> None:
    first, second = use(link_to(club)), use(link_to(club))
    change_place(device=second, access=Access(club=club, role=Role.VIEWER), now=NOW)
    with pytest.raises(LastHostError):
        revoke(device=first, club=club, now=NOW)
    assert access_in(device=first, club=club) == Access(club=club, role=Role.HOST)


@pytest.mark.parametrize(
    ("changes", "constraint"),
    [
        ({"role": Role.HOST}, "join_link_of_a_host_or_a_device_is_for_single_use"),
        ({"used_at": NOW}, "join_link_is_used_by_a_device"),
        ({"expires_at": NOW}, "join_link_expires_after_it_was_made"),
    ],
)
def test_database_refuses_a_link_that_cannot_be(club: Club, changes: dict[str, Any], constraint: str) -> None:
    link_to(club, role=Role.VIEWER)
    with pytest.raises(IntegrityError, match=constraint):
        JoinLink.objects.update(**changes)


def test_database_refuses_a_place_that_a_host_ended_and_that_has_no_end(club: Club) -> None:
    use(link_to(club))
    with pytest.raises(IntegrityError, match="membership_a_host_ended_has_an_end"):
        Membership.objects.update(is_ended_by_host=True)


# What is closed behind a phone that is sent away


def test_phone_of_one_night_could_return_by_no_link_of_another_and_by_none_for_one_phone(session: Session) -> None:
    club, other = session.club, people.start_night(club=session.club)
    whole, tonight, another = (link_to(club, role=Role.PLAYER, session=night) for night in (None, session, other))
    for_a_host = link_to(club)
    phone = use(link_to(club, role=Role.VIEWER, session=session))
    JoinLink.objects.order_by("pk").last().delete()  # type: ignore[union-attr]
    only = Access(club=club, role=Role.VIEWER, session=session)
    code = open_joining(club=club, session=other, device=phone, now=NOW)

    def seen(access: Access) -> WaysBack:
        found = ways_back(device=phone, access=access, now=NOW)
        return WaysBack(links=tuple(sorted(found.links, key=lambda link: link.pk)), code=found.code)

    assert seen(only) == WaysBack(links=(whole, tonight), code=None)
    assert seen(replace(only, session=None)) == WaysBack(links=(whole, tonight, another), code=code)
    assert seen(Access(club=club, role=Role.HOST)) == WaysBack(links=(whole, tonight, another, for_a_host), code=code)

    send_away(device=phone, club=club, now=NOW, closes_ways_back=True)
    assert good(whole, tonight, another, for_a_host) == [False, False, True, True]


@pytest.mark.parametrize("closes", [True, False])
def test_links_and_code_are_closed_behind_a_phone_where_that_is_wanted(club: Club, *, closes: bool) -> None:
    links = (link_to(club, role=Role.PLAYER), link_to(club, role=Role.VIEWER))
    phone = use(links[0])
    code = open_joining(club=club, session=None, device=phone, now=NOW)
    send_away(device=phone, club=club, now=NOW, closes_ways_back=closes)
    assert access_in(device=phone, club=club) is None
    assert (good(*links), open_code(club=club, now=NOW)) == ([not closes] * 2, None if closes else code)


def test_last_host_that_stays_keeps_its_links(club: Club) -> None:
    phone, link = use(link_to(club)), link_to(club, role=Role.PLAYER)
    with pytest.raises(LastHostError):
        send_away(device=phone, club=club, now=NOW, closes_ways_back=True)
    assert good(link) == [True]


# Codes


@pytest.fixture
def device(host: Client) -> Device:
    """Return the host's phone."""
    return Device.objects.get()


@pytest.fixture
def code(club: Club, device: Device) -> JoinCode:
    """Return the code of the club, where joining is open."""
    return open_joining(club=club, session=None, device=device, now=NOW)


def asker(name: str = "Ben") -> Asker:
    return Asker(token=f"token of {name}", label="Safari, iPhone", name=name)


def test_codes_are_too_many_to_be_guessed_within_the_limits() -> None:
    open_at_once, guesses = 100, 10_000  # ten callers that guess for hours
    assert len(set(CODE_LETTERS)) ** CODE_LENGTH > 500 * open_at_once * guesses


def test_code_closes_by_itself(club: Club, device: Device, code: JoinCode) -> None:
    waiting, late = ask(text=code.code, asker=asker(), now=NOW), NOW + OPEN_FOR
    assert open_code(club=club, now=late - timedelta(seconds=1)) == code
    assert (open_code(club=club, now=late), state_of(request=waiting, now=late)) == (None, Asked.CLOSED)
    with pytest.raises(CodeError):
        ask(text=code.code, asker=asker("Carla"), now=late)
    with pytest.raises(JoiningClosedError):
        answer(request=waiting, role=Role.PLAYER, device=device, now=late)
    assert access_in(device=waiting.device, club=club) is None


def test_opening_again_ends_the_code_before(club: Club, device: Device, code: JoinCode) -> None:
    assert open_joining(club=club, session=None, device=device, now=NOW) == open_code(club=club, now=NOW)
    with pytest.raises(CodeError):
        ask(text=code.code, asker=asker(), now=NOW)


@pytest.mark.parametrize("tonight", [True, False])
def test_code_lets_into_the_club_or_into_one_night(session: Session, device: Device, *, tonight: bool) -> None:
    night = session if tonight else None
    code = open_joining(club=session.club, session=night, device=device, now=NOW)
    waiting = ask(text=code.code, asker=asker(), now=NOW)
    answer(request=waiting, role=Role.PLAYER, device=device, now=NOW)
    expected = Access(club=session.club, role=Role.PLAYER, session=night)
    assert access_in(device=waiting.device, club=session.club) == expected


def test_code_takes_nothing_from_a_phone_that_has_more(club: Club, device: Device, code: JoinCode) -> None:
    waiting, host = ask(text=code.code, asker=asker(), now=NOW), Access(club=club, role=Role.HOST)
    grant(device=waiting.device, access=host, now=NOW)
    answer(request=waiting, role=Role.VIEWER, device=device, now=NOW)
    assert access_in(device=waiting.device, club=club) == host


@pytest.mark.parametrize(
    ("first", "other", "state", "why"),
    [
        (None, Role.PLAYER, Asked.REFUSED, "answered.refused"),
        (Role.PLAYER, None, Asked.LET_IN, "answered.let_in"),
        (Role.PLAYER, Role.VIEWER, Asked.LET_IN, "answered.let_in"),
    ],
)
def test_first_answer_counts(
    club: Club, device: Device, code: JoinCode, *, first: Role | None, other: Role | None, state: Asked, why: str
) -> None:
    waiting = ask(text=code.code, asker=asker(), now=NOW)
    for _tap in range(2):
        answer(request=waiting, role=first, device=device, now=NOW)
    with pytest.raises(AnsweredError) as refused:
        answer(request=waiting, role=other, device=device, now=NOW)
    assert (refused.value.text.key, state_of(request=JoinRequest.objects.get(), now=NOW)) == (why, state)
    assert access_in(device=waiting.device, club=club) == (Access(club=club, role=first) if first else None)


def test_asking_twice_is_asking_once(code: JoinCode) -> None:
    ask(text=code.code, asker=asker(), now=NOW)
    ask(text=code.code, asker=replace(asker(), name="Benjamin"), now=NOW)
    assert JoinRequest.objects.get().name == "Benjamin"


def test_no_more_phones_wait_than_a_host_can_tell_apart(device: Device, code: JoinCode) -> None:
    waiting = [ask(text=code.code, asker=asker(f"{number}"), now=NOW) for number in range(MOST_WAITING)]
    with pytest.raises(TooManyAskError):
        ask(text=code.code, asker=asker(), now=NOW)
    answer(request=waiting[0], role=None, device=device, now=NOW)
    ask(text=code.code, asker=asker(), now=NOW)
