"""Every address of the site."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from scoring.games import GAMES
from scoring.views.books import books
from scoring.views.figures import nights, pairs, pictures, seasons, standings
from scoring.views.figures import players as figures
from scoring.views.judge import questions
from scoring.views.people import accounts, club, joining, phones, players, secure
from scoring.views.rules import rule_sets, rules
from scoring.views.sessions import about, chips, closing, debts, past, sessions, settle
from scoring.views.table import acts, companion, disputes, hands, live, payments, seats, table, terms
from scoring.web import styleguide
from scoring.web.watching import health

handler400 = "scoring.web.errors.bad_request"
handler500 = "scoring.web.errors.server_error"

FIRST_GAME = {"game_id": GAMES[0].id}
"""The game whose judge has the shortest addresses; links are made by the last pattern of a name."""

pages: list[URLPattern] = [
    path("healthz", health.healthz, name="healthz"),
    path("language/", require_POST(set_language), name="language"),
    path("healthz/live", health.live, name="live-process"),
    path("join/", joining.enter_code, name="enter-code"),
    path("join/asked/", joining.asked, name="asked"),
    path("join/<str:token>/", joining.join_link, name="join-link"),
    path("https/", secure.full_member, name="full-member"),
    path("https/cuajo.crt", secure.authority, name="authority"),
    path("me/", joining.me, name="me"),
    path("clubs/", club.clubs, name="clubs"),
    path("clubs/new/", club.new_club, name="new-club"),
    path("clubs/<uuid:public_id>/enter/", club.enter, name="enter-club"),
    path("account/sign-up/", accounts.sign_up, name="sign-up"),
    path("account/sign-in/", accounts.sign_in, name="sign-in"),
    path("account/password/", accounts.new_password, name="new-password"),
    path("account/sign-out/", accounts.sign_out, name="sign-out"),
    path("phones/", phones.phones, name="phones"),
    path("phones/links/", phones.new_link, name="new-link"),
    path("phones/links/<uuid:public_id>/", phones.link, name="link"),
    path("phones/links/<uuid:public_id>/take-back/", phones.take_back_link, name="take-back-link"),
    path("phones/joining/open/", phones.open_by_code, name="open-joining"),
    path("phones/joining/close/", phones.close_by_code, name="close-joining"),
    path("phones/asking/", phones.asking, name="asking"),
    path("phones/asking/<uuid:public_id>/", phones.answer_phone, name="answer-phone"),
    path("phones/protection/", club.protection, name="protection"),
    path("phones/passcode/", club.passcode, name="passcode"),
    path("phones/<uuid:public_id>/", phones.phone, name="phone"),
    path("phones/<uuid:public_id>/revoke/", phones.revoke_phone, name="revoke-phone"),
    path("phones/<uuid:public_id>/move/", phones.move_phone, name="move-phone"),
    path("", sessions.home, name="home"),
    path("sessions/new/", sessions.new_session, name="new-session"),
    path("sessions/new/again/", sessions.start_again, name="start-again"),
    path("sessions/new/<slug:game_id>/", sessions.new_session, name="new-game-session"),
    path("sessions/<uuid:public_id>/", table.table, name="table"),
    path("sessions/<uuid:public_id>/live/", live.live, name="live"),
    path("sessions/<uuid:public_id>/watch/", live.watch, name="watch"),
    path("sessions/<uuid:public_id>/sowee/", table.sowee, name="sowee"),
    path("sessions/<uuid:public_id>/companion/", companion.companion, name="companion"),
    path("sessions/<uuid:public_id>/secret/<int:seat>/", acts.secret, name="secret"),
    path("sessions/<uuid:public_id>/penalty/", acts.penalty, name="penalty"),
    path("sessions/<uuid:public_id>/tong/", payments.tong, name="tong"),
    path("sessions/<uuid:public_id>/tong/spend/", payments.spend, name="spend-tong"),
    path("sessions/<uuid:public_id>/chips/", chips.chips, name="chips"),
    path("sessions/<uuid:public_id>/chips/back/", chips.hand_back, name="chips-back"),
    path("sessions/<uuid:public_id>/chips/count/", chips.count, name="count-chips"),
    path("sessions/<uuid:public_id>/payment/", payments.free_payment, name="free-payment"),
    path("sessions/<uuid:public_id>/match/", acts.match, name="match"),
    path("sessions/<uuid:public_id>/false-win/", acts.false_win, name="false-win"),
    path("sessions/<uuid:public_id>/hand/drawn/", acts.drawn_hand, name="drawn-hand"),
    path("sessions/<uuid:public_id>/entries/<int:number>/undo/", acts.undo, name="undo"),
    path("sessions/<uuid:public_id>/entries/<int:number>/refund/", acts.refund, name="refund"),
    path("sessions/<uuid:public_id>/entries/<int:number>/dispute/", disputes.dispute, name="dispute"),
    path("sessions/<uuid:public_id>/entries/<int:number>/objections/", disputes.objections, name="objections"),
    path("sessions/<uuid:public_id>/entries/<int:number>/ruling/", disputes.rule, name="rule-dispute"),
    path("sessions/<uuid:public_id>/hand/", hands.hand, name="hand"),
    path("sessions/<uuid:public_id>/hand/quick/", hands.hand, {"mode": "quick"}, name="quick-hand"),
    path("sessions/<uuid:public_id>/hand/verdict/", hands.verdict, name="hand-verdict"),
    path("sessions/<uuid:public_id>/entries/<int:number>/", hands.entry, name="entry"),
    path("sessions/<uuid:public_id>/entries/<int:number>/correct/", hands.correct, name="correct"),
    path("sessions/<uuid:public_id>/entries/<int:number>/correct/<str:mode>/", hands.correct, name="correct"),
    path("sessions/<uuid:public_id>/terms/", terms.terms, name="terms"),
    path("sessions/<uuid:public_id>/about/", about.about, name="about"),
    path("sessions/<uuid:public_id>/settings/", table.switches, name="switches"),
    path("sessions/<uuid:public_id>/propose/", hands.propose, name="propose"),
    path("sessions/<uuid:public_id>/propose/<str:mode>/", hands.propose, name="propose"),
    path("sessions/<uuid:public_id>/proposals/<uuid:proposal_id>/decline/", companion.decline, name="decline-proposal"),
    path("sessions/<uuid:public_id>/audit/", books.audit, name="audit"),
    path("sessions/<uuid:public_id>/seats/", seats.seats, name="seats"),
    path("sessions/<uuid:public_id>/seats/swap/", seats.swap, name="swap-seats"),
    path("sessions/<uuid:public_id>/seats/turn/", seats.turn, name="turn"),
    path("sessions/<uuid:public_id>/seats/mend/", seats.mend, name="mend-seats"),
    path("sessions/<uuid:public_id>/cash/", acts.cash, name="cash"),
    path("sessions/<uuid:public_id>/close/", closing.close, name="close"),
    path("sessions/<uuid:public_id>/settle/", settle.settle, name="settle"),
    path("sessions/<uuid:public_id>/settle/hand-over/", settle.hand_over_cash, name="hand-over"),
    path("sessions/<uuid:public_id>/settle/take-back/", settle.take_back_cash, name="take-back"),
    path("sessions/<uuid:public_id>/reopen/", closing.reopen, name="reopen"),
    path("sessions/<uuid:public_id>/story/", nights.night, name="night"),
    path("sessions/<uuid:public_id>/picture/<str:kind>/", pictures.night_picture, name="night-picture"),
    path("sessions/<uuid:public_id>/nominations/<str:kind>/", pictures.nominations_picture, name="nominations-picture"),
    path("sessions/<uuid:public_id>/statement/", books.statement, name="statement"),
    path("sessions/<uuid:public_id>/export/<str:form>/", books.session_export, name="export-session"),
    path("sessions/<uuid:public_id>/entries/<int:number>/verify/", questions.verify, name="verify"),
    path("games/<slug:game_id>/judge/live/", questions.live, name="judge-live"),
    path("judge/live/", questions.live, FIRST_GAME, name="judge-live"),
    path("judge/keep/", questions.keep, name="keep-verdict"),
    path("games/<slug:game_id>/rules/", rules.rules, name="game-rules"),
    path("games/<slug:game_id>/judge/", questions.judge, name="game-judge"),
    path("games/<slug:game_id>/judge/<slug:question_id>/", questions.question, name="game-question"),
    path("judge/", questions.judge, FIRST_GAME, name="game-judge"),
    path("judge/<slug:question_id>/", questions.question, FIRST_GAME, name="game-question"),
    path("verdict/<uuid:public_id>/", questions.verdict, name="verdict"),
    path("debts/", debts.debts, name="debts"),
    path("debts/netted/", debts.netted, name="pay-netted"),
    path("debts/all/", debts.settle_everything, name="settle-all"),
    path("debts/take-back/", debts.take_back, name="take-back-debts"),
    path("debts/<uuid:debtor>/<uuid:creditor>/<str:currency>/", debts.pay, name="pay-debt"),
    path("sessions/<uuid:public_id>/carry/", debts.carry, name="carry"),
    path("history/", nights.history, name="history"),
    path("history/past/", past.past, name="past-nights"),
    path("history/past/enter/", past.enter, name="enter-past-nights"),
    path("sessions/<uuid:public_id>/past/take-back/", past.take_back, name="take-back-night"),
    path("standings/", standings.table, name="standings"),
    path("standings/csv/", standings.spreadsheet, name="standings-csv"),
    path("standings/rating/", standings.rating, name="rate-players"),
    path("summary/", seasons.summary, name="summary"),
    path("seasons/", seasons.seasons, name="seasons"),
    path("seasons/<uuid:public_id>/remove/", seasons.remove, name="remove-season"),
    path("partners/", pairs.partners, name="partners"),
    path("players/", players.players, name="players"),
    path("players/<uuid:public_id>/", players.player, name="player"),
    path("players/<uuid:public_id>/figures/<slug:name>/", figures.figure, name="figure"),
    path("players/<uuid:public_id>/with/<uuid:other_id>/", pairs.pair, name="pair"),
    path("players/<uuid:public_id>/rename/", players.rename, name="rename-player"),
    path("players/<uuid:public_id>/merge/", players.merge, name="merge-player"),
    path("players/<uuid:public_id>/erase/", players.erase, name="erase-player"),
    path("rules/", rules.rules, name="rules"),
    path("rules/sets/", rule_sets.listing, name="rule-sets"),
    path("rules/sets/new/", rule_sets.new, name="new-rule-set"),
    path("rules/sets/import/", rule_sets.import_rule_set, name="import-rule-set"),
    path("rules/sets/<uuid:public_id>/", rule_sets.edit, name="rule-set"),
    path("rules/sets/<uuid:public_id>/export/", rule_sets.export, name="export-rule-set"),
    path("rules/sets/<uuid:public_id>/remove/", rule_sets.remove, name="remove-rule-set"),
    path("club/", club.club, name="club"),
    path("club/alarms/<uuid:public_id>/", books.put_alarm_aside, name="put-alarm-aside"),
    path("club/export/<str:form>/", books.club_export, name="export-club"),
    path("programs/", phones.programs, name="programs"),
    path("programs/<uuid:public_id>/revoke/", phones.revoke, name="revoke-program"),
]


development = [path("styleguide/", styleguide.styleguide, name="styleguide")] if settings.DEBUG else []
urlpatterns: list[URLPattern | URLResolver] = [*pages, *development, path("api/", include("scoring.api.urls"))]
