"""What makes an app of the pages where browsers allow it: the worker that keeps them, its manifest, its icons."""

import json
from hashlib import sha256

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.games import GAMES
from scoring.queries.people.access import Action
from scoring.web.access import requires
from scoring.web.device import ClubRequest

_ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("maskable.png", "512x512", "maskable"),
)


@never_cache
@require_safe
@requires(Action.SEE)
def worker(request: ClubRequest) -> HttpResponse:
    """Hand out the script that answers without a network: another one for each version, language and place.

    So a phone that changed any of them keeps its pages anew.
    """
    script = static("js/worker.js")
    files = getattr(staticfiles_storage, "manifest_hash", "")
    about = f"{files} {script} {get_language()} {request.club.public_id} {request.access.version}"
    first = GAMES[0]
    judge = reverse("game-judge", kwargs={"game_id": first.id})
    rules = (reverse("rules"), reverse("game-rules", args=[first.id]))
    pages = (reverse("home"), *rules, judge, *(f"{judge}{question.id}/" for question in first.questions))
    told = json.dumps({"version": sha256(about.encode()).hexdigest()[:16], "pages": pages})
    return HttpResponse(f'self.cuajo = {told};\nimportScripts("{script}");\n', content_type="text/javascript")


@require_safe
def manifest(_request: HttpRequest) -> HttpResponse:
    """Say how the app stands on the screen of a phone, in the language of the phone."""
    icons = [
        {"src": static(f"icons/{name}"), "sizes": sizes, "type": "image/png", "purpose": purpose}
        for name, sizes, purpose in _ICONS
    ]
    shortcuts = ((_("Record a hand"), reverse("record")), (_("Judge"), reverse("game-judge", args=[GAMES[0].id])))
    told = {
        "id": "/",
        "name": "Cuajo",
        "short_name": "Cuajo",
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#0f4136",
        "theme_color": "#0f4136",
        "icons": icons,
        "shortcuts": [{"name": name, "url": url, "icons": icons[:1]} for name, url in shortcuts],
        "share_target": {
            "action": reverse("shared"),
            "method": "GET",
            "params": {"title": "title", "text": "text", "url": "url"},
        },
    }
    return JsonResponse(told, content_type="application/manifest+json")
