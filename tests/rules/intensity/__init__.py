"""Tests of Intensity, rule by rule."""
