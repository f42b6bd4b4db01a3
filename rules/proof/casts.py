"""Rules of the entries that use an envelope or answer for one: cast, bind, wit."""

from __future__ import annotations

from collections.abc import Sequence

from rules.proof import hashes
from rules.proof.breach import Breach, need
from rules.proof.rolls import check_bound, check_public, check_request_keys
from rules.proof.schema import BOUND_ROLL, PUBLIC_ROLL, SECRET_ROLL, Entry
from rules.proof.state import Bind, Cast, Chain, Lane, Secret

MOST_ROLLS = 32
MOST_WITNESSES = 8


def cast(chain: Chain, entry: Entry, outcomes: Sequence[str] = ()) -> None:
    """A roll or several under one envelope, in the order of checks of section 5.

    outcomes: the `res` of each roll as written, where keys and types of all rolls are known to be right.
    """
    lane = _request(chain, entry)
    bind = _cast_of_bind(chain, lane, entry)
    if bind is None:
        _is_new(lane, entry)
        _number(chain, lane, entry)
    rolls, public = entry["rolls"], "seed" in entry
    if not outcomes:
        check_request_keys(rolls, PUBLIC_ROLL if public else SECRET_ROLL)
    if public:
        answers = bind.answers if bind else []
        key = opened_key(chain, lane.envelope, entry, entry["seed"], hashes.witness_digest(answers))
        check_public(chain, rolls, key, outcomes)
    _remember(chain, lane, entry)
    chain.levels[_level(entry, bind)] += 1
    if bind:
        bind.state, lane.bind = "cast", None
    lane.seal(entry["next"], entry["i"], lane.k + 1)


def _remember(chain: Chain, lane: Lane, entry: Entry) -> None:
    rolls, i = entry["rolls"], entry["i"]
    if "seed" not in entry:
        chain.acts.kept[i] = Cast(lane.pid, len(rolls), None, Secret(entry, lane.envelope))
    elif any(roll["open"] for roll in rolls):
        chain.acts.kept[i] = Cast(lane.pid, len(rolls), rolls)
    else:
        chain.acts.settle(i, lane.number, len(rolls))


def bind(chain: Chain, entry: Entry) -> None:
    """A request that is fixed before its witnesses give their numbers."""
    lane = _request(chain, entry)
    need(lane.bind is None, "E_BIND", "The lane has an open bind; there is one at a time.")
    _witnesses(chain, entry)
    _is_new(lane, entry)
    _number(chain, lane, entry)
    check_request_keys(entry["rolls"], BOUND_ROLL)
    check_bound(entry["rolls"])
    lane.bind = Bind(entry["i"], entry)
    chain.acts.kept[entry["i"]] = lane.bind


def wit(chain: Chain, entry: Entry) -> None:
    """A witness's number for an open bind (E_BIND, E_WITNESS, E_NUMBER)."""
    waiting = chain.acts.get(entry["ref"])
    if not isinstance(waiting, Bind) or waiting.state != "open":
        raise Breach("E_BIND", f"Entry {entry['ref']} is no open bind; a witness answers an open bind.")
    pid = entry["pid"]
    lane = chain.lanes.get(pid)
    if lane is None or lane.role == "out":
        raise Breach("E_WITNESS", f"Participant {pid} is no member, so no witness.")
    need(pid == waiting.entry.get("who", pid), "E_WITNESS", "The bind names another witness.")
    need(pid != waiting.entry["pid"], "E_WITNESS", "Nobody is a witness of his own roll.")
    need(bytes.fromhex(pid) not in dict(waiting.answers), "E_WITNESS", "This witness has answered the bind already.")
    need(not waiting.is_answered, "E_WITNESS", "The bind has all its witnesses.")
    need(lane.take_number(entry["n"]), "E_NUMBER", "The witness has used this number before; each is drawn anew.")
    waiting.answers.append((bytes.fromhex(pid), bytes.fromhex(entry["n"])))


def opened_key(chain: Chain, envelope: str, entry: Entry, seed: str, x: bytes) -> bytes:
    """The cast key of a cast `entry`, whose envelope the secret must fit. Raises Breach E_ENVELOPE."""
    led, pid, secret, k = bytes.fromhex(chain.led), bytes.fromhex(entry["pid"]), bytes.fromhex(seed), entry["k"]
    if hashes.envelope(led, pid, k, secret).hex() != envelope:
        raise Breach("E_ENVELOPE", f"The secret does not fit the seal of envelope {k}; it is not the one that was sealed.")
    return hashes.cast_key(secret, led=led, pid=pid, k=k, cn=bytes.fromhex(entry["cn"]), x=x)


def _request(chain: Chain, entry: Entry) -> Lane:
    lane = chain.member(entry["pid"])
    if entry["k"] != lane.k:
        raise Breach("E_SEQ", f"The lane's next envelope is number {lane.k}, not {entry['k']}.")
    index, head = entry["seen"]
    if index >= len(chain.heads) or chain.heads[index] != head:
        raise Breach("E_SEEN", f"No earlier entry has the number {index} and the hash that seen names.")
    if lane.sealed_in > index:
        raise Breach("E_LATE", f"The envelope was sealed by entry {lane.sealed_in}, after the head {index} that the player knew.")
    rolls = entry["rolls"]
    if type(rolls) is not list or not 1 <= len(rolls) <= MOST_ROLLS:
        raise Breach("E_SCHEMA", f"In a {entry['t']} entry, rolls must be a list of 1 to {MOST_ROLLS} rolls.")
    return lane


def _cast_of_bind(chain: Chain, lane: Lane, entry: Entry) -> Bind | None:
    bind = lane.bind
    if bind is None:
        need("bind" not in entry, "E_BIND", "The cast names a bind, but its lane has no open one.")
        need(chain.minwit == 0, "E_WITNESS", "In this ledger every cast needs a bind and its witness.")
        return None
    need(entry.get("bind") == bind.index, "E_BIND", f"The lane's next cast must be that of bind {bind.index}.")
    need("seed" in entry, "E_BIND", "The cast of a bind is public; it opens its envelope.")
    same = (
        hashes.request_digest(entry) == hashes.request_digest(bind.entry)
        and entry["seen"] == bind.entry["seen"]
        and entry.get("cs") == bind.entry.get("cs")
        and entry["f"] == bind.entry.get("f", {})
    )
    need(same, "E_BIND", f"The cast differs from its bind {bind.index}; it must repeat the request, seen, cs and f.")
    need(bind.is_answered, "E_WITNESS", f"Bind {bind.index} still waits for a witness.")
    return bind


def _witnesses(chain: Chain, entry: Entry) -> None:
    least, w = max(1, chain.minwit), entry["w"]
    need(least <= w <= MOST_WITNESSES, "E_WITNESS", f"A bind has {least} to {MOST_WITNESSES} witnesses, not {w}.")
    if "who" not in entry:
        return
    need(w == 1, "E_WITNESS", "A bind that names its witness has one witness.")
    who = chain.lanes.get(entry["who"])
    fits = who is not None and who.role in ("player", "gm") and who.pid != entry["pid"]
    need(fits, "E_WITNESS", "The named witness must be another member, a player or a GM.")


def _is_new(lane: Lane, entry: Entry) -> None:
    need(lane.take_rid(entry["rid"]), "E_RID", "The request id stands in an earlier cast or bind of this lane.")


def _number(chain: Chain, lane: Lane, entry: Entry) -> None:
    if entry.get("cs") == "server":
        own = hashes.server_number(bytes.fromhex(chain.led), bytes.fromhex(lane.pid), lane.k).hex()
        need(entry["cn"] == own, "E_NUMBER", f"This is not the site's number of envelope {lane.k}; nobody may pick that.")
        lane.take_number(own)
    else:
        need(lane.take_number(entry["cn"]), "E_NUMBER", "The lane has used this number before; each is drawn anew.")


def _level(entry: Entry, bind: Bind | None) -> str:
    if bind is not None:
        return "witnessed" if "who" in bind.entry else "yours"
    return "yours" if entry.get("cs", "server") != "server" else "site"
