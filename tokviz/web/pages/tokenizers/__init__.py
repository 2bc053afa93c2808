"""The page `/tokenizers`: what a whole tokenizer does with a text, stage by stage, and back."""
