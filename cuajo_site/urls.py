"""Every address of the site."""

from django.urls import URLPattern, URLResolver, path

from scoring.views import hands, health, host

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("host/<str:token>/", host.host_link, name="host-link"),
    path("sessions/<uuid:public_id>/hand/", hands.hand, name="hand"),
    path("sessions/<uuid:public_id>/hand/quick/", hands.hand, {"mode": "quick"}, name="quick-hand"),
    path("sessions/<uuid:public_id>/hand/verdict/", hands.verdict, name="hand-verdict"),
    path("sessions/<uuid:public_id>/entries/<int:number>/", hands.entry, name="entry"),
    path("sessions/<uuid:public_id>/entries/<int:number>/correct/", hands.correct, name="correct"),
    path("sessions/<uuid:public_id>/entries/<int:number>/correct/<str:mode>/", hands.correct, name="correct"),
]
