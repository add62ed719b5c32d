"""Tests of fitting, and of the field."""
