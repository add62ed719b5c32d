"""Coverage: the rules that were used or could be, and the rulings that mattered."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from sim.casting.reachable import Search
from sim.conflict.phrases import rules_behind
from sim.errors import FracasError
from sim.library.rulings import ruling_forms
from sim.library.scenario import Loaded, from_dict
from sim.playtest.arena import Arena, play_in_all
from sim.playtest.paired import mean_with_interval, paired_differences
from sim.playtest.table import Game
from sim.reading.mismatch import allowed
from sim.statistics.intervals import Interval

_FEW = 10
_GAMES_LEAST = 6
_FOLLOWED = 20
"""A search begins from the positions of this many conflicts."""
_ANSWERS_LEAST = 80
"""The least answers that are given under each other reading."""


class RuleUse(Struct, frozen=True):
    """A rule, in how many conflicts it was used, and how often in all."""

    rule: str
    says: str
    conflicts: int
    times: int


class UnusedRule(Struct, frozen=True):
    """A rule that no conflict used, though one could.

    *after* is the line of the choice after which a search used it; "" if no choice
    comes before it. *ruling* is the reading under which that happened, if not the
    scenario's own.
    """

    rule: str
    says: str
    after: str
    ruling: str = ""


class RulingEffect(Struct, frozen=True):
    """The effect of another value of a rules option.

    *changed* of *games* returned something else; *gain* is what the first side's return
    gained by it.
    """

    ruling: str
    value: str
    changed: int
    games: int
    gain: Interval


class Coverage(Struct, frozen=True):
    """The rules that the own agents used, those that only others used, and the rest.

    *could* are rules that no conflict used, but a search of the options, the dice and
    the readings did. *rules* is the number of rules of the system, *rulings* are all
    that were tried.
    """

    games: int
    used: tuple[RuleUse, ...]
    unused: tuple[RuleUse, ...]
    rules: int
    rulings: tuple[RulingEffect, ...]
    untried: int
    could: tuple[UnusedRule, ...] = ()

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each rule that came up."""
        return [
            {"used_by_own": own, **structs.asdict(use)}
            for own, uses in ((True, self.used), (False, self.unused))
            for use in uses
        ] + [
            {"used_by_own": False, **structs.asdict(rule), "conflicts": 0, "times": 0}
            for rule in self.could
        ]

    @property
    def mattered(self) -> tuple[RulingEffect, ...]:
        """The rulings that changed the result of some conflict."""
        return tuple(ruling for ruling in self.rulings if ruling.changed)


class RuleCounts:
    """Counts the rules that conflicts cite."""

    def __init__(self) -> None:
        self.games = 0
        self.conflicts: Counter[str] = Counter()
        self.times: Counter[str] = Counter()

    def add(self, game: Game) -> None:
        """Count the rules of *game*."""
        cited = Counter(rule for event in game.events for rule in rules_behind(event))
        self.games += 1
        self.times.update(cited)
        self.conflicts.update(cited.keys())

    def uses(
        self, system_rules: dict[str, str], excluded: set[str]
    ) -> tuple[RuleUse, ...]:
        """Return the rules that came up, the most used first, without *excluded*."""
        return tuple(
            RuleUse(rule, system_rules.get(rule, ""), self.conflicts[rule], times)
            for rule, times in self.times.most_common()
            if rule not in excluded
        )


def measure_coverage(
    arena: Arena,
    own: RuleCounts,
    others: RuleCounts,
    rulings: tuple[tuple[RulingEffect, ...], int],
    could: Mapping[str, tuple[str, str]],
) -> Coverage:
    """Return the rules that *own* conflicts used, and those that only *others* did.

    *could* has the rules that a search used, as `could_use` returns them.
    """
    rules = dict(arena.system.rules)
    used = {*own.times, *others.times}
    tried, untried = rulings
    return Coverage(
        own.games,
        own.uses(rules, set()),
        others.uses(rules, set(own.times)),
        len(rules),
        tried,
        untried,
        tuple(
            UnusedRule(rule, rules.get(rule, ""), *where)
            for rule, where in could.items()
            if rule not in used
        ),
    )


def could_use(
    arena: Arena, answers: int, plain: Sequence[Game]
) -> dict[str, tuple[str, str]]:
    """Return the rules that a search uses, with the choice before and the reading.

    The search begins from *plain* conflicts. Readings other than the scenario's share a
    third of the *answers*; their rules come last.
    """
    own_search = Search(arena.system, arena.loaded.scenario)
    for game in plain[:_FOLLOWED]:
        own_search.follow(game.events)
    for _ in own_search.walks(answers * 2 // 3):
        pass
    rules = {rule: (line, "") for rule, line in own_search.rules.items()}
    readings = _other_rulings(arena.loaded)
    each = max(_ANSWERS_LEAST, answers // 3 // max(1, len(readings)))
    for name, value in readings[: answers // 3 // each]:
        changed = _arena_of_ruling(arena, name, value)
        if changed is None:
            continue
        search = Search(changed.system, changed.loaded.scenario)
        for _ in search.walks(each):
            pass
        for rule, line in search.rules.items():
            rules.setdefault(rule, (line, f"{name}={value}"))
    return rules


def ruling_effects(
    arena: Arena, games: int, plain: Sequence[Game]
) -> tuple[tuple[RulingEffect, ...], int]:
    """Return the effects of other rules options, in about *games* conflicts.

    Also returns how many options the budget did not allow to be tried.
    """
    readings = _other_rulings(arena.loaded)
    each = max(_GAMES_LEAST, min(len(plain), _FEW))
    room = max(1, games // each)
    tried = [
        (name, value, changed)
        for name, value in readings[:room]
        if (changed := _arena_of_ruling(arena, name, value)) is not None
    ]
    played = play_in_all(
        [changed for *_, changed in tried], [game.number for game in plain[:each]]
    )
    effects = [
        _ruling_effect(arena.sides[0], name, value, games, plain[:each])
        for (name, value, _), games in zip(tried, played, strict=True)
        if games is not None
    ]
    effects.sort(key=lambda effect: (-abs(effect.gain.value), -effect.changed))
    return tuple(effects), max(0, len(readings) - room)


def _arena_of_ruling(arena: Arena, name: str, value: str) -> Arena | None:
    """Return the arena of a ruling with another value; None if that is forbidden."""
    try:
        return arena.for_scenario(from_dict(arena.loaded.to_dict(), {name: value}))
    except FracasError:
        return None


def _ruling_effect(
    side: int, name: str, value: str, played: Sequence[Game], plain: Sequence[Game]
) -> RulingEffect:
    """Return the effect of one value of an option."""
    gains = paired_differences(
        [game.sides[side] for game in played], [game.sides[side] for game in plain]
    )
    differ = sum(
        game.returns != before.returns
        for game, before in zip(played, plain, strict=True)
    )
    return RulingEffect(name, value, differ, len(plain), mean_with_interval(gains))


def _other_rulings(loaded: Loaded) -> list[tuple[str, str]]:
    """Return all other values of every ruling that has only a few."""
    rulings: Any = loaded.system.files.rulings(loaded.scenario)
    readings: list[tuple[str, str]] = []
    for form in ruling_forms(loaded.system):
        for field in structs.fields(form):
            own = str(rulings.get(field.encode_name, "")).casefold()
            readings += [
                (field.encode_name, value)
                for value in _values(field.type)
                if value.casefold() != own
            ]
    return readings


def _values(kind: Any) -> tuple[str, ...]:  # noqa: ANN401 - the type of a field
    if kind is bool:
        return "true", "false"
    return tuple(value.strip("'\"") for value in allowed(kind))
