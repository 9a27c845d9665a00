import django.db.models.deletion
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0034_secret_key_of_an_installation'),
    ]

    operations = [
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('address', models.CharField(max_length=300)),
                ('key', models.UUIDField(unique=True)),
                ('created_at', models.DateTimeField()),
                ('tried_at', models.DateTimeField(blank=True, null=True)),
                ('said', models.CharField(blank=True, default='', max_length=100)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='webhooks', to='scoring.club')),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='webhooks_made', to='scoring.device')),
            ],
        ),
        migrations.CreateModel(
            name='WebhookMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('event', models.CharField(max_length=20)),
                ('entry', models.PositiveIntegerField(blank=True, null=True)),
                ('happened_at', models.DateTimeField()),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('next_at', models.DateTimeField(db_index=True)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.session')),
                ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='scoring.webhook')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('event__in', ['hand.recorded', 'entry.undone', 'session.opened', 'session.closed'])), name='webhook_event_is_known')],
            },
        ),
    ]
