"""How the fields of every form are drawn: without a colon after the label."""

from typing import Any

from django.forms.boundfield import BoundField
from django.forms.renderers import DjangoTemplates


class _DrawnField(BoundField):
    def label_tag(self, *given: Any, **options: Any) -> Any:
        return super().label_tag(*given, **{"label_suffix": "", **options})


class Renderer(DjangoTemplates):
    """Django's own, with our fields."""

    bound_field_class = _DrawnField
