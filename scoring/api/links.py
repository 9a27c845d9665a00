"""Which request follows from which answer, as the links of the OpenAPI description."""

from typing import Any

_NIGHT = {"path.public_id": "$response.body#/id"}
_SAME_NIGHT = {"path.public_id": "$request.path.public_id"}
_LINE = {**_SAME_NIGHT, "path.number": "$response.body#/number"}
_PROPOSAL = {**_SAME_NIGHT, "path.proposal_id": "$response.body#/id"}
_SEEN = {"expected_entry": "$response.body#/expected_entry"}

_OF_A_NIGHT = (
    "getOneSession",
    "getSeats",
    "getBalances",
    "getStatement",
    "getEntries",
    "getCompanion",
    "getDisputes",
    "getProposals",
    "getClosing",
    "getSettlement",
    "getSessionBooks",
    "postSessionAgain",
    "putTable",
    "putSwitches",
)
_AFTER_LOOKING = ("postSecrets", "postFalseWins", "postClosing", "postMatches")
_OF_A_LINE = ("getOneEntry", "postRefunds", "postReversals", "postEntryDisputes", "postDisputeRulings")
_OF_SAVED_RULES = ("getOneRuleSet", "putOneRuleSet", "deleteOneRuleSet", "getRuleSetText")


def add_links(result: dict[str, Any], **_others: Any) -> dict[str, Any]:
    """Add the links to the answers that lead on."""
    operations = {
        operation["operationId"]: operation
        for path in result["paths"].values()
        for operation in path.values()
    }
    for source, links in _links().items():
        responses = operations[source]["responses"]
        done = next(status for status in ("200", "201") if status in responses)
        responses[done]["links"] = links
    return result


def _links() -> dict[str, dict[str, Any]]:
    look = _SEEN | {"expected_after": "$response.body#/expected_after"}
    of_a_night = {name: _link(name, _NIGHT) for name in _OF_A_NIGHT}
    record = {"postHands": _link("postHands", _NIGHT, body=look)}
    follow = {name: _link(name, _NIGHT, body=_SEEN) for name in _AFTER_LOOKING}
    of_a_line = {name: _link(name, _LINE) for name in _OF_A_LINE}
    reopen = {"postReopenings": _link("postReopenings", _SAME_NIGHT)}
    return {
        "postSessions": {**of_a_night, **record, **follow},
        "postSessionAgain": {**of_a_night, **record, **follow},
        "getOneSession": {**record, **follow},
        **dict.fromkeys(("postHands", "postSecrets", "postFalseWins", "postHandovers"), of_a_line),
        "postClosing": {**reopen, "postHandovers": _link("postHandovers", _SAME_NIGHT)},
        "postProposals": {"postDeclines": _link("postDeclines", _PROPOSAL)},
        "postRuleSets": {name: _link(name, _NIGHT) for name in _OF_SAVED_RULES},
        "postLinks": {
            "getOneLink": _link("getOneLink", _NIGHT),
            "deleteOneLink": _link("deleteOneLink", _NIGHT),
        },
    }


def _link(
    operation: str, parameters: dict[str, str], *, body: dict[str, str] | None = None
) -> dict[str, Any]:
    link: dict[str, Any] = {"operationId": operation, "parameters": parameters}
    return {**link, "requestBody": body} if body else link
