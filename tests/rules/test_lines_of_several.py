"""Lines that a GM throws for several: the names after `as`."""

from __future__ import annotations

import pytest

from rules.lines import RuleError, read_line


def test_several_names_after_as_are_parted_by_commas_and_each_stands_there_once() -> None:
    read = read_line('!feat Agility as Toad,Usher , "Usher, 2" secret # who sees it')
    assert read is not None
    assert (read.rest, read.speaker, read.also) == ("Agility", "Toad", ("Usher", "Usher, 2"))
    assert (read.secrecy, read.reason) == ("secret", "who sees it")
    single = read_line('!pool Body, Mind as "Toad, the Terrible"')
    assert single is not None and (single.speaker, single.also, single.rest) == ("Toad, the Terrible", (), "Body, Mind")
    several = 'Several names after `as` are parted by commas, in quotes where they have blanks: `as Toad, "Usher 2"`.'
    for names, sentence in (
        ("Toad,", several), (", Toad", several), ("Toad, Iron Man", several), ("Toad,,Usher", several),
        ("Toad, Iron-Man, ironman", "ironman stands twice after `as`; each throws once."),
        (", ".join(f"U{n}" for n in range(21)), "After `as` stand at most 20 names; these are 21."),
    ):  # fmt: skip
        with pytest.raises(RuleError) as refused:
            read_line(f"!roll 1d6 as {names}")
        assert refused.value.sentence == sentence
    full = read_line("!roll 1d6 as " + ", ".join(f"U{n}" for n in range(20)))
    assert full is not None and len(full.also) == 19
