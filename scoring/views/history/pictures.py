"""Draw pictures of nights and nominations."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scoring.forms.amounts import amount_words
from scoring.forms.table.words import words_of
from scoring.ledger.reckoning import Settling
from scoring.models import Session
from scoring.money import Currency
from scoring.operations.throttle import PICTURES
from scoring.queries.books.ledger import ledger_line
from scoring.queries.history.figures import Nomination, nominations_of, nominations_of_night
from scoring.queries.history.played_night import PlayedNight, story
from scoring.queries.history.standings import standings_of
from scoring.queries.people.access import Action
from scoring.views.history import words
from scoring.views.history.night import night_line
from scoring.web.access import reads
from scoring.web.device import ClubRequest, is_too_often
from scoring.web.errors import too_often
from scoring.web.shared import PICTURE, find_session, png

_TYPES = {"png": "image/png", "svg": "image/svg+xml"}
_WIDEST, _WIDE = frozenset("MW@%mw—"), 0x2E80
_MARGIN, _WIDTH, _HEAD, _ROW, _CHART, _BEST, _STRIP, _FOOT = 72, 1080, 268, 96, 580, 120, 110, 56
_NOMINATION, _CARD, _GAP = 116, 48, 14


@reads(Action.SEE)
def night_picture(request: ClubRequest, public_id: UUID, kind: str) -> HttpResponse:
    session = find_session(request, public_id=public_id)
    found = story(session=session)
    line, best = night_line(found, {}), found.best
    rows = tuple(_results(found))
    chart_y = _HEAD + _ROW * len(rows)
    below = chart_y + (_CHART if line.steps else 0)
    arrangement = best and best.verdict.get("arrangement")
    melds = _melds(arrangement) if isinstance(arrangement, list) else []
    if best:
        text = words_of(line=ledger_line(entry=session.entries.get(number=best.line.number), night=found.night))
    context = {
        "rows": rows,
        "line": line,
        "chart_y": chart_y,
        "best": best,
        "melds": melds,
        "kinds": [kind for meld in melds for _x, kind in meld["cards"]],
        "best_words": best and _fit(text, room=_WIDTH - 2 * _MARGIN, largest=38),
        "best_amount": best and _amount(session, best.received(best.line.winner or 0)),
        "best_y": below,
        "height": below + (_BEST if best else 0) + (_STRIP if melds else 0) + _FOOT,
    }
    return _sent(request, kind, template="pictures/night.svg", context=context | _about(found))


@reads(Action.SEE)
def nominations_picture(request: ClubRequest, public_id: UUID, kind: str) -> HttpResponse:
    session = find_session(request, public_id=public_id)
    found = story(session=session)
    context = _nominated(nominations_of_night(night=found), session.written) | _about(found)
    return _sent(request, kind, template="pictures/nominations.svg", context=context)


@reads(Action.BROWSE)
def period_picture(request: ClubRequest, kind: str) -> HttpResponse:
    _history, scope = words.chosen_nights(request)
    if scope is None:
        raise Http404
    found = standings_of(scope=scope)
    context = {
        **words.choices_of(scope, path=""),
        **_nominated(nominations_of(scope=scope), found.written),
        **{"title": str(request.club), "nights": found.nights, "hands": found.hands},
        "file": scope.period.word or "all",
    }
    return _sent(request, kind, template="pictures/nominations.svg", context=context)


def _results(found: PlayedNight) -> Iterator[dict[str, object]]:
    session, night, places = found.session, found.night, list(found.night.names)
    for at, each in enumerate(Settling(night=night).reckonings):
        cents, in_all = night.results[each.number], _amount(session, each.in_all_cents)
        more = "" if each.in_all_cents == cents else _("in all {amount}").format(amount=in_all)
        shown = {"cents": cents, "place": places.index(each.number), "seat": each.number, "in_all": more}
        yield _row(_HEAD + _ROW * at, each.player, _amount(session, cents), **shown)


def _nominated(nominations: Sequence[Nomination], currency: Currency) -> dict[str, Any]:
    """Return the rows of a picture. Raises Http404."""
    if not nominations:
        raise Http404
    rows = tuple(
        _row(_HEAD + _NOMINATION * at, line.names, line.amount, words=str(line.nomination.award.label))
        for at, line in enumerate(words.nomination_lines(nominations, currency))
    )
    return {"rows": rows, "height": _HEAD + _NOMINATION * len(rows) + _FOOT}


def _about(found: PlayedNight) -> dict[str, object]:
    session = found.session
    named = {"title": session.name or str(session.club), "file": str(session.day)}
    return {"session": session, "currency": session.money, "hands": len(found.hands), **named}


def _sent(request: ClubRequest, kind: str, *, template: str, context: dict[str, Any]) -> HttpResponse:
    """Send a picture. The number of PNGs is limited."""
    if kind not in _TYPES or (kind == "png" and PICTURE == "svg"):
        raise Http404
    title = _fit(context["title"], room=_WIDTH - 2 * _MARGIN - 150, largest=64)
    svg = render_to_string(template, {**context, "title": title, "king": ("12O",)})
    etag = f'"{sha256(svg.encode()).hexdigest()[:32]}-{kind}"'
    # A small machine needs a second for a PNG. A phone that has the picture does not count against the limit.
    if request.headers.get("If-None-Match") == etag:
        response = HttpResponse(status=304)
    elif kind == "png" and is_too_often(request, limit=PICTURES):
        return too_often(request, limit=PICTURES)
    else:
        response = HttpResponse(png(svg) if kind == "png" else svg, content_type=_TYPES[kind])
        response["Content-Disposition"] = f'attachment; filename="cuajo-{context["file"]}.{kind}"'
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response


def _amount(session: Session, cents: int) -> str:
    return amount_words(cents=cents, currency=session.written, sign=True)


def _row(y: int, name: str, amount: str, **more: object) -> dict[str, object]:
    room = _WIDTH - 2 * _MARGIN - 64 - round(_width(amount) * 56) - 24
    return {"y": y, "name": _fit(name, room=room, largest=44), "amount": amount, **more}


def _melds(arrangement: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    melds, x = [], _MARGIN
    for cards in arrangement:
        placed = [(x + _CARD * at, card) for at, card in enumerate(cards)]
        melds.append({"x": x, "width": _CARD * len(cards), "cards": placed})
        x += _CARD * len(cards) + _GAP
    return melds


def _fit(text: str, *, room: int, largest: int) -> dict[str, object]:
    """Return a text in the largest size that fits, shortened if necessary."""
    smallest = largest * 3 // 5
    size = min(largest, int(room / (_width(text) or 1)))
    if size >= smallest:
        return {"text": text, "size": size}
    while text and _width(text) * smallest > room - smallest:
        text = text[:-1]
    return {"text": f"{text.rstrip()}…", "size": smallest}


def _width(text: str) -> float:
    """Return an upper limit of the width in ems."""
    return sum(_letter(each) for each in text)


def _letter(letter: str) -> float:
    # The machine that draws has no metrics of the fonts, so these widths are upper limits.
    if letter in _WIDEST or ord(letter) >= _WIDE:
        return 1.05
    return 0.7 if letter.isupper() or letter in "−₱€" else 0.53
