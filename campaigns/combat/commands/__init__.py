"""Every act on a turn order, and what a roll does to whom it hits."""

from campaigns.combat.commands.harming import apply_roll, change_health, harming
from campaigns.combat.commands.moving import (
    FOR_ALL,
    FOR_ONE,
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
    require_move,
)

__all__ = [
    "FOR_ALL", "FOR_ONE", "NOT_OPEN", "Entrant", "Place", "apply_roll", "change_health", "combatant_named", "counted_rolls",
    "enter", "entering", "fight_of", "harming", "lock", "move", "open_fight", "require_move",
]  # fmt: skip
