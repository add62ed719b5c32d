"""Hypothesis profiles; nothing else."""

from hypothesis import settings

settings.register_profile("default", deadline=None, max_examples=50)
settings.register_profile("nightly", deadline=None, max_examples=2_000)
settings.load_profile("default")
