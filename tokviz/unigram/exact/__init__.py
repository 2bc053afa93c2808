"""What reproduces the libraries to the last bit: rounding, pruning with reassigned counts, finishing."""
