"""Rules of the entries that speak of an earlier one: reveal, choose, void."""

from __future__ import annotations

from typing import Any

from rules.proof import hashes
from rules.proof.breach import Breach, need
from rules.proof.canonical import canon, written
from rules.proof.casts import opened_key
from rules.proof.outcome import is_ruled
from rules.proof.rolls import check_thrown
from rules.proof.schema import REVEALED_ROLL, SPEC, Entry, check_keys, check_types
from rules.proof.state import Bind, Cast, Chain, Choice


def reveal(chain: Chain, entry: Entry) -> None:
    """A secret cast is opened (E_REF, E_TWICE, E_NOT_GM, E_ENVELOPE, E_COUNT, E_SPEC, then as a public roll)."""
    ref, by = entry["ref"], entry["by"]
    cast = chain.acts.get(ref)
    if not isinstance(cast, Cast) or cast.secret is None:
        raise Breach("E_REF", f"Entry {ref} is no secret cast; only a secret cast is revealed.")
    need(cast.rolls is None, "E_TWICE", f"Cast {ref} was revealed before.")
    need(by == cast.pid or chain.is_gm(by), "E_NOT_GM", "Only the roller or a GM reveals a cast.")
    key = opened_key(chain, cast.secret.envelope, cast.secret.entry, entry["seed"], hashes.NOUGHT)
    need(len(entry["rolls"]) == cast.count, "E_COUNT", f"Cast {ref} has {cast.count} rolls, and all of them are revealed at once.")
    rolls = []
    for r, (part, sealed) in enumerate(zip(entry["rolls"], cast.secret.entry["rolls"], strict=True)):
        roll = _revealed(part, sealed["f"]["spec"], r)
        rolls.append(roll)
        check_thrown(chain, roll, key, r)
    cast.rolls = rolls


def _revealed(part: Any, seal: str, r: int) -> dict[str, Any]:
    check_keys(part, REVEALED_ROLL, f"revealed roll {r}")
    check_types(part, REVEALED_ROLL, f"revealed roll {r}")
    spec = canon(part["spec"]).decode("utf-8")
    fits = hashes.sealed_text("spec", bytes.fromhex(part["salt"]), spec).hex() == seal
    need(fits, "E_SPEC", f"The request of roll {r} is not the one that was sealed.")
    check_keys(part["spec"], SPEC, f"the spec of roll {r}")
    check_types(part["spec"], SPEC, f"the spec of roll {r}")
    return {**part["spec"], "dice": part["dice"], "res": part["res"]}


def choose(chain: Chain, entry: Entry) -> None:
    """Open dice are set after the roll (E_REF, E_CHOOSER, E_LANE, E_CHOICE, E_TWICE, E_RESULT)."""
    ref, r, by, values = entry["ref"], entry["r"], entry["by"], entry["set"]
    cast = chain.acts.get(ref)
    if not isinstance(cast, Cast) or cast.rolls is None or not 0 <= r < len(cast.rolls):
        raise Breach("E_REF", f"Entry {ref} is no public or revealed cast with a roll {r}.")
    roll = cast.rolls[r]
    need(by == cast.pid, "E_CHOOSER", "Only the roller sets the open dice of a roll.")
    chain.member(by)
    fits = (
        roll["open"] != []
        and len(values) == len(roll["open"])
        and all(1 <= value <= sides for value, sides in zip(values, roll["open"], strict=True))
    )
    need(
        fits,
        "E_CHOICE",
        f"The open dice of the roll have the sides {roll['open']}; each gets one value from 1 to its sides.",
    )
    need(
        (ref, r) not in chain.chosen,
        "E_TWICE",
        "The open dice of this roll are set; a GM would have to void that first.",
    )
    outcome = written(entry.get("res", {})).decode("utf-8")
    proven = is_ruled(chain, roll, r, values, outcome=outcome)
    choice = Choice(ref, r, roll["rv"], is_ruled(chain, roll, r) - proven)
    chain.unruled[choice.rv] += choice.unproven
    chain.chosen.add((ref, r))
    chain.acts.kept[entry["i"]] = choice


def void(chain: Chain, entry: Entry) -> None:
    """A GM takes back a roll, a cast, a choice or an unanswered bind (E_REF, E_BIND, E_TWICE, E_NOT_GM)."""
    ref, r, by = entry["ref"], entry["r"], entry["by"]
    act = chain.acts.get(ref)
    if act is None:
        raise Breach("E_REF", f"Entry {ref} is no cast, choice or bind, so there is nothing to void.")
    if isinstance(act, Cast):
        need(r is None or 0 <= r < act.count, "E_REF", f"Cast {ref} has no roll {r}.")
    else:
        need(r is None, "E_REF", "A choice or a bind is voided as a whole, with r null.")
    if isinstance(act, Bind):
        waits = act.state != "cast" and not act.is_answered
        need(waits, "E_BIND", f"Bind {ref} has its witness, so its dice are settled.")
    need((ref, r) not in chain.voids, "E_TWICE", "This was voided before.")
    need(chain.is_gm(by), "E_NOT_GM", f"Participant {by} is no GM at this point; only a GM voids.")
    chain.voids.add((ref, r))
    if isinstance(act, Choice):
        chain.chosen.discard((act.ref, act.r))
        chain.unruled[act.rv] -= act.unproven
    elif isinstance(act, Bind):
        act.state = "void"
        chain.lanes[act.entry["pid"]].bind = None
