"""The lattice of a word: chart, tables, Viterbi on the stage."""
