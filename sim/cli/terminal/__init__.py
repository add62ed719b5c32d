"""What commands print with."""
