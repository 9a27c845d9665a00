"""Route all addresses."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path, register_converter
from django.urls.converters import UUIDConverter
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from scoring.games import GAMES
from scoring.views import books, judge, rule_sets, rules
from scoring.views.history import figures, history, pictures
from scoring.views.history import night as one_night
from scoring.views.money import debts, payments, settling
from scoring.views.people import clubs, curious, phones, players, this_phone
from scoring.views.table import acts, companion, hands, ledger, night, seats, table
from scoring.web import site

handler400 = "scoring.web.errors.not_taken"
handler500 = "scoring.web.errors.server_error"


class RowConverter(UUIDConverter):
    """Converter of a row, or of its public id, to an address."""

    def to_url(self, value: object) -> str:
        return str(getattr(value, "public_id", value))


register_converter(RowConverter, "row")

FIRST_GAME = {"game_id": GAMES[0].id}
"""The game whose judge has the shortest addresses; links are made by the last pattern of a name."""

pages: list[URLPattern] = [
    path("healthz", site.healthz, name="healthz"),
    path("worker.js", site.worker, name="worker"),
    path("site.webmanifest", site.manifest, name="manifest"),
    path("record/", night.record, name="record"),
    path("shared/", judge.shared, name="shared"),
    path("language/", require_POST(set_language), name="language"),
    path("accessibility/", this_phone.accessibility, name="accessibility"),
    path("healthz/live", site.live, name="live-process"),
    path("join/", this_phone.enter_code, name="enter-code"),
    path("join/asked/", this_phone.asked, name="asked"),
    path("join/who/", this_phone.HolderPage.as_view(), name="who"),
    path("join/<str:token>/", this_phone.join_link, name="join-link"),
    path("https/", curious.full_member, name="full-member"),
    path("https/cuajo.crt", curious.authority, name="authority"),
    path("me/", this_phone.me, name="me"),
    path("me/forget/", this_phone.forget, name="forget"),
    path("along/<str:token>/", this_phone.arrive, name="take-along"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/new/", clubs.new_club, name="new-club"),
    path("clubs/<row:public_id>/enter/", clubs.enter, name="enter-club"),
    path("account/sign-up/", clubs.sign, {"is_new": True}, name="sign-up"),
    path("account/sign-in/", clubs.sign, name="sign-in"),
    path("account/password/", clubs.new_password, name="new-password"),
    path("account/sign-out/", clubs.sign_out, name="sign-out"),
    path("phones/", phones.People.as_view(), name="phones"),
    path("phones/invite/", phones.invite, name="invite"),
    path("phones/links/", phones.new_link, name="new-link"),
    path("phones/links/<row:public_id>/", phones.invite, name="link"),
    path("phones/links/<row:public_id>/take-back/", phones.take_back_link, name="take-back-link"),
    path("phones/joining/close/", phones.close_by_code, name="close-joining"),
    path("phones/asking/", phones.asking, name="asking"),
    path("phones/asking/<row:public_id>/", phones.answer_phone, name="answer-phone"),
    path("phones/protection/", phones.Protection.as_view(), name="protection"),
    path("phones/passcode/", clubs.passcode, name="passcode"),
    path("phones/<row:public_id>/", phones.PhonePage.as_view(), name="phone"),
    path("phones/<row:public_id>/revoke/", phones.send_away, name="revoke-phone"),
    path("phones/<row:public_id>/move/", phones.move_phone, name="move-phone"),
    path("", night.home, name="home"),
    path("sessions/new/", night.NewSession.as_view(), name="new-session"),
    path("sessions/new/practice/", night.practise, name="practise"),
    path("sessions/new/again/", night.start_again, name="start-again"),
    path("sessions/new/<slug:game_id>/", night.NewSession.as_view(), name="new-game-session"),
    path("sessions/<row:public_id>/", table.table, name="table"),
    path("sessions/<row:public_id>/live/", table.live, name="live"),
    path("sessions/<row:public_id>/watch/", table.watch, name="watch"),
    path("sessions/<row:public_id>/sowee/", table.NoteSowee.as_view(), name="sowee"),
    path("sessions/<row:public_id>/companion/", companion.companion, name="companion"),
    path("sessions/<row:public_id>/secret/<int:seat>/", acts.Seat.as_view(), name="secret"),
    path("sessions/<row:public_id>/penalty/", acts.Penalty.as_view(), name="penalty"),
    path("sessions/<row:public_id>/tong/", payments.SetTong.as_view(), name="tong"),
    path("sessions/<row:public_id>/tong/spend/", payments.SpendTong.as_view(), name="spend-tong"),
    path("sessions/<row:public_id>/chips/", payments.BuyChips.as_view(), name="chips"),
    path("sessions/<row:public_id>/chips/back/", payments.ReturnChips.as_view(), name="chips-back"),
    path("sessions/<row:public_id>/chips/bank/", payments.TakeBankOver.as_view(), name="chips-bank"),
    path("sessions/<row:public_id>/chips/count/", payments.CountChips.as_view(), name="count-chips"),
    path("sessions/<row:public_id>/payment/", payments.Pay.as_view(), name="pay"),
    path("sessions/<row:public_id>/match/", acts.SettleMatch.as_view(), name="match"),
    path("sessions/<row:public_id>/false-win/", acts.FalseWin.as_view(), name="false-win"),
    path("sessions/<row:public_id>/hand/drawn/", acts.DrawnHand.as_view(), name="drawn-hand"),
    path("sessions/<row:public_id>/entries/<int:number>/undo/", acts.Undo.as_view(), name="undo"),
    path("sessions/<row:public_id>/entries/<int:number>/refund/", acts.RefundSecret.as_view(), name="refund"),
    path("sessions/<row:public_id>/entries/<int:number>/dispute/", ledger.RaiseDispute.as_view(), name="dispute"),
    path("sessions/<row:public_id>/entries/<int:number>/ruling/", ledger.rule, name="rule-dispute"),
    path("sessions/<row:public_id>/hand/", hands.hand, name="hand"),
    path("sessions/<row:public_id>/hand/quick/", hands.hand, {"mode": "quick"}, name="quick-hand"),
    path("sessions/<row:public_id>/hand/verdict/", hands.verdict, name="hand-verdict"),
    path("sessions/<row:public_id>/entries/<int:number>/", ledger.entry, name="entry"),
    path("sessions/<row:public_id>/entries/<int:number>/correct/", hands.correct, name="correct"),
    path("sessions/<row:public_id>/entries/<int:number>/correct/<str:mode>/", hands.correct, name="correct"),
    path("sessions/<row:public_id>/setup/", night.Setup.as_view(), name="setup"),
    path("sessions/<row:public_id>/terms/", night.ChangeTerms.as_view(), name="terms"),
    path("sessions/<row:public_id>/hints/", companion.read_hint, name="hints"),
    path("sessions/<row:public_id>/about/", night.DescribeNight.as_view(), name="about"),
    path("sessions/<row:public_id>/day/", one_night.CorrectDay.as_view(), name="day"),
    path("sessions/<row:public_id>/settings/", night.ChangeSwitches.as_view(), name="switches"),
    path("sessions/<row:public_id>/propose/", hands.propose, name="propose"),
    path("sessions/<row:public_id>/propose/<str:mode>/", hands.propose, name="propose"),
    path("sessions/<row:public_id>/proposals/<row:proposal_id>/decline/", companion.decline, name="decline-proposal"),
    path("sessions/<row:public_id>/audit/", one_night.moved, {"page": "audit"}, name="audit"),
    path("sessions/<row:public_id>/seats/", seats.ChangeSeats.as_view(), name="seats"),
    path("sessions/<row:public_id>/seats/swap/", seats.swap, name="swap-seats"),
    path("sessions/<row:public_id>/seats/turn/", seats.turn, name="turn"),
    path("sessions/<row:public_id>/seats/mend/", seats.MendSeats.as_view(), name="mend-seats"),
    path("sessions/<row:public_id>/money/", payments.Money.as_view(), name="money"),
    path("sessions/<row:public_id>/close/", settling.Close.as_view(), name="close"),
    path("sessions/<row:public_id>/discard/", settling.DiscardNight.as_view(), name="discard"),
    path("sessions/<row:public_id>/settle/", settling.ClosedNight.as_view(), name="settle"),
    path("sessions/<row:public_id>/settle/hand-over/", settling.HandOver.as_view(), name="hand-over"),
    path("sessions/<row:public_id>/settle/take-back/", settling.TakeBack.as_view(), name="take-back"),
    path("sessions/<row:public_id>/reopen/", settling.ReopenNight.as_view(), name="reopen"),
    path("sessions/<row:public_id>/story/", one_night.Night.as_view(), name="night"),
    path("sessions/<row:public_id>/picture/<str:kind>/", pictures.night_picture, name="night-picture"),
    path("sessions/<row:public_id>/nominations/<str:kind>/", pictures.nominations_picture, name="nominations-picture"),
    path("sessions/<row:public_id>/statement/", one_night.moved, {"page": "statement"}, name="statement"),
    path("sessions/<row:public_id>/receipt/", one_night.moved, {"page": "receipt"}, name="receipt"),
    path("sessions/<row:public_id>/export/<str:form>/", books.session_export, name="export-session"),
    path("sessions/<row:public_id>/entries/<int:number>/verify/", judge.verify, name="verify"),
    path("games/<slug:game_id>/melds/<slug:tables>/<slug:version>/", judge.melds, name="melds"),
    path("games/<slug:game_id>/judge/live/", judge.live, name="judge-live"),
    path("judge/live/", judge.live, FIRST_GAME, name="judge-live"),
    path("judge/keep/", judge.keep, name="keep-verdict"),
    path("games/<slug:game_id>/rules/", rules.rules, name="game-rules"),
    path("games/<slug:game_id>/judge/", judge.judge, name="game-judge"),
    path("games/<slug:game_id>/judge/<slug:question_id>/", judge.question, name="game-question"),
    path("judge/", judge.judge, FIRST_GAME, name="game-judge"),
    path("judge/<slug:question_id>/", judge.question, FIRST_GAME, name="game-question"),
    path("verdict/<row:public_id>/", judge.verdict, name="verdict"),
    path("debts/", debts.Debts.as_view(), name="debts"),
    path("debts/netted/", debts.PayNetted.as_view(), name="pay-netted"),
    path("debts/all/", debts.SettleAll.as_view(), name="settle-all"),
    path("debts/take-back/", debts.UndoDebtAct.as_view(), name="take-back-debts"),
    path("debts/<row:debtor>/<row:creditor>/<str:currency>/", debts.PayDebt.as_view(), name="pay-debt"),
    path("sessions/<row:public_id>/carry/", payments.CarryDebts.as_view(), name="carry"),
    path("history/", history.History.as_view(), name="history"),
    path("history/<slug:table>.csv", history.spreadsheet, name="history-csv"),
    path("summary/picture/<str:kind>/", pictures.period_picture, name="period-picture"),
    path("standings/rating/", history.rating, name="rate-players"),
    path("history/past/", one_night.past, name="past-nights"),
    path("history/past/enter/", one_night.enter, name="enter-past-nights"),
    path("sessions/<row:public_id>/past/take-back/", one_night.TakeNightBack.as_view(), name="take-back-night"),
    path("seasons/", history.AddSeason.as_view(), name="seasons"),
    path("seasons/<row:public_id>/remove/", history.remove, name="remove-season"),
    path("players/<row:public_id>/", players.player, name="player"),
    path("players/<row:public_id>/phones/", phones.person, name="person"),
    path("players/<row:public_id>/figures/", figures.figures, name="figures"),
    path("players/<row:public_id>/rename/", players.rename, name="rename-player"),
    path("players/<row:public_id>/merge/", players.merge, name="merge-player"),
    path("players/<row:public_id>/unmerge/", players.unmerge, name="unmerge-player"),
    path("players/<row:public_id>/discard/", players.discard, name="discard-player"),
    path("players/<row:public_id>/erase/", players.erase, name="erase-player"),
    path("rules/", rules.rules, name="rules"),
    path("rules/sets/", rule_sets.RuleSets.as_view(), name="rule-sets"),
    path("rules/sets/new/", rule_sets.EditRuleSet.as_view(), name="new-rule-set"),
    path("rules/sets/import/", rule_sets.ImportRuleSet.as_view(), name="import-rule-set"),
    path("rules/sets/<row:public_id>/", rule_sets.EditRuleSet.as_view(), name="rule-set"),
    path("rules/sets/<row:public_id>/export/", rule_sets.export_rule_set, name="export-rule-set"),
    path("rules/sets/<row:public_id>/remove/", rule_sets.RemoveRuleSet.as_view(), name="remove-rule-set"),
    path("club/", clubs.club, name="club"),
    path("club/alarms/<row:public_id>/", books.put_alarm_aside, name="put-alarm-aside"),
    path("club/export/", clubs.save, name="save"),
    path("club/import/", clubs.import_file, name="import-books"),
    path("club/curious/", curious.curious, name="curious"),
    path("club/export/<str:form>/", clubs.export, name="export-club"),
    path("programs/", curious.new_program, name="programs"),
    path("programs/<row:public_id>/revoke/", curious.revoke, name="revoke-program"),
    path("programs/webhooks/", curious.new_webhook, name="new-webhook"),
    path("programs/webhooks/<row:public_id>/remove/", curious.take_webhook_off, name="remove-webhook"),
]


programs = [path("api/", include("scoring.api.urls"))] if settings.API else []
urlpatterns: list[URLPattern | URLResolver] = [*pages, *programs]
