"""What all pages share that train: `/bpe`, `/wordpiece`, `/unigram`."""
