"""What all pages share that apply a tokenizer to a text: `/bpe-encode`, and halves of `/wordpiece` and `/unigram`."""
