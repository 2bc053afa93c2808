"""The page `/unigram`: expectation, maximization, pruning; and the lattice of a word."""
