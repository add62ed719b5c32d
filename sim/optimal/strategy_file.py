"""A strategy as the file of an agent that draws its answers by their chances.

Questions with a certain answer are packed together, by the number of the option; the
others each have their chances. All other questions go to the seat's usual agent: those
that are not free, those that the strategy never reaches, and those to which a menu left
only one answer (`sim.optimal.menus`), the likeliest one of a stochastic agent.
"""

from base64 import b85encode
from collections.abc import Iterator

from msgspec import Struct

from sim.errors import AgentError
from sim.graph.agent_file import docstring_safe
from sim.optimal.strategy import Chances, Strategy

_MOST = 1 << 20
"""The most bytes that an agent's file may have."""
_WIDTH = 88

_FILE = '''"""{title}

{told}
"""

from base64 import b85decode
from collections.abc import Hashable, Mapping
from typing import Any

from sim.casting.roster import make
from sim.conflict.sights import sight
from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision, Table

LIKELIEST = {likeliest}
# Whether the usual agent, if it is stochastic, gives its likeliest answer instead.

MADE_FOR = "{begun}"
# How the conflict begins whose best play this is; to play another is refused.

ROUNDS = {rounds}
# Whether the same in another round is another question.

SURE = {{
{sure}}}
# (number of the option, from which round on) -> sights of 8 bytes.

MIXED = {{
{mixed}}}
# Sight -> from which round on -> the chance of every option.


def _known() -> dict[str, list[tuple[int, tuple[float, ...] | int]]]:
    """Return sight -> (from which round on, the option or the chances)."""
    found: dict[str, list[tuple[int, tuple[float, ...] | int]]] = {{}}
    for (option, begun), packed in SURE.items():
        whole = b85decode("".join(packed)).hex()
        for at in range(0, len(whole), 16):
            found.setdefault(whole[at : at + 16], []).append((begun, option))
    for seen, mixes in MIXED.items():
        found.setdefault(seen, []).extend(mixes.items())
    for some in found.values():
        some.sort(key=lambda one: one[0], reverse=True)
    return found


KNOWN = _known()


class Optimal(Agent):
    """Draws its answers by the chances above, and otherwise chooses as usual."""

    draws = True

    def __init__(self) -> None:
        self._usual = make({spec})

    def begin(self, table: Table) -> None:
        """Sit down, and let the usual one sit down."""
        super().begin(table)
        self._usual.begin(table)

    def memory(self) -> Hashable:
        """Return what the usual one remembers, who is asked where nothing is known."""
        return self._usual.memory()

    def restore(self, memory: Any) -> None:
        """Let the usual one remember that, and nothing else."""
        self._usual.restore(memory)

    def chances(self, asked: Decision[Any]) -> Mapping[Fact, float]:
        """Return the chance of every option that may be taken."""
        seen = sight(self.table.rules, asked, rounds=ROUNDS)
        for begun, answer in KNOWN.get(seen, ()):
            if begun <= asked.view.round:
                if isinstance(answer, int):
                    return {{asked.options[answer]: 1.0}}
                shares = zip(asked.options, answer, strict=True)
                return {{option: share for option, share in shares if share > 0.0}}
        chances = self._usual.chances(asked)
        if not LIKELIEST:
            return chances
        return {{max(asked.options, key=lambda one: chances.get(one, 0.0)): 1.0}}

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return one of the options by these chances."""
        shares = self.chances(asked)
        if len(shares) == 1:
            return next(iter(shares))
        left = self.table.random.random()
        for option, share in shares.items():
            left -= share
            if left < 0.0:
                break
        return option
'''


class AgentSource(Struct, frozen=True):
    """The text of an agent's file, and the number of questions it knows."""

    text: str
    questions: int


def agent_source(
    strategy: Strategy,
    told: tuple[str, str],
    begun: str,
    usual: str,
    *,
    likeliest: bool = False,
) -> AgentSource:
    """Return the source of an agent that plays *strategy*, and otherwise as *usual*.

    *told* are the title and the text below it; *begun* identifies how the conflict
    begins. With *likeliest* a stochastic usual agent gives its likeliest answers.
    Raises AgentError if the strategy does not fit into a file.
    """
    sure, mixed = _tables(strategy)
    text = _FILE.format(
        title=docstring_safe(told[0]),
        told=docstring_safe(told[1]),
        begun=begun,
        rounds=strategy.rounds,
        likeliest=likeliest,
        sure="".join(_table_lines(sure)),
        mixed="".join(sorted(mixed)),
        spec=repr(usual),
    )
    if len(text.encode()) > _MOST:
        message = (
            f"the strategy knows {len(strategy.answers)} questions, and the file of an"
            " agent (1 MiB) has no room for them"
        )
        raise AgentError(message)
    return AgentSource(text, len(strategy.answers))


def _tables(
    strategy: Strategy,
) -> tuple[dict[tuple[int, int], list[str]], list[str]]:
    """Return option and round -> sights of certain answers, and the lines of others."""
    sure: dict[tuple[int, int], list[str]] = {}
    mixed = list[str]()
    for seen, pieces in strategy.answers.items():
        mixes = list[str]()
        for since, chances in pieces:
            option = _only_option(chances)
            if option is None:
                shares = ", ".join(map(repr, chances))
                mixes.append(f"{since}: ({shares},)")
            else:
                sure.setdefault((option, since), []).append(seen)
        if mixes:
            mixed.append(f'    "{seen}": {{{", ".join(mixes)}}},\n')
    return sure, mixed


def _only_option(chances: Chances) -> int | None:
    """Return the option taken for certain, None if there are several."""
    return chances.index(1.0) if 1.0 in chances else None


def _table_lines(sure: dict[tuple[int, int], list[str]]) -> Iterator[str]:
    """Yield the lines of a table: option and round -> sights, in lines."""
    for key in sorted(sure):
        text = b85encode(bytes.fromhex("".join(sorted(sure[key])))).decode()
        yield f"    {key}: (\n"
        for begun in range(0, len(text), _WIDTH):
            yield f"        {text[begun : begun + _WIDTH]!r},\n"
        yield "    ),\n"
