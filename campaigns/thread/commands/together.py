"""Rolls of several people: whose hands a roll waits for, and the dice that were offered to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from campaigns.character.models import Character
from campaigns.ledger.card import listed
from campaigns.ledger.commands import Wanted
from campaigns.ledger.models import Roll
from campaigns.thread.commands.writing import Writing
from campaigns.thread.models import Offer
from rules.errors import RuleError
from rules.lines import Command, quoted, read_line
from rules.names import find_name
from rules.system import Declaration, Part


def awaiting(writing: Writing, roll: Wanted, names: Sequence[str], who: Character | None) -> Wanted:
    """The same roll, which waits for the hands of these people first; at whom it is aimed comes after them."""
    helpers = [writing.target(name) for name in names]
    for place, one in enumerate(helpers):
        if who is not None and (one.cid, one.name) == (who.cid, who.name):
            raise RuleError("Nobody helps himself: `with NAME` names somebody else.")
        if one in helpers[:place]:
            raise RuleError(f"{one.name} is named twice: one hand each.")
        if not one.cid and len(helpers) > 1:
            raise RuleError(f"{one.name} has no sheet here; of several helpers each is a character of this table.")
        if roll.target and (one.cid, one.name) == (roll.target_char, roll.target):
            raise RuleError(f"{one.name} cannot help against himself.")
    return replace(
        roll,
        target=listed([one.name for one in helpers]),
        target_char=" ".join(one.cid for one in helpers if one.cid),
        opponent_char=roll.target_char,
    )


def going_on(roll: Roll, declared: Declaration, hand: Wanted) -> Wanted:
    """A helper's hand, which waits for the helpers that are left, and after the last one for whom they stand against."""
    if not declared.waits:
        return hand
    left = [cid for cid in roll.target_char.split() if cid != hand.char]
    if not left:
        return replace(hand, target=declared.target, target_char=roll.opponent_char)
    names = dict(Character.objects.filter(cid__in=left).values_list("cid", "name"))
    target = listed([names[cid] for cid in left if cid in names])
    return replace(hand, target=target, target_char=" ".join(left), opponent_char=roll.opponent_char)


def offers_of(writing: Writing, names: Sequence[str], who: Character | None) -> tuple[Offer, ...]:
    """The dice that these people have offered to that character, in this order; refused where one has not."""
    offers = tuple(_offer(writing, name, who) for name in names)
    for place, one in enumerate(offers):
        if one in offers[:place]:
            raise RuleError(f"{one.helper.name} is named twice: one hand each.")
    return offers


def parts_of(writing: Writing, offers: Sequence[Offer]) -> list[Part]:
    """What the rules add up: name, line and sheet of each helper."""
    return [(one.helper.name, _line(one), writing.sheet_for(one.helper, writing.viewer.campaign.rules)) for one in offers]


def _offer(writing: Writing, name: str, who: Character | None) -> Offer:
    found = find_name(name, writing.people)
    if found is None:
        raise RuleError(f"There is nobody called {name} here. Name a character of this table.")
    open_ones = Offer.objects.filter(thread=writing.thread, leader=who, roll="") if who and who.cid else Offer.objects.none()
    offer = open_ones.filter(helper=writing.people[found]).select_related("helper").last()
    if offer is None:
        line = f"!assist {quoted(who.name) if who else 'NAME'}"
        raise RuleError(f"{found}'s dice are not offered yet: {found} writes `{line}` first, then this line is thrown.")
    return offer


def _line(offer: Offer) -> Command:
    command = read_line(offer.line)
    if command is None:
        raise RuleError("The line of that offer cannot be read any more: it is to be made again.")
    return command
