"""Acts on a ledger: opening it, joining it, changing a role in it, throwing dice into it, what happens to them afterwards."""

from campaigns.ledger.commands.allotting import allot
from campaigns.ledger.commands.answering import leave_unanswered, redraw
from campaigns.ledger.commands.asking import Ask
from campaigns.ledger.commands.casting import Cast, Reply, Wanted, throw
from campaigns.ledger.commands.choosing import choose
from campaigns.ledger.commands.closing import close, require_no_bind
from campaigns.ledger.commands.erasing import Erasure, erase
from campaigns.ledger.commands.lanes import change_role, join, open_ledger, practice_ledger
from campaigns.ledger.commands.recovering import Recovery, heed, recover
from campaigns.ledger.commands.revealing import reveal
from campaigns.ledger.commands.rotating import Rotation, rotate
from campaigns.ledger.commands.ruling import rule
from campaigns.ledger.commands.voiding import lift, void, void_choice
from campaigns.ledger.commands.witnessing import ask_witness, open_binds, take_back, witness

__all__ = [
    "Ask", "Cast", "Erasure", "Recovery", "Reply", "Rotation", "Wanted", "allot", "ask_witness", "change_role", "choose", "close",
    "erase", "heed", "join", "leave_unanswered", "lift", "open_binds", "open_ledger", "practice_ledger", "recover", "redraw",
    "require_no_bind", "reveal", "rotate", "rule", "take_back", "throw", "void", "void_choice", "witness",
]  # fmt: skip
