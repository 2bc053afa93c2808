"""`/wordpiece`: WordPiece, trained and applied."""

from tokviz.web.shared import i18n
from tokviz.web.train import wordpiece_page

wordpiece_page.render(i18n.catalog())
