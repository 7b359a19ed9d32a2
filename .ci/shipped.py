"""Play with the library that an installed wheel brings: `python .ci/shipped.py GAMES`.

`GAMES` is what `python -m tests.engine.everything` printed elsewhere, with Numba. Here it must come
to the same, by a library, and where nothing else could be used.
"""

import json
import subprocess
import sys
from pathlib import Path

from taupes.kernel import shipped

BARE = (sys.executable, "-m", "tests.engine.everything", "bare")


def main(games: Path) -> None:
    """Compare, and say with which library."""
    wanted = {**json.loads(games.read_text("utf-8")), "way": "library"}
    done = subprocess.run(BARE, check=True, stdout=subprocess.PIPE)  # noqa: S603 - our own module
    found = json.loads(done.stdout)
    if found != wanted:
        differing = [part for part in wanted if found.get(part) != wanted[part]]
        sys.exit(f"{shipped.find() or 'no library'}: other {', '.join(differing)} than by Numba")
    sys.stdout.write(f"{shipped.find()}: {len(found['games'])} games as by Numba\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
