"""What a program sends, read strictly: a number is a number, a name nobody knows is refused."""

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework import exceptions, parsers, serializers, status

from scoring.forms.base import told, told_lazy
from scoring.games.house_rules import shown
from scoring.texts import say
from scoring.texts.strict_json import read_json

HIGHEST_NUMBER = 2**31 - 1


def words(*values: str) -> list[tuple[str, str]]:
    """Return words as choices of a field."""
    return [(value, value) for value in values]


class BadJsonError(exceptions.APIException):
    """The content is not JSON."""

    status_code = status.HTTP_400_BAD_REQUEST
    default_code = "bad_json"
    default_detail = told_lazy(say("api.bad_json"))


class TooLargeError(exceptions.APIException):
    """More content than anything here needs."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"
    default_detail = told_lazy(say("api.too_large"))


class JsonParser(parsers.BaseParser):
    """Reads JSON as the standard has it, up to the size any request here may have."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,  # noqa: ARG002 - named by the framework
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the value; raises BadJsonError, TooLargeError."""
        length = int((parser_context or {})["request"].META.get("CONTENT_LENGTH") or 0)
        if length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise TooLargeError
        try:
            return read_json(stream.read().decode())
        except (ValueError, RecursionError) as error:
            raise BadJsonError from error


def _worded(**keys: str) -> dict[str, Any]:
    """Return the messages of a field by their codes: sentences of the catalogue that the framework fills in."""
    keys = {"required": "missing", "null": "null", **keys}
    return {
        code: told_lazy(say(f"api.field_{key}", least=f"{{{code}}}", most=f"{{{code}}}", given="{input}"))
        for code, key in keys.items()
    }


NEEDED: Mapping[str, Any] = {"required": False, "style": {"since_version": 2}}
"""Options of a field by which a write says what it saw: version 2 needs it, version 1 took what did not say so."""


class Input(serializers.Serializer[Any]):
    """An object of a request; names it does not know are refused."""

    default_error_messages = _worded(invalid="object")

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        for name in needed_in(fields=fields) if self.context.get("version") == 2 else ():
            fields[name].required = True
        return fields

    def to_internal_value(self, data: Any) -> Any:
        names = data if isinstance(data, Mapping) else ()
        unknown = {str(name): [told(say("api.unknown_field"))] for name in names if name not in self.fields}
        try:
            values = super().to_internal_value(data)
        except serializers.ValidationError as error:
            wrong = error.detail if isinstance(error.detail, dict) else {}
            raise serializers.ValidationError({**unknown, **wrong}) from error
        if unknown:
            raise serializers.ValidationError(unknown)
        return values


def needed_in(*, fields: Mapping[str, Any]) -> list[str]:
    """Return the names of the fields that only version 2 needs."""
    return [name for name, field in fields.items() if field.style.get("since_version")]


class Whole(serializers.IntegerField):
    """A whole number: no text, no 1.0, no true."""

    default_error_messages = _worded(invalid="whole", min_value="low", max_value="high")

    def to_internal_value(self, data: Any) -> int:
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return data

    def __init__(self, *, min_value: int = 0, max_value: int = HIGHEST_NUMBER, **options: Any) -> None:
        super().__init__(min_value=min_value, max_value=max_value, **options)


class Text(serializers.CharField):
    """A text without spaces around it: no number is taken for one."""

    default_error_messages = _worded(invalid="text", blank="blank", max_length="long")

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class YesNo(serializers.BooleanField):
    """True or false and nothing that means them."""

    default_error_messages = _worded(invalid="yes_no")

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Choice(serializers.ChoiceField):
    """One of a few words."""

    default_error_messages = _worded(invalid_choice="choice")

    def to_internal_value(self, data: Any) -> str:
        is_blank = data == "" and self.allow_blank
        if not is_blank and (not isinstance(data, str) or data not in self.choices):
            self.fail("invalid_choice", input=shown(data))
        return str(data)


class Id(serializers.UUIDField):
    """A UUID as text in its usual form."""

    default_error_messages = _worded(invalid="id")

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str) or len(data) != 36:
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class AnyObject(serializers.DictField):
    """A JSON object that its game reads, such as a hand; it says itself what is wrong in it."""

    default_error_messages = _worded(not_a_dict="object")

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, dict):
            self.fail("not_a_dict", input_type=type(data).__name__)
        return data


class Several(serializers.ListField):
    """A list."""

    default_error_messages = _worded(not_a_list="list", min_length="few", max_length="many")


class Moment(serializers.DateTimeField):
    """A day and a time of day."""

    default_error_messages = _worded(invalid="time", date="time", make_aware="time", overflow="time")


class Day(serializers.DateField):
    """A day."""

    default_error_messages = _worded(invalid="day", datetime="day")


class QueryNumber(serializers.IntegerField):
    """A whole number in an address."""

    default_error_messages = Whole.default_error_messages

    def to_internal_value(self, data: Any) -> int:
        if not (isinstance(data, str) and data.isascii() and data.isdigit() and len(data) < 11):
            self.fail("invalid")
        return int(data)
