"""Scenario files, shipped with the package as data."""
