"""However often an option is looked at, its intervals hold as often as they say."""

from collections.abc import Sequence
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec import structs

from sim.playtest import option_values as module
from sim.playtest.findings import Finding, Label
from sim.playtest.offers import NAIVE, OWN, Offer, Offers
from sim.playtest.restricted_agents import Option
from sim.playtest.trials import Trial
from sim.playtest.verdicts import growth_to_settle, option_label
from sim.seam.events import Pass, Scope, Seat
from sim.statistics.intervals import Interval

WORLDS, NOMINAL = 150, 0.05
FIRST = 40
CHANGES, WINS = (0.0, 0.1, 0.5, 0.9), (0.0, 0.2, 0.4, 0.5, 0.5, 0.5, 0.7, 1.0)
EVEN = 0.5


class Deed(Pass, frozen=True):
    """What somebody does."""

    scope = Scope.ACTION


class World:
    """Two seats with made-up options, whose effects are known.

    Never to take an option, or always, changes so many conflicts, and then wins so many
    of them; without that one of two is won.
    """

    def __init__(self, seed: int, options: int) -> None:
        random = Random(f"{seed}")
        self._seed = seed
        self.played = 0
        self.seats = [SimpleNamespace(name="Ann"), SimpleNamespace(name="Bob")]
        self.offers = [offer(at % 2, f"{at}", random) for at in range(options)]
        for offer_ in self.offers:
            beside = [other.option for other in self.offers if other is not offer_]
            own = [other for other in beside if other.seat == offer_.option.seat]
            offer_.beside.update(dict.fromkeys(own, offer_.times))
        self._laws = [
            {always: (random.choice(CHANGES), random.choice(WINS)) for always in (0, 1)}
            for _ in self.offers
        ]

    def of(self, option: Option) -> Offer:
        """The counts of an option."""
        return next(offer_ for offer_ in self.offers if offer_.option == option)

    def effect(self, option: Option, *, always: bool) -> float:
        """What the restriction changes, truly."""
        at = self.offers.index(self.of(option))
        changes, wins = self._laws[at][always]
        return changes * (wins - EVEN)

    def trial(self, offer_: Offer, numbers: Sequence[int]) -> Trial:
        """The conflicts with these numbers."""
        at = self.offers.index(offer_)
        self.played += 2 * len(numbers)
        got = [self._got(at, number) for number in numbers]
        plain, never, always = map(list, zip(*got, strict=True))
        return Trial(offer_, plain, never, always, met=True)

    def measured(
        self, _: object, trials: Sequence[Trial], numbers: range
    ) -> list[Trial]:
        """In place of conflicts: what would come of them."""
        self.played += len(numbers)
        return [self.trial(trial.offer, numbers) for trial in trials if numbers]

    def _got(self, at: int, number: int) -> tuple[float, float, float]:
        usual = float(Random(f"{self._seed}/{number}").random() < EVEN)
        random = Random(f"{self._seed}/{number}/{at}")
        never, always = (
            float(random.random() < wins) if random.random() < changes else usual
            for changes, wins in self._laws[at].values()
        )
        return usual, never, always


def offer(seat: int, words: str, random: Random) -> Offer:
    """An option that some players take now and then."""
    offer_ = Offer(Option(Seat(seat), Deed, words))
    offer_.offered.update({OWN: 100, NAIVE: 10})
    offer_.taken.update(
        {OWN: random.choice((10, 50, 80)), NAIVE: random.choice((0, 10))}
    )
    return offer_


def looked_at(world: World, games: int, more: int) -> tuple[list[Finding], bool]:
    """What is measured in *games* and so many *more*, and whether these were used."""
    arena, offers = cast("Any", world), cast("Any", world)
    tried = [world.trial(offer_, range(12)) for offer_ in world.offers]
    rounds = module._rounds(arena, tried, games, FIRST)
    findings = module._labelled(
        module._measured_and_tried(arena, tried, rounds), offers
    )
    longer = module._with_last_look(arena, rounds, findings, offers, more, FIRST)
    last = module._measured_and_tried(arena, tried, longer)
    return [finding for finding in last if finding.measured], longer != rounds


@pytest.mark.parametrize(("options", "games", "more"), [(4, 300, 600), (8, 600, 2000)])
def test_intervals_hold_together_at_all_looks(
    monkeypatch: pytest.MonkeyPatch, options: int, games: int, more: int
) -> None:
    """In more than 95 of 100 playtests the intervals hold at all looks."""
    missed = again = 0
    for seed in range(WORLDS):
        world = World(seed, options)
        monkeypatch.setattr(module, "measure_trials", world.measured)
        findings, longer = looked_at(world, games, more)
        again += longer
        missed += any(
            not low - 1e-9 <= world.effect(finding.option, always=always) <= high + 1e-9
            for finding in findings
            for always, (_, low, high) in (
                (False, structs.astuple(finding.never)),
                (True, structs.astuple(finding.always)),
            )
        )
    assert again > WORLDS / 10
    assert missed <= NOMINAL * WORLDS


def test_a_verdict_hangs_where_a_few_more_games_would_give_it() -> None:
    """More games are asked for only where they may give a verdict."""
    world = World(0, 2)
    offer_ = world.offers[0]
    offer_.taken[OWN], offer_.taken[NAIVE] = 0, 10
    offers = cast("Offers", world)
    nothing = Interval(0.0, -0.04, 0.04)
    finding = Finding(
        *("Ann", "spit", "spit", nothing, Interval(-0.2, -0.45, 0.05), 50),
        *(0.0, 1.0),
        measured=True,
        option=offer_.option,
    )
    assert option_label(finding, offers, [finding]) is Label.NONE
    assert growth_to_settle(finding, offers, [finding]) == 2.0
    sure = structs.replace(finding, always=Interval(-0.2, -0.3, -0.1))
    sure = structs.replace(sure, label=option_label(sure, offers, [sure]))
    assert sure.label is Label.TRAP
    assert growth_to_settle(sure, offers, [sure]) is None
    none = structs.replace(finding, always=nothing)
    assert growth_to_settle(none, offers, [none]) is None


def test_to_lose_more_by_it_than_without_it_is_seen_with_the_same_dice() -> None:
    """An option is a trap if paired games show that taking it loses more."""
    world = World(0, 2)
    offer_ = world.offers[0]
    offer_.taken[NAIVE] = 10
    finding = Finding(
        *("Ann", "sand", "sand"),
        *(Interval(-0.26, -0.47, -0.06), Interval(-0.64, -0.84, -0.44), 51),
        *(0.78, 1.0),
        measured=True,
        option=offer_.option,
        apart=Interval(-0.37, -0.6, -0.14),
    )
    offers = cast("Offers", world)
    assert option_label(finding, offers, []) is Label.TRAP
    hardly = structs.replace(finding, apart=Interval(-0.37, -0.8, 0.06))
    assert option_label(hardly, offers, []) is not Label.TRAP
