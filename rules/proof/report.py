"""What a check found, as plain data and as sentences."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

from rules.proof.hashes import head_code
from rules.proof.state import Bind, Cast, Chain

LEVELS = ("site", "yours", "witnessed")


@dataclass(frozen=True)
class Refusal:
    """The first broken rule. entry: its index, -1 for a bad receipt.  line: counted from 1, None outside the file."""

    code: str
    entry: int
    line: int | None
    sentence: str


@dataclass(frozen=True)
class Report:
    """What stands in a ledger; after a refusal, what stood before the refused line.

    head: hash of the newest entry.  signatures: how many were checked.  redacted: sealed values without an opening.
    sealed: secret casts not revealed, with `sealed_by` rows {pid, thr, casts}.  voided: void entries.  restores: reseal
    blocks.  unruled: rolls by rules version whose outcome is not proven.  levels: casts by level.  after: [led, i, h].
    """

    refusal: Refusal | None
    led: str
    entries: int
    head: str
    head_code: str
    casts: int
    dice: int
    signatures: int
    redacted: int
    sealed: int
    sealed_by: list[dict[str, Any]]
    voided: int
    voided_binds: int
    reseals: int
    restores: int
    open_binds: int
    unruled: dict[str, int]
    levels: dict[str, int]
    receipts: int
    pinned: bool
    bare: bool
    camp: str | None
    after: list[Any] | None

    @property
    def is_good(self) -> bool:
        """Whether every rule holds."""
        return self.refusal is None

    def as_json(self) -> dict[str, Any]:
        """The report as JSON values by the names of its fields."""
        return asdict(self)


def tell(chain: Chain, refusal: Refusal | None, *, receipts: int, pinned: bool) -> Report:
    """The report on what a chain holds. receipts: how many were given.  pinned: whether the site's key was given."""
    kept = chain.acts.kept.values()
    binds = [act for act in kept if isinstance(act, Bind)]
    secret = [act.secret.entry for act in kept if isinstance(act, Cast) and act.secret and act.rolls is None]
    sealed = Counter((entry["pid"], entry["thr"]) for entry in secret)
    head = chain.heads[-1] if chain.heads else ""
    return Report(
        refusal=refusal,
        led=chain.led,
        entries=len(chain.heads),
        head=head,
        head_code="-".join(head_code(bytes.fromhex(head))) if head else "",
        casts=chain.levels.total(),
        dice=chain.dice,
        signatures=chain.signatures,
        redacted=chain.sealed_values - chain.openings,
        sealed=sealed.total(),
        sealed_by=[{"pid": pid, "thr": thr, "casts": count} for (pid, thr), count in sealed.items()],
        voided=len(chain.voids),
        voided_binds=sum(bind.state == "void" for bind in binds),
        reseals=chain.reseals,
        restores=chain.restores,
        open_binds=sum(bind.state == "open" for bind in binds),
        unruled={rv: count for rv, count in sorted(chain.unruled.items()) if count},
        levels={level: chain.levels[level] for level in LEVELS},
        receipts=receipts,
        pinned=pinned,
        bare=not chain.full,
        camp=chain.genesis.get("camp"),
        after=chain.genesis.get("after"),
    )


def sentences(report: Report, name: str) -> list[str]:
    """The report on the file called `name`, one sentence or more a line."""
    if report.refusal:
        return _refused(report.refusal, name)
    told = [
        f"{name} is good: {report.entries} entries, {report.casts} casts, {report.dice} dice. {_signed(report)}",
        f"Newest entry {report.entries - 1}: {report.head} (head code {report.head_code}).",
        "A bare ledger, without a campaign." if report.bare else _campaign(report),
        "Casts by level: " + ", ".join(f"{level} {count}" for level, count in report.levels.items()) + ".",
        f"Secret casts not revealed: {report.sealed}. Sealed texts not opened here: {report.redacted}.",
        f"Voids: {report.voided}, {report.voided_binds} of them of binds. Open binds: {report.open_binds}. "
        + f"Restores: {report.restores} ({report.reseals} reseals).",
    ]
    told += [f"  {row['casts']} sealed by {row['pid']} in thread {row['thr'] or '(none named)'}." for row in report.sealed_by]
    told += [f"  {count} rolls by {rv}: dice proven, outcome not checked{_missing(rv)}." for rv, count in report.unruled.items()]
    told.append(_whose(report))
    return told


def _missing(rv: str) -> str:
    return ", for want of that campaign's table (--table FILE)" if rv.startswith("pack-") else ""


def _refused(refusal: Refusal, name: str) -> list[str]:
    if refusal.line is not None:
        place = f"line {refusal.line} (entry {refusal.entry})"
    else:
        place = f"a receipt for entry {refusal.entry}" if refusal.entry >= 0 else "a receipt"
    return [f"{name} is refused at {place}: {refusal.code}. {refusal.sentence}"]


def _signed(report: Report) -> str:
    return f"{report.signatures} signatures hold." if report.signatures else "Signatures were NOT checked."


def _campaign(report: Report) -> str:
    after = report.after
    before = f"continues ledger {after[0]} after its entry {after[1]}" if after else "continues no other ledger"
    return f"Campaign {report.camp}, {before}."


def _whose(report: Report) -> str:
    if report.pinned and report.receipts:
        return f"The key is the pinned one, and {report.receipts} receipts fit."
    if report.pinned:
        return "The key is the pinned one."
    if report.receipts:
        return f"{report.receipts} receipts fit."
    return "Consistent, but whose ledger it is was not checked: give the site's key (--key) or a receipt."
