"""The card of a roll as plain data: dice that stand together, colours, and what is said of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Die:
    """One die of a card. kind: "" (plain), "expert", "hammer", "lost", "dropped", "exploded" (added by the one before), "fudge"
    (it shows -1, 0 or 1), or two of them parted by a blank.
    """

    sides: int
    face: int | None
    kind: str = ""


@dataclass(frozen=True)
class Cluster:
    """Dice that stand together. state: "used", "set", "loose" or "" (no sets in this system).

    name is the strong part of the caption ("3×4"), note the rest ("width 3, height 4").
    """

    dice: tuple[Die, ...]
    name: str = ""
    note: str = ""
    state: str = ""


@dataclass(frozen=True)
class Band:
    """One colour's stretch of 1 to 100 on the FASERIP strip: first and last number, both inclusive."""

    colour: str
    first: int
    last: int


@dataclass(frozen=True)
class Reading:
    """What a card shows, as plain data; one template draws every system's.

    verdict is "success", "part", "failure", "botch" or "" (a number without judgement). `headline` is the strong sentence,
    `detail` what explains it. `figure` is the large number at the right, `figure_note` the words under it. `colour` and
    `bands` belong to FASERIP. `spoken` is one full sentence for screen readers, `short` the one-line form. `waits` is the
    sentence of what the card waits for ("Waiting for 1 Hammer-time Die.").

    Names are no part of a Reading: its texts hold `{roller}` (who threw this roll), `{rival}` (who threw the roll that it
    answers or joins) and `{target}` (whom it waits for), which whoever draws the card replaces by shown names.
    """

    clusters: tuple[Cluster, ...]
    headline: str = ""
    detail: str = ""
    verdict: str = ""
    figure: str = ""
    figure_note: str = ""
    colour: str = ""
    bands: tuple[Band, ...] = ()
    at: int | None = None
    short: str = ""
    spoken: str = ""
    waits: str = ""
