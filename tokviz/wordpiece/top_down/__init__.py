"""The WordPiece learner that Google published: substrings above a threshold, found from the longest to the shortest."""
