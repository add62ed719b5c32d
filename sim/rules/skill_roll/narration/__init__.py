"""Events and seats in words, for people and for programs."""
