"""Pages to keep, each one file that opens without a network: the replay of a training or of a word."""
