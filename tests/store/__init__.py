"""What every kind of store keeps to, tested for each kind."""
