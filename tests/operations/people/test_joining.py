"""Links and codes: whom they let in, to what, and for how long."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from scoring.models import Club, Device, JoinCode, JoinLink, JoinRequest, Membership, Role, Session
from scoring.models.joining import CODE_LENGTH, CODE_LETTERS
from scoring.operations.errors import AnsweredError
from scoring.operations.people import joining
from scoring.operations.people.devices import LastHostError, change_place, grant, new_token, revoke
from scoring.queries.people.access import Access, access_in, has_host, is_last_host
from scoring.queries.people.phones import JoinState, LinkProblem, open_code, state_of, valid_links, ways_back
from tests import people

pytestmark = pytest.mark.django_db

NOW, DAY = people.EVENING, timedelta(days=1)


def link_to(
    club: Club,
    *,
    role: Role = Role.HOST,
    session: Session | None = None,
    by: Device | None = None,
    after: timedelta = timedelta(),
) -> JoinLink:
    access = Access(club=club, role=role, session=session)
    return joining.make_link(access=access, lifetime=DAY, made_by=by, now=NOW + after)


def use(link: JoinLink, *, token: str | None = None, after: timedelta = timedelta()) -> Device:
    return joining.join(token=link.token, device_token=token or new_token(), label="phone", now=NOW + after)


def good(*links: JoinLink) -> list[bool]:
    return [link in valid_links(club=link.club, now=NOW) for link in links]


def refused(link: JoinLink, *, token: str | None = None, after: timedelta = timedelta()) -> LinkProblem:
    with pytest.raises(joining.LinkError) as refusal:
        use(link, token=token, after=after)
    return refusal.value.problem


def test_link_is_good_until_its_time_is_over(club: Club) -> None:
    link = link_to(club)
    assert (refused(link, after=DAY), Device.objects.count()) == (LinkProblem.EXPIRED, 0)
    use(link, after=DAY - timedelta(seconds=1))
    assert has_host(club=club)


def test_link_over_stays_over_when_clock_goes_back(club: Club, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    link = link_to(club)
    for now in (NOW + 2 * DAY, NOW):
        monkeypatch.setattr(timezone, "now", lambda now=now: now)
        assert client.get(f"/join/{link.token}/").status_code == 410
    assert refused(link) is LinkProblem.EXPIRED


def test_only_a_link_made_after_a_phone_was_sent_away_lets_it_in_again_whatever_the_clock(club: Club) -> None:
    link, token, before = link_to(club, role=Role.PLAYER), new_token(), -timedelta(hours=1)
    phone = use(link, token=token)
    revoke(device=phone, club=club, now=NOW + before)
    assert refused(link, token=token, after=before) is LinkProblem.OUTDATED
    use(link_to(club, role=Role.PLAYER, after=before), token=token, after=before)
    assert access_in(device=phone, club=club) == Access(club=club, role=Role.PLAYER)


def test_link_of_a_host_lets_one_phone_in_and_that_of_another_role_any_number(club: Club) -> None:
    hosts, players = link_to(club), link_to(club, role=Role.PLAYER)
    for link in (hosts, players, players):
        use(link)
    assert refused(hosts) is LinkProblem.USED
    assert [one.role for one in Membership.objects.order_by("pk")] == [Role.HOST, Role.PLAYER, Role.PLAYER]


def test_links_and_phones_are_kept_as_hashes_of_this_installation(club: Club, settings: Settings) -> None:
    link, token = joining.make_host_link(club=club, now=NOW), new_token()
    joining.join(token=link, device_token=token, label="phone", now=NOW)
    stored = str([*Device.objects.values(), *JoinLink.objects.values()])
    assert (token in stored, link in stored, len(token), len(link)) == (False, False, 43, 43)  # 256 bits
    settings.SECRET_KEY = "another installation's key"
    assert JoinLink.objects.get().token != link


def test_phone_that_rose_by_a_better_link_keeps_one_role_and_may_still_use_the_first(session: Session) -> None:
    club, token = session.club, new_token()
    tonight, always = link_to(club, role=Role.SCOREKEEPER, session=session), link_to(club, role=Role.VIEWER)
    for link in (tonight, always, tonight):
        device = use(link, token=token)
    assert access_in(device=device, club=club) == Access(club=club, role=Role.SCOREKEEPER, session=session)
    use(link_to(club), token=token)
    assert access_in(device=device, club=club) == Access(club=club, role=Role.HOST)
    assert Membership.objects.filter(revoked_at=None).count() == 1
    ben = session.seats.get(number=people.BEN).player
    Membership.objects.filter(revoked_at=None).update(player=ben, role=Role.VIEWER)
    use(link_to(club, role=Role.PLAYER), token=token)
    assert access_in(device=device, club=club) == Access(club=club, role=Role.PLAYER, player=ben)
    spare = link_to(club, role=Role.PLAYER)
    use(spare, token=token)
    assert good(spare) == [True]  # gives nothing new, and is left for others


def test_host_that_was_sent_away_returns_by_no_old_link_and_leaves_none_that_makes_hosts(club: Club) -> None:
    first, (link, token) = use(link_to(club)), (link_to(club), new_token())
    second = use(link, token=token)
    kept = link_to(club, by=second)
    revoke(device=second, club=club, now=NOW)
    assert (refused(link, token=token), refused(kept)) == (LinkProblem.USED, LinkProblem.REVOKED)
    assert is_last_host(device=first, club=club)


def test_link_to_a_new_phone_ends_when_the_old_one_is_sent_away(club: Club) -> None:
    phone = use(link_to(club, role=Role.PLAYER))
    link = joining.make_recovery_link(device=phone, club=club, made_by=phone, now=NOW)
    revoke(device=phone, club=club, now=NOW)
    assert refused(link) is LinkProblem.REVOKED


def test_link_that_was_taken_back_or_is_from_before_a_lesser_role_lets_nobody_in(club: Club) -> None:
    link, token = link_to(club, role=Role.SCOREKEEPER), new_token()
    phone, lesser = use(link, token=token), Access(club=club, role=Role.VIEWER)
    change_place(device=phone, access=lesser, now=NOW)
    assert (refused(link, token=token), access_in(device=phone, club=club)) == (LinkProblem.OUTDATED, lesser)
    joining.revoke_link(link=link, now=NOW)
    assert refused(link) is LinkProblem.REVOKED


@pytest.mark.parametrize(
    ("kind", "changes", "constraint"),
    [
        (JoinLink, {"role": Role.HOST, "session": None}, "join_link_of_a_host_or_a_device_is_for_single_use"),
        (JoinLink, {"used_at": NOW}, "join_link_is_used_by_a_device"),
        (JoinLink, {"expires_at": NOW}, "join_link_expires_after_it_was_made"),
        (Membership, {"is_ended_by_host": True}, "membership_a_host_ended_has_an_end"),
        (Membership, {"role": "owner"}, "membership_role_is_known"),
        (Membership, {"role": Role.HOST}, "membership_of_a_host_is_for_the_whole_club"),
    ],
)
def test_database_refuses_a_link_or_place_that_cannot_be(
    session: Session, kind: type[JoinLink | Membership], changes: dict[str, Any], constraint: str
) -> None:
    use(link_to(session.club, role=Role.VIEWER, session=session))
    with pytest.raises(IntegrityError, match=constraint):
        kind.objects.update(**changes)


def test_phone_of_one_night_could_return_by_no_link_of_another_and_by_none_for_one_phone(session: Session) -> None:
    club, other = session.club, people.start_night(club=session.club)
    whole, tonight, another = (link_to(club, role=Role.PLAYER, session=night) for night in (None, session, other))
    for_a_host = link_to(club)
    phone = use(link_to(club, role=Role.VIEWER, session=session))
    JoinLink.objects.order_by("pk").last().delete()  # type: ignore[union-attr]
    only = Access(club=club, role=Role.VIEWER, session=session)
    code = joining.open_joining(club=club, session=other, device=phone, now=NOW)

    def seen(access: Access) -> tuple[list[JoinLink], JoinCode | None]:
        links, code = ways_back(device=phone, access=access, now=NOW)
        return sorted(links, key=lambda link: link.pk), code

    assert seen(only) == ([whole, tonight], None)
    assert seen(replace(only, session=None)) == ([whole, tonight, another], code)
    assert seen(Access(club=club, role=Role.HOST)) == ([whole, tonight, another, for_a_host], code)
    joining.remove_device(device=phone, club=club, now=NOW, ends_links=True)
    assert good(whole, tonight, another, for_a_host) == [False, False, True, True]
    assert open_code(club=club, now=NOW) == code
    grant(device=phone, access=replace(only, session=None), now=NOW)
    joining.remove_device(device=phone, club=club, now=NOW, ends_links=True)
    assert (good(another, for_a_host), open_code(club=club, now=NOW)) == ([False, True], None)


def test_links_and_code_stay_open_behind_a_phone_where_that_is_wanted(club: Club) -> None:
    links = (link_to(club, role=Role.PLAYER), link_to(club, role=Role.VIEWER))
    phone = use(links[0])
    code = joining.open_joining(club=club, session=None, device=phone, now=NOW)
    joining.remove_device(device=phone, club=club, now=NOW, ends_links=False)
    assert (access_in(device=phone, club=club), good(*links), open_code(club=club, now=NOW)) == (None, [True] * 2, code)


def test_last_host_that_stays_keeps_its_links(club: Club) -> None:
    phone, link = use(link_to(club)), link_to(club, role=Role.PLAYER)
    with pytest.raises(LastHostError):
        joining.remove_device(device=phone, club=club, now=NOW, ends_links=True)
    assert good(link) == [True]


@pytest.fixture
def device(host: Client) -> Device:
    return Device.objects.get()


@pytest.fixture
def code(club: Club, device: Device) -> JoinCode:
    return joining.open_joining(club=club, session=None, device=device, now=NOW)


def asker(name: str = "Ben") -> dict[str, Any]:
    return {"token": f"token of {name}", "label": "Safari, iPhone", "name": name}


def test_codes_are_too_many_to_be_guessed_within_the_limits() -> None:
    open_at_once, guesses = 100, 10_000  # ten callers that guess for hours
    assert len(set(CODE_LETTERS)) ** CODE_LENGTH > 500 * open_at_once * guesses


def test_code_closes_by_itself_and_by_another(club: Club, device: Device, code: JoinCode) -> None:
    before, late = code, NOW + joining.OPEN_FOR
    code = joining.open_joining(club=club, session=None, device=device, now=NOW)
    with pytest.raises(joining.CodeError):
        joining.ask(code=before.code, **asker(), now=NOW)
    waiting = joining.ask(code=code.code, **asker(), now=NOW)
    assert open_code(club=club, now=late - timedelta(seconds=1)) == code
    assert (open_code(club=club, now=late), state_of(request=waiting, now=late)) == (None, JoinState.CLOSED)
    with pytest.raises(joining.CodeError):
        joining.ask(code=code.code, **asker("Carla"), now=late)
    with pytest.raises(joining.JoiningClosedError):
        joining.answer(request=waiting, role=Role.PLAYER, device=device, now=late)
    assert access_in(device=waiting.device, club=club) is None


def test_code_lets_into_one_night_and_takes_nothing_from_a_phone_with_more(session: Session, device: Device) -> None:
    club = session.club
    code = joining.open_joining(club=club, session=session, device=device, now=NOW)
    ben, eva = (joining.ask(code=code.code, **asker(name), now=NOW) for name in ("Ben", "Eva"))
    host = Access(club=club, role=Role.HOST)
    grant(device=eva.device, access=host, now=NOW)
    for waiting in (ben, eva):
        joining.answer(request=waiting, role=Role.PLAYER, device=device, now=NOW)
    assert access_in(device=ben.device, club=club) == Access(club=club, role=Role.PLAYER, session=session)
    assert access_in(device=eva.device, club=club) == host


@pytest.mark.parametrize(("first", "state"), [(None, JoinState.REFUSED), (Role.PLAYER, JoinState.LET_IN)])
def test_first_answer_counts(club: Club, device: Device, code: JoinCode, first: Role | None, state: JoinState) -> None:
    waiting = joining.ask(code=code.code, **asker(), now=NOW)
    for _tap in range(2):
        joining.answer(request=waiting, role=first, device=device, now=NOW)
    with pytest.raises(AnsweredError) as refused:
        joining.answer(request=waiting, role=Role.VIEWER, device=device, now=NOW)
    assert (refused.value.text.key, state_of(request=JoinRequest.objects.get(), now=NOW)) == (
        f"answered.{state}",
        state,
    )
    assert access_in(device=waiting.device, club=club) == (Access(club=club, role=first) if first else None)


def test_asking_twice_is_asking_once_and_few_enough_wait(device: Device, code: JoinCode) -> None:
    waiting = [joining.ask(code=code.code, **asker(f"{number}"), now=NOW) for number in range(joining.MOST_WAITING)]
    again = joining.ask(code=code.code, **asker("0") | {"name": "Benjamin"}, now=NOW)
    assert (again, JoinRequest.objects.get(pk=again.pk).name) == (waiting[0], "Benjamin")
    with pytest.raises(joining.TooManyAskError):
        joining.ask(code=code.code, **asker(), now=NOW)
    joining.answer(request=waiting[0], role=None, device=device, now=NOW)
    joining.ask(code=code.code, **asker(), now=NOW)
