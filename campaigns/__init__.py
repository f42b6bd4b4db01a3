"""The Django site (`docs/architecture.md` tells how an act goes through it).

The map, lowest app first (each may import those before it, never one after it):

site       what every app stands on: Refused, limits, clock, keys, folded names, markup, append-only rows, start-up checks
live       numbered events per stream, audiences as sets of keys, the nudge over Channels, catching up
ledger     every roll: envelopes, casts, the export of the chain, the roll card
people     who signs in
campaign   who plays together under which rules: members, roles, invitations, options, log
character  who is played: sheets and their revisions
combat     whose turn: one encounter per stream, folded from recorded commands
thread     where it is told: threads, posts, read marks, turn pages, roll pages, changes, the thread's socket
desk       what waits for a person: Today, the front page, a campaign's page, the frame of every page
demo       the two demo campaigns

Inside an app: urls > views | consumers | feeds | frame | admin | checks | management | middleware > forms > commands
> tasks | socket | search | sheets | card | export | statistics | verifier > hub | keys | packs | side > access > models > apps.
"""
