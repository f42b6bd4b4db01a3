"""A foe that is attacked, where the table lets the site throw its defence at once: the second roll of the attacker's cast."""

from __future__ import annotations

from campaigns.ledger.commands import Wanted
from campaigns.thread.commands.writing import Writing
from rules.errors import RuleError
from rules.lines import Command, read_line
from rules.system import Declaration, Rival, RuleSystem, Sheet


def at_once(writing: Writing, system: RuleSystem, attack: Wanted) -> tuple[Wanted, ...]:
    """The roll that answers this one in the same cast, or none: it is aimed at an NPC with a sheet, and the table wants it so."""
    declared = attack.declaration
    site = writing.viewer.campaign.customs.get("foe_defence") == "site"
    if not (site and attack.target_char and isinstance(declared, Declaration) and declared.waits and not declared.open):
        return ()
    foe = next((one for one in writing.people.values() if one.cid == attack.target_char), None)
    sheet, command = writing.sheet_for(foe, system), read_line(system.usual_answer)
    if foe is None or foe.owner_id is not None or sheet is None or command is None:
        return ()
    if not _can_answer(writing, system, declared, command, sheet):
        return ()
    options = writing.viewer.campaign.options

    def reply(rival: Rival) -> Declaration:
        return system.answer(command, rival, sheet, options)

    return (Wanted(reply, command.line, char=foe.cid, name=foe.name),)


def _can_answer(writing: Writing, system: RuleSystem, declared: Declaration, command: Command, sheet: Sheet) -> bool:
    """Whether the usual line answers such a roll without a word more: asked before the throw, as though it fell on ones."""
    ones = tuple((sides, (1,) * count) for count, sides in declared.req)
    try:
        system.answer(command, Rival("0.0", "", declared, ones), sheet, writing.viewer.campaign.options)
    except RuleError:
        return False
    return True
