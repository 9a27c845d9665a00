import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0006_scores'),
    ]

    operations = [
        migrations.CreateModel(
            name='Dispute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('why', models.CharField(max_length=200)),
                ('raised_at', models.DateTimeField()),
                ('key', models.UUIDField(unique=True)),
                ('content_hash', models.CharField(max_length=64)),
                ('device', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='scoring.device')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='scoring.entry')),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='scoring.seat')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='DisputeVoice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ruling', models.CharField(max_length=10)),
                ('decides', models.BooleanField()),
                ('given_at', models.DateTimeField()),
                ('key', models.UUIDField(unique=True)),
                ('content_hash', models.CharField(max_length=64)),
                ('device', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='dispute_voices', to='scoring.device')),
                ('dispute', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='voices', to='scoring.dispute')),
                ('seat', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='dispute_voices', to='scoring.seat')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(('why', ''), _negated=True), name='dispute_says_why'),
        ),
        migrations.AddConstraint(
            model_name='disputevoice',
            constraint=models.CheckConstraint(condition=models.Q(('ruling__in', ['uphold', 'correct', 'reject'])), name='dispute_ruling_is_known'),
        ),
        migrations.AddConstraint(
            model_name='disputevoice',
            constraint=models.UniqueConstraint(condition=models.Q(('decides', True)), fields=('dispute',), name='dispute_is_decided_at_most_once'),
        ),
        migrations.AddConstraint(
            model_name='disputevoice',
            constraint=models.CheckConstraint(condition=models.Q(('decides', False), models.Q(('ruling', 'correct'), _negated=True), _connector='OR'), name='dispute_is_not_decided_by_a_wish_to_correct'),
        ),
    ]
