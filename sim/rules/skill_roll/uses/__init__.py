"""Uses of skills: how each is rolled; single uses, and acts of a contest."""
