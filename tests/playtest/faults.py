"""The faults that are planted in all five systems, and how each has to be named."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from sim.campaign.plan import cast
from sim.library.scenario import from_dict
from sim.playtest.arena import Arena
from sim.playtest.course import Course, measure_course
from sim.playtest.fairness import Fairness, measure_fairness
from sim.playtest.findings import Finding, Restrictions
from sim.playtest.offers import OWN, Offers
from sim.playtest.option_values import measure_options
from sim.playtest.skill import PLAYERS
from sim.playtest.table import Game
from tests.playtest.planted import (
    APPROACHES,
    BLOWS,
    CUTS,
    GOALS,
    JOG,
    LIMP,
    WANTS,
    Sheet,
    auction,
    blow,
    brawl,
    cut,
    goal,
    pain,
    race,
    swords,
    want,
)

PLAIN, RESTRICTED, FAIR = 40, 600, 300
"""Conflicts without a restriction, with one, and on who wins."""
_NAIVE = 6
"""So many conflicts at every side show what each weaker player takes."""


class Fault(Struct, frozen=True):
    """An option of a *seat*, with these *words*, and the *label* it deserves."""

    sheet: Sheet
    label: str
    seat: str
    words: str


def _armed() -> Sheet:
    """Gus has a heavy axe against a shield, and handles the sword better."""
    wants = [
        want("win the ring", "Axes") | {"tags": ["edge"]},
        want("win the purse", "Axes") | {"tags": ["edge"]},
        want("strike the shield", "Swords"),
    ]
    axe = {"role": "weapon", "rating": 3, "when": ["edge"]}
    return pain(
        wants,
        rank="master",
        items=[{"name": "axe", "bonuses": [axe]}],
        theirs=[{"name": "shield", "bonuses": [{"role": "armor", "rating": 3}]}],
    )


OPTIONS: Mapping[str, Fault] = {
    "dice_pool, too strong": Fault(
        brawl((*BLOWS[:2], blow("bite", 4))), "too strong", "Ann", "bite"
    ),
    "dice_pool, useless": Fault(
        brawl((*BLOWS[:2], blow("spit", -4))), "too weak", "Ann", "spit"
    ),
    "dice_pool, a trap": Fault(
        brawl((*BLOWS[:2], blow("throw sand", 4) | {"kind": "hinder"})),
        *("a trap", "Ann", "throw sand"),
    ),
    "skill_roll, too strong": Fault(
        swords((cut("cut", 3), cut("thrust", 3), cut("cleave", 12))),
        *("too strong", "Cat", "cleave"),
    ),
    "skill_roll, useless": Fault(
        swords((*CUTS, cut("poke", 1, 1))), "too weak", "Cat", "poke"
    ),
    "skill_roll, a trap": Fault(
        swords((*CUTS, cut("tap", 1, 1) | {"skill": "axe"})), "a trap", "Cat", "tap"
    ),
    "intensity, too strong": Fault(
        auction((goal("the crown", 1.0), goal("the map", 0.2), goal("the purse", 0.2))),
        *("too strong", "Eve", "the crown"),
    ),
    "intensity, useless": Fault(
        auction((*GOALS, goal("a button", 0.0))), "too weak", "Eve", "a button"
    ),
    "intensity, a trap": Fault(auction(prizes=[2]), "a trap", "", "win a dN"),
    "solar_system, too strong": Fault(
        pain((*WANTS, want("win the hat", "Axes")), rank="master"),
        *("too strong", "Gus", "win the ring"),
    ),
    "solar_system, useless": Fault(
        pain((*WANTS, want("beg", "Swords", 0.0))), "too weak", "Gus", "beg"
    ),
    "solar_system, a trap": Fault(_armed(), "a trap", "Gus", "strike the shield"),
    "planets, too strong": Fault(
        race((*APPROACHES[:2], "bribe"), new=[{"name": "bribe", "verdict": "success"}]),
        *("too strong", "Rosa", "bribe"),
    ),
    "planets, useless": Fault(
        race((*APPROACHES[:2], "trip"), new=[{"name": "trip", "verdict": "failure"}]),
        *("too weak", "Rosa", "trip"),
    ),
    "planets, a trap": Fault(
        race(["jog"], new=[JOG, LIMP], theirs=["limp"], goal=4, rounds=40),
        *("a trap", "Rosa", "let it rest"),
    ),
}
"""An option too strong, one that is useless, and a trap, in every system."""

UNFAIR: Mapping[str, tuple[Sheet, str]] = {
    "dice_pool, unfair seat": (brawl(health=6), "Ann"),
    "skill_roll, unfair seat": (swords(capacity=120), "Cat"),
    "intensity, unfair seat": (auction(size=12), "Eve"),
    "solar_system, unfair seat": (pain(rank="grand_master"), "Gus"),
    "planets, unfair seat": (race(new=[LIMP], theirs=["limp"]), "Rosa"),
}
"""A seat that wins more than its share, in every system."""

STALLS: Mapping[str, Sheet] = {
    "dice_pool, a stall": brawl() | {"rulings": {"max_turns": 1}},
    "skill_roll, a stall": swords() | {"rulings": {"round_cap": 1, "at_cap": "draw"}},
    "intensity, a stall": auction(points=1),
    "solar_system, a stall": pain(volleys=1),
    "planets, a stall": race(rounds=2, goal=4),
}
"""Conflicts that mostly stop before anybody has won, in every system."""


def arena_of(sheet: Sheet, seed: str) -> Arena:
    """Return where a scenario is played by its own agents."""
    loaded = from_dict(sheet)
    return Arena(loaded, cast(loaded, ()), seed)


def plain_games(arena: Arena) -> list[Game]:
    """Play without any restriction."""
    return [arena.play(arena.agents, number) for number in range(PLAIN)]


def options_of(sheet: Sheet, seed: str, games: int = RESTRICTED) -> Restrictions:
    """Return what restricted play says of a scenario, without the rest of a report."""
    arena = arena_of(sheet, seed)
    plain, offers = plain_games(arena), Offers(arena)
    for game in plain:
        offers.add(OWN, game, set(range(len(arena.seats))))
    for name, player in PLAYERS.items():
        for side in arena.sides:
            who = arena.seated(arena.of_side(side, player))
            for number in range(_NAIVE):
                game = arena.play(who, number)
                offers.add(name, game, arena.members[side])
    return measure_options(arena, offers, games, plain)


def named(findings: Sequence[Finding], fault: Fault) -> bool:
    """Whether the first of *found* is the *fault*."""
    first = findings[0]
    return (
        first.label.value == fault.label
        and fault.seat in first.seat
        and fault.words in first.words
    )


def fairness_of(sheet: Sheet, seed: str) -> Fairness:
    """Return what the seats of a scenario are worth."""
    return measure_fairness(arena_of(sheet, seed), FAIR)


def uneven(fairness: Fairness) -> set[str]:
    """Return the sides that surely win more than their share."""
    return {side.side for side in fairness.sides if side.score.low > fairness.even}


def course_of(sheet: Sheet, seed: str) -> Course:
    """Return how a scenario plays."""
    arena = arena_of(sheet, seed)
    return measure_course(arena, plain_games(arena))
