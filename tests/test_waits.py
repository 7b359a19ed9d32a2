"""How tests of the page wait: by functions, for the page's own policy evaluates no text."""

import re
from pathlib import Path

BROWSER = Path(__file__).parent / "browser"
WAITING = re.compile(r"""wait_for_function\(\s*f?"+\s*(.*)""")


def test_what_is_waited_for_is_a_function() -> None:
    # A text is evaluated anew at each look, and refused from the second one on: on a machine quick
    # enough nobody notices.
    found = [
        (path.name, waiting)
        for path in sorted(BROWSER.glob("*.py"))
        for waiting in WAITING.findall(path.read_text("utf-8"))
    ]
    assert len(found) > 20
    assert [one for one in found if not one[1].startswith("(")] == []
