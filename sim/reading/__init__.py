"""Reading files that people write, with a clear sentence for what is wrong."""
