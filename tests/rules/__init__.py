"""Tests of the rule systems, rule by rule."""
