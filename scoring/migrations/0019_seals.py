from django.db import migrations, models

from scoring.models import guard
from scoring.ledger.fingerprint import chain_seal, digest, utc_text


def mend_after(apps, schema_editor):
    """Say of the hands of the first two states, which have 0, after which hand they were recorded."""
    guard.lift(schema_editor.connection)
    Hand = apps.get_model("scoring", "Hand")
    undone = dict(
        apps.get_model("scoring", "Entry").objects.exclude(reverses=None).values_list("reverses_id", "number")
    )
    by_session = {}
    for hand in Hand.objects.select_related("entry").order_by("session_id", "entry__number"):
        by_session.setdefault(hand.session_id, []).append(hand)
    for hands in by_session.values():
        after = {}
        for hand in hands:
            number, position = hand.entry.number, hand.position
            stood = [
                each.position
                for each in hands
                if each.entry.number < number and undone.get(each.entry_id, number) >= number
            ]
            after.setdefault(position, max((each for each in stood if each < position), default=0))
            if not hand.after and after[position]:
                Hand.objects.filter(pk=hand.pk).update(after=after[position])


def seal_what_stands(apps, schema_editor):
    """Seal all that was recorded so far; that proves nothing about the time before."""
    model = {name: apps.get_model("scoring", name) for name in ("Club", "Session", "Entry", "Dispute", "DisputeVoice", "Payment", "Score", "Seal")}
    for club in model["Club"].objects.order_by("pk"):
        nights = model["Session"].objects.filter(club=club).order_by("pk")
        merged = club.players.exclude(merged_into=None).select_related("merged_into").order_by("pk")
        write(model["Seal"], club.public_id, [*map(night, nights), *map(merge, merged)])
        for session in nights:
            write(model["Seal"], session.public_id, rows_of(session, model))


def rows_of(session, model):
    for seat in session.seats.select_related("player").order_by("number"):
        yield "seat", seat.number, {"player": str(seat.player.public_id), "since": seat.since}
    for entry in session.entries.select_related("device", "hand").order_by("number"):
        hand = entry.hand if entry.kind == "hand" and hasattr(entry, "hand") else None
        kept = ("position", "after", "winner", "deals_next", "verdict", "engine_version")
        yield "line", entry.number, {
            "fingerprint": entry.fingerprint,
            "reason": entry.reason,
            "hand": {name: getattr(hand, name) for name in kept} if hand else None,
            **recorded(entry),
        }
    disputes = model["Dispute"].objects.filter(entry__session=session).select_related("entry", "seat", "device")
    for dispute in disputes.order_by("pk"):
        yield "dispute", dispute.key, {
            "line": dispute.entry.number,
            "why": dispute.why,
            "at": utc_text(moment=dispute.raised_at),
            "seat": dispute.seat.number,
            **recorded(dispute),
        }
    voices = model["DisputeVoice"].objects.filter(dispute__entry__session=session)
    for voice in voices.select_related("dispute", "seat", "device").order_by("pk"):
        yield "voice", voice.key, {
            "dispute": str(voice.dispute.key),
            "ruling": voice.ruling,
            "decides": voice.decides,
            "at": utc_text(moment=voice.given_at),
            "seat": voice.seat.number if voice.seat else None,
            **recorded(voice),
        }
    if session.is_practice:
        yield "practice", "", {"is_practice": True}
    if session.entries.filter(kind="close", reversal=None).exists():
        yield "total", "", total(session, model)


def total(session, model):
    def sums(rows, of):
        count, summed = rows.order_by().aggregate(models.Count("pk"), models.Sum(of)).values()
        return [count, int(summed)] if count else None

    newest = session.entries.order_by("-number").first()
    in_night = {"entry__session": session}
    return {
        "last": newest.number,
        "fingerprint": newest.fingerprint,
        "lines": sums(session.entries, "number"),
        "payments": sums(model["Payment"].objects.filter(**in_night), "amount_cents"),
        "scores": sums(model["Score"].objects.filter(**in_night), "points"),
        "hands": sums(session.hands, "position"),
    }


def night(session):
    terms = ("game", "rules", "currency", "minor_digits", "stake_factor", "first_dealer")
    return "night", session.public_id, {
        "club": str(session.club.public_id),
        "started_at": utc_text(moment=session.started_at),
        "key": str(session.key),
        **{name: getattr(session, name) for name in terms},
    }


def merge(player):
    return "merge", player.public_id, {"into": str(player.merged_into.public_id)}


def recorded(row):
    device = str(row.device.public_id) if row.device else None
    return {"device": device, "key": str(row.key) if row.key else None, "content_hash": row.content_hash}


def write(seals, chain, things):
    fingerprint, rows = "", []
    for number, (kind, about, content) in enumerate(things, start=1):
        said = digest(content=content)
        fingerprint = chain_seal(previous=fingerprint, number=number, kind=kind, about=str(about), digest=said)
        rows.append(
            seals(chain=chain, number=number, kind=kind, about=str(about), digest=said, fingerprint=fingerprint)
        )
    seals.objects.bulk_create(rows, batch_size=100)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0018_verdicts_of_strangers"),
    ]

    operations = [
        migrations.CreateModel(
            name="Seal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("chain", models.UUIDField()),
                ("number", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=10)),
                ("about", models.CharField(max_length=36)),
                ("digest", models.CharField(max_length=64)),
                ("fingerprint", models.CharField(max_length=64)),
            ],
            options={"ordering": ["number"]},
        ),
        migrations.AddConstraint(
            model_name="seal",
            constraint=models.UniqueConstraint(models.F("chain"), models.F("number"), name="seal_number_is_unique"),
        ),
        migrations.RunPython(mend_after, migrations.RunPython.noop),
        migrations.RunPython(seal_what_stands, migrations.RunPython.noop),
    ]
