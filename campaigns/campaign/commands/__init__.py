"""Founding a table, coming, going, and changing how it is run."""

from campaigns.campaign.commands.founding import found_campaign
from campaigns.campaign.commands.recovering import recover_table
from campaigns.campaign.commands.seating import invite, join_campaign, leave, revoke, set_role
from campaigns.campaign.commands.settling import change_settings
from campaigns.campaign.commands.tables import change_table

__all__ = [
    "change_settings", "change_table", "found_campaign", "invite", "join_campaign", "leave", "recover_table", "revoke", "set_role",
]  # fmt: skip
