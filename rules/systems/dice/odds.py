"""What a player wants to know of a plain roll before it is thrown, in words."""

from __future__ import annotations

from fractions import Fraction

from rules.dice.expression import Expression, counts_successes
from rules.dice.limits import TABLE
from rules.dice.odds import Distribution, distribution, plain_mean
from rules.system import Odds

_NOT_DRAWN = "The table of chances is not drawn: this roll has too many results to reckon them exactly at once."
_MEAN_ENDLESS = (
    f"The mean is reckoned as if any number of dice could be added; fewer than one roll in a billion reaches {TABLE.added}."
)
_ENDLESS = f"Reckoned as if rerolls had no limit; fewer than one roll in a billion reaches that of {TABLE.added} added dice."


def odds_of(expression: Expression) -> Odds:
    """Least, greatest, mean, the total that half of all rolls reach, and every result with its chance where they can be drawn."""
    found = distribution(expression)
    if found is None:
        bounds = (("Least", str(expression.least)), ("Greatest", str(expression.greatest)))
        means = {decimal(mean) for mean in plain_mean(expression) or ()}
        if len(means) != 1:
            return Odds(bounds, words=_NOT_DRAWN)
        unlimited = any(term.again or term.reroll == "r" for term in expression.terms)
        return Odds((*bounds, ("Mean", means.pop())), words=f"{_NOT_DRAWN} {_MEAN_ENDLESS}" if unlimited else _NOT_DRAWN)
    bars = [(str(total), Fraction(weight, found.whole)) for total, weight in found.weights.items()]
    words = [_ENDLESS] if found.endless else []
    if found.missing:
        bars.append((f"over {found.added} dice added", Fraction(found.missing, found.whole)))
        words.append(f"Rolls with more than {found.added} added dice stand together at the end.")
    return Odds(_numbers(expression, found), tuple(bars), " ".join(words))


def _numbers(expression: Expression, found: Distribution) -> tuple[tuple[str, str], ...]:
    numbers = [("Least", str(min(found.weights)))]
    greatest = expression.greatest if found.missing else max(found.weights)
    numbers.append(("Greatest", str(greatest)))
    means = {decimal(mean) for mean in found.mean(expression.least, greatest)}
    if len(means) == 1:
        numbers.append(("Mean", means.pop()))
    for words, share in (("Half of all rolls reach", Fraction(1, 2)), ("One roll in ten reaches", Fraction(1, 10))):
        total = found.at_least(share)
        if total is not None:
            numbers.append((words, str(total)))
    if counts_successes(expression):
        none = {percent(Fraction(found.weights.get(0, 0) + more, found.whole)) for more in (0, found.missing)}
        numbers += [("No success", chance) for chance in none if len(none) == 1]
    return tuple(numbers)


def decimal(number: Fraction) -> str:
    """The number rounded to two places, without needless noughts: `12.25`, `10.5`, `7`."""
    hundredths = int(abs(number) * 100 + Fraction(1, 2))
    sign = "-" if number < 0 and hundredths else ""
    return f"{sign}{hundredths // 100}.{hundredths % 100:02d}".rstrip("0").rstrip(".")


def percent(chance: Fraction) -> str:
    """The chance rounded to a tenth of a percent, `58.3 %`; certain and impossible only where it is."""
    tenths = int(chance * 1000 + Fraction(1, 2))
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    return {0: "under 0.1 %", 1000: "over 99.9 %"}.get(tenths, f"{tenths // 10}.{tenths % 10} %")
