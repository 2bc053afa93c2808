"""The lattice of a word: chart, tables, Viterbi in the picture."""
