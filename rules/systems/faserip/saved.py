"""The saved rolls of a FASERIP sheet: plain notation, FEATs, attacks and grapples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.lines import Command
from rules.macros import read_macros
from rules.system import Declaration, Options, settled
from rules.systems.faserip import sheet as sheets
from rules.systems.faserip.attack_command import declare_attack, declare_grapple
from rules.systems.faserip.feat_command import declare_feat
from rules.systems.faserip.line import KEYWORDS
from rules.systems.faserip.options import OPTIONS
from rules.systems.faserip.ranks import DEFAULTS, LADDER, SHORT

DECLARE: Final[Mapping[str, Callable[..., Declaration]]] = {
    "feat": declare_feat,
    "attack": declare_attack,
    "grapple": declare_grapple,
}


def read_sheet(fields: Mapping[str, str], options: Options = DEFAULTS) -> dict[str, Any]:
    """The sheet of a form's texts with its macros, whose FEATs and attacks are rolled from that sheet."""
    sheet = sheets.read_sheet(fields, options)
    chosen = settled(options, OPTIONS)

    def check(command: Command) -> None:
        DECLARE[command.word](command, sheet, chosen)

    names = [str(entry["name"]) for entry in (*sheet["powers"], *sheet["talents"])]
    taken = (*sheets.STATISTICS, *names, *LADDER, *SHORT, *KEYWORDS)
    macros = read_macros(fields.get("macros", ""), tuple(DECLARE), taken, check)
    return sheet | ({"macros": macros} if macros else {})
