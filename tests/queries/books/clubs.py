"""What a walk of the operations takes from here."""

from tests.queries.clubs import fingerprints

__all__ = ["fingerprints"]
