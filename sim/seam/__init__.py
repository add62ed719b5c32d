"""The interface between rule systems, agents and the engine."""
