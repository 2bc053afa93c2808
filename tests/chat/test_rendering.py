"""Programs of strangers: what they may do, and that they end."""

from time import process_time

import pytest

from tests.catalogs import saying
from tokviz.chat.rendering import MAX_TEXT_CHARS, Program
from tokviz.chat.templates import MAX_TEMPLATE_CHARS
from tokviz.errors import LimitError, TokvizError

MESSAGES = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Yo"}]
DOUBLING = "{% set ns = namespace(x=[1]) %}{% for a in range(60) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}"
ENDLESS = [
    "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
    "{% set ns = namespace(x='aa') %}{% for a in range(99) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}{{ ns.x }}",
    "{% set ns = namespace(x='aa') %}{% for a in range(99) %}{% set ns.x = ns.x + ns.x %}{% endfor %}{{ ns.x }}",
    "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(60) }}",
    "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}",
    "{% for a in messages recursive %}{{ loop(messages) }}{% endfor %}",
    "{% for a in range(400) recursive %}{{ loop(range(90000)) if loop.depth < 3 }}{% endfor %}",
    "{{ 'a' * 1000000000 }}",
    "{{ 9 ** 9 ** 9 }}",
    "{{ '%1000000000d' % 1 }}",
    "{{ range(99999) | join('a' * 199999) }}",
    "{{ ('a' * 199999).join(range(99999)) }}",
    "{{ ('a' * 199999).replace('', 'b' * 199999) }}",
    "{{ ('a' * 199999) | replace('', 'b' * 199999) }}",
    "{{ messages | tojson(indent=999999999) }}",
    "{{ 'a\\nb' | indent('a' * 99999) }}",
    f"{DOUBLING}{{{{ ns.x }}}}",
    f"{DOUBLING}{{{{ ns.x == ns.x }}}}",
    f"{DOUBLING}{{{{ ns.x | tojson }}}}",
    "{% set a = namespace() %}{% set b = namespace(x=a, y=a) %}{{ b }}",
    "{% set ns = namespace() %}{% set ns.x = ns %}{{ ns }}",
    "{% set ns = namespace() %}{{ [ns] }}",
    "{% for a in range(99999) %}{{ 'aaaaaaaaaa' }}{% endfor %}",
]
CLOSED = [
    "{{ ''.__class__.__mro__ }}",
    "{{ '{0.__class__}'.format(1) }}",
    "{{ 'a'.ljust(1000000000) }}",
    "{{ messages.append(1) }}",
    "{{ messages[0].update(role='x') }}",
    "{{ cycler.__init__.__globals__ }}",
    "{{ 'a' | center(1000000000) }}",
    "{{ messages | attr('__class__') }}",
    "{% include 'secrets' %}",
    "{% import 'os' as os %}",
    "{{ lipsum() }}",
    "{{ strftime_now('%999999999d') }}",
    "{{ " + "(" * 5_000,
    "{% for m in messages %}",
    "{% set ns = namespace(_x=1) %}",
]


def made(source: str) -> str:
    return Program(source, {"bos_token": "<s>"}).run(MESSAGES, prompt=True, marks="<>")


@pytest.mark.parametrize("source", ENDLESS)
def test_what_has_no_end_is_ended(source: str) -> None:
    start = process_time()
    with pytest.raises(TokvizError, match=saying("error.chat-template-limit", limit=MAX_TEXT_CHARS)):
        made(source)
    assert process_time() - start < 30  # a few seconds; on a machine that does much else, more


@pytest.mark.parametrize("source", CLOSED)
def test_what_a_template_needs_not_is_closed(source: str) -> None:
    with pytest.raises(TokvizError) as raised:
        made(source)
    assert raised.value.code in ("chat-fails", "chat-template-line", "chat-template-limit")


@pytest.mark.parametrize(
    "source",
    [
        "{{ ''.__class__ }}",
        "{{ messages.__class__ }}",
        "{{ namespace.__init__ }}",
        "{{ range.__doc__ }}",
        "{{ self.__init__ }}",
    ],
)
def test_what_is_hidden_is_undefined(source: str) -> None:
    assert made(source) == ""


def test_a_template_may_refuse_messages() -> None:
    with pytest.raises(TokvizError, match=saying("error.chat-refused", why="roles must alternate")):
        made("{{ raise_exception('roles must alternate') }}")


def test_the_day_is_always_the_same() -> None:
    assert made("{{ strftime_now('%d %b %Y') }}") == "26 Jul 2024"


def test_a_long_template_is_not_read() -> None:
    with pytest.raises(LimitError):
        Program("a" * (MAX_TEMPLATE_CHARS + 1))


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{% for m in messages %}{% if loop.first %}{% continue %}{% endif %}{{ loop.index }}{% endfor %}", "2"),
        ("{{ messages | selectattr('role', 'equalto', 'user') | map(attribute='content') | list }}", "['Hi']"),
        ("{{ messages[0] | tojson }}", '{"role": "user", "content": "Hi"}'),
        ("{{ messages[-1]['content'].strip().split('o')[0] | upper }}", "Y"),
        ("{% generation %}a{% endgeneration %}b", "<a>b"),
        ("{% set ns = namespace(n=0) %}{% for m in messages %}{% set ns.n = ns.n + 1 %}{% endfor %}{{ ns.n }}", "2"),
        ("{%- for a, b in messages[0].items() %}{{ a ~ b }}{% endfor %}", "roleusercontentHi"),
        ("{{ bos_token }}{{ tools is none }}{{ eos_token is defined }}", "<s>TrueFalse"),
    ],
)
def test_what_templates_use_is_there(source: str, text: str) -> None:
    assert made(source) == text
