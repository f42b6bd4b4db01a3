"""What a campaign may choose among the readings of a system's rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.errors import RuleError

Options = Mapping[str, Any]
"""A campaign's choices among the readings of a system's rules, by option name; a missing name means its default."""


@dataclass(frozen=True)
class Option:
    """A campaign option: one of `choices`, the first being the default; `rule` is the id of the ambiguity (BG-A02).

    `words` says each choice in a few words for the settings page, in the order of `choices`. `numbers` are understood beside
    the choices where a worked answer or a record names one, though no page offers them.
    """

    name: str
    label: str
    choices: tuple[str, ...]
    rule: str
    words: tuple[str, ...] = ()
    numbers: range = range(0)

    def knows(self, choice: object) -> bool:
        """Whether that is one of the choices, or a number that is understood beside them."""
        return choice in self.choices or any(choice == str(number) for number in self.numbers)

    def said(self, choice: str) -> str:
        """A choice in words; one that is not offered any more is said as it was stored."""
        return self.words[self.choices.index(choice)] if self.words and choice in self.choices else choice.replace("_", " ")


def settled(options: Options, offered: Sequence[Option]) -> dict[str, str]:
    """Every offered option by name, as the campaign chose it or by default; an unknown name or choice is refused."""
    known = {option.name: option for option in offered}
    for name, choice in options.items():
        if name not in known:
            raise RuleError(f"There is no option {name}. There are: {', '.join(known)}.")
        if not known[name].knows(choice):
            raise RuleError(f"The option {name} is one of {', '.join(known[name].choices)}, not {choice}.")
    return {name: str(options.get(name, option.choices[0])) for name, option in known.items()}


def chosen(options: Options, offered: Mapping[str, Option], name: str) -> str:
    """The campaign's choice of one of the offered options, else its default; a choice that it does not have is refused."""
    option = offered[name]
    choice = options.get(name, option.choices[0])
    if not option.knows(choice):
        raise RuleError(f"The option {name} is one of {', '.join(option.choices)}, not {choice}.")
    return str(choice)
