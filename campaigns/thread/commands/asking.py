"""Rolls that a GM asks players for: the request waits in the thread until a post of the character throws its line."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from campaigns.campaign.access import Viewer, require_gm, seat
from campaigns.character.models import Character
from campaigns.ledger.models import Roll
from campaigns.live.commands import record
from campaigns.site.clock import now
from campaigns.site.refused import Refused, refusing
from campaigns.thread.access import lock, require_post
from campaigns.thread.commands.planning import Plan, plan_post
from campaigns.thread.models import RollRequest, Thread
from rules.lines import Command, read_line
from rules.system import Declaration

MOST_OPEN = 100
"""Requests that wait in one thread at a time."""

LONGEST_LINE = 200


def askable(viewer: Viewer) -> list[Character]:
    """The characters that a roll can be asked of: those of people who play here."""
    rows = viewer.campaign.characters.filter(owner__state="active", retired=False).select_related("owner__person", "owner__lane")
    return [character for character in rows.order_by("name") if _owner(viewer, character).may_write]


def ask_for_rolls(viewer: Viewer, thread: Thread, *, line: str, reason: str, keys: Sequence[str] = ()) -> list[RollRequest]:
    """A request to each character of these keys, with no keys to all who can be asked; what waits already is not asked twice.

    Refused for a line that one of them could not throw as it stands, and everywhere but in scenes.
    """
    member = require_gm(viewer)
    require_post(viewer, thread)
    if thread.kind != "scene":
        raise Refused("Rolls are asked for in a scene, where characters act.")
    command = _command(line, reason)
    asked = [character for character in askable(viewer) if not keys or character.key in keys]
    if not asked or len(asked) < len(set(keys)):
        raise Refused("Choose whom you ask: characters of players who sit at this table.", field="who")
    titles = {character.pk: _title(viewer, thread, character, _bare(command)) for character in asked}
    with transaction.atomic():
        waiting = lock(thread).requests.filter(roll="")
        if waiting.count() + len(asked) > MOST_OPEN:
            raise Refused(f"{MOST_OPEN} requests wait in this scene at most; take some back first.")
        known = {one.character_id: one for one in waiting.filter(line=_bare(command), character__in=asked)}
        fresh = [
            RollRequest(
                thread=thread, character=character, line=_bare(command), title=titles[character.pk], reason=command.reason,
                by=member, at=now(),
            )
            for character in asked if character.pk not in known
        ]  # fmt: skip
        RollRequest.objects.bulk_create(fresh)
        tell_asked(thread, fresh, calls=True)
    return [*known.values(), *fresh]


def take_back(viewer: Viewer, thread: Thread, request: RollRequest) -> None:
    """The GM asks no longer; refused where the roll is thrown."""
    require_gm(viewer)
    with transaction.atomic():
        found = lock(thread).requests.filter(pk=request.pk).select_related("character__owner").first()
        if found is None:
            return
        if found.roll:
            raise Refused("This roll is thrown already; it stays.")
        found.delete()
        tell_asked(thread, [found])


def settle_requests(thread: Thread, plan: Plan, rolls: Sequence[Roll]) -> list[RollRequest]:
    """The requests of the locked thread that the lines of a post answer: a line of the same words, thrown as the same character."""
    if not thread.asked or not rolls:
        return []
    open_ones = list(thread.requests.filter(roll="").select_related("character__owner", "by__person").order_by("pk"))
    settled, at = [], 0
    for line in plan.lines:
        count = len(line.rolls) + sum(1 for step in line.steps if step.declaration)
        first = rolls[at] if count else None
        at += count
        found = next((one for one in open_ones if first and _answers(one, line.command, first)), None)
        if found and first:
            found.roll = first.key
            found.save(update_fields=["roll"])
            open_ones.remove(found)
            settled.append(found)
    return settled


def tell_asked(thread: Thread, requests: Sequence[RollRequest], *, calls: bool = False) -> None:
    """Records that these requests came, went or were answered, for the GMs and who is asked; `calls` him."""
    for one in requests:
        owner = one.character.owner
        audience = {"gms"} | ({f"member:{owner.pk}"} if owner else set())
        tells = [owner.person_id] if owner and calls else []
        record(thread.stream, kind="asked", subject=one.key, audience=audience, tells=tells)


def line_of(request: RollRequest) -> str:
    """The line that answers it."""
    return f"{request.line} # {request.reason}" if request.reason else request.line


def _command(line: str, reason: str) -> Command:
    with refusing("line"):
        typed = line.strip()
        command = read_line(f"{typed} # {' '.join(reason.split())}" if reason.strip() and " #" not in typed else typed)
    if command is None:
        raise Refused("Write the line that throws the roll, such as `!roll 2d6`.", field="line")
    if command.speaker:
        raise Refused("Leave `as NAME` away: whom you ask stands beside the line.", field="line")
    if command.secrecy:
        raise Refused("What a player throws on request is thrown openly.", field="line")
    if len(_bare(command)) > LONGEST_LINE:
        raise Refused(f"The line has at most {LONGEST_LINE} characters.", field="line")
    return command


def _bare(command: Command) -> str:
    return f"!{command.word} {command.rest}".strip()


def _title(viewer: Viewer, thread: Thread, character: Character, line: str) -> str:
    """What the roll of that line is called. Refused where the character's player could not throw it."""
    try:
        plan = plan_post(_owner(viewer, character), thread, line, character)
    except Refused as refused:
        raise Refused(f"{character.name}: {refused.sentence}", field="line") from refused
    said = next((roll.declaration for roll in plan.throws if isinstance(roll.declaration, Declaration)), None)
    if said is None:
        raise Refused("This line throws nothing, so nobody can be asked for it.", field="line")
    return said.title[:200]


def _owner(viewer: Viewer, character: Character) -> Viewer:
    """The player of a character before the same campaign."""
    owner = character.owner
    if owner is None:
        raise Refused(f"{character.name} is the GM's own: throw for such a one yourself.")
    owner.campaign = viewer.campaign
    return seat(owner)


def _answers(request: RollRequest, command: Command, roll: Roll) -> bool:
    return request.character.cid == roll.char and _folded(_bare(command)) == _folded(request.line)


def _folded(line: str) -> str:
    return " ".join(line.casefold().split())
