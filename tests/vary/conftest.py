"""What tests here share: the toy system is known."""

from typing import cast

import pytest

from sim.library import registry


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast("dict[str, str]", registry.SYSTEMS), "toy", "tests.toy")
