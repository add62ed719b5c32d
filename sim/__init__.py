"""Fracas: conflicts under tabletop rules as append-only streams of events."""
