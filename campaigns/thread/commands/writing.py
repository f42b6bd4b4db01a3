"""Who writes a post, where, as whom, and whom its lines may name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from campaigns.campaign.access import Viewer
from campaigns.character.access import characters_by_name, characters_of
from campaigns.character.models import Character
from campaigns.character.sheets import sheet_of
from campaigns.combat.access import open_on
from campaigns.combat.commands import fight_of
from campaigns.combat.models import Encounter
from campaigns.ledger.models import Roll
from campaigns.thread.commands.fighting import Step, rehearse
from campaigns.thread.models import Thread
from rules.combat.hindering import Hindering, penalties_of
from rules.combat.record import from_record
from rules.combat.state import Fight
from rules.errors import RuleError
from rules.lines import Command
from rules.names import find_name, fold_name
from rules.system import RuleSystem, Sheet

_NUMBER = re.compile(r" [0-9]+$", re.ASCII)


def kind_of(numbered: str, people: Mapping[str, Character]) -> Character | None:
    """The NPC of whose kind a numbered combatant is: Usher, of "Usher 2"."""
    found = find_name(_NUMBER.sub("", numbered), people)
    return people[found] if found and people[found].owner_id is None else None


@dataclass(frozen=True)
class Target:
    """Somebody whom a line names: the shown name, and the character, where it is not only a name of the turn order."""

    name: str
    character: Character | None = None
    cid: str = ""


@dataclass(frozen=True)
class Writing:
    """`answers` is the key of the one roll that the post may answer, "" for the newest that fits; `secrecy` what its author says
    of all its dice beside the lines ("secret", "blind" or ""); `moves` are those of the lines above. What is looked up is asked
    of the database once, and only by a line that names somebody."""

    viewer: Viewer
    thread: Thread
    speaker: Character | None
    answers: str = ""
    secrecy: str = ""
    moves: list[Step] = field(default_factory=list)

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
        """The turn order that is open in the thread: no query where its page found none."""
        return None if vars(self.thread).get("fight", 0) is None else open_on(self.thread.stream_id)

    @property
    def present(self) -> Fight | None:
        """The turn order as the lines above leave it, None where none is open; they are played once for all who ask."""
        made = len(self.moves)
        if made not in self._presents:
            self._presents[made] = self._played() if made else from_record(self.fight.state) if self.fight else None
        return self._presents[made]

    def _played(self) -> Fight | None:
        return rehearse(self.viewer, fight_of(self.fight) if self.fight else None, self.moves)

    @cached_property
    def _presents(self) -> dict[int, Fight | None]:
        """The turn order by the number of moves that were made above."""
        return {}

    def sheet_for(self, who: Character | None, system: RuleSystem, name: str = "") -> Sheet | None:
        """What these rules roll from for a character, or for a combatant that is nothing but a `name`: his sheet, with the
        penalty dice of his conditions in the fight as it is at this line of the post (BG-28)."""
        sheet, name = sheet_of(who), who.name if who else name
        fight = self.present if name and isinstance(system, Hindering) else None
        if fight is None or not isinstance(system, Hindering):
            return sheet
        char = who.cid if who and who.cid else None
        same = (row for row in fight.combatants if row.char == char and (char or fold_name(row.name) == fold_name(name)))
        penalties = [one for row in same for one in penalties_of(fight.standing(row))]
        return system.hindered(sheet, penalties) if penalties else sheet

    @property
    def rolls(self) -> list[Roll]:
        """The rolls of this thread that wait, the newest first, without those that wait for a witness and have no dice yet."""
        found = Roll.objects.filter(thread=self.thread.tid, entry__ledger=self.viewer.campaign.ledger_id)
        found = found.exclude(waits__in=("", "witness"))
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

    def throwing(self, command: Command) -> Character | None:
        """Who throws a line of its own: as `speaking`, and for a GM also a combatant that is nothing but a name.

        Such a one has no row and no id; a numbered one ("Usher 2") throws by the sheet of the NPC without the number.
        """
        fight = self.present if self.viewer.is_gm and command.speaker and find_name(command.speaker, self.own) is None else None
        nameless = {row.name for row in fight.combatants if not row.char} if fight else set()
        found = find_name(command.speaker, nameless)
        if found is None:
            return self.speaking(command)
        kind = kind_of(found, self.own)
        return Character(name=found, cid="", sheet=kind.sheet if kind else {})

    def target(self, typed: str) -> Target:
        """The character or combatant of that name; whom the writer may not see is as unknown as who is not there."""
        known = {name: Target(name, character, character.cid) for name, character in self.people.items()}
        seen = {target.cid for target in known.values()}
        fight = self.present
        for row in fight.combatants if fight else ():
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
