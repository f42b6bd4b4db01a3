"""Acts on a ledger: opening it, joining it, changing a role in it, throwing dice into it."""

from campaigns.ledger.commands.casting import Ask, Cast, Wanted, throw
from campaigns.ledger.commands.lanes import change_role, join, open_ledger, practice_ledger

__all__ = ["Ask", "Cast", "Wanted", "change_role", "join", "open_ledger", "practice_ledger", "throw"]
