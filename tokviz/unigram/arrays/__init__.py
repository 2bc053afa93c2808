"""Unigram training for all words at once, in arrays: EM passes, best paths, what a removal costs."""
