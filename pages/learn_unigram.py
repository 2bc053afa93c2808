"""`/unigram`: unigram language models, trained step by step, and the lattice of a word."""

from tokviz.web.shared import i18n
from tokviz.web.train_unigram import page as unigram_page

unigram_page.render(i18n.catalog())
