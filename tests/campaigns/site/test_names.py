from __future__ import annotations

import pytest

from campaigns.site.names import check_person_name, folded
from campaigns.site.refused import Refused


@pytest.mark.parametrize("name", ["Ines", "j.doe-2", "Łukasz", "José", "Ирина", "山田たろう", "이수", "O_o"])
def test_a_name_of_one_script_is_kept_as_it_is(name: str) -> None:
    assert check_person_name(f" {name} ") == name


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("a", "2 to 30 characters"), ("a" * 31, "this one has 31"), ("", "this one has 0"),
        ("Th\u043er", "one alphabet"), ("Ir\u03bfnMan", "one alphabet"),
        ("In es", "U+0020"), ("In\u200bes", "U+200B"), ("Th\u200for", "U+200F"),
        ("In/es", "holds /"), ("<b>x", "holds <"), ("123", "one letter"),
        ("a\nb", "U+000A"), ("\ue000ab", "U+E000"), ("x" + "\u0359" * 6, "two accents"), ("Admin", "kept for the site"),
        ("а\u0501міп", "kept for the site"), ("Adm1n", "kept for the site"), ("G.M.", "kept for the site"),
    ],
)  # fmt: skip
def test_a_name_that_could_pass_for_another_is_refused(name: str, told: str) -> None:
    with pytest.raises(Refused, match=told.replace("+", r"\+")) as caught:
        check_person_name(name)
    assert caught.value.field == "username"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Thor", "thor"),
        ("Thor", "Ｔｈｏｒ"),
        ("Thor", "𝐓𝐡𝐨𝐫"),
        ("Ivan", "lvan"),
        ("Bob", "B0b"),
        ("Ada.L", "AdaL"),
        ("Рор", "Pop"),
        ("straße", "STRASSE"),
    ],
)
def test_two_names_that_are_read_alike_have_one_key(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(("one", "other"), [("Thor", "Loki"), ("José", "Jose"), ("Ann", "Anna")])
def test_two_names_that_differ_have_two_keys(one: str, other: str) -> None:
    assert folded(one) != folded(other)
