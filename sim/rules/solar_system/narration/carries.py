"""What somebody carries from one conflict to the next, in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from sim.rules.solar_system.scenario.character import POOLS, RANKS
from sim.seam.protocol import Description
from sim.spine.words import counted, listed


def carries(record: Description) -> Mapping[str, str]:
    """Return a *record* in words: the current sheet [RUL-92]."""
    words = {"pools": _pools(record), "abilities": _abilities(record["abilities"])}
    harm = list(_harm(record.get("harm", ())))
    if harm:
        words["harm"] = listed(harm)
    bruises = record.get("bruise_dice", 0)
    if bruises:
        words["bruises"] = counted(bruises, "bruise die")
    for kind in ("secrets", "keys"):
        names = [f"the {name}" for name in record.get(kind, ())]
        if names:
            words[kind] = listed(names)
    return words | dict(_rest(record))


FIGURES: Mapping[str, str] = MappingProxyType(
    {
        "advances": "advances unspent",
        "earned": "experience earned",
        "erased": "Keys bought off",
        "harm": "boxes of harm",
        "keys": "Keys",
        "secrets": "Secrets",
        "spent": "advances spent",
        "xp": "experience in hand",
    }
    | {f"pools {pool}": pool.capitalize() for pool in POOLS}
    | {f"left {pool}": f"{pool.capitalize()} left" for pool in POOLS}
)
"""The words for the numbers of a sheet."""


def holdings(record: Description) -> Mapping[str, str | int]:
    """Return purchases, Keys bought off, and things that Secrets produced.

    Things that wait for another setting are included [RUL-92].
    """
    away = record.get("elsewhere", {})
    ranks = {**record["abilities"], **dict(away.get("abilities", ()))}
    words: dict[str, str | int] = {
        f"ability {name}": rank.replace("_", " ") for name, rank in ranks.items()
    }
    words |= {f"pool {pool.capitalize()}": record["pools"][pool] for pool in POOLS}
    for field, kind in (("secrets", "Secret"), ("keys", "Key"), ("erased", "Key")):
        names: Iterable[str] = (*record.get(field, ()), *away.get(field, ()))
        left = " bought off" if field == "erased" else ""
        words |= {f"{_of_kind(kind, name)}{left}": "" for name in names}
    items = (item["name"] for item in record.get("items", ()))
    things: Iterable[str] = (*items, *record.get("produced", ()))
    return words | {f"item {name}": "" for name in things}


def _of_kind(kind: str, name: str) -> str:
    """Return *name* with its *kind*, unless the name contains it."""
    return name if name.startswith(f"{kind} ") else f"{kind} {name}"


def _pools(record: Description) -> str:
    return listed(
        [
            f"{pool.capitalize()} {record['left'][pool]} of {record['pools'][pool]}"
            for pool in POOLS
        ]
    )


def _abilities(ranks: Mapping[str, str]) -> str:
    """Return abilities by rank, the best first."""
    said = [
        f"{rank.replace('_', ' ')} in {listed(names)}"
        for rank in sorted(RANKS, key=lambda rank: -RANKS[rank])
        if (names := [name for name, held in ranks.items() if held == rank])
    ]
    return ", ".join(said) or "no ability"


def _harm(boxes: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield the ticked boxes, pool by pool."""
    for pool in POOLS:
        ticked = [int(box) for box, label in boxes if label == pool]
        if ticked:
            noun = "box" if len(ticked) == 1 else "boxes"
            yield f"{noun} {_numbers(ticked)} of harm to {pool.capitalize()}"


def _numbers(boxes: Sequence[int]) -> str:
    """Return the numbers of *boxes* in words; a range as its first and last."""
    first, last = boxes[0], boxes[-1]
    if len(boxes) > 2 and last - first + 1 == len(boxes):  # noqa: PLR2004 - a pair is listed
        return f"{first} to {last}"
    return listed([str(box) for box in boxes])


def _rest(record: Description) -> Iterator[tuple[str, str]]:
    """Yield what was earned, what is available, and what waits elsewhere."""
    if "xp" in record:
        yield "experience", f"{counted(record['xp'], 'experience point')} in hand"
    if "advances" in record:
        yield "advances", f"{counted(record['advances'], 'advance')} not yet spent"
    if "earned" in record:
        yield "earned", f"{counted(record['earned'], 'experience point')} earned in all"
    if "spent" in record:
        last = record.get("last")
        said = f"{counted(record['spent'], 'advance')} spent"
        yield "spent", f"{said}, the last on {last}" if last else said
    if "erased" in record:
        names = listed([f"the {name}" for name in record["erased"]])
        yield "erased", f"{names} bought off"
    if "items" in record:
        yield "items", listed([item["name"] for item in record["items"]])
    if "produced" in record:
        yield "produced", f"{listed(record['produced'])} brought out"
    if "gifts" in record:
        yield "gifts", counted(int(record["gifts"]), "gift die")
    waiting = record.get("elsewhere", {})
    away: list[str] = [name for name, _ in waiting.get("abilities", ())]
    away += [*waiting.get("secrets", ()), *waiting.get("keys", ())]
    if away:
        yield "elsewhere", f"{listed(away)} for another setting"
