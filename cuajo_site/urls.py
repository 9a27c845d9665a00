"""Every address of the site."""

from django.urls import URLPattern, URLResolver, path

from scoring.views import health, host

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("host/<str:token>/", host.host_link, name="host-link"),
]
