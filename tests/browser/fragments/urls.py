"""The names the base template links to, for pages rendered without the site's own views."""

from django.http import HttpRequest, HttpResponse
from django.urls import path


def nothing(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


NAMES = ("home", "history", "players", "game-judge", "rules", "healthz", "language", "manifest", "me", "accessibility")
urlpatterns = [path(f"{name}/", nothing, name=name) for name in NAMES]
