"""The command words of every campaign, as the help shows them: what a line does, and who may write it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Group:
    """Commands that belong together. rows: (line, meaning, who)."""

    title: str
    about: str
    rows: tuple[tuple[str, str, str], ...]


GRAMMAR = (
    Group(
        "In every campaign",
        "A command is a whole line. Capitals do not matter; a name with blanks stands in quotes.",
        (
            ("!roll 2d6+3", "Plain dice. Also !r, /roll and /r. With & between them, a line has several results.", "Players, GMs"),
            ("!roll 4d6kh3 # Luck", "What follows # is the reason; it stands on the card.", "Players, GMs"),
            ("!roll 1d20 secret", "Sealed: the table sees that you threw, you and the GM what; revealed later.", "Players, GMs"),
            (
                "!roll 1d20 blind",
                "Sealed for you too: the GM alone sees it. Both go with every line that throws anew.",
                "Players, GMs",
            ),
            ("!roll punch", "A macro of the sheet, which may hold dice or a line of the campaign's rules.", "Players, GMs"),
            ("!roll bolt Toad", "A macro that says NAME, aimed at somebody.", "Players, GMs"),
            ("!roll 1d20 as Mabel", "For another character of yours than the post speaks as.", "Players, GMs"),
            (
                '!roll 1d20 as Toad, Usher, "Usher 2"',
                "The line once for each, by sheets and names of their own, all in one cast. So with any line that throws anew.",
                "GMs",
            ),
        ),
    ),
    Group(
        "Dice in !roll",
        "The parts of one term stand in this order: rerolled, thrown again and added, kept, counted.",
        (
            ("!roll (2d6+3)*2 - 1d4/2", "Sums, products and brackets. / rounds down.", "Players, GMs"),
            ("!roll d% + 4dF", "A percentile die; four Fudge dice, each -1, 0 or 1.", "Players, GMs"),
            ("!roll 4d6kh3", "Keeps the highest three; kl the lowest. dl1 drops the lowest one, dh1 the highest.", "Players, GMs"),
            ("!roll 2d20kh1+5", "With advantage; kl1 is disadvantage.", "Players, GMs"),
            ("!roll 4d6r1", "A 1 is thrown again until it is something else; ro1 once, r<=2 a 1 or 2.", "Players, GMs"),
            ("!roll 3d6!", "A highest face brings a further die; !5 or !>=5 name other faces. At most 100.", "Players, GMs"),
            ("!roll 5d10!!kh2", "The same, but a die and those it brought are one value.", "Players, GMs"),
            ("!roll 8d6>=5", "Counts the dice that show 5 or more. > and < are strict.", "Players, GMs"),
            ("!roll 1d8[fire] + 3", "What stands in brackets is a note on the card.", "Players, GMs"),
        ),
    ),
    Group(
        "B-Grade",
        "A pool of ten-sided dice from Stat and Skill; what matches makes a set.",
        (
            ("!pool Body+Brawl", "The pool of the sheet; also !ore. Without a sheet: 7d+1ed+1had.", "Players, GMs"),
            ("!pool Body+Brawl vs 4", "Against a Difficulty; with a name after vs a contest, fast or slow.", "Players, GMs"),
            ("!pool Body+Brawl +1d -2d", "Bonus and penalty dice, on top of the penalties of the sheet.", "Players, GMs"),
            ("!pool Body+Climb ed=10", "The height of an Expert Die, said before the throw.", "Players, GMs"),
            ("!pool Body+Brawl actions punch, duck", "Several actions; it costs a die.", "Players, GMs"),
            ("!pool Body+Lift with Ines", "A joint roll with somebody who has offered the dice.", "Players, GMs"),
            ("!pool Body+Run with Ines fast", "Against time: Ines rolls her own hand into it.", "Players, GMs"),
            ('!pool Body+Run with Ines vs "Nazi guard" fast', "Together against somebody, who answers last.", "Players, GMs"),
            ("!hammer 8", "Sets the Hammer-time Die of your newest roll that waits for it, once.", "Whoever rolled"),
            (
                "!hammer 8 for k3m9x2pq",
                "The same for the roll of that key, which stands on its card.",
                "Whoever rolled; GMs once late",
            ),
            ("!use 2x8 for punch, 2x2 for duck", "Says which set serves which action, once.", "Whoever rolled"),
            (
                "!assist Wolfman",
                "Offers your dice for a joint roll of the same Stat and Skill; against time rolls your own hand into it.",
                "Players, GMs",
            ),
            ("!defend with Body+Dodge", "Answers the newest open contest against your character.", "The target, GMs"),
            ("!defend with Body+Dodge with Ines", "The same together with somebody.", "The target, GMs"),
        ),
    ),
    Group(
        "FASERIP",
        "One hundred-sided die on the column of a rank; the colour is the result. What does not fit in one Turn of a fight is "
        "warned of before and after the post, and the GM may allow it.",
        (
            (
                "!feat Reasoning",
                "A FEAT of a statistic or a rank; also !faserip. With vs and a name it is a contest.",
                "Players, GMs",
            ),
            ("!feat Reasoning with Physics +1cs", "With Talents, and with a column shift.", "Players, GMs"),
            ("!attack Toad", "An attack: with Fighting, unless with names a statistic or power.", "Players, GMs"),
            ("!attack Toad with Lightning action 1/2", "The first of two actions in a Round.", "Players, GMs"),
            ("!dodge", "Answers with Agility.", "The target, GMs"),
            ("!dodge action 1/2", "Likewise, shifted like the action made last: where a house ruling says so.", "The target, GMs"),
            ("!defend with Fighting", "Answers the newest open attack against your character.", "The target, GMs"),
            (
                "!grapple Toad",
                "Strength against the target's Agility: a hold, which hurts by a house ruling alone.",
                "Players, GMs",
            ),
            ("!more Fighting", "The FEAT for further actions; then !attack Toad extra.", "Whoever acts"),
        ),
    ),
    Group(
        "Turns",
        "These lines move the turn order of a scene. A number after !init was rolled already: nothing is thrown for it.",
        (
            ("!init Thor 20", "Enters the number that was rolled.", "Whoever plays Thor, GMs"),
            ("!init Thor", "Throws the initiative of the sheet, or of a rank after the name.", "Whoever plays Thor, GMs"),
            ("!init Wolfman 3x5", "B-Grade: order by width, then by height.", "Whoever plays Wolfman, GMs"),
            ("!init Usher x3 12", "Three numbered combatants at 12. For all without a number: !init all.", "GMs"),
            ("!fight", "Opens the turn order of a scene; !fight end closes it.", "GMs"),
            ("!next", "The next turn; the first one begins Round 1.", "GMs"),
            ("!back", "Back to the turn before.", "GMs"),
            ("!turn Thor", "Gives Thor the turn.", "GMs"),
            ("!hold", "Waits with the turn.", "Whoever acts, GMs"),
            ("!pass", "Ends the turn without an act; with a name, the GM skips somebody.", "Whoever acts, GMs"),
            ("!hp Thor -25", "Changes Health, also +10 or =40; mental before the number for Mental Health.", "GMs"),
            (
                "!state Toad +held for 2",
                "A condition for two of Toad's own Turns, this or the next first; -held takes it away.",
                "GMs",
            ),
            ('!state Wolfman +"torn arm" -1d', "B-Grade: every pool of Wolfman's loses a die while the fight lasts.", "GMs"),
            ("!out Thor", "Leaves the turn order.", "GMs"),
        ),
    ),
)
