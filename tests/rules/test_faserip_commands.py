"""What the command sheet says of FASERIP, line by line: each act, what its card says, and what is refused."""

from __future__ import annotations

from rules.system import Declaration
from rules.systems.faserip.health import word
from rules.systems.faserip.system import SYSTEM
from tests.rules.faserip_table import FaseripTable
from tests.rules.rows import rows

TABLE = FaseripTable()


def says(roll: Declaration, *faces: int, roller: str = "", target: str = "Toad", rival: str = "") -> str:
    """The card's sentence with the names that the page lays in, and what it waits for."""
    card = TABLE.card(roll, *faces)
    told = f"{card.spoken} {card.waits}".strip()
    return told.replace("{roller}", roller).replace("{target}", target).replace("{rival}", rival)


def test_using_a_power() -> None:
    attack = TABLE.declare("!attack Toad with Lightning", "Storm")
    assert says(attack, 67, roller="Storm") == (
        "Storm aims Lightning at Toad, Agility Remarkable: 67, Yellow. Amazing damage, 50, Physical. Waiting for Toad."
    )
    assert (attack.waits, attack.target, attack.title) == (True, "Toad", "Lightning")
    assert attack.notation == "Agility Remarkable; Amazing damage, Physical; not under water"


def test_a_punch() -> None:
    punch = TABLE.declare("!attack Toad", "Thor")
    assert f"Thor, {says(punch, 97, 4, 5, 6)}" == (
        "Thor, Fighting Unearthly: 97, Red, 3d6 thrown: 4, 5, 6. Damage by Strength, 100, Physical. Waiting for Toad."
    )
    card = TABLE.card(punch, 97, 4, 5, 6)
    assert [(cluster.name, [die.face for die in cluster.dice]) for cluster in card.clusters] == [("", [97]), ("3d6", [4, 5, 6])]
    assert card.detail == "Unearthly: Red from 86 to 100. 3d6 thrown: 4, 5, 6; they count when the defence leaves them."
    assert (card.headline, card.verdict) == ("Damage by Strength, 100, Physical.", "")


def test_a_dodge() -> None:
    dodge = TABLE.answer("!dodge", TABLE.declare("!attack Toad with Lightning", "Storm"), [67], "Toad")
    assert f"Toad, {says(dodge, 52)}" == "Toad, Agility Good: 52, Green. Yellow beats Green: full damage, 50 Physical."
    assert (dodge.title, dodge.waits) == ("Dodge", False)
    card = TABLE.card(dodge, 52)
    assert (card.headline, card.verdict) == ("Yellow beats Green: full damage, 50 Physical.", "failure")


def test_a_tie() -> None:
    dodge = TABLE.answer("!dodge", TABLE.declare("!attack Toad with Lightning", "Storm"), [50], "Toad")
    card = TABLE.card(dodge, 50)
    assert card.headline == "50 Green against 50 Green: the dodger wins a tie, without a counter move."
    assert card.verdict == "success"


def test_taking_damage() -> None:
    assert f"Toad, Physical Health 40 to -10: {word('physical', -10)}." == "Toad, Physical Health 40 to -10: knocked out."


def test_initiative_thrown_here() -> None:
    assert TABLE.card(SYSTEM.initiative(TABLE.sheet("Thor"), "", {}), 17).spoken == "Initiative, Agility Excellent, 1d20: 17."


def test_a_feat_with_a_talent() -> None:
    feat = TABLE.declare("!feat Reasoning with Physics", "Iron Man")
    assert f"Iron Man, {says(feat, 64)}" == (
        "Iron Man, Reasoning Remarkable, Physics +1CS, Incredible: 64, Yellow. Succeeds, full effect."
    )


@rows(
    ("face", "words"),
    [
        (4, "4, Blue: a botch. The GM says what happens."),
        (20, "20, White. Not resisted: the whole harm."),
        (47, "47, Green. Partly resisted: half the harm."),
        (80, "80, Yellow. Resisted: no harm."),
        (99, "99, Red. Resisted: no harm, outstanding."),
    ],
)
def test_poison(face: int, words: str) -> None:
    assert says(TABLE.declare("!feat Endurance # tear gas", "Iron Man"), face) == f"Endurance Good: {words}"


def test_two_actions() -> None:
    lines = [f'!attack "Lex Luthor" action {k}/2' for k in (1, 2)]
    first, second = (TABLE.declare(line, "Storm") for line in lines)
    assert says(second, 80).startswith(
        "Action 2 of 2, Fighting Remarkable -2CS, Good: 80, Yellow. At Good: no further action or dodge this Round."
    )
    assert "At Good" not in says(first, 80)
    assert TABLE.card(second, 80).detail == "Good: Yellow from 76 to 97. At Good: no further action or dodge this Round."
    assert second.target == "Lex Luthor"


def test_further_actions() -> None:
    assert says(TABLE.declare("!more Fighting", "Cap"), 71) == (
        "FEAT on Fighting Amazing: 71, Yellow. Further actions allowed, the next at -2CS."
    )
    assert TABLE.declare("!attack Toad extra", "Cap").notation.startswith("Fighting Amazing, -2CS for further action 1;")


def test_a_grapple_and_breaking_free() -> None:
    held = TABLE.answer("!defend", TABLE.declare("!grapple Toad", "Thor"), [70], "Toad")
    assert says(held, 60, roller="Toad").endswith("Yellow beats Green: Toad is held.")
    free = TABLE.declare("!feat Strength vs Thor", "Toad")
    assert (free.waits, free.target) == (True, "Thor")
    stays = TABLE.answer("!defend", free, [55], "Thor")
    assert says(stays, 60, roller="Thor", rival="Toad").endswith("Green 55 against Yellow 60: Toad stays held.")


def test_an_attack_on_the_mind() -> None:
    attack = TABLE.declare('!attack Toad with "Psionic Blast" mental', "Jean")
    card = TABLE.card(TABLE.answer("!defend with Psyche", attack, [30], "Toad"), 20)
    assert card.headline == "White 30 against White 20: a quarter of 50, 12 Mental."


def test_a_botch() -> None:
    assert says(TABLE.declare("!feat Agility", "Iron Man"), 4).endswith("4, Blue: a botch. The GM says what happens.")


@rows(
    ("line", "name", "sentence"),
    [
        ("!attack Lightning -t Toad", "Storm", "Target first: `!attack Toad with Lightning`."),
        ("!attack Lightning Toad", "Storm", "Target first: `!attack Toad with Lightning`."),
        ("!attack Fighting Toad", None, "Target first: `!attack Toad with Fighting`."),
        ("!attack Iron Man", "Storm", 'A name with blanks needs quotes: `!attack "Iron Man"`.'),
        ("!attack", "Storm", "Say whom first: `!attack Toad with Lightning`, `!attack Toad with Good damage Typical`."),
        ("!grapple with Good", "Storm", "Say whom first: `!grapple Toad`, `!grapple Toad with Good`."),
        ('!attack Toad "Iron Man"', "Storm", "“Iron Man” is not clear here. Write it like this: `!attack Toad with Lightning`, "
            "`!attack Toad with Good damage Typical`."),
        ("!attack Toad vs Thor", "Storm", "“vs” is not clear here. Write it like this: `!attack Toad with Lightning`, "
            "`!attack Toad with Good damage Typical`."),
        ("!attack Toad action 1/2", "Thor", None),
        ("!attack Toad action 1/2", "Iron Man", "A second action would fall below Good: Good can't act twice."),
        ("!feat Agility action 1/2", "Iron Man", "A second action would fall below Good: Excellent can't act twice."),
        ("!attack Toad extra", "Iron Man", "A second action would fall below Good: Good can't act twice."),
        ("!attack Toad action 1/2 extra", "Cap",
            "Say `action 1/2` or `extra`, not both: actions are declared beforehand or follow a FEAT."),
        ("!attack Toad with Psyche damage Good", "Jean",
            "An attack with Psyche says which Health it hurts: `physical` or `mental`."),
        ("!attack Toad with Agility", "Storm", "Say what damage it does: `damage Amazing`. Agility does not tell."),
        ("!attack Toad with Good", None, "Say what damage it does: `damage Amazing`. A bare rank does not tell."),
        ("!attack Toad with Lightening", "Storm", "No power Lightening on this sheet. Did you mean Lightning?"),
        ("!attack Toad with Agilty damage Good", "Storm", "No power Agilty on this sheet. Did you mean Agility?"),
        ("!feat Agility with Lightning", "Storm",
            "Lightning is a power, not a Talent: it aims an attack, `!attack NAME with Lightning`."),
        ("!attack Toad with Luck", "Storm", "No Talent Luck on this sheet. A shift without a Talent is written `+1cs`."),
        ("!attack Toad with Flight", "Thor",
            "The sheet does not say what aims Flight: write it there, `Flight: Remarkable, aimed with Agility`."),
        ('!attack Toad with Hammer, Fighting', "Thor", "One statistic or power, and Talents, stand after `with`: "
            "`!attack Toad with Lightning`, `!attack Toad with Good damage Typical`."),
        ('!attack Toad with Hammer, Flight', "Thor", "One statistic or power, and Talents, stand after `with`: "
            "`!attack Toad with Lightning`, `!attack Toad with Good damage Typical`."),
        ("!attack Toad", None,
            "There is no sheet here that has Fighting. Write its rank: `!attack Toad with Good damage Typical`."),
        ("!grapple Toad", None, "There is no sheet here that has Strength. Write its rank: `!grapple Toad with Good`."),
        ("!grapple Toad with Agility", "Thor", "A grapple is rolled with Strength, not Agility."),
        ("!attack Toad damage Shift0", "Thor", "Shift 0 does no damage: nobody attacks with it."),
        ("!attack Toad damage", "Thor", "Say the rank of the damage once: `damage Amazing`."),
        ("!attack Toad damage Good damage Good", "Thor", "Say the rank of the damage once: `damage Amazing`."),
        ("!attack Toad physical mental", "Thor", "Say `physical` or `mental`, once."),
        ("!feat Good vs", "Thor", "Say once against whom: `vs Thor`."),
        ("!feat Good vs Thor vs Toad", "Thor", "Say once against whom: `vs Thor`."),
        ("!more Psyche", "Cap", "Further actions hang on a FEAT: `!more Fighting` or `!more Agility`."),
        ("!more", "Cap", "Further actions hang on a FEAT: `!more Fighting` or `!more Agility`."),
        ("!more Fighting +1cs", "Cap", "Further actions hang on a FEAT: `!more Fighting` or `!more Agility`."),
        ("!dodge", "Cap", "Nothing waits for an answer here: `!dodge` answers an attack or a contest."),
        ("!pool 7d", "Cap", "This campaign plays FASERIP: use `!feat`, `!attack` or `!roll`."),
    ],
)  # fmt: skip
def test_a_wrong_attack_is_refused_with_the_right_line(line: str, name: str | None, sentence: str | None) -> None:
    if sentence is None:
        assert TABLE.declare(line, name).waits
    else:
        assert TABLE.refusal(line, name) == sentence


@rows(
    ("line", "name", "sentence"),
    [
        ("!dodge with Fighting", "Toad", "A dodge is rolled with Agility: `!defend with Fighting`."),
        ("!dodge", None, "There is no sheet here that has Agility. Write its rank: `!dodge with Good`."),
        ("!dodge Iron Man", "Toad", 'A name with blanks needs quotes: `!dodge "Iron Man"`.'),
        ("!defend", None, "There is no sheet here that has Agility. Write its rank: `!defend with Good`."),
        ("!defend action 1/2", "Toad",
            "“action” is not clear here. Write it like this: `!defend`, `!defend with Agility`, `!defend with Good`."),
        ("!defend with Physics", "Toad", "No Talent Physics on this sheet. A shift without a Talent is written `+1cs`."),
        ("!defend with Shift0", "Toad", "At Shift 0 nothing can be rolled: Feeble is the lowest rank that acts."),
    ],
)  # fmt: skip
def test_a_wrong_answer_is_refused_with_the_right_line(line: str, name: str | None, sentence: str) -> None:
    attack = TABLE.declare("!attack Toad with Lightning", "Storm")
    assert TABLE.refused_answer(line, attack, [67], name) == sentence


def test_a_contest_of_bare_ranks_asks_what_answers_it() -> None:
    contest = TABLE.declare("!feat Good vs Thor")
    assert TABLE.refused_answer("!defend", contest, [50], "Thor") == "Say what is rolled: `!defend with Good`."


@rows("line", ["!defend", "!defend Storm", '!defend "Storm"', "!defend Storm with Agility", "!dodge Storm"])
def test_a_defender_may_name_whom_he_answers(line: str) -> None:
    attack = TABLE.declare("!attack Toad with Lightning", "Storm")
    assert TABLE.answer(line, attack, [67], "Toad").expr == "defend Good against 41.0 Yellow 67 damage Amazing physical"


@rows(
    ("line", "name", "expr"),
    [
        ("!attack Toad", "Thor", "defend Typical against"),
        ("!attack Toad with Agility damage Good", "Storm", "defend Good against"),
        ("!attack Toad with Lightning", "Storm", "defend Good against"),
        ("!attack Toad with Lightning mental", "Storm", "defend Poor against"),
        ('!attack Toad with "Psionic Blast"', "Jean", "defend Poor against"),
        ('!attack Toad with "Force Bolt"', "Jean", "defend Good against"),
        ("!attack Toad with Remarkable damage Good", None, "defend Typical against"),
        ("!attack Toad with Remarkable damage Good mental", None, "defend Poor against"),
        ('!attack Toad with "Tear Gas"', "Toad", "defend Excellent against"),
        ("!grapple Toad", "Thor", "defend Good against"),
        ("!feat Reasoning vs Toad", "Thor", "defend Poor against"),
        ("!feat Strength vs Toad", "Thor", "defend Good against"),
    ],
)
def test_what_is_aimed_at_somebody_says_what_meets_it(line: str, name: str | None, expr: str) -> None:
    """FR-23; Toad: Fighting Typical, Agility and Strength Good, Endurance Excellent, Reasoning and Psyche Poor."""
    assert TABLE.answer("!defend", TABLE.declare(line, name), [50], "Toad").expr.startswith(expr)


def test_what_is_typed_goes_over_what_the_sheet_says() -> None:
    found = TABLE.declare("!attack Toad with Lightning damage Good mental +1cs", "Storm")
    assert found.expr == "attack Remarkable +1cs damage Good mental"
    assert TABLE.declare("!attack Toad damage Good", "Thor").expr == "attack Unearthly damage Good physical defence Fighting"
