"""What the API shows: classes that pydantic fills from what a query found, writes as JSON and describes.

Amounts are whole minor units, seats are numbers, ids are the public ones. A result of a query that has the
names of the API is shown as it is.
"""

from functools import cache
from types import GenericAlias
from typing import Annotated, Any

from pydantic import AliasPath, BaseModel, ConfigDict, Field, GetJsonSchemaHandler, TypeAdapter

from scoring.money import OFFERED_CURRENCIES

CURRENCIES = tuple(currency.code for currency in OFFERED_CURRENCIES)
type CurrencyCode = Annotated[str, Field(json_schema_extra={"enum": list(CURRENCIES)})]


class Shape(BaseModel):
    """An object of an answer: each field is an attribute of what was found, by its name or by `at`."""

    model_config = ConfigDict(from_attributes=True, frozen=True)


class Items[Item](Shape):
    """A list of them all."""

    items: tuple[Item, ...]

    @classmethod
    def model_parametrized_name(cls, params: tuple[Any, ...]) -> str:
        """Return what the list is called: the name of what it holds, as many."""
        return f"{name_of(params[0])}s"


def at(path: str, **options: Any) -> Any:
    """Return the field that holds what is found at the path, such as `session.currency`."""
    return Field(validation_alias=AliasPath(*path.split(".")), **options)


def filled(shape: Any, found: Any) -> Any:
    """Return the object of an answer, made from what was found."""
    return adapter(shape).validate_python(found, from_attributes=True)


def rendered(shape: Any, found: Any) -> bytes:
    """Return what was found as JSON."""
    return adapter(shape).dump_json(filled(shape, found))


class As:
    """Describes something stored as another type, and shows it as it is."""

    def __init__(self, described: Any) -> None:
        self._many = GenericAlias(list, (described,))  # what stands in a list is called by its name

    def __get_pydantic_json_schema__(self, _schema: object, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return dict(handler(adapter(self._many).core_schema)["items"])


@cache
def adapter(shape: Any) -> TypeAdapter[Any]:
    """Return what fills, writes and describes a shape."""
    return TypeAdapter(shape)


def name_of(shape: type[Any]) -> str:
    """Return what a shape is called in the description."""
    return shape.__name__.removesuffix("Shape")
