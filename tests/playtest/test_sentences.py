"""A sentence of a report claims no more than its intervals show."""

import pytest
from msgspec import structs

import fracas
from sim.library.scenario import Loaded, load
from sim.playtest import legends
from sim.playtest.advice import sides_advice
from sim.playtest.arena import Arena
from sim.playtest.best_play import BestPlay, SureOf, best_play
from sim.playtest.fairness import Fairness, SideWorth
from sim.playtest.findings import Finding, Label, Restrictions, option_subject
from sim.playtest.parts import PartLabel, PartWorth, PartWorths
from sim.playtest.phrases import verdict_in_words
from sim.playtest.restricted_agents import Option
from sim.playtest.sensitivity import Effect, Sensitivity
from sim.playtest.sentences import summary_sentences
from sim.playtest.skill import Ladder, Rung
from sim.run.seating import seat_agents
from sim.seam.events import Pass, Seat
from sim.statistics.intervals import Interval
from sim.study.valuing import value_of
from tests.optimal.worked import tiny

NOTHING = Interval(0.0, -0.02, 0.02)


def between(
    score: Interval, drawn: float = 0.0, best: BestPlay | None = None
) -> Fairness:
    """Two sides, of which Ann wins so much."""
    other = Interval(1 - score.value, 1 - score.high, 1 - score.low)
    sides = tuple(
        SideWorth(name, won, NOTHING, won, {"": 1.0})
        for name, won in (("Ann", score), ("Bob", other))
    )
    draws = Interval(drawn, drawn, drawn)
    return Fairness(100, 10, 0.5, sides, draws, (), (), None, {}, best)


def about(score: Interval, drawn: float = 0.0, best: BestPlay | None = None) -> str:
    """What is said of two sides, of which Ann wins so much."""
    (said,) = summary_sentences(None, None, between(score, drawn, best), None, None)
    return said.says


@pytest.mark.parametrize(
    ("score", "says"),
    [
        (Interval(0.52, 0.47, 0.57), "It is fair as far as these games can tell"),
        (Interval(0.55, 0.40, 0.70), "Whether it is fair is still open"),
        (Interval(0.57, 0.52, 0.62), "It leans towards Ann"),
        (Interval(0.70, 0.62, 0.78), "It is not fair: Ann wins 70 of 100 (62 to 78)"),
        (Interval(0.99, 0.95, 1.00), "It is no contest"),
    ],
)
def test_fairness_is_claimed_as_far_as_it_is_known(score: Interval, says: str) -> None:
    """Fairness is claimed only as far as the interval shows it."""
    assert about(score).startswith(says)


def test_what_is_exact_is_said_and_not_contradicted() -> None:
    """Nothing is called fair if it is known exactly that one side wins more."""
    even_ = between(Interval(0.52, 0.48, 0.56))
    even = structs.replace(even_, exact={"Ann": 0.5, "Bob": 0.5})
    tilted = structs.replace(even_, exact={"Ann": 0.559, "Bob": 0.441})
    (fair,) = summary_sentences(None, None, even, None, None)
    (nearly,) = summary_sentences(None, None, tilted, None, None)
    assert fair.says.startswith("It is fair as far as")
    assert not nearly.says.startswith("It is fair")
    assert nearly.says.endswith("Between its own agents Ann wins 55.9 of 100, exact.")


@pytest.mark.parametrize(("gains", "named"), [((-0.67, -0.15), 1), ((-0.67,), None)])
def test_what_turns_it_round_is_no_advice(
    gains: tuple[float, ...], named: int | None
) -> None:
    """The advice names the number that makes the sides most even, if one does."""
    fairness = between(Interval(0.69, 0.66, 0.71))
    effects = tuple(
        Effect(
            f"number={at}",
            "0",
            Interval(gain, gain - 0.05, gain + 0.05),
            100,
            f"number {at}",
        )
        for at, gain in enumerate(gains)
    )
    moved = Sensitivity("Ann", effects, 2, 2, 2)
    (said,) = sides_advice(fairness, moved)
    assert said.startswith("help Bob or hinder Ann")
    assert ("number " in said) == (named is not None)
    assert named is None or f"making number {named} {named} instead of 0," in said


def test_best_play_stands_beside_who_wins() -> None:
    """Best play stands beside who wins, exact or with its bounds."""
    won = Interval(0.52, 0.47, 0.57)
    sure = (SureOf("Ann", 0.5915, 0.5915), SureOf("Bob", 0.5106, 0.5106))
    assert about(won, best=BestPlay(exact=True, states=10, sides=sure)).endswith(
        " Under best play Ann can be sure of a return of 0.592, Bob of 0.511 (exact)."
    )
    wide = (SureOf("Ann", 0.58, 0.6), SureOf("Bob", 0.4, 0.42))
    assert about(won, best=BestPlay(exact=False, states=10, sides=wide)).endswith(
        " of a return of 0.580 to 0.600, Bob of 0.400 to 0.420 (bounds)."
    )


def test_what_best_play_tells_is_not_called_open() -> None:
    """What bounds of best play show is not called open."""
    few = Interval(0.9, 0.34, 1.0)
    sides = (SureOf("Ann", 0.945, 0.992), SureOf("Bob", 0.008, 0.055))
    said = about(few, best=BestPlay(exact=False, states=10, sides=sides))
    assert said.startswith("Best play favours Ann, while among several agents")
    near = (SureOf("Ann", 0.45, 0.6), SureOf("Bob", 0.4, 0.52))
    said = about(few, best=BestPlay(exact=False, states=10, sides=near))
    assert said.startswith("Whether it is fair is still open")


def test_best_play_is_followed_for_a_share_of_the_games() -> None:
    """Best play is what `value` says, and is left out with too few games."""
    loaded = tiny("planets", round_cap="1")
    value = best_play(_arena(loaded), 30)
    assert value is not None
    assert value.exact
    for side, sure in zip(value.sides, value_of(loaded).sure, strict=True):
        assert (side.low, side.high) == (sure.low, sure.high)
    assert best_play(_arena(tiny("planets", round_cap="3")), 1) is None


def test_best_play_is_that_of_two_sides() -> None:
    """Best play is left out where there are not two sides."""
    for name in ("footrace", "stuck_door"):
        assert best_play(_arena(load(name)), 100) is None


def _arena(loaded: Loaded) -> Arena:
    seats = loaded.system.seats(loaded.scenario)
    return Arena(loaded, seat_agents(seats, ()), "s")


def test_draws_are_said() -> None:
    """A draw counts half, and where most are drawn nobody wins."""
    assert "a draw counting half" in about(Interval(0.52, 0.47, 0.57), 0.3)
    assert about(Interval(0.5, 0.5, 0.5), 0.9).startswith("Mostly nobody wins")


def test_what_several_win_is_said_to_be_shared_out() -> None:
    """Among three sides a shared win is said to be shared out."""
    two = between(Interval(0.6, 0.4, 0.8), drawn=0.3)
    third = structs.replace(two.sides[1], side="Cid")
    three = structs.replace(two, sides=(*two.sides, third), even=1 / 3)
    for fairness, several in ((two, False), (three, True)):
        (said,) = summary_sentences(None, None, fairness, None, None)
        assert ("a draw counting half" in said.says) is not several
        assert ("a win of several being shared out" in said.says) is several
        legend = " ".join(legends.own_wins(fairness))
        assert ("a whole one where a run is counted" in legend) is several


def test_an_option_is_named_by_what_is_wrong_with_it() -> None:
    """An option is named with its fault and cost, or what could not be seen."""
    option = Option(Seat(0), Pass)
    costs = Interval(-0.3, -0.4, -0.2)
    finding = Finding(
        *("Ann", "wants: wrestle (Bob)", "wrestle", NOTHING, costs, 100),
        *(0.0, 0.0, True, option, None, Label.WEAK),
    )
    (said,) = summary_sentences(
        None, None, None, Restrictions((finding,), 1, 1, 100), None
    )
    assert said.says == (
        '"wrestle" (Ann) is too weak (always taking it costs 0.30 (0.20 to 0.40)).'
    )
    plain = structs.replace(finding, label=Label.NONE)
    (said,) = summary_sentences(
        None, None, None, Restrictions((plain,), 2, 3, 100), None
    )
    assert said.says == (
        "The one option measured is not clearly a trap, too strong or useless; an"
        " effect of less than 0.10 would not have shown, and 2 other options were"
        " hardly looked at."
    )
    (said,) = summary_sentences(None, None, None, Restrictions((), 2, 2, 100), None)
    assert said.says.startswith("Neither of the 2 options tried is clearly")


def test_what_is_missed_is_something_one_could_do_without() -> None:
    """The option missed most is not one that is needed to get anything at all."""
    rungs = (Rung("blind", Interval(0.3, 0.2, 0.4), NOTHING),)
    worth = Interval(-0.7, -0.8, -0.6)
    enters = Finding(
        *("Ann", "enters a pool", "enters a pool", worth, NOTHING, 100, 1.0, 1.0),
        *(True, Option(Seat(0), Pass)),
        needed=True,
    )
    less = Interval(-0.3, -0.4, -0.2)
    crown = structs.replace(enters, brief="the crown", never=less, needed=False)
    both = Restrictions((enters, crown), 2, 2, 100)
    decides, _ = summary_sentences(None, Ladder(10, rungs), None, both, None)
    assert 'Ann would miss "the crown" most, worth 0.30 (0.20 to 0.40)' in decides.says
    alone = Restrictions((enters,), 1, 1, 100)
    decides, _ = summary_sentences(None, Ladder(10, rungs), None, alone, None)
    assert "would miss" not in decides.says


def test_what_pays_against_blind_players_is_said_to_depend() -> None:
    """An option that pays against blind players is said to depend on them."""
    costs, pays = Interval(-0.2, -0.25, -0.15), Interval(0.2, 0.1, 0.3)
    finding = Finding(
        *("Ann", "wrestle", "wrestle", NOTHING, costs, 100, 0.0, 1.0, True),
        *(Option(Seat(0), Pass), pays),
    )
    assert verdict_in_words(finding) == "depends"
    assert [says.split(":")[0] for says in legends.labels([finding])] == ["depends"]
    assert verdict_in_words(structs.replace(finding, blind=None)) == "nothing clear"
    assert verdict_in_words(structs.replace(finding, label=Label.TRAP)) == "a trap"


def test_what_surely_gains_is_said_to_be_taken_too_seldom() -> None:
    """An option that surely gains is said to be taken too seldom."""
    gains = Interval(0.63, 0.58, 0.69)
    move = Finding(
        *("Dan", "move the court", "move the court", NOTHING, gains, 100, 0.2, 0.7),
        *(True, Option(Seat(0), Pass)),
    )
    assert verdict_in_words(move) == "taken too seldom"
    says = [legend.split(":")[0] for legend in legends.labels([move])]
    assert says == ["taken too seldom"]
    assert verdict_in_words(structs.replace(move, exact=True)) == "taken too seldom"
    assert verdict_in_words(structs.replace(move, measured=False)) == "nothing clear"
    little = structs.replace(move, always=Interval(0.1, 0.04, 0.16))
    assert verdict_in_words(little) == "nothing clear"
    assert verdict_in_words(structs.replace(move, same_as="shame her")) == "as above"


def test_a_legend_is_as_sure_as_the_intervals_of_its_label() -> None:
    """An interval excludes 0, and only the estimate passes the limit: so it is said."""
    cost = Interval(-0.12, -0.21, -0.03)
    move = Finding(
        *("Ann", "flee", "flee", NOTHING, cost, 100, 0.0, 0.0, True),
        *(Option(Seat(0), Pass), None, Label.WEAK),
    )
    (weak,) = legends.labels([move])
    assert "surely costs something, probably 0.05 or more" in weak
    path = "seats[Ann].skills.bite"
    brawl = PartWorth(
        *("Ann", "skill", "bite", path, f"{path}=0", Interval(0.37, 0.06, 0.68), 9, 40),
        PartLabel.DECISIVE,
    )
    (decisive,) = legends.part_labels(PartWorths((brawl,), 1, 1, ()))
    assert "surely loses something without it, probably 0.1 or more" in decisive


def test_a_die_that_is_wed_in_its_place_is_said_to_be() -> None:
    """A die that is wed instead of removed is said to be."""
    worth = Interval(-0.21, -0.24, -0.18)
    path = "seats[Ilse].planets.mercury"
    die = PartWorth(
        *("Ilse", "die", "mercury", path, f"{path}=wed", worth, 90, 100),
        PartLabel.BURDEN,
        becomes="wed",
    )
    none = Restrictions((), 2, 2, 100)
    said = summary_sentences(None, None, None, none, None, PartWorths((die,), 1, 1, ()))
    assert said[-1].says.endswith(
        '; the die "mercury" (Ilse) is a burden (with it wed one gets 0.21 (0.18 to'
        " 0.24) more)."
    )


def test_an_option_is_called_what_it_is_about() -> None:
    """An option is called by its subject, without verb, target and pool."""
    assert option_subject("wants: flee (Ann), by wits + stealth") == "flee"
    assert option_subject("now wants: cut Tela down (against Tela)") == "cut Tela down"
    assert option_subject("does nothing") == "does nothing"
    assert len(option_subject("x" * 100)) == 48
    assert option_subject("wins a dN for later") == "wins a die for later"
    assert (
        option_subject("claims the margin of N as damage")
        == "claims the margin as damage"
    )
    assert option_subject("takes the first throw: N") == "takes the first throw"
    axe = 'find "the old axe of the old expedition" against Tomas and Ines'
    assert option_subject(axe) == "find 'the old axe of the old expedition'..."


@pytest.mark.slow
def test_how_uncertain_it_is_whether_choosing_matters_is_said() -> None:
    """A sentence says how open it is whether choosing matters, or that nothing is."""
    behind = Interval(0.1, -0.25, 0.45)
    rungs = (Rung("blind", behind, behind), Rung("own", NOTHING, Interval(0, 0, 0)))
    (said,) = summary_sentences(None, Ladder(10, rungs), None, None, None)
    assert said.says == (
        "Whether choosing matters is still open: choosing blindly gets 0.10 (-0.25"
        " to 0.45) less."
    )
    report = fracas.playtest("infirmary", budget="300 games", seed="s")
    assert [sentence.says for sentence in report.sentences[1:3]] == [
        "Nothing has to be decided, for nothing is won or lost.",
        "No option is too strong or a trap, for nothing is won or lost.",
    ]


@pytest.mark.slow
def test_nothing_is_left_as_it_is_where_it_may_be_unfair() -> None:
    """A report that leaves fairness open does not say that nothing has to change."""
    report = fracas.playtest("guitar_duel", budget="300 games", seed="few")
    first, *_, last = (sentence.says for sentence in report.sentences)
    assert first.startswith("Whether it is fair is still open")
    assert last == "Nothing shows yet that has to change, and much is still open."
