"""`/chat`: messages with roles, the text that a template makes of them, and its tokens in the colors of their roles."""

from tokviz.state.chat import PAGE, form_of
from tokviz.views.pages import chat as views
from tokviz.web.address import url
from tokviz.web.pages import chat as controls
from tokviz.web.shared import drawing, i18n, messages
from tokviz.web.shared.page_frame import heading

say = i18n.catalog()
heading("chat", say)
wrong = controls.read_address(say)
chosen, tokenizer, missing = controls.choose(say)
messages.warn_of_link((*wrong, *missing), say)
url.publish(PAGE, form_of(url.current(), say.language), chosen)
seen = controls.shown(chosen, tokenizer, say)
if seen is not None:
    show = drawing.parts_of(views.PAGE, seen, PAGE, say, lambda picture: None)
    show("now")
    show("tokens")
    show("text")
    show("details")
