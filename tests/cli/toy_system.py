"""The toy where the registry can find it, so that commands need no real system."""

from tests.toy import TOY

SYSTEM = TOY
