"""vroll/1: the chain of entries in which every roll of a campaign stands, how it is written and how it is checked.

canonical, hashes: bytes and digests.  draw: dice from a cast key.  write: entries and lines.  schema: the closed keys
of every entry.  checker: a whole ledger; the rules of each kind of entry stand in members, casts and later, those of
one roll in rolls and outcome.  `python -m rules.proof FILE` is the command line.
"""
