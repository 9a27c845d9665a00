from django.db import migrations


class Migration(migrations.Migration):
    """Leagues are no longer kept; their seasons stay. The way back makes the tables again, empty."""

    dependencies = [
        ('scoring', '0036_hands_nobody_won'),
    ]

    operations = [
        migrations.DeleteModel(name='FixturePlayer'),
        migrations.DeleteModel(name='Fixture'),
    ]
