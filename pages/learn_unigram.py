"""`/unigram`: unigram language models, trained step by step, and the lattice of a word."""

from tokviz.web import i18n, unigram_page

unigram_page.render(i18n.catalog())
