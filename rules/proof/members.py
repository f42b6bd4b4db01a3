"""Rules of the entries about the ledger and its participants: genesis, join, role, reseal, key, close."""

from __future__ import annotations

from rules.proof.breach import Breach, need
from rules.proof.schema import HEX16, Entry
from rules.proof.state import Chain


def begin(chain: Chain, entry: Entry) -> None:
    """Entry 0, whose types are checked already."""
    need(HEX16.fits(entry["led"]), "E_SCHEMA", f"In a genesis entry, led must be {HEX16.words}.")
    chain.genesis = entry
    chain.led = entry["led"]
    chain.full = "camp" in entry
    chain.minwit = entry["minwit"]
    chain.keys.append(entry["key"])


def genesis(chain: Chain, entry: Entry) -> None:
    """Nothing is left to check: `begin` saw the entry before its signature."""


def join(chain: Chain, entry: Entry) -> None:
    """Once per participant for ever (E_LANE)."""
    pid = entry["pid"]
    need(
        pid not in chain.lanes,
        "E_LANE",
        f"Participant {pid} joined before; who returns keeps the lane by a role entry.",
    )
    chain.join(pid, entry["role"], entry["next"], entry["i"])


def role(chain: Chain, entry: Entry) -> None:
    """A change of role, by a GM or the site (E_LANE, E_TWICE, E_NOT_GM)."""
    lane = chain.joined(entry["pid"])
    need(lane.role != entry["role"], "E_TWICE", f"The participant is {lane.role} already; a role entry changes the role.")
    by = entry["by"]
    need(
        by is None or chain.is_gm(by),
        "E_NOT_GM",
        f"Participant {by} is no GM at this point; a GM or the site gives roles.",
    )
    lane.role = entry["role"]


def reseal(chain: Chain, entry: Entry) -> None:
    """A new seal for the present envelope; in a full ledger a block over all lanes (E_LANE, E_SEQ, E_BIND, E_SEQ)."""
    lane = chain.joined(entry["pid"])
    need(entry["k"] == lane.k, "E_SEQ", f"The lane's present envelope is number {lane.k}, not {entry['k']}.")
    need(lane.bind is None, "E_BIND", "The lane has an open bind, which must be voided before its envelope is resealed.")
    if chain.full:
        if not chain.awaited:
            chain.awaited = list(chain.lanes)
        if chain.awaited[0] != entry["pid"]:
            raise Breach("E_SEQ", f"A restore reseals all lanes in the order of the joins; next is {chain.awaited[0]}.")
        chain.awaited.pop(0)
        chain.restores += not chain.awaited
    chain.reseals += 1
    lane.seal(entry["next"], entry["i"], lane.k)


def key(chain: Chain, entry: Entry) -> None:
    """Entries after this one are signed with the next key."""
    chain.keys.append(entry["key"])


def close(chain: Chain, entry: Entry) -> None:
    """Only reveals may follow."""
    chain.closed = True
