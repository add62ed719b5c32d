"""Studies of a scenario for users: exact values, best replies, problems."""
