"""Every page in every size, scheme, text size and font, with what a machine can see in it."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()
