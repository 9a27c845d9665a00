"""Format dates and amounts in Catalan."""

from cuajo_site.formats.es.formats import *  # noqa: F403

TIME_FORMAT = "H:i"
DATE_FORMAT = r"j E \d\e Y"
DATETIME_FORMAT = f"{DATE_FORMAT}, {TIME_FORMAT}"
YEAR_MONTH_FORMAT = r"F \d\e Y"
WEEKDAY = "l j E"
