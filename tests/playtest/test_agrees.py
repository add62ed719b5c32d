"""Solving and games agree about options, in small conflicts of every system."""

import pytest

from sim.campaign.plan import cast as seated
from sim.playtest.arena import Arena
from sim.playtest.exact import solve_restrictions, solve_watching
from tests.graph.test_brute import TINY, tiny
from tests.playtest.test_exact import PLENTY, check_against_games, law_of, offered
from tests.tiers import later

QUICK = {"planets", "skill_roll"}
SURE = 1 - 1e-5


@pytest.mark.parametrize("name", later(TINY, {*TINY} - QUICK))
def test_an_option_is_worth_what_solving_and_what_games_say(name: str) -> None:
    """Each option's worth is what solving it alone and pairs of games show."""
    loaded = tiny(name)
    arena = Arena(loaded, seated(loaded, ()), "s")
    results = solve_restrictions(arena, offered(arena), PLENTY, solve_watching(arena))
    assert results
    for result in results:
        for always, law in ((True, result.always), (False, result.never)):
            alone = law_of(arena, result.offer.option, always=always)
            ends = {f"{end}": chance for end, chance in law.items()}
            assert alone == pytest.approx(ends, abs=1e-9)
    check_against_games(arena, results, SURE)
