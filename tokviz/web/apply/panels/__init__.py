"""The views below the stage of each page that applies a tokenizer."""
