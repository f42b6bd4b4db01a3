"""Cards of plain rolls, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from rules.dice.expression import Dice, Expression, counts_successes
from rules.dice.limits import TABLE
from rules.dice.roll import Outcome, Rolled, counted
from rules.system import Cluster, Die, Reading

_WHICH = {"kh": "lowest", "dl": "lowest", "kl": "highest", "dh": "highest"}


def blank_card(expression: Expression) -> Reading:
    """The dice before the throw, one cluster for each term."""
    clusters = tuple(Cluster(dice=(_unthrown(term),) * term.count, name=_name(expression, term)) for term in expression.terms)
    return Reading(clusters, short=expression.text, spoken=f"{expression.text}, not thrown yet.")


def thrown_card(expression: Expression, result: Outcome) -> Reading:
    """The dice as thrown, each followed by those that were added for it; the total is the figure."""
    chains = [_chained(rolled) for rolled in result.terms]
    clusters = tuple(
        Cluster(dice=tuple(map(_die, chain(*chained))), name=_name(expression, term), note=_note(term, rolled))
        for term, chained, rolled in zip(expression.terms, chains, result.terms, strict=True)
    )
    detail = []
    filled = expression.filled(result.values)
    if filled != str(result.total):
        detail.append(f"{filled} = {result.total}.")
    if result.capped:
        again = "1 more die was" if result.capped == 1 else f"{result.capped} more dice were"
        detail.append(f"At most {TABLE.added} dice are added: {again} not thrown again.")
    told = "; ".join(_told(chained) for chained in chains)
    capped = f" {detail[-1]}" if result.capped else ""
    noun, short = f"Total {result.total}.", f"{expression.text}: {result.total}"
    if counts_successes(expression):
        successes = "1 success" if result.total == 1 else f"{result.total} successes"
        noun, short = f"{successes}.", f"{expression.text}: {successes}"
    return Reading(
        clusters,
        detail=" ".join(detail),
        figure=str(result.total),
        figure_note=short.rpartition(" ")[2] if counts_successes(expression) else "",
        short=short,
        spoken=f"{expression.text}: {told}. {noun}{capped}",
    )


def sums_card(expression: Expression, result: Outcome) -> Reading:
    """All dice of each group and their sums, nothing dropped and no total."""
    sums = [str(sum(die.face for die in rolled)) for rolled in result.terms]
    clusters = tuple(
        Cluster(dice=tuple(Die(die.sides, die.face) for die in rolled), name=_name(expression, term))
        for term, rolled in zip(expression.terms, result.terms, strict=True)
    )
    told = "; ".join(", ".join(str(die.face) for die in rolled) for rolled in result.terms)
    word = "Sum" if len(sums) == 1 else "Sums"
    return Reading(
        clusters,
        figure=", ".join(sums),
        figure_note=word.lower(),
        short=f"{expression.text}: {word.lower()} {', '.join(sums)}",
        spoken=f"{expression.text}: {told}. {word} {', '.join(sums)}.",
    )


def _name(expression: Expression, term: Dice) -> str:
    return term.text if len(expression.terms) > 1 else ""


def _note(term: Dice, rolled: Sequence[Rolled]) -> str:
    replaced = sum(die.replaced for die in rolled)
    dropped = sum(not die.kept for die in rolled) - replaced
    notes = [f"{replaced} rerolled"] if replaced else []
    if dropped:
        notes.append(f"{_WHICH[term.keep]} dropped" if dropped == 1 else f"{dropped} {_WHICH[term.keep]} dropped")
    if term.success is not None:
        values = counted(term, rolled)
        meant = {">=": f"{term.success.number} or more", "<=": f"{term.success.number} or less", "=": str(term.success.number)}
        notes.append(f"{sum(map(term.success.meets, values))} of {len(values)} show {meant[term.success.compare]}")
    return ", ".join(notes)


def _chained(rolled: Sequence[Rolled]) -> list[list[Rolled]]:
    """The dice of one term, each first die with those that follow from it."""
    chains: dict[int, list[Rolled]] = {}
    for die in rolled:
        row = chains[die.cause] if die.cause is not None else []
        row.append(die)
        chains[die.number] = row
    return [row for number, row in chains.items() if row[0].number == number]


def _unthrown(term: Dice) -> Die:
    return Die(term.sides, None, "fudge" if term.fudge else "")


def _die(die: Rolled) -> Die:
    kind = "dropped" if not die.kept else "exploded" if die.cause is not None and not die.instead else ""
    return Die(die.sides, die.value, f"{kind} fudge".strip() if die.value != die.face else kind)


def _told(chained: Sequence[Sequence[Rolled]]) -> str:
    kept = [_told_chain(row) for row in chained]
    dropped = [str(die.value) for die in chain(*chained) if not die.kept and not die.replaced]
    told = ", ".join(filter(None, kept))
    return f"{told}, dropped {' and '.join(dropped)}" if dropped else told


def _told_chain(row: Sequence[Rolled]) -> str:
    """The kept dice of a chain, each with those that it replaced: `1 rerolled as 4`, `6 plus 2`."""
    said: dict[int, str] = {}
    parts = []
    for die in row:
        before = said.get(die.cause, "") if die.instead and die.cause is not None else ""
        said[die.number] = f"{before} rerolled as {die.value}" if before else str(die.value)
        if die.kept:
            parts.append(said[die.number])
    return " plus ".join(parts)
