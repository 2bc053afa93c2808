"""What trained models share: added tokens, words that are remembered, decoding."""
