"""Without the extras the rest works, and each door says what it wants."""

import subprocess
import sys

SCRIPT = """
import sys

for name in ("gymnasium", "pettingzoo", "pyspiel", "resvg_py", "stable_baselines3", "PIL"):
    sys.modules[name] = None

from importlib import import_module
from random import Random

import taupes.cli
import taupes.envs.vector
from taupes.envs.episode import Episode
from taupes.envs.picture import render
from taupes.envs.variant import Variant

taupes.envs.vector.VectorEnv(2)
episode = Episode(Variant(), Random(1))
render(episode, "ansi")
for door in ("aec", "gym", "openspiel", "sb3"):
    try:
        import_module(f"taupes.envs.{door}")
    except ImportError as error:
        print(error)
try:
    render(episode, "rgb_array")
except ImportError as error:
    print(error)
"""


def test_doors_say_what_to_install() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [
        "taupes.envs.aec needs PettingZoo and Gymnasium: pip install 'taupes[envs]'",
        "taupes.envs.gym needs Gymnasium: pip install 'taupes[envs]'",
        "taupes.envs.openspiel needs OpenSpiel: pip install 'taupes[openspiel]'",
        "taupes.envs.sb3 needs Stable-Baselines3: pip install 'taupes[rl]'",
        "render_mode='rgb_array' needs resvg-py and pillow: pip install 'taupes[envs]'",
    ]
