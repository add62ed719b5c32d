"""What the decisions of rolling the Planets are about: as the answers say."""

from sim.rules.planets.facts import FACTS
from sim.seam.chart import Scopes
from sim.seam.events import Scope

SCOPES: Scopes = {
    scope: kinds
    for scope in Scope
    if (kinds := tuple(kind for kind in FACTS if kind.scope is scope))
}
