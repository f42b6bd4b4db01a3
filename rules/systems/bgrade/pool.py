"""From counts to dice: bonus, penalty, cap and buy-off, in one fixed order (BG-4, BG-18, BG-25, BG-26)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.lines import RuleError
from rules.system import Options
from rules.systems.bgrade.options import choice


@dataclass(frozen=True)
class Counts:
    """Dice before the pool is settled: plain, Expert and Hammer-time Dice, bonus and penalty dice, declared actions."""

    normal: int
    ed: int = 0
    had: int = 0
    bonus: int = 0
    penalty: int = 0
    actions: int = 1


@dataclass(frozen=True)
class Pool:
    """Dice after the pool is settled: thrown plain dice, set dice that are left, special dice that were bought off
    (they are among the thrown ones), and plain dice removed by penalties.
    """

    rolled: int
    ed: int
    had: int
    bought_ed: int = 0
    bought_had: int = 0
    removed: int = 0

    @property
    def total(self) -> int:
        return self.rolled + self.ed + self.had

    @property
    def auto_fail(self) -> bool:
        """Nothing is left to throw or set: the attempt fails (BG-A25)."""
        return self.total < 1

    @property
    def can_match(self) -> bool:
        return self.total > 1


def action_penalty(actions: int, options: Options) -> int:
    """Dice lost for that many declared actions: one, however many, or one for each further action (BG-18, BG-A05)."""
    if actions < 2:
        return 0
    return actions - 1 if choice(options, "multi_penalty") == "per_extra" else 1


def settle(counts: Counts, options: Options) -> Pool:
    """The pool of those counts. The order: bonus dice cancel penalties, the cap drops surplus dice, which absorb
    penalties, special dice buy off what is left, and what is left then removes plain dice.
    """
    for name, count in vars(counts).items():
        if type(count) is not int or count < (1 if name == "actions" else 0):
            raise RuleError(f"{count} is no number of {'actions' if name == 'actions' else 'dice'}.")
    # `dear` penalties make special dice buy off, `plain` ones only remove plain dice (BG-A22)
    dear, plain, bonus = counts.penalty, action_penalty(counts.actions, options), counts.bonus
    if choice(options, "multi_counts_for_buyoff") == "on":
        dear, plain = dear + plain, 0
    if choice(options, "buyoff_basis") == "net":
        dear, bonus = max(0, dear - bonus), max(0, bonus - dear)
        plain, bonus = max(0, plain - bonus), max(0, bonus - plain)
    pool = Pool(counts.normal + bonus, counts.ed, counts.had)
    capped = _capped(pool, options)
    absorbed = pool.total - capped.total
    dear, absorbed = max(0, dear - absorbed), max(0, absorbed - dear)
    plain = max(0, plain - absorbed)
    bought, left = _bought_off(capped, dear, options)
    removed = min(left + plain, bought.rolled)
    return replace(bought, rolled=bought.rolled - removed, removed=removed)


def _capped(pool: Pool, options: Options) -> Pool:
    """The pool without its dice over the cap, plain ones first, then Expert Dice (BG-A24)."""
    cap = choice(options, "pool_cap")
    over = 0 if cap == "none" else max(0, pool.total - int(cap))
    rolled = min(over, pool.rolled)
    ed = min(over - rolled, pool.ed)
    return Pool(pool.rolled - rolled, pool.ed - ed, pool.had - (over - rolled - ed))


def _bought_off(pool: Pool, penalty: int, options: Options) -> tuple[Pool, int]:
    """The pool after its special dice paid for penalties, one each (BG-A18 to BG-A20), and the penalty that is left."""
    payers = {"ed": pool.ed if choice(options, "ed_buys_off") == "on" else 0, "had": pool.had}
    order = ("ed", "had") if choice(options, "buyoff_order") == "ed_first" else ("had", "ed")
    paid = {}
    for kind in order:
        paid[kind] = min(penalty, payers[kind])
        penalty -= paid[kind]
    ed, had = paid["ed"], paid["had"]
    return Pool(pool.rolled + ed + had, pool.ed - ed, pool.had - had, bought_ed=ed, bought_had=had), penalty
