"""The books as they are exported."""

from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.base import ClubView
from scoring.api.schema import reads
from scoring.api.shapes import Shape
from scoring.queries.access import Action
from scoring.queries.books import club_books, session_books


class BooksShape(Shape):
    """The books in the form that `docs/export.md` explains; `manage.py import` reads them."""

    club = serializers.DictField()
    sessions = serializers.ListField(child=serializers.DictField())


class ClubBooks(ClubView):
    """The books of the club."""

    rights = {"GET": Action.MANAGE}

    @reads(BooksShape)
    def get(self, _request: Request) -> Response:
        """Export everything the club has recorded."""
        return Response(club_books(club=self.club))


class SessionBooks(ClubView):
    """The books of a session."""

    rights = {"GET": Action.SEE}

    @reads(BooksShape)
    def get(self, _request: Request, public_id: UUID) -> Response:
        """Export one session with its ledger and the players who sat there."""
        return Response(session_books(session=self.session(public_id)))
