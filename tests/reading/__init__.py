"""Tests of files read for people: what is wrong with one, what tells two apart."""
