"""Solving and games agree, in small conflicts of every system.

About options that may not be taken, or always must; and about varied numbers.
"""

from functools import cache
from pathlib import Path

import pytest

from sim.library.scenario import load
from sim.playtest.exact import Exact, exactly, watched
from sim.playtest.ground import Ground
from sim.playtest.paired import differences, mean_of
from sim.playtest.restricting import Limited
from sim.vary.points import Effort
from sim.vary.ranges import read_axes
from sim.vary.sweep import Sweep
from tests import graph
from tests.playtest.test_exact import PLENTY, law_of, offered, there
from tests.tiers import later

TINY = Path(graph.__file__).parent / "tiny"
NAMES = sorted(file.stem for file in TINY.iterdir())
VARIED = {
    "dice_pool": "seats[Cleo].attributes.presence=1..3",
    "dice_pool_violent": "seats[Ana].health=1..3",
    "intensity": "seats[Ann].intensity=1..3",
    "intensity_helped": "seats[Ida].intensity=2,3",
    "planets": "rulings.goal=1..2",
    "planets_ruled": "rulings.round_cap=1..2",
    "skill_roll": "seats[Toad].skills.leaping=11..13",
    "skill_roll_fight": "seats[Frog].capacity=7..9",
    "solar_system": "seats[Ann].pools.vigor=1,2",
}
"""Something to vary in each of them."""
LONG = {"dice_pool", "dice_pool_violent", "planets_ruled", "skill_roll_fight"}
MANY = {"dice_pool_violent", "intensity", "planets_ruled", "skill_roll_fight"}
SURE = 1 - 1e-5
GAMES = 300


@cache
def _solved(name: str) -> tuple[Ground, list[Exact]]:
    ground = there(str(TINY / f"{name}.toml"))
    return ground, exactly(ground, offered(ground), PLENTY, watched(ground))


@pytest.mark.parametrize("name", later(NAMES, LONG))
def test_an_option_is_worth_what_solving_and_what_games_say(name: str) -> None:
    """Never, and always whenever it can be: by itself, and by pairs of games."""
    ground, found = _solved(name)
    assert found
    who = ground.agents
    plain = [game.returns for game in ground.games([(who, n) for n in range(GAMES)])]
    for one in found:
        seat = one.seat
        usual = [returns[seat] for returns in plain]
        for always, law in ((True, one.always), (False, one.never)):
            alone = law_of(ground, one.offer.option, always=always)
            ends = {f"{end}": chance for end, chance in law.items()}
            assert alone == pytest.approx(ends, abs=1e-9)
            limited = Limited(who[seat], one.offer.option, always)
            other = ground.seated({seat: limited})
            played = ground.games([(other, n) for n in range(GAMES)])
            got = [game.returns[seat] for game in played]
            gain = mean_of(differences(got, usual), SURE)
            assert gain.low <= one.gain(law) <= gain.high


@pytest.mark.parametrize("name", later(NAMES, MANY))
def test_a_sweep_by_games_holds_what_solving_says(name: str) -> None:
    """Each interval holds the exact value, and so does that of each difference."""
    loaded, axes = load(str(TINY / f"{name}.toml")), read_axes([VARIED[name]])
    solved, played = Sweep(loaded, axes), Sweep(loaded, axes)
    solved.run(Effort("s", GAMES, 1e6))
    played.run(Effort("s", GAMES, 1e6), solving=False)
    assert all(point.solved is not None for point in solved.points)
    for exact, point in zip(solved.points, played.points, strict=True):
        for measure, found in point.figures().items():
            known = exact.figure(measure).value
            assert found.low <= known <= found.high
            change = played.change(point, measure)
            moved = solved.change(exact, measure)
            if change is not None and moved is not None:
                assert change.low <= moved.value <= change.high
