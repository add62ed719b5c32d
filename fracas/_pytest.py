"""The pytest plugin: an option for `fracas.testing`; it is quick to import."""

from typing import Any


def pytest_addoption(parser: Any) -> None:  # noqa: ANN401 - pytest need not be installed
    """Add the option that rewrites playthroughs."""
    group = parser.getgroup("fracas", "rule systems of Fracas")
    group.addoption(
        "--write-playthroughs",
        action="store_true",
        help="Write playthroughs (fracas.testing.playthroughs) that are missing or"
        " differ; read what changed before you keep it.",
    )
