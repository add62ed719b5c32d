"""Check the arguments of the functions of `fracas`: conflicts that were played."""

from sim.errors import StreamError
from sim.run.recorded import Conflict


def conflict_of(given: object) -> Conflict:
    """Return *given*; raises StreamError if it is no conflict."""
    if isinstance(given, Conflict):
        return given
    message = (
        f"found {type(given).__name__}, expected a conflict, as fracas.play and"
        " fracas.replay return it"
    )
    raise StreamError(message)
