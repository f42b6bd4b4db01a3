"""The rule systems: one folder each. A folder whose `system.py` holds a `SYSTEM` is one; nothing else names it."""
