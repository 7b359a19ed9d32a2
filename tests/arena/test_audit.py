"""What the audit calls good is good; whatever was changed in a record, it does not."""

import json
from random import Random

import pytest

from taupes.arena.audit import is_good
from taupes.arena.series import SeriesSettings, play_number
from taupes.rules import BadRecord, load_boards, read_game


@pytest.mark.parametrize("boards", ["classic", "quick", "grand"])
@pytest.mark.parametrize("preset", ["web", "soubeyrand", "shop-points"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_never_calls_good_what_the_rules_refuse(boards: str, preset: str, players: int) -> None:
    settings = SeriesSettings(("greedy", *["random"] * (players - 1)), load_boards(boards), preset)
    line = play_number(settings, 1).line
    assert is_good(line)
    rng = Random(f"{boards}/{preset}/{players}")
    refused = 0
    for _ in range(60):
        at = rng.randrange(line.index('"orientations"'), len(line))
        changed = line[:at] + rng.choice("0123456789-[]{},") + line[at + 1 :]
        try:
            read_game(changed)
        except BadRecord:
            refused += 1
            assert not is_good(changed), (at, changed[at - 40 : at + 40])
    assert refused > 10


@pytest.mark.parametrize("what", ["drop", "double", "swap", "result", "nan", "early"])
def test_whole_events_matter(what: str) -> None:
    line = play_number(SeriesSettings(("greedy",) * 3, load_boards("quick"), "web"), 0).line
    data = json.loads(line)
    kinds = [event["type"] for event in data["events"]]
    for at in {kinds.index("lift"), kinds.index("move"), len(kinds) - 1, kinds.index("draw")}:
        changed = json.loads(line)
        events = changed["events"]
        if what == "drop":
            del events[at]
        elif what == "double":
            events.insert(at, events[at])
        elif what == "swap":
            events[at - 1], events[at] = events[at], events[at - 1]
        elif what == "result":
            changed["result"]["winners"] = [0, 1, 2]
        elif what == "nan":
            changed["players"][0]["x"] = float("nan")
        else:
            del events[at:]
        text = json.dumps(changed, separators=(",", ":"))
        with pytest.raises(BadRecord):
            read_game(text)
        assert not is_good(text)


@pytest.mark.parametrize("text", ["", "{}", "[]", "taupes 1", "x" * 100_000, "{" * 10_000])
def test_what_is_no_record_is_not_called_good(text: str) -> None:
    assert not is_good(text)
