"""`/compare`: several tokenizers on one corpus, at one size, and why they cut its words differently."""

from tokviz.web import compare_page, i18n

compare_page.render(i18n.catalog())
