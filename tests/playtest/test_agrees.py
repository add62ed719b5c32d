"""Solving and games agree about options, in small conflicts of every system."""

from functools import cache
from pathlib import Path

import pytest

from sim.playtest.exact import Exact, exactly, watched
from sim.playtest.ground import Ground
from sim.playtest.paired import differences, mean_of
from sim.playtest.restricting import Limited
from tests import graph
from tests.playtest.test_exact import PLENTY, law_of, offered, there
from tests.tiers import later

TINY = Path(graph.__file__).parent / "tiny"
NAMES = sorted(file.stem for file in TINY.iterdir())
QUICK = {"intensity", "planets", "skill_roll", "solar_system"}
SURE = 1 - 1e-5
GAMES = 300


@cache
def _solved(name: str) -> tuple[Ground, list[Exact]]:
    ground = there(str(TINY / f"{name}.toml"))
    return ground, exactly(ground, offered(ground), PLENTY, watched(ground))


@pytest.mark.parametrize("name", later(NAMES, {*NAMES} - QUICK))
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
