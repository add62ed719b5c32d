"""Ways to play each shipped scenario, and agents that follow one of them."""

from collections.abc import Mapping, Sequence
from typing import Any

from agents.steady import Steady
from sim.casting.roster import make
from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision, Description

AIMS = ("approach", "goal", "kind", "intent", "aim")
"""The fields of an option that say what is pursued; a pass keeps the present aim."""
MEANS = ("does", "ability", "form", "aspect", "response")
"""The fields that say only how it is pursued, which is chosen again each time."""


class SetOn(Steady):
    """Follows one *way* wherever it is offered, and otherwise plays as steady.

    A way is an aim or a means by its name, perhaps aimed at somebody, or `key=value`;
    with + there are several, of which the first that is open is taken.
    """

    def __init__(self, way: str) -> None:
        super().__init__()
        self.way = way
        self._parts = [part.partition(">")[::2] for part in way.split("+")]

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the option for the way, or silence where it is pursued already.

        Of several the one a steady agent likes best.
        """
        if len(asked.options) == 1:
            return asked.options[0]
        describe = self.table.rules.describe
        words = [describe(asked.view, option) for option in asked.options]
        for way, whom in self._parts:
            open_ = [_is(way, whom, said) for said in words]
            if any(open_):
                weighed = zip(self.weigh(asked), open_, strict=True)
                return self.pick([option for option, fits in weighed if fits])
        aimed = any(said.get(key) for said in words for key in AIMS)
        if asked.options[0].passes and aimed:
            return asked.options[0]
        return super().choose(asked)


def _is(way: str, whom: str, said: Description) -> bool:
    """Whether the option *said* is the *way*, and is aimed at *whom* if given."""
    key, equals, value = way.partition("=")
    if equals:
        return str(said.get(key)) == value
    named = {said.get(key) for key in (*AIMS, *MEANS)}
    return way in named and whom in {"", said.get("target")}


def seated(spec: str) -> Agent:
    """Return the agent called *spec*, or for `on:WAY` one that follows the way."""
    return SetOn(spec.removeprefix("on:")) if spec.startswith("on:") else make(spec)


Strategy = tuple[str, ...]
"""The agent or way of each seat of a side."""


def _all(*specs: str, seats: int) -> tuple[Strategy, ...]:
    return tuple((spec,) * seats for spec in specs)


_GATE = (
    _all("on:storm the gate", "on:undermine", "steady", seats=2),
    _all("on:man the walls", "on:sally out", "steady", seats=3),
)
_SUMMIT, _AXE = "on:stand on the summit", "on:find the old expedition's ice axe"
_BOTH = "on:stand on the summit+find the old expedition's ice axe"
_AXE_FIRST = "on:find the old expedition's ice axe+stand on the summit"
_CLIFF = (
    (
        (_BOTH, _BOTH),
        (_AXE_FIRST, _AXE_FIRST),
        (_SUMMIT, _SUMMIT),
        (_AXE, _SUMMIT),
        ("on:help", _SUMMIT),
        ("on:help", _BOTH),
        (_SUMMIT, "on:help"),
        ("steady", "steady"),
    ),
    _all("steady", seats=1),
)
_AUCTION = (
    _all("on:outbid>Harker", "on:outbid>Mr Lund", "thrift", seats=1),
    _all("on:outbid>The Contessa", "on:outbid>Mr Lund", "thrift", seats=1),
    _all("on:outbid>The Contessa", "on:outbid>Harker", "thrift", seats=1),
)

_AMBUSH = (
    (
        ("on:take their packs", "steady", "on:take their packs"),
        ("on:leave nobody to tell of it", "steady", "on:take their packs"),
        (
            "on:take their packs>Mirela",
            "on:pin them down>Mirela",
            "on:take their packs",
        ),
        ("steady", "steady", "steady"),
        ("cautious", "cautious", "cautious"),
    ),
    (
        ("on:ActionDeclared", "steady", "steady"),
        ("on:drive them off>Brenn", "on:drive them off>Brenn", "steady"),
        ("on:drive them off>Odo", "on:drive them off>Odo", "steady"),
        ("steady", "steady", "steady"),
        ("cautious", "cautious", "cautious"),
    ),
)
_WILL = (
    _all(
        "on:win the court over",
        "on:catch him in a contradiction",
        "on:build the case",
        "steady",
        "cautious",
        seats=1,
    ),
    _all(
        "on:move the court",
        "on:shame her before everybody",
        "on:shout her down",
        "steady",
        "cautious",
        seats=1,
    ),
)
_MILL = (
    _all(
        "on:slip away with the deed",
        "on:fight him off",
        "on:run for it",
        "steady",
        "cautious",
        seats=1,
    ),
    _all(
        "on:wrest it from her",
        "on:knock her down",
        "on:corner her with the light",
        "steady",
        "cautious",
        seats=1,
    ),
)
_KNIVES = (
    _all(
        "on:stab him",
        "on:beat him off",
        "on:run for it",
        "steady",
        "cautious",
        "scruple",
        "surge",
        seats=1,
    ),
    _all(
        "on:cut her",
        "on:knock her down",
        "on:snatch the letter",
        "steady",
        "cautious",
        "scruple",
        "surge",
        seats=1,
    ),
)
_CHASE = (
    _all(
        "on:outrun them",
        "on:talk her way out",
        "steady",
        "cautious",
        seats=1,
    ),
    (
        ("on:run her down", "on:HelpOffered"),
        ("on:call on her to stop", "on:HelpOffered"),
        ("on:run her down", "on:cut her off"),
        ("steady", "steady"),
        ("cautious", "cautious"),
    ),
)
_STRONGBOX = (
    (
        ("on:pick it with care", "on:feel for the pins"),
        ("on:pick it in haste", "on:feel for the pins"),
        ("on:force it", "on:feel for the pins"),
        ("on:pick it with care", "on:find how it was made"),
        ("steady", "steady"),
    ),
    _all("steady", seats=1),
)
_CAMP = (
    (
        ("on:slip past the fire", "on:slip past the fire"),
        ("on:crawl through the leaves", "on:throw a stone and run"),
        ("on:crawl through the leaves", "on:slip past the fire"),
        ("on:slip past the fire", "on:throw a stone and run"),
        ("steady", "steady"),
        ("cautious", "cautious"),
    ),
    _all("on:roll=True", "on:roll=False", "steady", seats=1),
)
_ROOFS = (
    _all(
        "on:run over the roofs",
        "on:melt into the crowd",
        "on:leap the gap",
        "steady",
        "cautious",
        seats=1,
    ),
    (
        ("on:run after", "on:cut the thief off"),
        ("on:call the street", "on:call the street"),
        ("on:run after", "on:call the street"),
        ("on:call the street", "on:cut the thief off"),
        ("steady", "steady"),
        ("cautious", "cautious"),
    ),
)
_PAGE = (
    _all(
        "on:try the front door",
        "on:turn the code against itself",
        "on:borrow a password",
        "steady",
        "cautious",
        seats=1,
    ),
    _all(
        "on:bar the door",
        "on:mend the code",
        "on:trace the line",
        "steady",
        "cautious",
        seats=1,
    ),
)
_STAIRS = (
    _all(
        "on:lunge",
        "on:rapier",
        "on:RecoveryTaken+rapier",
        "on:RecoveryTaken+lunge",
        "steady",
        "cautious",
        seats=1,
    ),
    _all(
        "on:wide cut",
        "on:sabre",
        "on:RecoveryTaken+sabre",
        "on:RecoveryTaken+wide cut",
        "steady",
        "cautious",
        seats=1,
    ),
)
_THIEF = _all(
    "on:roll=True+distance",
    "on:roll=True+style",
    "on:roll=False+distance",
    "on:roll=False+style",
    "on:roll=False+NoMoreGiven",
    "steady",
    seats=1,
)
_JUMP = (_THIEF, _THIEF)
_MARKET = (
    _all(
        "on:rifle>Envoy",
        "on:burst>Envoy",
        "on:rifle>Guard",
        "on:WithdrawalTried",
        "steady",
        "cautious",
        seats=1,
    ),
    (
        ("on:AttackDeclared", "on:AttackDeclared"),
        ("on:WithdrawalTried", "on:AttackDeclared"),
        ("on:Held", "on:AttackDeclared"),
        ("steady", "steady"),
        ("cautious", "cautious"),
    ),
)

CHOICES: Mapping[str, Sequence[Sequence[Strategy]]] = {
    "ambush": _AMBUSH,
    "dice_pool_chase": _CHASE,
    "dice_pool_debate": _WILL,
    "dice_pool_knives": _KNIVES,
    "dice_pool_mill": _MILL,
    "dice_pool_strongbox": _STRONGBOX,
    "planets_siege": _GATE,
    "intensity_auction": _AUCTION,
    "intensity_cliff": _CLIFF,
    "skill_camp": _CAMP,
    "skill_chase": _ROOFS,
    "skill_duel": _STAIRS,
    "skill_jump": _JUMP,
    "skill_page": _PAGE,
    "skill_sniper": _MARKET,
}
"""Scenario -> for each side what it may do; a side that chooses nothing does one."""
