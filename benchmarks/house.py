"""The shape of the code: files and tables an event stands in, lines by kind, floors.

    python -m benchmarks.house               # of this checkout
    python -m benchmarks.house /path/to/old  # of another one, to compare

Everything is read from the files. `benchmarks/README.md` keeps the figures.
"""

import argparse
import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from statistics import mean, median

LIMIT = 500
"""The most lines of a file (`tests/test_tidy.py`)."""
KINDS = (
    ("wiring", r"/(system|phases|__init__)\.py$"),
    ("state", r"/state\.py$"),
    ("events", r"/(facts|consequences|records)\.py$|/(events|records)/"),
    ("scenario", r"/scenario/|/(sheet|compile|validate|rulings)\w*\.py$"),
    ("evolve", r"/evolve\w*\.py$"),
    ("essence and law", r"/(essence|law|parts|sums)\.py$"),
    ("odds", r"/odds\w*\.py$"),
    ("appraisal", r"/appraisal/"),
    ("narration", r"/narration/"),
    ("carrying", r"/carrying/|/carrying\w*\.py$"),
)
"""The kind of a rule system's file by its path; all others are rules proper."""


def lines_of(path: Path) -> int:
    """Return the number of lines of the file at *path*."""
    return len(path.read_text("utf-8").splitlines())


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of the file at *path*."""
    return ast.parse(path.read_text("utf-8"))


def systems(root: Path) -> list[Path]:
    """Return the folders of the rule systems."""
    return sorted(path.parent for path in root.glob("sim/rules/*/system.py"))


def name_of(node: ast.expr) -> str:
    """Return the last part of a name such as `c.HarmApplied`; "" for anything else."""
    if isinstance(node, ast.Subscript):
        return name_of(node.value)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def classes(folder: Path) -> dict[str, ast.ClassDef]:
    """Return the classes of a rule system by name."""
    return {
        node.name: node
        for path in folder.rglob("*.py")
        for node in tree_of(path).body
        if isinstance(node, ast.ClassDef)
    }


def events(folder: Path) -> list[str]:
    """Return the classes of events: those derived from Fact or Consequence."""
    known = classes(folder)
    kinds, bases = set[str](), {"Fact", "Consequence"}
    while more := {
        name
        for name, node in known.items()
        if name not in kinds and bases & {*map(name_of, node.bases)}
    }:
        kinds |= more
        bases |= more
    parents = {name_of(base) for name in kinds for base in known[name].bases}
    return sorted(kinds - parents)


def files_of_events(folder: Path) -> dict[str, int]:
    """Return for each event the number of files that mention its class."""
    paths = [*folder.rglob("*.py"), *folder.rglob("*.toml")]
    words = [set(re.findall(r"\w+", path.read_text("utf-8"))) for path in paths]
    return {event: sum(event in some for some in words) for event in events(folder)}


def tables_of_events(folder: Path) -> dict[str, int]:
    """Return for each event the number of tables (dict displays) with its class."""
    counts = dict.fromkeys(events(folder), 0)
    for path in folder.rglob("*.py"):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Dict):
                for name in {name_of(key) for key in node.keys if key is not None}:
                    if name in counts:
                        counts[name] += 1
    return counts


def fields(node: ast.ClassDef) -> list[str]:
    """Return the names of the fields of a class."""
    return [
        statement.target.id
        for statement in node.body
        if isinstance(statement, ast.AnnAssign)
        and isinstance(statement.target, ast.Name)
        and name_of(statement.annotation) != "ClassVar"
    ]


def compiled(folder: Path) -> tuple[int, int, int]:
    """Return (fields of compiled structs, those that repeat a sheet's, lines).

    A struct of `scenario/` is compiled, anything else with fields there is a sheet; a
    file without sheets compiles, unless its name says that it checks or defines words.
    """
    sheet, made, lines = set[str](), list[str](), 0
    for path in folder.glob("scenario/*.py"):
        known = [
            statement
            for statement in tree_of(path).body
            if isinstance(statement, ast.ClassDef)
        ]
        structs = [class_ for class_ in known if "Struct" in map(name_of, class_.bases)]
        made += [name for struct in structs for name in fields(struct)]
        sheets = {
            name for class_ in known if class_ not in structs for name in fields(class_)
        }
        sheet |= sheets
        if not sheets and not re.match("validate|warnings|words|__init__", path.stem):
            lines += lines_of(path)
    return len(made), sum(name in sheet for name in made), lines


def kinds(root: Path) -> dict[str, int]:
    """Return the lines of all rule systems by kind."""
    counts = dict.fromkeys([*(kind for kind, _ in KINDS), "rules proper"], 0)
    for folder in systems(root):
        for path in folder.rglob("*.py"):
            named = (kind for kind, form in KINDS if re.search(form, str(path)))
            counts[next(named, "rules proper")] += lines_of(path)
    return counts


def rooms(root: Path) -> dict[str, set[str]]:
    """Return the rooms of `sim`, its folders and loose modules, and whom each imports.

    Imports within functions and for type checkers count as well.
    """
    imports: dict[str, set[str]] = {}
    for path in root.glob("sim/**/*.py"):
        room = path.relative_to(root / "sim").parts[0].removesuffix(".py")
        into = imports.setdefault(room, set())
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ImportFrom) and node.module:
                parts = node.module.split(".")
                if parts[0] == "sim" and len(parts) > 1:
                    into.add(parts[1])
    return {
        room: (into & set(imports)) - {room}
        for room, into in imports.items()
        if room != "__init__"
    }


def floors(root: Path) -> int:
    """Return the number of floors: the longest chain of rooms that import each other.

    A circle of rooms is one floor.
    """
    imports = rooms(root)

    def reached(room: str) -> set[str]:
        seen, waiting = set[str](), [room]
        while waiting:
            for other in imports[waiting.pop()] - seen:
                seen.add(other)
                waiting.append(other)
        return seen

    below = {room: reached(room) for room in imports}

    @cache
    def height(room: str) -> int:
        lower = {other for other in below[room] if room not in below[other]}
        return 1 + max(map(height, lower), default=0)

    return max(map(height, imports))


def comments(root: Path) -> int:
    """Return the number of lines of `sim`, `agents` and `fracas` that are a comment."""
    folders = [root / name for name in ("sim", "agents", "fracas")]
    return sum(
        line.lstrip().startswith("# ")
        for folder in folders
        for path in folder.rglob("*.py")
        for line in path.read_text("utf-8").splitlines()
    )


def rows(root: Path) -> Iterator[tuple[str, str]]:
    """Yield each figure with its name."""
    yield from _of_events(root)
    yield from _of_rules(root)
    yield from _of_files(root)


def _of_events(root: Path) -> Iterator[tuple[str, str]]:
    for folder in systems(root):
        each, tables = files_of_events(folder), tables_of_events(folder)
        most = ", ".join(f"{name} {n}" for name, n in each.items() if n >= _OUTLIER)
        yield f"{folder.name}: events", str(len(each))
        yield f"{folder.name}: files an event", _spread(each)
        yield f"{folder.name}: tables an event", _spread(tables)
        if most:
            yield f"{folder.name}: events in {_OUTLIER} files or more", most
    seam = next(root.glob("sim/**/protocol.py")).parent
    for path in (seam / "system.py", seam / "protocol.py"):
        if path.exists():
            for node in tree_of(path).body:
                if isinstance(node, ast.ClassDef) and node.name == "RuleSystem":
                    yield "fields of RuleSystem", str(len(fields(node)))


def _of_rules(root: Path) -> Iterator[tuple[str, str]]:
    counts = kinds(root)
    whole = sum(counts.values())
    yield "lines of the rule systems", f"{whole:,}"
    for kind, count in sorted(counts.items(), key=lambda item: -item[1]):
        yield f"  {kind}", f"{100 * count / whole:.1f} %"
    each_compiled = [compiled(folder) for folder in systems(root)]
    made, repeated, lines = (sum(some) for some in zip(*each_compiled, strict=True))
    yield "compiled fields that repeat a sheet's", f"{repeated} of {made}"
    paths = root.glob("sim/rules/*/**/validate*.py")
    checks = sum(map(lines_of, paths))
    yield "lines that compile, that validate", f"{lines:,}, {checks:,}"


def _of_files(root: Path) -> Iterator[tuple[str, str]]:
    sizes = [lines_of(path) for path in root.glob("sim/**/*.py")]
    yield "lines of sim", f"{sum(sizes):,}"
    yield "files of 270 to 300 lines", str(sum(270 <= size <= 300 for size in sizes))
    yield (
        f"files above 300, above 450, of {LIMIT}",
        " / ".join(
            str(sum(size > bound for size in sizes)) for bound in (300, 450, LIMIT - 1)
        ),
    )
    yield "lines of comment", str(comments(root))
    yield "rooms and floors of sim", f"{len(rooms(root))}, {floors(root)}"
    contracts = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]
    (first, *_) = contracts["importlinter"]["contracts"]
    yield "layers that import-linter holds", str(len(first["layers"]))


_OUTLIER = 7


def _spread(counts: Mapping[str, int]) -> str:
    return f"{mean(counts.values()):.1f} (median {median(counts.values()):g})"


def main() -> None:
    """Print the figures of a checkout."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.house",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("root", nargs="?", type=Path, default=Path())
    for name, figure in rows(parser.parse_args().root):
        print(f"{name:48} {figure}")


if __name__ == "__main__":
    main()
