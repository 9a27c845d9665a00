import django.db.models.deletion
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0013_owner_of_a_club'),
    ]

    operations = [
        migrations.CreateModel(
            name='Proposal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('mode', models.CharField(max_length=10)),
                ('fields', models.JSONField()),
                ('act', models.JSONField()),
                ('after', models.PositiveIntegerField()),
                ('proposed_at', models.DateTimeField()),
                ('declined_at', models.DateTimeField(blank=True, null=True)),
                ('key', models.UUIDField(unique=True)),
                ('content_hash', models.CharField(max_length=64)),
                ('device', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='proposals', to='scoring.device')),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='proposals', to='scoring.seat')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='proposals', to='scoring.session')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
    ]
