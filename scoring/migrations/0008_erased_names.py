from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0007_disputes'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='erased_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
