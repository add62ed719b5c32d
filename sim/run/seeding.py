"""The seed of a run: the given one, unless an untrusted agent could guess it."""

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
    """Return the seed for a run of the agents *specs*, whose user chose *given*.

    Whoever knows a seed knows all dice, and seeds that people make up can be found by
    trial. So if agents from files play in a *sandbox*, random digits are appended. They
    are drawn once: if the seeds *begun* have some that extend *given*, the last of
    these is used again. *begun* is read only in that case.
    """
    if given is None:
        return fresh_seed()
    if sandbox == "off" or not any(files_of(specs, code=True)):
        return given
    known = [seed for seed in begun if is_from(seed, given)]
    return known[-1] if known else lengthened(given)


def guessed(seed: str, specs: Iterable[str]) -> list[str]:
    """Return a warning if agents from files among *specs* could have guessed *seed*."""
    if not guessable(seed) or not any(files_of(specs, code=True)):
        return []
    sentence = (
        f"an agent from a file could have guessed the seed {seed!r}, and with it all"
        " dice: under --sandbox a seed ends in random digits"
    )
    return [sentence]
