"""The edition that runs in the browser of one phone: settings, the bridge to Django, and the files around them."""
