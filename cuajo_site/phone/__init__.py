"""The edition that runs in a phone's browser."""
