"""The desk: a store to look at in a browser, and tables to play and to judge at."""
