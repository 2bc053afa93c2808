"""The page `/vocabulary`: what is in the vocabularies of real tokenizers."""
