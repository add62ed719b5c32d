"""What was bought is told by name, with the return with it and without it."""

from fractions import Fraction

from msgspec import structs

from sim.campaign.campaign import Campaign
from sim.campaign.line import GAINED
from sim.campaign.load import load
from sim.campaign.plan import cast, plan_of
from sim.campaign.recorded import Game, find
from sim.campaign.summary import CampaignSummary
from sim.rules.solar_system.events.interlude import AdvanceSpent, Purchase
from sim.run.run import run
from sim.statistics.intervals import wilson
from sim.store.store import MEMORY, open_store
from sim.stream import Line

GAMES = 12
CAMPAIGN = load("viper_and_zaru")
assert isinstance(CAMPAIGN, Campaign)
BARE = Line(0, "", (0.0, 0.0), 1, 1, 1, {}, b"")


def test_every_purchase_is_in_a_row() -> None:
    """Whoever bought an ability, a Secret or a Key has it among what was gained."""
    plan = plan_of(
        CAMPAIGN, cast(CAMPAIGN, ["uniform"] * 2), seed="bought", games=GAMES
    )
    bought = 0
    with open_store(MEMORY, create=True) as store:
        lines = run(plan, store=store).lines
        for number, line in enumerate(lines, 1):
            whole = find(store, str(number))
            assert isinstance(whole, Game)
            rows = [
                (what, seat)
                for what, each in line.tally.items()
                for seat, value in enumerate(each)
                if what.startswith(GAINED) and value
            ]
            for seat, kind in _bought(whole):
                bought += 1
                assert any(kind in what and who == seat for what, who in rows)
    assert bought > GAMES


def _bought(whole: Game) -> list[tuple[int, str]]:
    """Return who bought something of what kind."""
    kinds = {
        Purchase.RAISE: "abilities",
        Purchase.ABILITY: "abilities",
        Purchase.POOL: "pools",
        Purchase.SECRET: "secrets",
        Purchase.KEY: "keys",
    }
    return [
        (event.who, kinds[event.kind])
        for step in whole.steps
        if step.conflict is not None
        for event in step.conflict.events
        if isinstance(event, AdvanceSpent)
    ]


def test_the_return_with_it_and_without() -> None:
    """Of four campaigns two had it: their means stand beside each other."""
    held = [(0.8, 81), (0.4, 41), (0.2, 0), (0.0, 0)]
    summary = CampaignSummary(CAMPAIGN)
    for amount, value in held:
        tally = {f"{GAINED}a sword": (value, 0)} if value else {}
        summary.add(structs.replace(BARE, returns=(amount, 1.0), tally=tally))
    (gain,) = summary.gains()

    assert (gain.seat, gain.what, gain.games) == ("Tela", "a sword", 2)
    assert gain.share == wilson(2, 4)
    assert gain.with_it is not None
    assert gain.without is not None
    assert Fraction(gain.with_it.value).limit_denominator(100) == Fraction(6, 10)
    assert Fraction(gain.without.value).limit_denominator(100) == Fraction(1, 10)
    assert gain.to_dict()["return_with"]["low"] is None


def test_spent_means_one_thing() -> None:
    """What is counted in a conflict and what is on record have names of their own."""
    tally = {"spent": (4, 0), "carries spent": (2, 0)}
    summary = CampaignSummary(CAMPAIGN, [structs.replace(BARE, tally=tally)])
    assert set(summary.measured().tally) == {"spent"}
    assert set(summary.carried().tally) == {"spent on record"}
