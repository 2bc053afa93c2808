"""`/why`: what words, characters and subwords make of the same text."""

from tokviz.web import i18n, why_page

why_page.render(i18n.catalog())
