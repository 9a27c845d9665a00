"""Join by a code: type it, wait for the host, go on."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRefresh

from scoring.forms.joining import CodeForm
from scoring.operations.asking import Asker, CodeError, TooManyAskError, ask
from scoring.queries.joining import Asked, latest_request, state_of
from scoring.queries.phones import needs_name
from scoring.views.device import DeviceRequest, device_token, give_cookie, label_of, new_device
from scoring.views.joining import CHANGED_FORM
from scoring.views.shared import INVALID, NOTHING_NEW, TOO_MANY
from scoring.views.throttle import codes_tried_too_often, count_wrong_code


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter_code(request: DeviceRequest) -> HttpResponse:
    """Ask for the code on the host's phone; post it to ask the host."""
    if request.method != "POST":
        return _page(request, form=CodeForm())
    form, token = CodeForm(request.POST), device_token(request)
    if codes_tried_too_often(request):
        form.add_error("code", _("Too many wrong codes. Wait a minute and try again."))
        return _page(request, form=form, status=TOO_MANY)
    if token is None:
        form.add_error(None, str(CHANGED_FORM))
    if token is None or not form.is_valid():
        return _page(request, form=form, status=INVALID)
    asker = Asker(token=token, label=label_of(request), name=form.cleaned_data["name"])
    try:
        ask(text=form.cleaned_data["code"], asker=asker, now=timezone.now())
    except CodeError as error:
        count_wrong_code(request)
        form.add_error("code", error.message)
        return _page(request, form=form, status=INVALID)
    except TooManyAskError as error:
        form.add_error(None, error.message)
        return _page(request, form=form, status=TOO_MANY)
    response = redirect("asked")
    give_cookie(response, token=token)
    return response


@never_cache
@require_safe
def asked(request: DeviceRequest) -> HttpResponse:
    """Show what the host says; the page asks with the state it shows and hears nothing until that changes."""
    waiting = latest_request(device=request.device) if request.device else None
    if waiting is None:
        return redirect("enter-code")
    state = state_of(request=waiting, now=timezone.now())
    if "v" in request.GET:
        is_same = request.GET["v"] == state
        return HttpResponse(status=NOTHING_NEW) if is_same else HttpResponseClientRefresh()
    if state is Asked.LET_IN:
        return redirect("me" if needs_name(device=waiting.device) else "home")
    return render(request, "join/asked.html", {"waiting": waiting, "state": state.value})


def _page(request: DeviceRequest, *, form: CodeForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "new_device": new_device()}
    return render(request, "join/code.html", context, status=status)
