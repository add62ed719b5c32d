"""Which seed a run has: the one that is given, unless a stranger could guess it."""

from collections.abc import Iterable

from sim.casting.specs import files_of
from sim.dice.seed import fresh_seed, guessable, is_from, lengthened
from sim.hosting.sandbox import Sandbox


def seed_for(
    given: str | None,
    specs: Iterable[str],
    sandbox: Sandbox,
    begun: Iterable[str] = (),
) -> str:
    """Return the seed of what the agents of *specs* play, where *given* is asked for.

    Whoever knows a seed knows all dice, and what people make up is found by trying. So
    where strangers play it ends in random digits. They are drawn once: of the seeds
    that have *begun*, read only then, the last that was drawn for *given* goes on.
    """
    if given is None:
        return fresh_seed()
    if sandbox == "off" or not any(files_of(specs, code=True)):
        return given
    known = [seed for seed in begun if is_from(seed, given)]
    return known[-1] if known else lengthened(given)


def guessed(seed: str, specs: Iterable[str]) -> list[str]:
    """Say that agents from files among *specs* could have guessed *seed*, if so."""
    if not guessable(seed) or not any(files_of(specs, code=True)):
        return []
    sentence = (
        f"an agent from a file could have guessed the seed {seed!r}, and with it all"
        " dice: under --sandbox a seed ends in random digits"
    )
    return [sentence]
