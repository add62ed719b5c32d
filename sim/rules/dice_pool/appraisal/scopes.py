"""What the decisions are about: as the answers themselves say."""

from sim.rules.dice_pool.evolve import EVENTS
from sim.seam.chart import Scopes
from sim.seam.events import Fact, Scope

FACTS = tuple(kind for kind in EVENTS if issubclass(kind, Fact))

SCOPES: Scopes = {
    scope: kinds
    for scope in Scope
    if (kinds := tuple(kind for kind in FACTS if kind.scope is scope))
}
