"""`/bpe`: byte-pair encoding, merge by merge."""

from tokviz.web import bpe_page, i18n

bpe_page.render(i18n.catalog())
