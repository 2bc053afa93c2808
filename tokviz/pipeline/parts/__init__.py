"""The parts of a tokenizer.json around its model: their elements, which alternative of a pattern matched, how long
patterns may take, and what is otherwise than one might think."""
