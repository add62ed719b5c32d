"""What stands under the tables of a run: remarks, its id and seal, its command."""

from typing import Any

from sim.cli.campaign import put_changed_rulings
from sim.cli.check import spoken_rulings
from sim.cli.field import ONE_SET
from sim.cli.speak import put


def put_facts(words: dict[str, Any]) -> None:
    """Print what *words* say of a run beside its tables, and how to have it again."""
    for remark in words["remarks"]:
        put(f"note: {remark}")
    put(ONE_SET)
    put(f"run {words['run']}, seed {words['seed']}")
    put(f"seal {words['seal']}")
    changed = words["changed_rulings"]
    if not changed:
        put("rulings: all at their defaults (--json lists them)")
    elif "chapters" in words:
        put_changed_rulings(changed)
    else:
        put(f"rulings that are not the default: {spoken_rulings(changed)}")
    put(f"the same again: {words['again']}")
