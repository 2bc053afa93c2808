"""The page `/unigram` where it trains: expectation, maximization, pruning."""
