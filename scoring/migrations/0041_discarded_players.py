from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0040_seats_that_took_part'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='discarded_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
