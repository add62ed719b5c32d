"""`fracas odds`: exact chances, as fractions for programs and percentages for people.

Each rule system counts its own dice; here its question is read from the command line
and its answer written down. With --json every chance is a fraction in lowest terms.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from importlib import import_module
from typing import Any

import click

from sim.cli.grid import percent, put_table
from sim.cli.speak import put_json
from sim.registry import SYSTEMS

Chances = Mapping[Any, Fraction]
"""What may come out -> how likely it is."""

_DIGITS_MAX = 6
_HEADS = {
    "": "outcome",
    "level": "success level",
    "upper": "upper hand",
    "kept": "kept by a,b",
}
"""What people read above the parts of an answer."""


@click.group(epilog="Example: fracas odds solar_system --rank 3 --bonus 1 --vs-rank 2")
def odds() -> None:
    """Give the exact odds of one roll, or of two rolled against each other."""


def _counter(system: str, function: str) -> Callable[..., Any]:
    package = SYSTEMS[system].rpartition(".")[0]
    count: Callable[..., Any] = getattr(import_module(f"{package}.odds"), function)
    return count


def _fractions(chances: Chances) -> dict[str, str]:
    return {
        _name(key): f"{chance.numerator}/{chance.denominator}"
        for key, chance in chances.items()
    }


def _name(key: object) -> str:
    return str(key).strip("()").replace("'", "").replace(" ", "")


def _answer(
    system: str,
    query: Mapping[str, object],
    parts: Mapping[str, Chances],
    *,
    as_json: bool,
) -> None:
    """Print the *parts* of an answer; the part named "" stands at the top level."""
    if as_json:
        words: dict[str, object] = {"system": system, "query": query}
        for part, chances in parts.items():
            words |= {part: _fractions(chances)} if part else _fractions(chances)
        put_json(words)
        return
    for part, chances in parts.items():
        rows = [
            (_name(key), percent(float(chance), 2), str(chance))
            for key, chance in chances.items()
        ]
        put_table((_HEADS.get(part, part), "chance", "exactly"), rows)


json_option = click.option("--json", "as_json", is_flag=True, help="Print fractions.")


@odds.command(
    "solar_system",
    epilog="Example: fracas odds solar_system --rank 3 --bonus 1 --vs-rank 2",
)
@click.option("--rank", type=int, required=True, help="From -1 (nil) to 4.")
@click.option("--bonus", type=int, default=0, help="Bonus dice.")
@click.option("--penalty", type=int, default=0, help="Penalty dice.")
@click.option("--vs-rank", type=int, help="The rank rolled against it.")
@click.option("--vs-bonus", type=int, default=0, help="Bonus dice of the other.")
@click.option("--vs-penalty", type=int, default=0, help="Penalty dice of the other.")
@json_option
def solar_system(  # noqa: PLR0913 - one parameter for each option
    rank: int,
    bonus: int,
    penalty: int,
    *,
    vs_rank: int | None,
    vs_bonus: int,
    vs_penalty: int,
    as_json: bool,
) -> None:
    """Odds of every success level, or of every margin against another roll."""
    query: dict[str, object] = {"rank": rank, "bonus": bonus, "penalty": penalty}
    if vs_rank is None and (vs_bonus or vs_penalty):
        message = "--vs-bonus and --vs-penalty are of another roll: say its --vs-rank"
        raise click.UsageError(message)
    if vs_rank is None:
        level = _counter("solar_system", "check_odds")(rank, bonus, penalty)
        _answer("solar_system", query, {"level": level}, as_json=as_json)
        return
    query |= {"vs_rank": vs_rank, "vs_bonus": vs_bonus, "vs_penalty": vs_penalty}
    margin = _counter("solar_system", "opposed_odds")(
        (rank, bonus, penalty), (vs_rank, vs_bonus, vs_penalty)
    )
    result = {
        "win": sum((p for m, p in margin.items() if m > 0), Fraction()),
        "tie": margin.get(0, Fraction()),
        "lose": sum((p for m, p in margin.items() if m < 0), Fraction()),
    }
    _answer("solar_system", query, {"": result, "margin": margin}, as_json=as_json)


def _pairs(text: str, option: str, sign: str) -> list[tuple[str, int]]:
    """Read `name=8,name=6` (or with another *sign*)."""
    pairs: dict[str, int] = {}
    for part in text.split(","):
        name, _, number = (piece.strip() for piece in part.partition(sign))
        sides = _sides(number)
        if not name or sides is None or name in pairs:
            twice = "names one twice" if name in pairs else f"is not NAME{sign}SIDES"
            message = f"{part!r} {twice}"
            raise click.BadParameter(message, param_hint=option)
        pairs[name] = sides
    return list(pairs.items())


def _sides(text: str) -> int | None:
    """Read `8` or `d8`; None when it is neither."""
    digits = text.lower().removeprefix("d")
    if digits.isascii() and digits.isdecimal() and len(digits) <= _DIGITS_MAX:
        return int(digits)
    return None


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


@odds.command(
    "planets",
    epilog=(
        "Example: fracas odds planets --dice known=8,dynamic=6,static=6,lost=20"
        " --favored known,lost --opposed static"
    ),
)
@click.option("--dice", required=True, metavar="FORCE=SIDES,...", help="The dice.")
@click.option("--favored", default="", metavar="F,G", help="The favored Forces.")
@click.option("--opposed", default="", metavar="H", help="The opposed Forces.")
@click.option("--omega", multiple=True, metavar="NAME=VALUE", help="The Omega die.")
@click.option("--hindrance", multiple=True, metavar="minor:SIDES", help="May repeat.")
@click.option("--benefit", multiple=True, metavar="major:SIDES", help="May repeat.")
@json_option
def planets(  # noqa: PLR0913 - one parameter for each option
    dice: str,
    favored: str,
    opposed: str,
    omega: tuple[str, ...],
    hindrance: tuple[str, ...],
    benefit: tuple[str, ...],
    *,
    as_json: bool,
) -> None:
    """Odds of success, failure and an unproductive result."""
    if len(omega) > 1:
        message = f"{len(omega)} Omega dice were given, at most one can be"
        raise click.BadParameter(message, param_hint="--omega")
    query: dict[str, Any] = {
        "dice": dict(_pairs(dice, "--dice", "=")),
        "favored": _names(favored),
        "opposed": _names(opposed),
        "omega": dict(_pairs(omega[0], "--omega", "=")) if omega else {},
        "hindrance": [_pairs(one, "--hindrance", ":")[0] for one in hindrance],
        "benefit": [_pairs(one, "--benefit", ":")[0] for one in benefit],
    }
    result = _counter("planets", "planets_odds")(**query)
    _answer("planets", query, {"": result}, as_json=as_json)


def _pool(text: str, option: str) -> tuple[int, ...]:
    """Read `d8,d6,d4` as (8, 6, 4)."""
    pool = [_sides(part.strip()) for part in text.split(",")]
    dice = tuple(sides for sides in pool if sides is not None)
    if len(dice) < len(pool):
        message = f"{text!r} is not a list of dice such as d8,d6,d4"
        raise click.BadParameter(message, param_hint=option)
    return dice


@odds.command(
    "intensity",
    epilog="Example: fracas odds intensity --pool d8,d6,d4 --vs d6,d6,d2",
)
@click.option("--pool", required=True, metavar="d8,d6,...", help="Pool a.")
@click.option("--vs", required=True, metavar="d6,d6,...", help="Pool b.")
@json_option
def intensity(pool: str, vs: str, *, as_json: bool) -> None:
    """Odds of the upper hand, and of the dice either side keeps."""
    a, b = _pool(pool, "--pool"), _pool(vs, "--vs")
    query = {"pool": [f"d{side}" for side in a], "vs": [f"d{side}" for side in b]}
    parts = _counter("intensity", "intensity_odds")(a, b)
    _answer("intensity", query, parts, as_json=as_json)
