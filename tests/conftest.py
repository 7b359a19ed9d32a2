"""What all tests share: the compiled code of this machine, wherever else they keep things."""

import gc
import os

from hypothesis import HealthCheck, settings

from taupes.folders import cache_folder

# A test that moves the user's cache, or a program that it starts, would compile everything anew.
if "TAUPES_CACHE" not in os.environ:
    os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder().parent))

# What tests run and measure is what the sources say, not a library that was once built of them.
os.environ.setdefault("TAUPES_LIBRARY", "")

# How long an example takes says more about the machine's neighbours than about the code.
settings.register_profile("taupes", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("taupes")

# While tests are collected nothing is dropped that would be worth looking for.
gc.disable()


def pytest_collection_finish() -> None:
    """Leave in peace what stays until the end: else it is gone through with all that tests drop."""
    gc.freeze()
    gc.enable()
