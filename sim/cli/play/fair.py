"""`--fair FILE`: the seed of a run, made by several parties."""

from pathlib import Path

from sim.dice.fair import Terms
from sim.run.fair_files import Made, check_terms, read_made


def fair_seed(path: Path | None, digest: bytes, agents: tuple[str, ...]) -> Made | None:
    """Return what *path* holds, for a scenario with this *digest* and these *agents*.

    None if no file is given. Raises StoreError for what was made for something else.
    """
    if path is None:
        return None
    made = read_made(path)
    check_terms(path, made, Terms(digest.hex(), agents))
    return made
