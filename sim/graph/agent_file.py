"""A reply as an agent: a file that anybody may read, and that a run may play."""

from msgspec import Struct, structs

from sim.graph.policy import Policy

_FILE = '''"""{title}

{told}
"""

from collections.abc import Hashable
from typing import Any

from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision, Table
from sim.casting.roster import make
{imports}

{known}


class Reply(Agent):
    """Takes {takes}, and otherwise chooses as usual."""

    def __init__(self) -> None:
        self._usual = make({spec})
{makes}
    def begin(self, table: Table) -> None:
        """Sit down, and let the usual one sit down."""
        super().begin(table)
        self._usual.begin(table)
{begins}
    def memory(self) -> Hashable:
        """Return what the usual one remembers, who hears every question."""
        return self._usual.memory()

    def restore(self, memory: Any) -> None:
        """Let the usual one remember that, and nothing else."""
        self._usual.restore(memory)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return {takes}, or what is usual."""
        usual = self._usual.choose(asked)
{chooses}'''


class _WayToChoose(Struct, frozen=True):
    """The texts that one way to choose puts into the file."""

    takes: str
    imports: str
    makes: str
    begins: str
    chooses: str


_BY_LINES = _WayToChoose(
    takes="the first of these wishes that can be had",
    imports="from sim.agents.scripted import Scripted",
    makes="""        self._wishes = Scripted(says="|".join(SAYS))
""",
    begins="""        if table.rules.name == SYSTEM:
            self._wishes.begin(table)
""",
    chooses="""        here = self.table.rules.name == SYSTEM
        wished = self._wishes.wished(asked) if here else None
        return usual if wished is None else wished
""",
)

_BY_SIGHT = _WayToChoose(
    takes="what is best where it is known",
    imports="from sim.conflict.sights import sight",
    makes="",
    begins="",
    chooses="""        option = BEST.get(sight(self.table.rules, asked, rounds=ROUNDS))
        return usual if option is None else asked.options[option]
""",
)


def source_of_lines(title: str, lines: tuple[str, ...], base: str, system: str) -> str:
    """Return the file of an agent that plays by *lines*, and otherwise as *base*.

    They are lines of one rule system; in another it plays as *base* alone.
    """
    listed = "".join(f"    {line!r},\n" for line in lines)
    listed_lines = _list_of_lines(lines) or "Nothing is better."
    told = f"{listed_lines}\n\nIn all else as {base} does."
    says = f"SAYS = (\n{listed})" if lines else "SAYS = ()"
    known = f"SYSTEM = {system!r}\n{says}"
    return _source(_BY_LINES, title, told, known, base)


def source_of_policy(
    title: str, lines: tuple[str, ...], base: str, policy: Policy
) -> str:
    """Return the file of an agent that plays by a *policy*, and otherwise as *base*.

    The *lines* only describe to people what it mostly does.
    """
    short = f"For the most part:\n\n{_list_of_lines(lines)}\n\n" if lines else ""
    told = (
        f"{short}It knows {len(policy.best)} questions by sight, and in all else does"
        f" as {base} does:\nwith another scenario, or other rulings, everywhere."
    )
    listed = "".join(f"    {seen!r}: {best},\n" for seen, best in policy.best.items())
    known = (
        f"ROUNDS = {policy.rounds}\n# Whether the same in another round is another"
        f" question.\n\nBEST = {{\n{listed}}}\n# What is seen -> which of the"
        " options is the best."
    )
    return _source(_BY_SIGHT, title, told, known, base)


def _source(way: _WayToChoose, title: str, told: str, known: str, base: str) -> str:
    return _FILE.format(
        title=docstring_safe(title),
        told=docstring_safe(told),
        known=known,
        spec=repr(base),
        **structs.asdict(way),
    )


def _list_of_lines(lines: tuple[str, ...]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def docstring_safe(text: str) -> str:
    """Return *text* so that it can stand in a docstring."""
    return text.replace("\\", "/").replace('"""', "'''")
