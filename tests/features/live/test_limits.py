"""Limits of what an address may do: allowances, wrong guesses, places."""

from __future__ import annotations

from tokviz.features.live.limits import ENTERING, WRONG_CODES, Bucket, Guesses, Places


class Holder:
    """Something that has a place."""

    def __init__(self, rank: int) -> None:
        self.rank, self.is_there = rank, True

    def give_way(self) -> None:
        self.is_there = False


def test_a_hall_enters_within_a_minute_and_then_another_one() -> None:
    bucket = Bucket(ENTERING)
    assert all(bucket.take("hall", number / 5) for number in range(600))


def test_what_is_put_back_can_be_used_again() -> None:
    bucket = Bucket(ENTERING)
    while bucket.take("hall", 0):
        pass
    bucket.put_back("hall", 2, 0)
    assert [bucket.take("hall", 0) for _ in range(3)] == [True, True, False]
    bucket.put_back("hall", 10**6, 0)
    assert sum(bucket.take("hall", 0) for _ in range(1_000)) == ENTERING.most


def test_wrong_guesses_come_back_with_the_time() -> None:
    guesses, rate = Guesses(), WRONG_CODES[0].rate
    while guesses.charge("hall", 0):
        pass
    assert guesses.charge("home", 0)
    assert not guesses.charge("hall", 0.5 / rate)
    assert guesses.charge("hall", 1 / rate)


def test_the_last_of_the_lowest_rank_makes_way() -> None:
    places, holders = Places[Holder](3), [Holder(rank) for rank in (0, 1, 0)]
    assert all(places.enter("hall", one) for one in holders)
    assert not places.enter("hall", Holder(0))
    assert places.enter("home", Holder(0))
    assert places.enter("hall", Holder(1))
    assert [one.is_there for one in holders] == [True, True, False]
    places.leave("hall", holders[2])  # who has lost the place already
    assert not places.enter("hall", Holder(0))
    assert places.enter("hall", Holder(2))
    assert not places.enter("hall", Holder(1))
    places.leave("hall", holders[1])
    assert places.enter("hall", Holder(0))
