"""Laying campaigns to look at, and a large one to measure."""

from campaigns.demo.commands.crowd import lay_crowd
from campaigns.demo.commands.laying import lay_tables

__all__ = ["lay_crowd", "lay_tables"]
