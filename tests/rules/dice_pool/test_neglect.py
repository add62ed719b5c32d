"""Leaving somebody to bleed: who is guilty of it, and what is carried of it."""

from typing import Any

import pytest

from sim.casting.roster import make
from sim.errors import ScenarioError
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.between.carrying import carried, entered
from sim.rules.dice_pool.events import conscience as m
from sim.rules.dice_pool.events import lasting as e
from sim.rules.dice_pool.narration.carries import carries
from sim.rules.dice_pool.records.body import Felled
from sim.rules.dice_pool.scenario.now import Felled as FelledNow
from sim.rules.dice_pool.scenario.now import Now
from sim.rules.dice_pool.scenario.steps import Step
from sim.rules.dice_pool.system import SYSTEM
from sim.seam.events import Seat
from sim.seam.protocol import Decision, Table
from tests.rules.dice_pool.table import (
    A,
    B,
    C,
    Game,
    after,
    conflict,
    harm,
    hurt,
    person,
)

HOUR = Step("wait", hours=1)


def bleeding_beside(*others: Any, wounds: str = "A A A A A A L", **now: Any) -> Game:  # noqa: ANN401 - people, and how Pat stands
    """Return an aftermath of some beside Pat, who bleeds and has one point left."""
    pat = person("Pat", intents=(), now=hurt(wounds=wounds, **now))
    return Game(after(HOUR, seats=(*others, pat)))


def stranger(name: str = "Ana", **fields: Any) -> Any:  # noqa: ANN401 - a character
    """Return somebody on a side of their own."""
    return person(name, **({"intents": (), "morality": 4} | fields))


def sins(game: Game) -> list[tuple[int, int, str]]:
    """Return who is guilty of what."""
    return [(event.who, event.rating, event.deed) for event in game.all(m.SinCommitted)]


def test_dp_r_54_whoever_leaves_one_to_bleed_to_death_is_guilty_of_it() -> None:
    """DP-R-54: Whoever leaves one to bleed to death is guilty of a crime of 4.

    Also tested: DP-MORAL-03.
    """
    game = bleeding_beside(stranger(), stranger("Boris")).pick(f.TendingRefused)
    assert not sins(game)
    game.pick(f.TendingRefused).quiet()
    assert game.all(e.CharacterDied)
    neglect = "killing by neglect"
    assert sins(game) == [(A, 4, neglect), (B, 4, neglect)]
    assert [event.rating for event in game.all(m.CrisisStarted)] == [4, 4]
    told = f"Ana is guilty of {neglect}, to Pat (a crime of 4)."
    assert SYSTEM.narrate(game.state, game.all(m.SinCommitted)[0]).startswith(told)


def test_dp_r_60_neglect_troubles_only_who_would_be_troubled() -> None:
    """DP-R-60: Neglect troubles only whom it would, and not over a beast.

    Also tested: DP-MORAL-03 and DP-MORAL-06.
    """
    assert not sins(
        bleeding_beside(stranger(morality=3)).pick(f.TendingRefused).quiet()
    )
    dog = person("Rex", kind="feral", intents=(), now=hurt(wounds="A A A A A A L"))
    game = Game(after(HOUR, seats=(stranger(), dog))).pick(f.TendingRefused).quiet()
    assert game.all(e.CharacterDied)
    assert not sins(game)


def test_dp_r_54_who_tries_has_not_left_anybody() -> None:
    """DP-R-54, DP-R-98: Whoever tries to tend is not guilty, even after a refusal."""
    game = bleeding_beside(stranger(), wounds="A A A A A L L").pick(f.TendingRefused)
    assert game.state.participants[B].body.left_by == ()
    game.pick(f.TendingTried).quiet().successes(0).quiet()
    assert game.all(e.CharacterDied)
    assert not sins(game)


def test_dp_r_54_nobody_is_guilty_where_somebody_else_helps() -> None:
    """DP-R-54: Nobody is guilty if somebody else stops the bleeding."""
    game = bleeding_beside(stranger(), stranger("Boris")).pick(
        f.TendingRefused, f.TendingTried
    )
    game.quiet().successes(1).quiet()
    assert game.all(e.CharacterStabilized)
    assert not sins(game)
    assert game.state.participants[C].body.left_by == ()


@pytest.mark.parametrize(("planned", "rating"), [(False, 3), (True, 2)])
def test_dp_r_54_one_deed_takes_the_worst_rating(planned: bool, rating: int) -> None:  # noqa: FBT001 - a case
    """DP-R-54: Of killing and neglect only the worse is counted."""
    knife = harm("knife", premeditated=planned)
    ana = person(intents=(knife,), morality=4, side="we")
    cy = person("Cy", intents=(), morality=4, side="we")
    boris = person("Boris", health=2)
    game = Game(conflict(ana, boris, cy, aftermath=(HOUR,))).fight(2, 0).quiet()
    while game.offers(f.TendingRefused):
        game.pick(f.TendingRefused)
    guilty = [(who, worst) for who, worst, _ in sins(game)]
    assert guilty == [(A, rating), (C, 4)]


def test_scruple_leaves_nobody_to_bleed() -> None:
    """DP-DEC-17: `scruple` tends even a stranger, and `steady` does not.

    Also tested: DP-R-98 and DP-R-110.
    """
    game = bleeding_beside(stranger())
    for spec, kind in (("scruple", f.TendingTried), ("steady", f.TendingRefused)):
        agent = make(spec)
        seats = SYSTEM.seats(after(HOUR, seats=(stranger(), stranger("Pat"))))
        agent.begin(Table(SYSTEM, A, seats, bytes(32)))
        assert isinstance(game.asked, Decision)
        assert type(agent.choose(game.asked)) is kind


# What is carried.


def felled() -> Game:
    """Return an aftermath in which Boris bleeds by Ana's shot, and she has left him."""
    shot = harm("knife", premeditated=True, unseen=True)
    ana = person(intents=(shot,), morality=4, side="we")
    cy = person("Cy", intents=(), morality=4, side="we")
    game = Game(conflict(ana, person("Boris", health=2), cy, aftermath=(HOUR,)))
    return game.fight(2, 0).quiet(f.TendingRefused).pick(f.TendingRefused)


def test_dp_r_107_who_felled_and_who_left_one_goes_along() -> None:
    """DP-R-54, DP-R-107: Who felled and who left somebody is carried on."""
    game = felled()
    brought = carried(game.state)
    now = brought["Boris"]["now"]
    assert now["felled"] == {"by": "Ana", "premeditated": True, "unseen": True}
    assert now["left_by"] == ["Ana"]
    assert not {"felled", "left_by", "treated_ago"} & set(brought["Ana"]["now"])
    words = carries(brought["Boris"])
    assert words["felled"] == "felled by Ana"
    assert words["left"] == "left to bleed by Ana"
    ana, cy = person(intents=()), person("Cy", intents=())
    boris = person("Boris", health=2, intents=())
    again = entered(after(HOUR, seats=(cy, boris, ana)), brought)
    assert again is not None
    next_ = Game(again)
    # The same Ana, who sits elsewhere now.
    body = next_.state.participants[B].body
    killer = Felled(Seat(C), murderous=True, unseen=True)
    assert (body.felled, body.left_by) == (killer, (C,))
    while next_.offers(f.TendingRefused):
        next_.pick(f.TendingRefused)
    assert [
        (event.who, event.rating, event.aware) for event in next_.all(m.SinCommitted)
    ] == [
        (C, 2, False),
        (A, 4, True),
    ]


def test_dp_r_107_who_is_not_there_has_nothing_on_the_conscience() -> None:
    """DP-R-107: Without the one who felled them nobody is guilty later."""
    boris = person("Boris", health=2, intents=())
    scenario = after(HOUR, seats=(person("Cy", intents=()), boris))
    again = entered(scenario, carried(felled().state))
    assert again is not None
    body = Game(again).state.participants[B].body
    assert (body.felled, body.left_by) == (None, ())


def test_dp_r_107_a_wound_that_was_treated_today_waits() -> None:
    """DP-R-43, DP-R-107: A wound treated today waits in the next conflict too."""
    treat = Step("treat", hours=4, who=("Ana",), patients=("Pat",))
    pat = person("Pat", intents=(), now=hurt(wounds="A* L* B"))
    game = Game(after(treat, seats=(person(intents=()), pat)))
    game.pick(f.TreatmentTried).quiet().successes(1).quiet()
    brought = carried(game.state)
    now = brought["Pat"]["now"]
    assert now["wounds"].startswith("L* L*")
    ago = next(seconds for seconds in now["treated_ago"] if seconds is not None)
    assert carries(brought["Pat"])["treated"].startswith("1 wound treated, last")
    for hours, tries in ((0, 1), (24, 2)):
        wait = (Step("wait", hours=hours),) if hours else ()
        seats = (person(intents=()), person("Pat", intents=()))
        again = entered(after(*wait, treat, treat, seats=seats), brought)
        assert again is not None
        next_ = Game(again)
        assert -ago in [
            wound.treated_at for wound in next_.state.participants[B].body.wounds
        ]
        count = 0
        while next_.offers(f.TreatmentTried):
            next_.pick(f.TreatmentTried).quiet().successes(1).quiet(f.TreatmentTried)
            count += 1
        assert count == tries


def test_dp_r_107_what_was_carried_before_is_still_read() -> None:
    """DP-R-107: A record from before neglect was carried is read without any."""
    brought = carried(felled().state)
    for name in ("felled", "left_by"):
        del brought["Boris"]["now"][name]
    boris = person("Boris", health=2, intents=())
    again = entered(after(HOUR, seats=(person(intents=()), boris)), brought)
    assert again is not None
    assert again.seats[1].now.felled is None
    assert "felled" not in carries(brought["Boris"])


@pytest.mark.parametrize(
    ("now", "said"),
    [
        ({"felled": FelledNow("Anna")}, r"now\.felled\.by: .* mean Ana\?"),
        ({"left_by": ("Anna",)}, r"now\.left_by\[0\]: .* mean Ana\?"),
        ({"wounds": "L", "treated_ago": (1, 2)}, r"now\.treated_ago: found 2"),
        ({"wounds": "B B B B B B B B"}, r"now\.wounds: found 8 wounds"),
    ],
)
def test_what_cannot_have_been_is_refused(now: dict[str, Any], said: str) -> None:
    """Unknown names, and too many treatments or wounds, are refused.

    DP-HEALTH-01: With Stamina 2 there are seven boxes, however many of them are empty.
    """
    with pytest.raises(ScenarioError, match=said):
        conflict(person(now=Now(**now)), person("Boris"))
    full = Now(wounds="- B B B B B B B", treated_ago=(1,) * 7)
    assert conflict(person(now=full), person("Boris"))
