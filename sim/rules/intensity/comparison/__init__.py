"""Two rolls laid side by side."""
