"""The roles in the words of the table."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.models import Role


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleWords:
    """What a role is called, and what a phone with it may do."""

    name: Promise
    may: Promise


ROLE_WORDS = {
    Role.HOST: RoleWords(
        name=_("Host"), may=_("May do everything: start sessions, record, correct, and let phones in.")
    ),
    Role.SCOREKEEPER: RoleWords(
        name=_("Scorekeeper"), may=_("May see everything, record hands, undo and correct.")
    ),
    Role.PLAYER: RoleWords(
        name=_("Player"), may=_("May see everything, object to an entry and tick off their own payments.")
    ),
    Role.VIEWER: RoleWords(name=_("Viewer"), may=_("May see everything and change nothing.")),
}
GUEST_ROLES = (Role.PLAYER, Role.VIEWER, Role.SCOREKEEPER)
"""The roles that are given to whoever asks, the most usual first."""


def role_choices(*roles: Role) -> list[tuple[str, Promise]]:
    """Return the roles as a form offers them."""
    return [(role.value, ROLE_WORDS[role].name) for role in roles]
