"""Define the WSGI entry point."""

import os

from django.core.wsgi import get_wsgi_application

from cuajo_site.installation import make_data_folder

make_data_folder()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cuajo_site.settings")
application = get_wsgi_application()
