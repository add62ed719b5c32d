"""What is done once a conflict is over: healing, and filling pools."""
