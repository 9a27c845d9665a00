import django.db.models.deletion
from django.db import migrations, models

from scoring.ledger.fingerprint import chain_seal, digest
from scoring.models import guard


def pair_up(apps, schema_editor):
    """Write down who were partners under every seating so far, and seal it."""
    guard.lift(schema_editor.connection)
    Session, Partnership = (apps.get_model("scoring", name) for name in ("Session", "Partnership"))
    for session in Session.objects.order_by("pk"):
        if session.rules.get("partnerships"):
            seats = {seat.number: seat for seat in session.seats.all()}
            pairs = Partnership.objects.bulk_create(
                Partnership(session=session, seating=entry, since=since, first=seats[first], second=seats[second])
                for entry, since, order in seatings(session, seats)
                if len(order) == 4 and {*order} <= {*seats}
                for first, second in sorted((sorted(order[::2]), sorted(order[1::2])))
            )
            seal(apps.get_model("scoring", "Seal"), session, pairs)


def seatings(session, seats):
    yield None, 0, sorted(number for number, seat in seats.items() if not seat.since)
    for entry in session.entries.filter(kind="seating").order_by("number"):
        yield entry, entry.act["from"], entry.act["seats"]


def seal(Seal, session, pairs):
    """Seal pairs at the end of a chain; a total at its end is sealed after them again, as it stands."""
    newest = Seal.objects.filter(chain=session.public_id).order_by("-number").first()
    things = [
        ("pair", f"{pair.seating.number if pair.seating else 0} {pair.first.number} {pair.second.number}",
         digest(content={"since": pair.since}))
        for pair in pairs
    ]
    if newest and newest.kind == "total":
        things.append((newest.kind, newest.about, newest.digest))
    write(Seal, session.public_id, things, newest)


def write(Seal, chain, things, newest=None):
    number, fingerprint = (newest.number, newest.fingerprint) if newest else (0, "")
    seals = []
    for number, (kind, about, said) in enumerate(things, start=number + 1):
        fingerprint = chain_seal(previous=fingerprint, number=number, kind=kind, about=about, digest=said)
        seals.append(Seal(chain=chain, number=number, kind=kind, about=about, digest=said, fingerprint=fingerprint))
    Seal.objects.bulk_create(seals, batch_size=100)


def unseal(apps, schema_editor):
    """Take the seals of pairs out of their chains, which are linked anew: earlier software knows no such seal."""
    guard.lift(schema_editor.connection)
    Seal = apps.get_model("scoring", "Seal")
    for chain in Seal.objects.filter(kind="pair").order_by().values_list("chain", flat=True).distinct():
        seals = Seal.objects.filter(chain=chain)
        rest = list(seals.exclude(kind="pair").order_by("number").values_list("kind", "about", "digest"))
        seals.delete()
        write(Seal, chain, rest)


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0019_seals'),
    ]

    operations = [
        migrations.CreateModel(
            name='Partnership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.PositiveIntegerField(default=0)),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='partnerships_as_first', to='scoring.seat')),
                ('seating', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='partnerships', to='scoring.entry')),
                ('second', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='partnerships_as_second', to='scoring.seat')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='partnerships', to='scoring.session')),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(models.F('seating'), models.F('first'), models.F('second'), name='partnership_once_per_seating'), models.UniqueConstraint(models.F('first'), models.F('second'), condition=models.Q(('seating', None)), name='partnership_once_at_start'), models.CheckConstraint(condition=models.Q(models.Q(('seating', None), ('since', 0)), models.Q(('seating__isnull', False), ('since__gte', 1)), _connector='OR'), name='partnership_of_the_start_holds_since_0')],
            },
        ),
        migrations.RunPython(pair_up, unseal),
    ]
