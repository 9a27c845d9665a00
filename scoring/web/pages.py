"""Define pages with one form."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from types import get_original_bases
from typing import Any, ClassVar, get_args
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise, SimpleLazyObject
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import KeyedForm, OnceForm, fresh, problem, told
from scoring.forms.fields import GameForm
from scoring.games.base import ImpossibleError
from scoring.ledger.night import Night
from scoring.models import Session
from scoring.operations.errors import HandTakenError, RefusedError, SessionClosedError, StaleError, WrongAmountError
from scoring.operations.table.posting import Stamp
from scoring.queries.people.access import Action, lets
from scoring.queries.table.night import night_of
from scoring.web.access import asks, locked, posts, reads
from scoring.web.device import ClubRequest
from scoring.web.shared import CONFLICT, INVALID, find_session, landing

type Refusals = tuple[type[RefusedError], ...]
type Refusal = RefusedError | ImpossibleError


class FormView[F: forms.BaseForm](ABC):
    """A page with one form: `FormView[DayForm]`.

    An error appears at its field or that in `error_fields` (422, 409 if stale), or above the form for `errors_above`.
    For `asks_again` the form is shown with new values (409). Other errors get their own page.
    """

    action: ClassVar[Action] = Action.MANAGE
    guard: Callable[[Action], Callable[..., Callable[..., HttpResponse]]] = staticmethod(asks)
    template: ClassVar[str]
    then_page: ClassVar[str] = ""
    error_fields: Mapping[type[RefusedError], str | None] = {}
    errors_above: Refusals = (WrongAmountError,)
    asks_again: Refusals = (StaleError,)
    keeps_typed: ClassVar[bool] = False
    done: str | Promise = ""
    form_class: Callable[..., F]
    names: Mapping[int, str] | None = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        named: list[Any] = [kind for base in get_original_bases(cls) for kind in get_args(base)]
        for form in (kind for kind in named if isinstance(kind, type) and issubclass(kind, forms.BaseForm)):
            cls.form_class = vars(cls).get("form_class", form)

    def __init__(self, request: ClubRequest, **_address: object) -> None:
        self.request = request

    @classmethod
    def as_view(cls) -> Callable[..., HttpResponse]:
        return cls.guard(cls.action)(lambda request, **address: cls(request, **address).answer())

    def answer(self) -> HttpResponse:
        return self.post() if self.request.method == "POST" else self.get()

    def get(self) -> HttpResponse:
        return self.page(self.make(initial=self.opened()))

    def post(self) -> HttpResponse:
        form = self.make(self.request.POST)
        if not form.is_valid():
            return self.page(form, status=INVALID)
        try:
            written = self.write(form)
        except (RefusedError, ImpossibleError) as error:
            return self.refuse(form, error)
        return self.finish(written)

    def finish(self, written: object) -> HttpResponse:
        if self.done:
            messages.success(self.request, str(self.done))
        return redirect(self.then(written))

    def make(self, data: Mapping[str, Any] | None = None, **options: Any) -> F:
        return type(self).form_class(data, **self.given(), **options)

    def given(self) -> Mapping[str, object]:
        """Return extra arguments of the form."""
        return {}

    def initial(self) -> Mapping[str, object]:
        return {}

    def opened(self) -> Mapping[str, object]:
        return self.initial()

    def stated(self) -> Mapping[str, object]:
        return {}

    @abstractmethod
    def write(self, form: F) -> object:
        """Call one operation with the valid form."""

    def then(self, written: object) -> str:  # noqa: ARG002 - where it leads depends on it elsewhere
        return reverse(self.then_page)

    def stamp(self, form: OnceForm) -> Stamp:
        return form.stamp(device=self.request.device, at=timezone.now())

    def refuse(self, form: F, error: Refusal) -> HttpResponse:
        """Show the form with the error, or raise it."""
        own = getattr(error, "field", "").removesuffix("_cents")
        known = [at for kind, at in self.error_fields.items() if isinstance(error, kind)]
        fields = [own] if own in form.fields else known
        if fields and isinstance(error, RefusedError):
            form.add_error(fields[0], problem(error))
            # A stale form must send what the page shows now, or it is refused forever.
            is_stale = isinstance(error, StaleError)
            form.data = self.renewed(form) if is_stale else form.data
            return self.page(form, status=CONFLICT if is_stale else INVALID)
        if isinstance(error, ImpossibleError) and isinstance(form, GameForm):
            form.add_problems(error)
            return self.page(form, status=INVALID)
        if isinstance(error, (ImpossibleError, *self.errors_above)):
            return self.page(form, error=error, status=INVALID)
        if isinstance(error, self.asks_again):
            return self.page(self.again(form), error=error, status=CONFLICT)
        raise error

    def again(self, form: F) -> F:
        return self.make(self.renewed(form)) if self.keeps_typed else self.make(initial=self.opened())

    def renewed(self, form: F) -> QueryDict:
        """Return sent values, with new hidden fields."""
        now, sent = self.opened(), self.request.POST.copy()
        # The key stays the same, so that a double tap records once.
        for name in sent.keys() & {field.name for field in form.hidden_fields()} & now.keys() - {"key"}:
            sent[name] = str(now[name])
        return sent

    def page(self, form: F, *, error: Refusal | None = None, status: int = 200) -> HttpResponse:
        return render(self.request, self.template, self.context(form, error), status=status)

    def context(self, form: F, error: Refusal | None = None) -> dict[str, object]:
        return {**self.stated(), "view": self, "form": form, "error": error, "message": error and self.why(error)}

    def why(self, error: Refusal) -> str:
        texts = [error.text] if isinstance(error, RefusedError) else [each.text for each in error.problems]
        return " ".join(told(text, names=self.names) for text in texts)


class SessionView[F: forms.BaseForm](FormView[F]):
    action = Action.RECORD
    feature: ClassVar[str] = ""
    only_open: ClassVar[bool] = False
    operation: Callable[..., object]
    session: Session
    names: Mapping[int, str]

    def __init__(
        self, request: ClubRequest, public_id: UUID, page: "NightPage | None" = None, **address: object
    ) -> None:
        super().__init__(request)
        self.session = page.session if page else self.find(public_id=public_id, **address)
        if page:
            self.night = page.night
        # Only errors need the names, so most pages save the query.
        self.names = SimpleLazyObject(lambda: self.night.names)  # type: ignore[assignment]

    def find(self, *, public_id: UUID, **_address: object) -> Session:
        return find_session(self.request, public_id=public_id, feature=self.feature)

    @cached_property
    def night(self) -> Night:
        return night_of(session=self.session)

    def get(self) -> HttpResponse:
        if self.only_open and self.night.is_closed:
            raise SessionClosedError
        return super().get()

    def write(self, form: Any) -> object:
        return type(self).operation(**self.arguments(form))

    def refuse(self, form: F, error: Refusal) -> HttpResponse:
        # Another phone has changed the night, so it is read again.
        vars(self).pop("night", None)
        return super().refuse(form, error)

    def context(self, form: F, error: Refusal | None = None) -> dict[str, object]:
        return {"session": self.session, **super().context(form, error)}

    def arguments(self, form: OnceForm) -> dict[str, Any]:
        return {**form.arguments(), "stamp": self.stamp(form), "session": self.session}

    def then(self, written: object) -> str:
        then = self.then_page
        return reverse(then, args=[self.session]) if then else landing(self.session, written)

    def again(self, form: F) -> F:
        self.session.refresh_from_db()
        return super().again(form)


class ConfirmView[F: KeyedForm](SessionView[F]):
    """A page that asks for confirmation, again (409) if the table has changed."""

    only_open = True
    keeps_typed = True
    asks_again: Refusals = (RefusedError,)

    def given(self) -> Mapping[str, object]:
        return {"session": self.session, "names": self.names}

    def opened(self) -> Mapping[str, object]:
        return {**self.initial(), **fresh(expected_entry=self.night.last_entry)}

    def refuse(self, form: F, error: Refusal) -> HttpResponse:
        if isinstance(error, SessionClosedError | HandTakenError):
            raise error
        return super().refuse(form, error)


class Fold(FormView[Any]):
    """A form in a fold of another page: `class SpendTong(Fold, ConfirmView[SpendTongForm])`.

    Its address takes POST only, and a `FoldedPage` draws it. After an error the whole page is shown, with this fold
    open. `fold` is the id of the `details`, `part` names one of several forms in it. An error of `has_errors_above` is
    the `problem` of the page.
    """

    guard = staticmethod(posts)
    done: str | Promise = _("Saved.")
    fold: str
    part: ClassVar[str] = ""
    has_errors_above: ClassVar[bool] = False
    whole: "ClassVar[type[FoldedPage]]"

    def make(self, data: Mapping[str, Any] | None = None, **options: Any) -> Any:
        return super().make(data, **{"auto_id": f"{self.named()}-%s", **options})

    @classmethod
    def named(cls) -> str:
        return (cls.part or cls.fold).replace("-", "_")

    def page(self, form: Any, *, error: Refusal | None = None, status: int = 200) -> HttpResponse:
        wrong = next((field.field for field in form.visible_fields() if field.errors), None)
        if wrong:
            wrong.widget.attrs["autofocus"] = True
        match = self.request.resolver_match
        assert match is not None
        page = self.whole(self.request, **match.kwargs)
        return page.show(self, self.context(form, error), status=status)


class FoldedPage:
    """A page with forms in folds.

    The template gets `folds`, by `part` or `fold` (`-` as `_`): form, error, message and context of each. `opened` is
    the fold to open. The forms `of_rows` belong to a row, and the template draws them. With `is_locked` the page asks
    a host for the passcode.
    """

    action: ClassVar[Action] = Action.MANAGE
    template: ClassVar[str]
    is_locked: ClassVar[bool] = False
    folds: ClassVar[tuple[type[Fold], ...]] = ()
    of_rows: ClassVar[tuple[type[Fold], ...]] = ()

    def __init_subclass__(cls) -> None:
        for kind in (*cls.folds, *cls.of_rows):
            kind.whole = cls

    def __init__(self, request: ClubRequest, **address: Any) -> None:
        self.request, self.address = request, address

    @classmethod
    def as_view(cls) -> Callable[..., HttpResponse]:
        return reads(cls.action)(lambda request, **address: cls(request, **address).get())

    def get(self) -> HttpResponse:
        is_asked = self.is_locked and lets(access=self.request.access, action=Action.INVITE)
        return (locked(self.request) if is_asked else None) or self.show()

    def stated(self) -> Mapping[str, object]:
        """Return the context without the forms."""
        return {}

    def show(
        self, by: Fold | None = None, refused: Mapping[str, object] | None = None, *, status: int = 200
    ) -> HttpResponse:
        """Render the page, with a refused form if given."""
        access = self.request.access
        folds: dict[str, object] = {
            kind.named(): SimpleLazyObject(partial(self._opened, kind))
            for kind in self.folds
            if lets(access=access, action=kind.action)
        }
        if by and refused:
            folds[by.named()] = refused = {**refused, "part": by.part or by.fold}
        opened = by.fold if by else self.request.GET.get("open", "")
        form: Any = refused and refused["form"]
        context = {**self.stated(), "folds": folds, "refused": refused, "form": form, "opened": opened}
        if by and by.has_errors_above and refused:
            wrong = [error for errors in form.errors.as_data().values() for error in errors]
            context["problem"] = refused["message"] or wrong[0].messages[0]
            context["code"] = getattr(refused["error"], "code", "")
        return self.answer(context, status=status)

    def _opened(self, kind: type[Fold]) -> dict[str, object]:
        fold = self.made(kind)
        return fold.context(fold.make(initial=fold.opened()))

    def made(self, kind: type[Fold]) -> Fold:
        return kind(self.request, **self.address)

    def answer(self, context: dict[str, Any], *, status: int) -> HttpResponse:
        return render(self.request, self.template, context, status=status)


class NightPage(FoldedPage):
    @cached_property
    def session(self) -> Session:
        return find_session(self.request, public_id=self.address["public_id"])

    @cached_property
    def night(self) -> Night:
        return night_of(session=self.session)

    def stated(self) -> Mapping[str, object]:
        return {"session": self.session, "night": self.night}

    def made(self, kind: type[Fold]) -> Fold:
        return kind(self.request, **self.address, page=self)
