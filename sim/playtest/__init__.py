"""A playtest of a scenario: what a designer would want to know, in one report."""
