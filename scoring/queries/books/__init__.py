"""The books as files: everything a club or a night has recorded, to be kept and read anywhere."""

from scoring.queries.books.document import FORMAT, VERSION, Record, club_books, club_document, session_document, written
from scoring.queries.books.files import COLUMNS, File, Form, books_file

__all__ = [
    "COLUMNS",
    "FORMAT",
    "VERSION",
    "File",
    "Form",
    "Record",
    "books_file",
    "club_books",
    "club_document",
    "session_document",
    "written",
]
