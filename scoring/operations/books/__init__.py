"""Import exported books into an installation that has none: everything or nothing."""

from scoring.operations.books.files import NotEmptyError, import_books, read_books
from scoring.operations.books.rows import BooksError

__all__ = ["BooksError", "NotEmptyError", "import_books", "read_books"]
