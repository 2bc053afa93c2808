"""Training by merges, whatever chooses them: what BPE and WordPiece share."""
