"""Every address of the site."""

from django.urls import URLPattern, URLResolver, path

from scoring.views import (
    closing,
    club,
    hands,
    health,
    history,
    host,
    players,
    reopening,
    rules,
    settle,
    statement,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("host/<str:token>/", host.host_link, name="host-link"),
    path("sessions/<uuid:public_id>/hand/", hands.hand, name="hand"),
    path("sessions/<uuid:public_id>/hand/quick/", hands.hand, {"mode": "quick"}, name="quick-hand"),
    path("sessions/<uuid:public_id>/hand/verdict/", hands.verdict, name="hand-verdict"),
    path("sessions/<uuid:public_id>/entries/<int:number>/", hands.entry, name="entry"),
    path("sessions/<uuid:public_id>/entries/<int:number>/correct/", hands.correct, name="correct"),
    path("sessions/<uuid:public_id>/entries/<int:number>/correct/<str:mode>/", hands.correct, name="correct"),
    path("sessions/<uuid:public_id>/close/", closing.close, name="close"),
    path("sessions/<uuid:public_id>/settle/", settle.settle, name="settle"),
    path("sessions/<uuid:public_id>/settle/hand-over/", settle.hand_over_cash, name="hand-over"),
    path("sessions/<uuid:public_id>/settle/take-back/", settle.take_back_cash, name="take-back"),
    path("sessions/<uuid:public_id>/reopen/", reopening.reopen, name="reopen"),
    path("sessions/<uuid:public_id>/statement/", statement.statement, name="statement"),
    path("history/", history.history, name="history"),
    path("players/", players.players, name="players"),
    path("players/<uuid:public_id>/", players.player, name="player"),
    path("players/<uuid:public_id>/rename/", players.rename, name="rename-player"),
    path("players/<uuid:public_id>/merge/", players.merge, name="merge-player"),
    path("rules/", rules.rules, name="rules"),
    path("club/", club.club, name="club"),
]
