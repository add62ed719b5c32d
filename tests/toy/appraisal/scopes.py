"""What the decisions of a standoff are about."""

from sim.seam.chart import Scope, Scopes
from tests.toy import facts as f

SCOPES: Scopes = {
    Scope.ACTION: (f.Pressed, f.Held),
    Scope.GATE: (f.Conceded,),
}
