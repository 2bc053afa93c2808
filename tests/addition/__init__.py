"""A small algorithm as it is really added: longest-pair BPE, which merges the pair with the longest token.

The files below this folder are at their places in the tree; `CHANGED` are the lines that files get which are there.
`tests/test_additions.py` makes a tree with them, runs the tests over all entries there, and counts.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

__all__ = ["CHANGED", "FOLDER", "TEXTS", "add"]

FOLDER = Path(__file__).parent

CHANGED: dict[str, tuple[tuple[str, str], ...]] = {
    "tokviz/merging/measures.py": (
        (
            "MEASURES: Mapping",
            "LENGTH = Measure(\n"
            '    "length", lambda _count, _left, _right, token="": len(token), lambda *both: both, of_parts=False\n'
            ")\n"
            '"""The longest token wins, and of equally long ones the most frequent pair."""\n\n',
        ),
        (')}\n"""Name -> measure', ", LENGTH"),
    ),
    "tokviz/algorithms.py": (
        ("parity, picky, superbpe, unigram, wordpiece\nfrom tokviz.bpe", "lpbpe, "),
        ("from tokviz.parity import", "from tokviz.lpbpe import algorithm as lpbpe_plain\n"),
        (
            "_ALL: dict[str, Algorithm]",
            """LPBPE = AlgorithmEntry[lpbpe.Rules, lpbpe.Trace](
    name="lpbpe",
    rules=lpbpe.Rules,
    presets=lpbpe.PRESETS,
    knobs=lpbpe.KNOBS,
    train=_by_rules(lpbpe.train),
    plain=lpbpe_plain.train,
    leaves_out=lpbpe_plain.leaves_out,
    formats={
        "tokenizer.json": Format(
            lambda trace, split: tokenizer_json.write_bpe(trace.model(pretokenizer=split)),
            "tokenizer.json",
            "application/json",
            label="tokenizer",
        ),
    },
    opening="sennrich",
    own_preset="lpbpe",
    memory=120,
    models="bpe",
)

""",
        ),
        (")\n}\n\nALGORITHMS: Mapping", ", LPBPE"),
    ),
    "tokviz/state/trained_pages.py": (
        (
            ")\n\n_BY_NAME: dict",
            """    TrainedPage("lpbpe", ":material/expand:", applying=Applying("lpbpe-encode")),\n""",
        ),
    ),
}
"""File -> pairs of a place that is there once, and the text that is put before it."""

TEXTS = {
    "page.lpbpe": ("Longest-pair BPE", "最长对 BPE"),
    "compare.algorithm.lpbpe": ("Longest-pair BPE", "最长对 BPE"),
    "takeaway.algorithm.lpbpe": ("Longest-pair byte-pair encoding", "最长对字节对编码"),
    "preset.lpbpe": ("Longest pair", "最长对"),
    "preset.short.lpbpe": ("Longest pair", "最长对"),
    "preset.about.lpbpe.lpbpe": (
        "The longest token wins; of equally long ones, the most frequent pair.",
        "最长的词元胜出；一样长时，最常见的符号对胜出。",
    ),
    "column.length": ("Length", "长度"),
    "measure.length.name": ("length", "长度"),
    "measure.length.rule": (
        "the longest token wins, then the most frequent pair",
        "最长的词元胜出，然后是最常见的符号对",
    ),
    "measure.length.value.present": (" Its token has the length {value}.", "它的词元长度是 {value}。"),
    "measure.length.value.past": (" Its token had the length {value}.", "它的词元长度是 {value}。"),
    "measure.length.alone.present": (" No other pair is as long and as frequent.", "没有别的符号对同样长、同样常见。"),
    "measure.length.alone.past": (" No other pair was as long and as frequent.", "没有别的符号对同样长、同样常见。"),
    "measure.length.tie.present": (
        " It ties with {rivals}, as long and as frequent; {rule}.",
        "同样长、同样常见的有 {rivals}；{rule}。",
    ),
    "measure.length.tie.past": (
        " It tied with {rivals}, as long and as frequent; {rule}.",
        "同样长、同样常见的有 {rivals}；{rule}。",
    ),
    "measure.length.best": ("{pair} has the longest token, {value}.", "{pair} 的词元最长：{value}。"),
    "measure.length.has": ("{pair} has the length {value}.", "{pair} 的长度是 {value}。"),
    "measure.length.lower": (" Another pair is longer.", "另一对更长。"),
    "measure.length.parting": ("length {worth}", "长度 {worth}"),
    "measure.length.when": ("at step {step} (length {worth})", "在第 {step} 步（长度 {worth}）"),
    "measure.length.ask": (
        "Merge {number}: which pair has the longest token? Of equally long ones, the most frequent.",
        "第 {number} 次合并：哪个符号对的词元最长？一样长时，哪个最常见？",
    ),
    "measure.length.exercise.next-merges": (
        "By length, which {n} pairs are merged next, beginning with merge {number}? Give them in order.",
        "按长度，从第 {number} 次合并起，依次合并的 {n} 个符号对是什么？",
    ),
    "measure.length.exercise.hint": ("The best pair has the length {worth}.", "最好的符号对长度是 {worth}。"),
    "measure.length.worksheet.task": (
        "At each step, count every pair and write down its length. Merge the longest, then the most frequent. "
        "On a tie: {rule}.",
        "每一步数出每个符号对的次数，写下它的长度。合并最长的一对，一样长时取最常见的。并列时：{rule}。",
    ),
    "measure.length.worksheet.each": ("How long is the token of each pair?", "每个符号对的词元有多长？"),
    "measure.length.worksheet.worked-out": ("Length", "长度"),
    "measure.length.scatter-alt": ("Count against length. The longest: {pairs}.", "次数与长度。最长的是：{pairs}。"),
    "measure.length.table-alt": (
        "Candidate pairs with their lengths, the choice first: {pair}, {value}.",
        "候选符号对及其长度，首先是被选中的：{pair}，{value}。",
    ),
    "measure.length.bpe-other": (
        "Byte-pair encoding would merge {pair} here ({count}). By length it is number {rank}: {value}. {winner}, which "
        "occurs {winner_count}, wins.",
        "BPE 在这里会合并 {pair}（{count}）。按长度它排第 {rank}：{value}。胜出的 {winner} 出现 {winner_count}。",
    ),
    "measure.length.bpe-tied": (
        "Byte-pair encoding would merge {pair} here ({count}). By length it ties with {winner}, which occurs "
        "{winner_count}: {value}; {rule}.",
        "BPE 在这里会合并 {pair}（{count}）。按长度它与 {winner}（{winner_count}）并列：{value}；{rule}。",
    ),
    "measure.length.role.winner": ("longest", "最长"),
    "measure.length.role.both": ("longest and most frequent", "最长，出现也最多"),
}
"""Key -> the text in English and in Chinese."""


def add(tree: Path) -> tuple[str, ...]:
    """Add the algorithm to a copy of the repository; return the files that this took, new or changed."""
    new = [path.relative_to(FOLDER) for path in sorted(FOLDER.rglob("*.py")) if path.parent != FOLDER]
    for path in new:
        (tree / path.parent).mkdir(parents=True, exist_ok=True)
        shutil.copy(FOLDER / path, tree / path)
    for name, changes in CHANGED.items():
        text = (tree / name).read_text("utf-8")
        for place, added in changes:
            assert text.count(place) == 1, f"{name}: {place}"
            text = text.replace(place, added + place)
        (tree / name).write_text(text, "utf-8")
    catalogs = []
    for at, language in enumerate(("en", "zh")):
        path = tree / "assets" / "i18n" / f"{language}.json"
        texts = json.loads(path.read_text("utf-8"))
        texts |= {key: both[at] for key, both in TEXTS.items()}
        path.write_text(json.dumps(texts, ensure_ascii=False, indent=2) + "\n", "utf-8")
        catalogs.append(f"assets/i18n/{language}.json")
    return (*map(str, new), *CHANGED, *catalogs)
