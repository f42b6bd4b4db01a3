"""How much of anything a page takes (the limits of dice stand in `rules/dice/limits.py`)."""

from __future__ import annotations

BODY = 64 * 1024
"""Characters of a post."""

WORD = 200
"""Characters without a blank that a browser gets in one piece: over a word of 64 KiB it thinks for many seconds."""

NESTED = 16
"""Levels of quotes in quotes; a list counts for two. Deeper marks stay text."""

LINKS = 50
"""Links in a post."""

COMMANDS = 20
"""Command lines in a post."""

ROLLS = 20
"""Rolls that the command lines of a post may ask for."""

SHEET_FIELD = 8 * 1024
"""Characters of a field of several lines on a sheet."""

FRAME = 16 * 1024
"""Bytes of one message that a browser sends over a socket."""

SOCKETS_A_PERSON = 20
SOCKETS_AN_ADDRESS = 50
