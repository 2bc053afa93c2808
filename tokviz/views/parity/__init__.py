"""Views of a parity-aware BPE training: what is said of a turn, and what is drawn of it."""
