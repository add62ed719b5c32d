"""Reading: files people write, and one clear sentence for what is wrong in them."""
