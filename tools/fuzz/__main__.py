"""`python -m tools.fuzz`: the pages against random and hostile visitors, without a browser and then in one.

Every case has a number; the same number is the same case again. A case that fails is made smaller and printed, ready to
be put into tests/pages/test_once_failed.py. Exit status 1: something failed.
"""

from __future__ import annotations

import argparse
import logging
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from itertools import count
from time import monotonic

from streamlit import config

from tools.fuzz import browser, visits
from tools.fuzz.cases import PAGES, Case, random_of
from tools.fuzz.shrink import smaller

__all__ = ["main"]


def main(arguments: list[str]) -> int:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=180, help="how long the part without a browser runs (180)")
    parser.add_argument(
        "--cases", type=int, default=0, help="its cases on each page; 0: as many as there is time for (0)"
    )
    parser.add_argument("--first", type=int, default=1, help="the number of the first case (1)")
    parser.add_argument("--page", choices=PAGES, action="append", help="a page; again for more of them (all)")
    parser.add_argument("--browser", type=int, default=30, help="cases in a browser (30); 0 leaves this part out")
    parser.add_argument("--whole", action="store_true", help="print failing cases as they were drawn, not made smaller")
    asked = parser.parse_args(arguments)
    pages = tuple(asked.page or PAGES)
    failed = 0
    if asked.seconds and asked.cases >= 0:
        failed += _without_browser(pages, asked.first, asked.cases, asked.seconds, is_whole=asked.whole)
    if asked.browser:
        failed += browser.run(range(asked.first, asked.first + asked.browser))
    return 1 if failed else 0


def _without_browser(pages: tuple[str, ...], first: int, cases: int, seconds: float, *, is_whole: bool) -> int:
    """Play cases on each page in turn; print what failed, and a line for each page. Returns how many failed."""
    config.set_option("client.showErrorDetails", "full")  # the log of a visitor's error is for us
    logging.disable(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # as in the tests
        return _play(pages, first, cases, seconds, is_whole=is_whole)


def _play(pages: tuple[str, ...], first: int, cases: int, seconds: float, *, is_whole: bool) -> int:
    visits.replay(Case("compare", {}))  # what is imported and drawn for the first time is nobody's run
    played: Counter[str] = Counter()
    runs: Counter[str] = Counter()
    slowest: dict[str, tuple[float, int]] = dict.fromkeys(pages, (0.0, 0))
    failures: dict[str, int] = dict.fromkeys(pages, 0)
    for page, number in _turns(pages, first, cases, seconds):
        one = visits.play(page, random_of(page, number))
        played[page] += 1
        runs[page] += len(one.seconds)
        slowest[page] = max(slowest[page], (max(one.seconds, default=0.0), number))
        if one.problem:
            failures[page] += 1
            hangs = one.problem.kind == visits.HANGS
            _print(one, number, is_whole=is_whole or hangs)
            if hangs:
                print(f"A run hangs, and would slow down all others: go on with --first {number + 1}", flush=True)
                break
    print(f"{'page':<18}{'cases':>8}{'runs':>8}{'failed':>8}{'slowest run':>14}   case")
    for page in pages:
        took, number = slowest[page]
        figures = f"{played[page]:>8,}{runs[page]:>8,}{failures[page]:>8,}{took:>12.2f} s"
        print(f"/{page:<17}{figures}   {number}", flush=True)
    return sum(failures.values())


def _turns(pages: tuple[str, ...], first: int, cases: int, seconds: float) -> Iterator[tuple[str, int]]:
    """Yield page and number of the cases, a case of each page in turn, until there are enough or the time is over."""
    end = monotonic() + seconds
    for number in count(first) if cases == 0 else range(first, first + cases):
        for page in pages:
            if monotonic() > end:
                return
            yield page, number


def _print(one: visits.Played, number: int, *, is_whole: bool) -> None:
    problem = one.problem
    assert problem is not None
    case = one.case
    if not is_whole:
        tries = 10 if problem.kind == visits.SLOW else 80
        case = smaller(case, lambda less: _fails_alike(less, problem.kind), tries)
    print(f"\n--page {one.case.page or repr('')} --first {number} --cases 1\n{problem}\n{case!r}\n", flush=True)


def _fails_alike(case: Case, kind: str) -> bool:
    again = visits.replay(case).problem
    return again is not None and again.kind == kind


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
