"""`/wordpiece`: WordPiece, trained and applied."""

from tokviz.web import i18n, wordpiece_page

wordpiece_page.render(i18n.catalog())
