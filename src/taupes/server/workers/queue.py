"""A queue that nobody can fill for others: those who come first go first, the rest take turns."""

from collections import deque
from typing import Generic, TypeVar

from msgspec import Struct

T = TypeVar("T")


class Full(Exception):
    """There is no room for more, or for more from this one."""


class Asker(Struct, frozen=True):
    """Who waits for something."""

    house: str = ""
    """Where they ask from: an address. Houses take turns."""
    person: str = ""
    """Who they are. The people of a house take turns in it."""
    rank: int = 0
    """Whoever has a lower one goes first, always."""


class FairQueue(Generic[T]):
    """What waits, by rank, house and person, in the order in which it will be taken."""

    def __init__(self, most: int, most_of_house: int, most_of_person: int) -> None:
        self._most = most
        self._most_of_house = most_of_house
        self._most_of_person = most_of_person
        self._ranks: dict[int, dict[str, dict[str, deque[T]]]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def put(self, item: T, asker: Asker) -> T | None:
        """Let something wait; what has to go for it, if all places are taken.

        Full if there is no room for it: then the asker has as much waiting as anybody.
        """
        houses = self._ranks.get(asker.rank, {})
        people = houses.get(asker.house, {})
        in_house = sum(map(len, people.values()))
        own = len(people.get(asker.person, ()))
        if in_house >= self._most_of_house or own >= self._most_of_person:
            raise Full
        displaced = self._displace(asker.rank, in_house) if self._count >= self._most else None
        people = self._ranks.setdefault(asker.rank, {}).setdefault(asker.house, {})
        people.setdefault(asker.person, deque()).append(item)
        self._count += 1
        return displaced

    def take(self) -> T | None:
        """What is next; its house and its person are last in turn now."""
        if not self._ranks:
            return None
        houses = self._ranks[min(self._ranks)]
        house = next(iter(houses))
        people = houses[house]
        person = next(iter(people))
        item = people[person].popleft()
        people[person] = people.pop(person)
        houses[house] = houses.pop(house)
        self._tidy(min(self._ranks), house, person)
        return item

    def remove(self, item: T, asker: Asker) -> bool:
        """Take out what need not wait any more; whether it was still here."""
        waiting = self._ranks.get(asker.rank, {}).get(asker.house, {}).get(asker.person)
        if waiting is None or item not in waiting:
            return False
        waiting.remove(item)
        self._tidy(asker.rank, asker.house, asker.person)
        return True

    def _displace(self, rank: int, in_house: int) -> T:
        """Take out what came last from the house that has most waiting, of those who go last."""
        worst = max(self._ranks, default=rank)
        if worst < rank:
            raise Full
        houses = self._ranks[worst]
        house = max(houses, key=lambda name: sum(map(len, houses[name].values())))
        people = houses[house]
        if worst == rank and sum(map(len, people.values())) <= in_house + 1:
            raise Full
        person = max(people, key=lambda name: len(people[name]))
        item = people[person].pop()
        self._tidy(worst, house, person)
        return item

    def _tidy(self, rank: int, house: str, person: str) -> None:
        """One less: keep no empty places."""
        self._count -= 1
        houses = self._ranks[rank]
        if not houses[house][person]:
            del houses[house][person]
        if not houses[house]:
            del houses[house]
        if not houses:
            del self._ranks[rank]
