"""Derive the books again from what was entered and the rules it was played by, and say where they differ."""

from scoring.queries.books.checking.findings import Finding, check_session

__all__ = ["Finding", "check_session"]
