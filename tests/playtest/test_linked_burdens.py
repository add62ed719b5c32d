"""A skill that only serves a bad option is told together with that option."""

from functools import cache

from msgspec import structs

from sim.campaign.plan import cast
from sim.library.parts import parts
from sim.library.scenario import load
from sim.playtest.arena import Arena
from sim.playtest.findings import Finding, Label, Restrictions
from sim.playtest.linked_burdens import link_burdens
from sim.playtest.offers import OWN, Offers
from sim.playtest.parts import PartLabel, PartWorth, PartWorths
from sim.playtest.phrases import part_words
from sim.playtest.sentences import summary_sentences
from sim.statistics.intervals import Interval

COSTS, GAINS = Interval(-0.6, -0.7, -0.5), Interval(0.6, 0.5, 0.7)
NOTHING = Interval(0.0, -0.1, 0.1)


@cache
def debate() -> Arena:
    """Dan shames Cleo by his skill of intimidation, and loses by it."""
    loaded = load("dice_pool_debate")
    return Arena(loaded, cast(loaded, ()), "s")


def options(words: str) -> Restrictions:
    """One option of Dan that is found to be a trap."""
    offers = Offers(debate())
    for number in range(2):
        offers.add(OWN, debate().play(debate().agents, number), {0, 1})
    dan = debate().seat_of("Dan")
    option = next(
        offer.option
        for offer in offers.all()
        if offer.option.seat == dan and words in offer.option.words
    )
    trap = Finding(
        *("Dan", option.words, words, GAINS, NOTHING, 90, 1.0, 1.0),
        measured=True,
        option=option,
        label=Label.TRAP,
    )
    return Restrictions((trap,), 1, 1, 90)


def burden() -> PartWorths:
    """His skill of intimidation, without which he was found to be better off."""
    (skill,) = [
        part
        for part in parts(debate().loaded)
        if (part.owner, part.name) == ("Dan", "intimidation")
    ]
    label = PartLabel.BURDEN
    named = skill.owner, skill.kind, skill.name, skill.path, str(skill.without)
    return PartWorths((PartWorth(*named, COSTS, 50, 52, label),), 1, 1, ())


def test_a_burden_says_which_option_tells_the_same() -> None:
    """A burden that comes to the same as an option is told with that option."""
    shame = options("shame her before everybody")
    told = link_burdens(debate(), burden(), shame, 40)
    assert told.found[0].same_as == "shame her before everybody"
    assert [row[0] for row in part_words(told)] == ['as "shame her before everybody"']
    (said,) = summary_sentences(None, None, None, shame, None, told)
    assert said.says == (
        '"shame her before everybody" (Dan) is a trap (without it one gets 0.60 (0.50'
        ' to 0.70) more; to strike the Skill "intimidation" comes to the same).'
    )


def test_another_option_and_another_owner_tell_something_else() -> None:
    """A burden of another option or owner is told by itself."""
    other = options("move the court")
    linked = link_burdens(debate(), burden(), other, 40)
    assert not linked.found[0].same_as
    (said,) = summary_sentences(None, None, None, other, None, linked)
    assert '; the Skill "intimidation" (Dan) is a burden (it costs 0.60' in said.says
    shame = options("shame her before everybody")
    hers = structs.replace(shame.findings[0], seat="Cleo")
    theirs = structs.replace(shame, findings=(hers,))
    assert not link_burdens(debate(), burden(), theirs, 40).found[0].same_as
