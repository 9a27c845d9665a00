"""Where copies of the books lie besides the data folder: another folder, or a store of the S3 kind."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from scoring.management.database import copies_in, whole_file


class Place(Protocol):
    """Somewhere that keeps copies by their names."""

    def add(self, file: Path) -> None:
        """Keep a copy of a file."""

    def names(self) -> list[str]:
        """Return what is kept."""

    def remove(self, name: str) -> None:
        """Keep it no longer."""


def place_called(where: str) -> Place:
    """Return the place of a path, or of an address such as s3://bucket/folder."""
    address = urlsplit(where)
    if address.scheme != "s3":
        return Folder(path=Path(where))
    folder = address.path.strip("/")
    return Bucket(store=_store(), name=address.netloc, folder=f"{folder}/" if folder else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Folder:
    """A folder, perhaps on another disk."""

    path: Path

    def add(self, file: Path) -> None:
        """Keep a copy, which appears only once it is whole."""
        if file.parent != self.path:
            with whole_file(self.path / file.name) as draft:
                shutil.copyfile(file, draft)

    def names(self) -> list[str]:
        """Return the copies that the books should agree with."""
        return [file.name for file in copies_in(folder=self.path)]

    def remove(self, name: str) -> None:
        """Remove a copy."""
        (self.path / name).unlink()


@dataclass(frozen=True, slots=True, kw_only=True)
class Bucket:
    """A folder of a bucket in a store of the S3 kind."""

    store: Any
    name: str
    folder: str

    def add(self, file: Path) -> None:
        """Send a copy; the store compares its sum."""
        with _told(self.name):
            self.store.upload_file(str(file), self.name, f"{self.folder}{file.name}")

    def names(self) -> list[str]:
        """Return what lies in the folder."""
        with _told(self.name):
            pages = self.store.get_paginator("list_objects_v2").paginate(Bucket=self.name, Prefix=self.folder)
            return [each["Key"].removeprefix(self.folder) for page in pages for each in page.get("Contents", ())]

    def remove(self, name: str) -> None:
        """Remove a copy."""
        with _told(self.name):
            self.store.delete_object(Bucket=self.name, Key=f"{self.folder}{name}")


def _store() -> Any:
    """Return the store that the environment names, with its keys, as boto3 reads them."""
    try:
        import boto3  # noqa: PLC0415 - installed only where it is used
    except ImportError:
        raise CommandError(_("Copies in a store need one library more: python -m uv sync --extra s3")) from None
    with _told("s3"):
        return boto3.client("s3")


@contextmanager
def _told(name: str) -> Iterator[None]:
    from boto3.exceptions import Boto3Error  # noqa: PLC0415
    from botocore.exceptions import BotoCoreError, ClientError  # noqa: PLC0415

    try:
        yield
    except (Boto3Error, BotoCoreError, ClientError) as error:
        told = _("The copies in %(bucket)s cannot be reached: %(why)s")
        raise CommandError(told % {"bucket": name, "why": error}) from error
