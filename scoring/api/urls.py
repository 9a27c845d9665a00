"""Every address of the API."""

from django.urls import URLPattern, URLResolver, path, re_path

from scoring.api.books import books
from scoring.api.figures import figures, seasons, together
from scoring.api.judge import judging
from scoring.api.people import club, phones
from scoring.api.rules import rule_sets
from scoring.api.sessions import chips, debts, past, sessions, settlement
from scoring.api.table import entries, table, tong
from scoring.api.web import docs
from scoring.api.web.errors import not_found

_SESSION = "v1/sessions/<uuid:public_id>/"
_ENTRY = f"{_SESSION}entries/<int:number>/"

resources: list[URLPattern] = [
    path("v1/verify/", judging.Verify.as_view()),
    path("v1/verify/waits/", judging.Waits.as_view()),
    path("v1/verify/near-miss/", judging.Distance.as_view()),
    path("v1/verify/extra-cards/", judging.ExtraCards.as_view()),
    path("v1/verify/claims/", judging.Rulings.as_view()),
    path("v1/verdicts/", judging.Verdicts.as_view()),
    path("v1/verdicts/<uuid:public_id>/", judging.OneVerdict.as_view()),
    path("v1/token/", club.Token.as_view()),
    path("v1/club/", club.TheClub.as_view()),
    path("v1/export/", books.ClubBooks.as_view()),
    path("v1/phones/", phones.Phones.as_view()),
    path("v1/phones/<uuid:public_id>/", phones.OnePhone.as_view()),
    path("v1/phones/<uuid:public_id>/move/", phones.Moves.as_view()),
    path("v1/phones/<uuid:public_id>/send-away/", phones.SendAway.as_view()),
    path("v1/links/", phones.Links.as_view()),
    path("v1/links/<uuid:public_id>/", phones.OneLink.as_view()),
    path("v1/joining/", phones.Joining.as_view()),
    path("v1/joining/<uuid:public_id>/answer/", phones.Answers.as_view()),
    path("v1/players/", club.Players.as_view()),
    path("v1/players/<uuid:public_id>/", club.OnePlayer.as_view()),
    path("v1/players/<uuid:public_id>/figures/", figures.Figures.as_view()),
    path("v1/standings/", figures.Standings.as_view()),
    path("v1/partners/", together.Partners.as_view()),
    path("v1/nominations/", together.Nominations.as_view()),
    path("v1/players/<uuid:public_id>/with/<uuid:other_id>/", together.PairFigures.as_view()),
    path("v1/standings/rating/", figures.TheRating.as_view()),
    path("v1/seasons/", seasons.Seasons.as_view()),
    path("v1/seasons/<uuid:public_id>/", seasons.OneSeason.as_view()),
    path("v1/players/<uuid:public_id>/erase/", club.Erasures.as_view()),
    path("v1/players/<uuid:public_id>/merge/", club.Mergers.as_view()),
    path("v1/games/", rule_sets.Games.as_view()),
    path("v1/games/<slug:game_id>/questions/<slug:question_id>/", rule_sets.GameQuestion.as_view()),
    path("v1/rule-sets/", rule_sets.RuleSets.as_view()),
    path("v1/rule-sets/import/", rule_sets.RuleSetImports.as_view()),
    path("v1/rule-sets/<uuid:public_id>/", rule_sets.OneRuleSet.as_view()),
    path("v1/rule-sets/<uuid:public_id>/file/", rule_sets.RuleSetText.as_view()),
    path("v1/debts/", debts.Debts.as_view()),
    path("v1/debts/payments/", debts.DebtPayments.as_view()),
    path("v1/debts/forgivings/", debts.DebtForgivings.as_view()),
    path("v1/debts/netted/", debts.NettedPayments.as_view()),
    path("v1/debts/all/", debts.AllDebts.as_view()),
    path("v1/debts/<uuid:act_id>/take-back/", debts.DebtsTakenBack.as_view()),
    path("v1/past-nights/", past.PastNights.as_view()),
    path("v1/sessions/", sessions.Sessions.as_view()),
    path(_SESSION, sessions.OneSession.as_view()),
    path(f"{_SESSION}again/", sessions.SessionAgain.as_view()),
    path(f"{_SESSION}seats/", table.Seats.as_view()),
    path(f"{_SESSION}seats/turn/", table.TakenTurn.as_view()),
    path(f"{_SESSION}seats/mend/", table.SeatsPutRight.as_view()),
    path(f"{_SESSION}seats/mend/preview/", table.SeatsPutRightPreviews.as_view()),
    path(f"{_SESSION}balances/", sessions.Balances.as_view()),
    path(f"{_SESSION}story/", together.TheStory.as_view()),
    path(f"{_SESSION}statement/", books.Statement.as_view()),
    path(f"{_SESSION}export/", books.SessionBooks.as_view()),
    path(f"{_SESSION}switches/", sessions.Switches.as_view()),
    path(f"{_SESSION}terms/", sessions.TermsOfSession.as_view()),
    path(f"{_SESSION}about/", sessions.AboutSession.as_view()),
    path(f"{_SESSION}table/", sessions.Table.as_view()),
    path(f"{_SESSION}companion/", table.Companion.as_view()),
    path(f"{_SESSION}judge/", entries.Judging.as_view()),
    path(f"{_SESSION}hands/", entries.Hands.as_view()),
    path(f"{_SESSION}secrets/", entries.Secrets.as_view()),
    path(f"{_SESSION}false-wins/", entries.FalseWins.as_view()),
    path(f"{_SESSION}penalties/", entries.Penalties.as_view()),
    path(f"{_SESSION}tong/", tong.TheTong.as_view()),
    path(f"{_SESSION}tong/spendings/", tong.TongSpendings.as_view()),
    path(f"{_SESSION}chips/", chips.TheChips.as_view()),
    path(f"{_SESSION}chips/back/", chips.ChipsBack.as_view()),
    path(f"{_SESSION}chips/count/", chips.ChipsCounts.as_view()),
    path(f"{_SESSION}free-payments/", entries.FreePayments.as_view()),
    path(f"{_SESSION}matches/", entries.Matches.as_view()),
    path(f"{_SESSION}proposals/", table.Proposals.as_view()),
    path(f"{_SESSION}proposals/<uuid:proposal_id>/decline/", table.Declines.as_view()),
    path(f"{_SESSION}disputes/", table.Disputes.as_view()),
    path(f"{_SESSION}entries/", entries.Entries.as_view()),
    path(_ENTRY, entries.OneEntry.as_view()),
    path(f"{_ENTRY}correct/", entries.Corrections.as_view()),
    path(f"{_ENTRY}verdicts/", judging.HandVerdicts.as_view()),
    path(f"{_ENTRY}disputes/", table.EntryDisputes.as_view()),
    path(f"{_ENTRY}ruling/", table.DisputeRulings.as_view()),
    path(f"{_ENTRY}refund/", entries.Refunds.as_view()),
    path(f"{_ENTRY}reverse/", entries.Reversals.as_view()),
    path(f"{_SESSION}close/", settlement.Closing.as_view()),
    path(f"{_SESSION}settlement/", settlement.Settlement.as_view()),
    path(f"{_SESSION}handovers/", settlement.Handovers.as_view()),
    path(f"{_SESSION}carry/", debts.CarriedDebts.as_view()),
    path(f"{_SESSION}past/take-back/", past.PastTakenBack.as_view()),
    path(f"{_SESSION}reopen/", settlement.Reopenings.as_view()),
]

urlpatterns: list[URLPattern | URLResolver] = [
    *resources,
    path("schema/", docs.schema, name="api-schema"),
    path("docs/", docs.documentation, name="api-docs"),
    re_path(r"", not_found),
]
