"""Acts that settle debts of several nights: each of their lines must be where the others say it is."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from scoring.models import Club, Entry, EntryKind, Player, UtangWay
from scoring.texts import Text, say


def wrong_acts(*, club: Club) -> Iterator[Text]:
    """Yield what is wrong with the acts over nights that stand, in four queries.

    Nights that are not here, because the books of one night were imported alone, say nothing.
    """
    here = {str(public_id) for public_id in club.sessions.values_list("public_id", flat=True)}
    known = {player.pk: player.merged_into or player for player in club.players.select_related("merged_into")}
    ids = {str(player.public_id): known[player.pk] for player in club.players.all()}
    acts: defaultdict[str, list[Entry]] = defaultdict(list)
    standing = Entry.objects.standing().of_kind(EntryKind.UTANG).filter(session__club=club)
    with_people = standing.prefetch_related("payments__payer", "payments__payee").select_related("session")
    for entry in with_people.order_by("pk"):
        acts[entry.act["id"]].append(entry)
    for act, lines in acts.items():
        for what in _wrong(lines, here=here, known=known, ids=ids):
            yield say("finding.over_nights", act=act, what=what)


def _wrong(
    lines: Sequence[Entry], *, here: set[str], known: dict[int, Player], ids: dict[str, Player]
) -> Iterator[Text]:
    told = _told(lines[0])
    if any(_told(line) != told for line in lines):
        yield say("finding.lines_differ")
        return
    settled = {night: cents for night, cents in told["nights"] if night in here}
    if into := told.get("into"):
        settled |= {into: sum(cents for _, cents in told["nights"])} if into in here else {}
    found = {str(line.session.public_id): sum(each.amount_cents for each in line.payments.all()) for line in lines}
    is_forgiven = lines[0].act["way"] == UtangWay.FORGIVEN  # a night that was reopened took its part back
    if found != {night: cents for night, cents in settled.items() if not is_forgiven or night in found}:
        yield say("finding.settles", found=str(found), due=str(settled))
    elif not is_forgiven and len(settled) == len(told["nights"]) + bool(into):
        cash: Counter[Player] = Counter()
        for payment in (payment for line in lines for payment in line.payments.all()):
            cash[known[payment.payer.player_id]] += payment.amount_cents
            cash[known[payment.payee.player_id]] -= payment.amount_cents
        for payer, payee, cents in () if into else told["people"]:
            cash[ids[payer]] -= cents
            cash[ids[payee]] += cents
        if any(cash.values()):
            yield say("finding.cash_left")


def _told(line: Entry) -> dict[str, Any]:
    return {name: value for name, value in line.act.items() if name != "way"}
