"""How a refusal stands on a page."""

from __future__ import annotations

from campaigns.site.templatetags.table import coded


def test_what_is_to_be_typed_stands_as_code_and_nothing_else_is_markup() -> None:
    assert coded("Did you mean `!init <b>`? No & yes.") == "Did you mean <code>!init &lt;b&gt;</code>? No &amp; yes."
    assert coded("One ` alone <i>") == "One ` alone &lt;i&gt;"
