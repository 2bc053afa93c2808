"""The pages that apply a tokenizer to a text: BPE, WordPiece, the lattice."""
