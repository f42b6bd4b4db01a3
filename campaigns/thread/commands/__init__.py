"""Everything that changes a thread."""

from campaigns.thread.commands.asked import roll_asked
from campaigns.thread.commands.asking import ask_for_rolls, askable, take_back
from campaigns.thread.commands.declaring import NOTHING, Declared
from campaigns.thread.commands.opening import open_thread, open_turn_order
from campaigns.thread.commands.planning import Plan, Planned, plan_post
from campaigns.thread.commands.posting import Draft, post_reply, preview_post
from campaigns.thread.commands.reading import mark_read
from campaigns.thread.commands.revealing import Tended, close_dice, reveal_cast, tend
from campaigns.thread.commands.second_acts import allot_sets, leave, number_of, rule_contest, set_dice
from campaigns.thread.commands.voiding import lift_void, void_roll
from campaigns.thread.commands.witnessing import take_back_request, witness_of, witness_roll

__all__ = [
    "NOTHING", "Declared", "Draft", "Plan", "Planned", "Tended", "allot_sets", "ask_for_rolls", "askable", "close_dice",
    "leave", "lift_void", "mark_read", "number_of", "open_thread", "open_turn_order", "plan_post", "post_reply",
    "preview_post", "reveal_cast", "roll_asked", "rule_contest", "set_dice", "take_back", "take_back_request", "tend",
    "void_roll", "witness_of", "witness_roll",
]  # fmt: skip
