"""Trainings that merge, BPE and WordPiece: sentences, tables, scores, merge trees, questions."""
