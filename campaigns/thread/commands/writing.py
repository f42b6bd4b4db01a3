"""Who writes a post, where, as whom, and whom its lines may name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from campaigns.campaign.access import Viewer
from campaigns.character.access import characters_by_name, characters_of
from campaigns.character.models import Character
from campaigns.combat.access import open_on
from campaigns.combat.models import Encounter
from campaigns.ledger.models import Roll
from campaigns.thread.models import Thread
from rules.combat.record import from_record
from rules.errors import RuleError
from rules.lines import Command
from rules.names import find_name


@dataclass(frozen=True)
class Target:
    """Somebody whom a line names: the shown name, and the character, where it is not only a name of the turn order."""

    name: str
    character: Character | None = None
    cid: str = ""


@dataclass(frozen=True)
class Writing:
    """`answers` is the key of the one roll that the post may answer, "" for the newest that fits. What is looked up is asked of
    the database once, and only by a line that names somebody."""

    viewer: Viewer
    thread: Thread
    speaker: Character | None
    answers: str = ""

    @cached_property
    def people(self) -> dict[str, Character]:
        """The characters that the writer may see, by name."""
        return characters_by_name(self.viewer)

    @cached_property
    def own(self) -> dict[str, Character]:
        """Whom the writer may speak as, by name."""
        return {character.name: character for character in characters_of(self.viewer)}

    @cached_property
    def fight(self) -> Encounter | None:
        """The turn order that is open in the thread."""
        return open_on(self.thread.stream_id)

    @property
    def rolls(self) -> list[Roll]:
        """The rolls of this thread that wait, the newest first."""
        found = Roll.objects.filter(thread=self.thread.tid, entry__ledger=self.viewer.campaign.ledger_id).exclude(waits="")
        found = found.filter(key=self.answers) if self.answers else found
        return list(found.select_related("entry").order_by("-pk"))

    def speaking(self, command: Command) -> Character | None:
        """The character the post speaks as, or the one of the writer that `as NAME` takes."""
        if not command.speaker:
            return self.speaker
        found = find_name(command.speaker, self.own)
        if found is None:
            raise RuleError("There is no character of yours by that name.")
        return self.own[found]

    def target(self, typed: str) -> Target:
        """The character or combatant of that name; whom the writer may not see is as unknown as who is not there."""
        known = {name: Target(name, character, character.cid) for name, character in self.people.items()}
        seen = {target.cid for target in known.values()}
        for row in from_record(self.fight.state).combatants if self.fight else ():
            if not row.char:
                known.setdefault(row.name, Target(row.name))
            elif row.char in seen and row.name not in known:  # renamed since he joined
                known[row.name] = next(target for target in known.values() if target.cid == row.char)
        found = find_name(typed, known)
        if found is None:
            raise RuleError(f"There is nobody called {typed} here. Name a character of this table, or somebody in the turn order.")
        character = known[found].character
        if character and character.hidden:
            raise RuleError(f"{character.name} is hidden, and a line in a post would tell the name. Show the character first.")
        return known[found]
