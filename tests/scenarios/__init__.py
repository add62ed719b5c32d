"""Tests of the scenarios that ship: what they say, whether a choice matters."""
