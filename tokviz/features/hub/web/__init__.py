"""The field for names and the buttons of known models, on pages that offer tokenizers."""
