"""Rolling the Planets: five Forces, one column of dice, one conflict."""
