"""Import exported books into an installation that has none: everything or nothing."""

from scoring.operations.books.files import BooksError, NotEmptyError, import_books, read_books

__all__ = ["BooksError", "NotEmptyError", "import_books", "read_books"]
