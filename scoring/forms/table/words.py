"""Sentences for ledger lines, and for the changes of a correction."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date
from itertools import islice

from django import forms
from django.forms.boundfield import BoundField
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.forms.amounts import amount_words, points_words
from scoring.forms.base import listed, told
from scoring.forms.house_rules import value_words
from scoring.forms.notation import CardsField, in_signs
from scoring.forms.table.hands import DrawnForm, HandForm, QuickForm, opened_form, usual_mode
from scoring.games.base import ActKind
from scoring.ledger.chips import ChipMove
from scoring.ledger.tong import TongBase
from scoring.models import LONGEST_REASON, EntryKind, UtangWay
from scoring.queries.books.ledger import LedgerLine
from scoring.queries.table.corrections import changed_by

_ADJUSTMENTS: dict[str, str | Promise] = {
    "partners_share": gettext_lazy("Partners share equally"),
    "rounding": gettext_lazy("Rounded to the smallest coin"),
}


def words_of(*, line: LedgerLine, is_numbered: bool = True) -> str:
    """Return the sentence of a line, or a notice."""
    # One damaged line must not hide the other lines of the night.
    with suppress(Exception):
        if line.is_readable and line.hand_number and not is_numbered:
            return _told(line, kind=ActKind.HAND)
        if line.is_readable:
            return _WORDS[EntryKind(line.entry.kind)](line)
    return _("Unreadable line. Its amounts count.")


def _reversal_words(line: LedgerLine) -> str:
    if line.entry.act.get("why") == ActKind.FALSE_SECRET:
        return _("False secret of %(player)s refunded") % {"player": line.names[line.entry.act["seat"]]}
    undone = line.entry.reverses
    assert undone is not None, "a reversal names what it reverses"
    if undone.kind == EntryKind.CLOSE:
        return _("Night reopened")
    changes = tuple(replace(change, cents=-change.cents, points=-change.points) for change in line.changes)
    before = replace(line, entry=undone, changes=changes)
    words = _told(before, kind=ActKind.HAND) if undone.kind == EntryKind.HAND else words_of(line=before)
    return _("%(what)s. Undone.") % {"what": words}


def _hand_words(line: LedgerLine) -> str:
    words = _told(line, kind=ActKind.HAND)
    return f"{_('Hand %(number)s') % {'number': line.hand_number}}: {words}" if line.hand_number else words


def _act_words(line: LedgerLine) -> str:
    return _told(line, kind=ActKind(line.entry.act.get("why", ActKind.SECRET)))


def _told(line: LedgerLine, *, kind: ActKind) -> str:
    return told(line.entry.session.played.sentence(kind=kind, act=line.entry.act), names=line.names)


def _match_words(line: LedgerLine) -> str:
    points = ", ".join(f"{line.names[seat]} {points_words(total)}" for seat, total in line.entry.act["points"])
    return _("Match settled: %(points)s") % {"points": points}


def _seating_words(line: LedgerLine) -> str:
    act = line.entry.act
    values = {"players": listed(line.names[seat] for seat in act["seats"])}
    if act["from"] < line.entry.number:
        return _("Seats corrected for earlier hands: %(players)s") % values
    if line.only_dealer:
        return _("%(player)s deals next") % {"player": line.names[act["dealer"]]}
    if waiting := act.get("waiting"):
        values["waiting"] = listed(line.names[seat] for seat in waiting)
        return _("Seats: %(players)s; waiting: %(waiting)s") % values
    return _("Seats: %(players)s") % values


def _close_words(line: LedgerLine) -> str:
    if line.entry.act.get("discarded"):
        return _("Night discarded: begun by mistake")
    if not (count := len(line.entry.act.get("disputed", ()))):
        return _("Night closed")
    words = ngettext("Night closed with an open objection", "Night closed with %(count)s open objections", count)
    return words % {"count": count}


def _sides(line: LedgerLine) -> dict[str, str]:
    """Return givers and takers under all placeholder names."""
    givers = listed(change.player for change in line.changes if change.cents < 0)
    takers = listed(change.player for change in line.changes if change.cents > 0)
    names = dict.fromkeys(("giver", "givers", "payer", "from"), givers)
    return names | dict.fromkeys(("taker", "takers", "payees", "to"), takers)


def _free_words(line: LedgerLine) -> str:
    each = [change.cents for change in line.changes if change.cents > 0]
    if len(each) == 1:
        return _("Side payment: %(payer)s to %(payees)s") % _sides(line)
    amount = amount_words(cents=each[0], currency=line.entry.session.written)
    return _("Side payment: %(payer)s to %(payees)s, %(amount)s each") % {**_sides(line), "amount": amount}


_UTANG: dict[str, str | Promise] = {
    UtangWay.PAID: gettext_lazy("%(from)s paid %(to)s a debt"),
    UtangWay.FORGIVEN: gettext_lazy("%(from)s forgave %(to)s a debt"),
    UtangWay.CARRIED: gettext_lazy("Debt of %(from)s to %(to)s carried to a later night"),
    UtangWay.OPENING: gettext_lazy("Earlier debt of %(to)s to %(from)s"),
}


def _tong_words(line: LedgerLine) -> str:
    act = line.entry.act
    match act["what"]:
        case "taken":
            return _("Tong from %(givers)s to %(takers)s") % _sides(line)
        case "spent":
            amount = amount_words(cents=act["cents"], currency=line.entry.session.money)
            return _("Spent from the tong: %(amount)s") % {"amount": amount}
    words = _tong_rule_words(line)
    if "was" not in act:
        return words
    values = {"holder": line.names[act["holder"]], "was": line.names[act["was"]], "rule": words}
    return _("%(holder)s takes over the tong from %(was)s. %(rule)s") % values


def _tong_rule_words(line: LedgerLine) -> str:
    act, money = line.entry.act, line.entry.session.money
    if act["percent"] and act["coin_cents"] > 1:
        words = _("Tong from now on: %(percent)s%% of each win, down to %(coin)s, kept by %(holder)s")
    elif act["percent"]:
        words = _("Tong from now on: %(percent)s%% of each win, kept by %(holder)s")
    elif not act["cents"]:
        words = _("No tong from now on")
    elif act["every"] == TongBase.HAND:
        words = _("Tong from now on: %(amount)s from each player each hand, kept by %(holder)s")
    else:
        words = _("Tong from now on: %(amount)s of each win, kept by %(holder)s")
    amount, coin = (amount_words(cents=act[name], currency=money) for name in ("cents", "coin_cents"))
    return words % {"holder": line.names[act["holder"]], "amount": amount, "coin": coin, "percent": act["percent"]}


def _terms_words(line: LedgerLine) -> str:
    money = line.entry.session.written
    changed = changed_by(game=line.entry.session.played, at=line.entry.recorded_at, act=line.entry.act)
    parts = []
    if changed.price_cents:
        before, after = (amount_words(cents=cents, currency=money) for cents in changed.price_cents)
        parts.append(_("price %(after)s instead of %(before)s") % {"after": after, "before": before})
    for rule in changed.rules:
        after, before = (
            value_words(about=rule.about, value=value) if cents is None else amount_words(cents=cents, currency=money)
            for value, cents in ((rule.after, rule.after_cents), (rule.before, rule.before_cents))
        )
        words = {"rule": _(rule.about.label), "after": after, "before": before}
        parts.append(_("%(rule)s: %(after)s instead of %(before)s") % words)
    return _("From now on: %(changes)s") % {"changes": "; ".join(parts) or _("other rules")}


def _chips_words(line: LedgerLine) -> str:
    act, money = line.entry.act, line.entry.session.written
    if act["what"] == ChipMove.COUNTED:
        amounts = ((line.names[seat], counted - due) for seat, counted, due in act["chips"] if counted != due)
        more = ", ".join(f"{name} {amount_words(cents=cents, currency=money, sign=True)}" for name, cents in amounts)
        if not more:
            return _("Chips counted: no difference")
        if act["decides"]:
            return _("Chips counted, they decide: %(differences)s") % {"differences": more}
        return _("Chips counted, different: %(differences)s") % {"differences": more}
    if act["what"] == ChipMove.TAKEN_OVER:
        values = {"bank": line.names[act["bank"]], "was": line.names[act["was"]]}
        return _("%(bank)s takes over the bank from %(was)s") % values
    players = listed(line.names[seat] for seat in act["seats"])
    amount = amount_words(cents=act["cents"], currency=money)
    values = {"players": players, "amount": amount, "bank": line.names[act["bank"]]}
    if act["what"] == ChipMove.RETURNED:
        return _("%(players)s: chips worth %(amount)s returned to %(bank)s") % values
    return _("%(players)s: chips worth %(amount)s each from %(bank)s") % values


def _day_words(line: LedgerLine) -> str:
    day, was = (date_format(date.fromisoformat(line.entry.act[name]), "SHORT_DAY") for name in ("day", "was"))
    return _("Date of the night: %(day)s instead of %(was)s") % {"day": day, "was": was}


_WORDS: Mapping[EntryKind, Callable[[LedgerLine], str]] = {
    EntryKind.HAND: _hand_words,
    EntryKind.SECRET: _act_words,
    EntryKind.PENALTY: _act_words,
    EntryKind.REVERSAL: _reversal_words,
    EntryKind.MATCH: _match_words,
    EntryKind.ADJUSTMENT: lambda line: str(_ADJUSTMENTS[line.entry.act["why"]]),
    EntryKind.SEATING: _seating_words,
    EntryKind.CLOSE: _close_words,
    EntryKind.HANDOVER: lambda line: _("%(giver)s handed cash to %(taker)s") % _sides(line),
    EntryKind.FREE: _free_words,
    EntryKind.UTANG: lambda line: str(_UTANG[line.entry.act["way"]]) % _sides(line),
    EntryKind.TONG: _tong_words,
    EntryKind.CHIPS: _chips_words,
    EntryKind.TERMS: _terms_words,
    EntryKind.PAST: lambda _line: _("Results entered later"),
    EntryKind.DAY: _day_words,
}


# The labels of these fields are questions.
_LABELS = {
    "winner": gettext_lazy("Winner"),
    "source": gettext_lazy("Last card"),
    "conditions": gettext_lazy("Conditions"),
    "porbis": gettext_lazy("Porbis"),
    "hand": gettext_lazy("Cards"),
}
# With more differences it is another hand, and a list would not help.
_MOST = 3
# Longer lists of cards do not fit the line of a ledger on a phone.
_LONG = 20


def what_changes(*, form: HandForm) -> str:
    """Describe the changes of a valid form."""
    recorded = opened_form(state=form.state, mode=form.mode)
    boxes = (box for box in form if not box.is_hidden and box.name != "reason" and box.name in recorded.fields)
    changes = (_change(was=recorded[box.name], now=box, names=form.state.night.names.values()) for box in boxes)
    if form.mode != usual_mode(state=form.state):
        if isinstance(form, DrawnForm):
            return _box_words(form["void"], form["void"].value())
        if isinstance(form, QuickForm):
            return _("Declared without cards")
    return (", ".join(islice(filter(None, changes), _MOST)) or _("entered again"))[:LONGEST_REASON]


def _change(*, was: BoundField, now: BoundField, names: Iterable[str]) -> str:
    # A player's name may be erased one day, and the reason of a correction stays for good.
    before, after = was.value(), now.value()
    if isinstance(now.field, CardsField):
        cards = before if isinstance(before, str) else " ".join(before or ())
        held = [Counter(words.split()) for words in (cards, now.form.cleaned_data[now.name])]
        old, new = (" ".join(more.elements()) for more in (held[0] - held[1], held[1] - held[0]))
        before, after = in_signs(notation=old), in_signs(notation=new)
    else:
        before, after = _box_words(now, before), _box_words(now, after)
    if before == after:
        return ""
    label = str(_LABELS.get(now.name, now.label))
    for name in names:
        label = label.removeprefix(f"{name}, ")
    if {before, after} & {*names} or (isinstance(now.field, CardsField) and len(after) > _LONG):
        return _("%(what)s: changed") % {"what": label}
    return _("%(what)s: %(was)s → %(now)s") % {"what": label, "was": before or "–", "now": after or "–"}


def _box_words(box: BoundField, value: object) -> str:
    if isinstance(box.field, forms.BooleanField):
        return _("yes") if value and value != "False" else _("no")
    text = "" if value is None else str(value)
    return next((str(words) for choice, words in getattr(box.field, "choices", ()) if str(choice) == text), text)
