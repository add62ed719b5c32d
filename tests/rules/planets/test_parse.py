"""Answers that a transcript claims are understood even if they were not offered."""

from sim.rules.planets import facts as f
from sim.rules.planets.narration.parse import parse
from tests.rules.planets.table import A, Game, cardinal, conflict, renaissance

WAYS = {"approaches": ("outwit",)}


def test_pl_omega_03_a_value_too_high_can_be_said() -> None:
    """PL-OMEGA-03: A claimed Omega die is understood whatever its Force and value."""
    game = Game(conflict(cardinal(**WAYS), renaissance(**WAYS)))
    words = {"who": "The Cardinal", "does": "OmegaCommitted", "force": "passion"}
    assert parse(game.state, {**words, "value": 21}) is None
    game.quiet(f.OmegaDeclined)
    fact = parse(game.state, {**words, "value": 21})
    assert fact == f.OmegaCommitted(A, "passion", 21)
    assert fact not in game.options
    assert parse(game.state, {**words, "value": "many"}) is None
    assert parse(game.state, {**words, "who": "Nobody", "value": 3}) is None


def test_an_approach_that_was_not_open_can_be_said() -> None:
    """A claimed approach is understood if the scenario has it."""
    game = Game(conflict(cardinal(**WAYS), renaissance(**WAYS)))
    words = {"who": "The Cardinal", "does": "ApproachChosen"}
    fact = parse(game.state, {**words, "approach": "hold"})
    assert fact == f.ApproachChosen(A, "hold")
    assert fact not in game.options
    assert parse(game.state, {**words, "approach": "sing"}) is None
    assert parse(game.state, {**words, "does": "Pressed"}) is None
