"""Import exported books into an installation that has none: everything or nothing."""

from scoring.operations.importing.files import NotEmptyError, import_books, read_books
from scoring.operations.importing.rows import BooksError

__all__ = ["BooksError", "NotEmptyError", "import_books", "read_books"]
