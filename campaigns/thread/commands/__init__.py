"""Everything that changes a thread."""

from campaigns.thread.commands.opening import open_thread, open_turn_order
from campaigns.thread.commands.planning import Plan, Planned, plan_post
from campaigns.thread.commands.posting import Draft, post_reply, preview_post
from campaigns.thread.commands.reading import mark_read

__all__ = ["Draft", "Plan", "Planned", "mark_read", "open_thread", "open_turn_order", "plan_post", "post_reply", "preview_post"]
