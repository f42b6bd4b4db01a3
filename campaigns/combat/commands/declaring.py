"""What somebody did in a Turn besides his lines, kept in the fight with what the rules have against it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from campaigns.campaign.access import Viewer
from campaigns.combat.access import characters_in, may_act_for
from campaigns.combat.commands.moving import Place, act_on, fight_of, lock
from campaigns.site.refused import NotAllowed
from rules.combat.state import Fight

MAY_ALLOW = "The GM may allow it."


@dataclass(frozen=True)
class Deed:
    """What one post does in the Turn of the combatant of that id. acts: what is declared without dice; words: the same for readers.

    warning: what does not fit in one Turn, "" for nothing.  spent: nothing may follow in this Round.
    """

    combatant: str
    name: str
    acts: tuple[str, ...] = ()
    words: str = ""
    warning: str = ""
    spent: bool = False

    @property
    def act(self) -> dict[str, Any]:
        """The act as the fight records it."""
        kept = {"acts": list(self.acts), "warning": self.warning, "spent": self.spent}
        return {"do": "did", "id": self.combatant} | {name: value for name, value in kept.items() if value}

    @property
    def warned(self) -> str:
        """The warning as readers are told it."""
        return f"{self.name}: {self.warning} {MAY_ALLOW}" if self.warning else ""

    @property
    def said(self) -> str:
        """What its post tells of it, "" for nothing."""
        words = f"{self.words}." if self.words else ""
        told = " ".join(part for part in (words, self.warning, MAY_ALLOW if self.warning else "") if part)
        return f"{self.name}: {told}" if told else ""


def require_declare(viewer: Viewer, fight: Fight, deed: Deed) -> None:
    """Raises NotAllowed unless the viewer acts for that combatant."""
    row = fight.find(deed.combatant)
    if not may_act_for(viewer, characters_in(fight).get(row.char or "") if row else None):
        raise NotAllowed("What somebody does in a Turn is said by who plays him, and by the GM.")


def declare(viewer: Viewer, place: Place, deed: Deed, *, post: str = "") -> None:
    """Keeps the deed in the open fight of the place; the fight's undo takes it back."""
    with transaction.atomic():
        encounter = lock(place)
        fight = fight_of(encounter)
        require_declare(viewer, fight, deed)
        act_on(viewer, encounter, place, fight, deed.act, post=post)
