"""What an audit says of agents from files: how they were held, what they could know."""

from collections.abc import Iterator, Sequence

from sim.agent_specs import files_of
from sim.audit.finding import Finding, finding
from sim.hosting.sandbox import RECORDED
from sim.seed import guessable


def hosted_agents(
    name: str, specs: Sequence[str], seed: str, held: str
) -> Iterator[Finding]:
    """Yield what is to be said of agents from files among *specs*.

    *held* is how the stream *name* says that they were held. Whoever could guess the
    *seed* could play each option out with the dice that were to fall, and no audit
    would find its choices wrong.
    """
    if held not in RECORDED.values():
        ways = " or ".join(map(repr, RECORDED.values()))
        yield finding(name, 1, "seal", f"agents from files held by {held!r}", ways)
    if guessable(seed) and any(files_of(specs, code=True)):
        recorded = f"the seed {seed!r}, which agents from files could have guessed"
        expected = "32 random hexadecimal digits at its end"
        why = "who knows the seed knows the dice"
        yield finding(name, 1, "dice", recorded, expected, why=why, weight="note")
