from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0039_nights_in_the_order_of_days'),
    ]

    operations = [
        migrations.AddField(
            model_name='nighttally',
            name='first_seat',
            field=models.PositiveSmallIntegerField(default=0),
        ),
    ]
