"""Tests of the Solar System, named by the rules they hold."""
