"""Skill rolls: dice plus a skill against a difficulty, and fights made of them."""
