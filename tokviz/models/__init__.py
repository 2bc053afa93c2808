"""The parts of trained models that all share: added tokens, the encoding of a text, decoding."""
