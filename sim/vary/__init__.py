"""One thing changed, or many: grids of a scenario, the right number, two compared."""
