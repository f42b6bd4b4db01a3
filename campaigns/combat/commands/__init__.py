"""Every act on a turn order, and what a roll does to whom it hits."""

from campaigns.combat.commands.declaring import Deed, declare, require_declare
from campaigns.combat.commands.harming import apply_roll, change, changing
from campaigns.combat.commands.moving import (
    FOR_ALL,
    FOR_ONE,
    GOING_ON,
    NOT_OPEN,
    Entrant,
    Place,
    combatant_named,
    counted_rolls,
    enter,
    entering,
    fight_of,
    lock,
    move,
    open_fight,
    opening,
    passing_over,
    require_move,
)

__all__ = [
    "FOR_ALL", "FOR_ONE", "GOING_ON", "NOT_OPEN", "Deed", "Entrant", "Place", "apply_roll", "change", "changing", "combatant_named",
    "counted_rolls", "declare", "enter", "entering", "fight_of", "lock", "move", "open_fight", "opening", "passing_over",
    "require_declare", "require_move",
]  # fmt: skip
