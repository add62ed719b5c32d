"""Effects: damage, goals obtained, ceding, how rounds begin and conflicts end."""
