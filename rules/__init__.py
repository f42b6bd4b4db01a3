"""The rules of the table: pure functions of what was declared and what the dice show.

Nothing here knows Django, the clock, the settings or a random source; whatever is random comes in as faces.
"""
