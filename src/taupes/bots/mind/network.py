"""The learned evaluation: small networks that turn a position into each seat's chance to win.

One hidden layer, trained by self-play (`training/`). The weights ship with the package, a file for
each number of seats.
"""

import math
from functools import cache
from importlib.resources import files
from typing import Any, Final

import numpy as np

from taupes.bots.mind.features import (
    EXPERTS,
    SEAT_FEATURES,
    TABLE_FEATURES,
    describe,
    expert_of,
    feature_count,
)
from taupes.kernel.compiler import Words, compiled
from taupes.kernel.layout import FAR_MOLES, MOLES, OUTCOME, OVER_PHASE, PHASE, SEAT, SEATS

HIDDEN: Final = 64


def weight_count(seats: int) -> int:
    """How many weights one expert has."""
    return HIDDEN * (feature_count(seats) + seats) + seats


@compiled
def feed(w: Any, o: int, features: int, seats: int, x: Any, hidden: Any, out: Any) -> None:
    """Turn features into one number for each seat, before they become chances.

    `out` may be `x` itself: the features are not needed any more when it is written.
    """
    for h in range(HIDDEN):
        hidden[h] = 0.0
    for i in range(features):
        xi = x[i]
        if xi != 0.0:
            for h in range(HIDDEN):
                hidden[h] += xi * w[o + i * HIDDEN + h]
    o += features * HIDDEN
    for k in range(seats):
        out[k] = w[o + HIDDEN * seats + k]
    for h in range(HIDDEN):
        a = hidden[h]
        if a > 0.0:
            for k in range(seats):
                out[k] += a * w[o + h * seats + k]


@compiled
def soften(t: Words, s: Words, out: Any) -> None:
    """Turn the numbers of the seats that still have moles, in playing order, into chances."""
    seats = t[SEATS]
    top = -1e30
    for k in range(seats):
        seat = (s[SEAT] + k) % seats
        if s[MOLES + seat] | s[FAR_MOLES + seat] or s[PHASE] == 0:
            top = max(top, out[k])
    total = 0.0
    for k in range(seats):
        seat = (s[SEAT] + k) % seats
        if s[MOLES + seat] | s[FAR_MOLES + seat] or s[PHASE] == 0:
            out[k] = math.exp(out[k] - top)
            total += out[k]
        else:
            out[k] = 0.0
    for k in range(seats):
        out[k] /= total


@compiled
def judge(t: Words, s: Words, w: Any, ways: Words, x: Any, hidden: Any, v: Any) -> None:
    """Write each seat's chance to win into `v`, for a position before a disc is turned."""
    seats = t[SEATS]
    if s[PHASE] == OVER_PHASE:
        settle(t, s, v)
        return
    features = TABLE_FEATURES + SEAT_FEATURES * seats
    describe(t, s, ways, x)
    size = HIDDEN * (features + seats) + seats
    feed(w, expert_of(t, s) * size, features, seats, x, hidden, x)
    soften(t, s, x)
    for k in range(seats):
        v[(s[SEAT] + k) % seats] = x[k]


@compiled
def settle(t: Words, s: Words, v: Any) -> None:
    """Write the result of a finished game into `v`: a shared win is shared, and so is a draw."""
    seats, winners = t[SEATS], 0
    for seat in range(seats):
        winners += s[OUTCOME] >> seat & 1
    for seat in range(seats):
        if winners == 0:
            v[seat] = 1.0 / seats
        else:
            v[seat] = (s[OUTCOME] >> seat & 1) / winners


@cache
def weights(seats: int) -> Any:
    """The shipped weights for so many seats, one expert after the other."""
    path = files("taupes.bots.mind").joinpath(f"weights-{seats}.npy")
    with path.open("rb") as file:
        loaded = np.load(file)
    assert loaded.size == EXPERTS * weight_count(seats)  # noqa: S101 - shipped together
    return loaded.astype(np.float32)
