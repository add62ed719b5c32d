"""One conflict: walked, asked, played, recorded and played again."""
