"""Every address of the API."""

from django.urls import URLPattern, URLResolver, path, re_path

from scoring.api import club, companion, docs, entries, house_rules, sessions, settlement, verify
from scoring.api.errors import not_found

_SESSION = "v1/sessions/<uuid:public_id>/"
_ENTRY = f"{_SESSION}entries/<int:number>/"

resources: list[URLPattern] = [
    path("v1/verify/", verify.Verify.as_view()),
    path("v1/token/", club.Token.as_view()),
    path("v1/club/", club.TheClub.as_view()),
    path("v1/players/", club.Players.as_view()),
    path("v1/players/<uuid:public_id>/", club.OnePlayer.as_view()),
    path("v1/players/<uuid:public_id>/merge/", club.Mergers.as_view()),
    path("v1/house-rules/", house_rules.HouseRules.as_view()),
    path("v1/rule-sets/", house_rules.RuleSets.as_view()),
    path("v1/rule-sets/import/", house_rules.RuleSetImports.as_view()),
    path("v1/rule-sets/<uuid:public_id>/", house_rules.OneRuleSet.as_view()),
    path("v1/rule-sets/<uuid:public_id>/file/", house_rules.RuleSetText.as_view()),
    path("v1/sessions/", sessions.Sessions.as_view()),
    path(_SESSION, sessions.OneSession.as_view()),
    path(f"{_SESSION}again/", sessions.SessionAgain.as_view()),
    path(f"{_SESSION}seats/", sessions.Seats.as_view()),
    path(f"{_SESSION}balances/", sessions.Balances.as_view()),
    path(f"{_SESSION}statement/", sessions.Statement.as_view()),
    path(f"{_SESSION}table/", sessions.Table.as_view()),
    path(f"{_SESSION}companion/", companion.Companion.as_view()),
    path(f"{_SESSION}judge/", entries.Judging.as_view()),
    path(f"{_SESSION}hands/", entries.Hands.as_view()),
    path(f"{_SESSION}secrets/", entries.Secrets.as_view()),
    path(f"{_SESSION}false-wins/", entries.FalseWins.as_view()),
    path(f"{_SESSION}entries/", entries.Entries.as_view()),
    path(_ENTRY, entries.OneEntry.as_view()),
    path(f"{_ENTRY}correct/", entries.Corrections.as_view()),
    path(f"{_ENTRY}refund/", entries.Refunds.as_view()),
    path(f"{_ENTRY}reverse/", entries.Reversals.as_view()),
    path(f"{_SESSION}close/", settlement.Closing.as_view()),
    path(f"{_SESSION}settlement/", settlement.Settlement.as_view()),
    path(f"{_SESSION}handovers/", settlement.Handovers.as_view()),
    path(f"{_SESSION}reopen/", settlement.Reopenings.as_view()),
]

urlpatterns: list[URLPattern | URLResolver] = [
    *resources,
    path("schema/", docs.schema, name="api-schema"),
    path("docs/", docs.documentation, name="api-docs"),
    re_path(r"", not_found),
]
