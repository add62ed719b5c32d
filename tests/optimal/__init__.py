"""Tests of what a conflict is worth when both sides play well."""
