"""Uses of skills outside combat: acts of a contest, single uses of a task."""
