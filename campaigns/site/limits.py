"""How much of anything a page takes (the limits of dice stand in `rules/dice/limits.py`)."""

from __future__ import annotations

BODY = 64 * 1024
"""Characters of a post."""

NESTED = 16
"""Levels of quotes in quotes; a list counts for two. Deeper marks stay text."""

LINKS = 50
"""Links in a post."""

COMMANDS = 20
"""Command lines in a post."""

ROLLS = 20
"""Rolls that the command lines of a post may ask for."""

SHEET_FIELDS = 300
"""Fields of a character's sheet."""

SHEET_FIELD = 8 * 1024
"""Characters of one field of a sheet."""

FRAME = 16 * 1024
"""Bytes of one message that a browser sends over a socket."""

SOCKETS_A_PERSON = 20
SOCKETS_AN_ADDRESS = 50
