"""Keeping the branch that `fracas whatif` or `fracas play --from` has made."""

from msgspec import Struct

from sim.analysis.analyse import Record
from sim.analysis.keeping import Change, keep
from sim.store.store import open_store


class Keeper(Struct, frozen=True):
    """Keeps branches of *record*, from the store *source*, in the store *target*."""

    source: str
    target: str
    record: Record

    def keep(self, change: Change) -> str:
        """Keep the branch with *change*; return its id."""
        with open_store(self.target, create=self.target != self.source) as target:
            if self.target == self.source:
                return keep(target, target, self.record, change)
            with open_store(self.source) as source:
                return keep(source, target, self.record, change)

    def replay_command(self, kept: str | None) -> str:
        """Return the command that shows the branch *kept*."""
        return f"kept: fracas replay {self.target} {kept}"
