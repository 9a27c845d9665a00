"""A bot is told of a hand by the served app, and one that hangs holds up no table."""

import json
from pathlib import Path

from tests.bots import listening
from tests.served.phones import RECORDED, Writer, open_night
from tests.served.server import serving

WITHIN_SECONDS = 180


def test_a_bot_that_hangs_holds_up_no_table_and_is_told_all_the_same(tmp_path: Path) -> None:
    with listening() as bot, serving("--demo", data=tmp_path / "data", CUAJO_WEBHOOKS=bot.host) as server:
        night = open_night(server=server)
        form = night.phone.form("/programs/")
        assert night.phone.ask("/programs/webhooks/", form | {"address": bot.address})[0] == 200
        table = Writer(night=night, page=night.drawn)
        bot.answers.clear()
        assert table.record() == RECORDED
        bot.told.get(timeout=WITHIN_SECONDS)
        assert table.record() == RECORDED
        bot.answers.set()
        assert json.loads(bot.told.get(timeout=WITHIN_SECONDS)[1])["type"] == "hand.recorded"
