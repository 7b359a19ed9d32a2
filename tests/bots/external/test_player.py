"""Programs as players: good ones, and every way in which they go wrong."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Protocol

import pytest

from taupes.bots import TURN, Budget, choices, make_bot, play_game
from taupes.bots.external.fault import BadBot, Failure
from taupes.bots.external.player import Allowance, ExternalPlayer, make_external
from taupes.bots.external.protocol import (
    format_choice,
    newgame_message,
    parse_choice,
    think_message,
)
from taupes.rules import (
    MOLES,
    Decline,
    Game,
    Phase,
    State,
    format_state,
    load_boards,
    new_game,
    parse_record,
    preset_rules,
    shuffled_stack,
)

EXAMPLE = Path(__file__).parents[3] / "examples" / "plain_bot.py"

FRAME = """
import json, sys, time
thinks = 0
def say(message):
    print(json.dumps(message), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "ready", "name": "test"})
    elif message["type"] == "quit":
        break
    elif message["type"] == "newgame":
        game = message
    elif message["type"] == "think":
        thinks += 1
        answer = {"type": "choice", "id": message["id"], "choice": message["legal"][-1]}
%s
"""


def a_game(preset: str = "web-pro", players: int = 2) -> Game:
    stack = shuffled_stack(load_boards("classic"), Random(4))
    return Game(stack, preset_rules(preset, players), players, MOLES[players])


class Hire(Protocol):
    def __call__(
        self, lines: str, allowance: Allowance | None = None, *, whole: bool = False
    ) -> ExternalPlayer: ...


@pytest.fixture
def hire(tmp_path: Path) -> Iterator[Hire]:
    """Makes a bot from the lines that it runs for every think."""
    hired: list[ExternalPlayer] = []

    def make(
        lines: str, allowance: Allowance | None = None, *, whole: bool = False
    ) -> ExternalPlayer:
        indented = "\n".join("        " + line for line in lines.splitlines())
        script = tmp_path / f"bot{len(hired)}.py"
        script.write_text(lines if whole else FRAME % indented)
        player = make_external(f"cmd:{sys.executable} -S {script}", allowance)
        hired.append(player)
        return player

    yield make
    for player in hired:
        player.close()


def ask(player: ExternalPlayer, times: int = 1) -> list[object]:
    """The choices of a bot that is asked at the start of a game."""
    state = new_game(a_game())
    return [player.think(state, Budget(), Random(i)).choice for i in range(times)]


def kinds(player: ExternalPlayer) -> list[str]:
    return [fault.kind for fault in player.faults]


def test_a_good_bot_plays_whole_games_without_a_fault(hire: Hire) -> None:
    bot = hire("say(answer)")
    for seed in ("1", "2"):
        steps = list(play_game(a_game(), [bot, make_bot("greedy")], seed))
        assert steps[-1][2].outcome is not None
    assert bot.faults == []


def test_its_choice_is_what_is_played(hire: Hire) -> None:
    state = new_game(a_game())
    assert ask(hire("say(answer)")) == [choices(state)[-1]]


def test_games_repeat_for_the_same_seed() -> None:
    ends = []
    for _ in range(2):
        player = make_external(f"{sys.executable} {EXAMPLE}")
        steps = list(play_game(a_game(), [player, make_bot("greedy")], "7"))
        player.close()
        assert player.faults == []
        ends.append(steps[-1][2])
    assert ends[0] == ends[1]


def test_it_is_told_of_each_new_game(hire: Hire) -> None:
    lines = """
answer["values"] = [1, game["player"]]
say(answer)
game = None if thinks == 2 else game
""".strip()
    player = hire(lines)
    game = a_game()
    first = play_game(game, [player, make_bot("greedy")], "1")
    for _ in range(3):
        next(first)
    # A second game on the same table: without a new newgame the bot would fail from now on.
    second = play_game(game, [player, make_bot("greedy")], "2")
    for _ in range(3):
        next(second)
    assert player.faults == []


def test_values_are_handed_on_if_they_make_sense(hire: Hire) -> None:
    state = new_game(a_game())
    good, bad = (
        hire('say(answer | {"values": [0.25, 0.75]})'),
        hire('say(answer | {"values": [9]})'),
    )
    assert good.think(state, Budget(), Random(1)).values == (0.25, 0.75)
    assert bad.think(state, Budget(), Random(1)).values is None
    assert bad.faults == []


def test_messages_it_may_add_are_skipped(hire: Hire) -> None:
    player = hire('say({"type": "note", "text": "hm"})\nsay(answer)')
    ask(player, 3)
    assert player.faults == []


@pytest.mark.parametrize(
    ("lines", "kind", "words"),
    [
        ("sys.exit(3)", "crash", "ended with code 3"),
        ("raise RuntimeError('my mistake')", "crash", "my mistake"),
        ("__import__('os').close(1); time.sleep(60)", "crash", "closed its output"),
        ("say(answer | {'choice': {'type': 'pass'}})", "illegal", "legal choices, such as"),
        ("say(answer | {'choice': {'type': 'place', 'cell': [9, 9]}})", "illegal", "[9, 9]"),
        ("say(answer | {'choice': 7})", "garbled", "not 7"),
        ("say(answer | {'id': -1})", "garbled", "id -1 for think 1"),
        ("say({'type': 'choice'})", "garbled", "id None"),
        ("print('thinking...', flush=True)", "garbled", "standard error"),
        ("print('[1, 2]', flush=True)", "garbled", "[1, 2]"),
        ("print('[' * 60000, flush=True)", "garbled", "expected a line"),
        ('while True: print(\'{"type": "note"}\')', "flood", "lines and no choice"),
        ("while True: sys.stdout.write('x' * 4096)", "flood", "bytes"),
    ],
)
def test_faults_are_noted_and_a_legal_choice_is_played(
    hire: Hire, lines: str, kind: str, words: str
) -> None:
    player = hire(lines)
    state = new_game(a_game())
    assert ask(player)[0] in choices(state)
    assert kinds(player) == [kind]
    assert words in player.faults[0].words


@pytest.mark.parametrize("lines", ["pass", "time.sleep(60)", "while True: pass"])
def test_a_bot_that_does_not_answer_is_not_waited_for(hire: Hire, lines: str) -> None:
    player = hire(lines, Allowance(answer=0.2))
    assert ask(player)[0] in choices(new_game(a_game()))
    assert kinds(player) == ["slow"]
    assert "within 0.2 seconds" in player.faults[0].words


def test_a_late_answer_is_never_taken_for_the_next(hire: Hire) -> None:
    player = hire("if thinks == 1: time.sleep(1.5)\nsay(answer)", Allowance(answer=0.5))
    state = new_game(a_game())
    ask(player)
    assert kinds(player) == ["slow"]
    player.allowance = Allowance()
    # It has been started again, so this is its first think, and slow, but answered in time.
    assert player.think(state, Budget(), Random(0)).choice == choices(state)[-1]
    assert kinds(player) == ["slow"]


def test_the_budget_is_told_and_sets_the_limit(hire: Hire) -> None:
    player = hire(
        "if message['seconds'] != 0.25 or message['simulations'] != 50: sys.exit(1)\nsay(answer)"
    )
    player.think(new_game(a_game()), Budget(0.25, 50), Random(1))
    assert player.faults == []
    assert Allowance(margin=1).limit(Budget(0.25)) == 1.25
    assert Allowance(answer=9).limit(Budget(simulations=5)) == 9


def test_a_crashed_bot_is_started_again_but_not_for_ever(hire: Hire, tmp_path: Path) -> None:
    tally = tmp_path / "starts"
    script = f"open({str(tally)!r}, 'a').write('x')\n" + FRAME % "        sys.exit(1)"
    player = hire(script, whole=True)
    state = new_game(a_game())
    for seat_has_moles in range(6):
        moles = (1 if seat_has_moles else 0, 0)
        later = State(state.game, Phase.PLACE, 0, 0, moles, state.discs)
        assert player.think(later, Budget(), Random(1)).choice in choices(later)
    assert kinds(player) == ["crash"] * 3
    assert tally.read_text() == "xxx"
    ask(player)  # a new game: a new chance
    assert tally.read_text() == "xxxx"


def test_a_bot_that_does_not_listen_cannot_block_the_game(hire: Hire) -> None:
    script = """
import time
print('{"type": "ready", "name": "deaf"}', flush=True)
time.sleep(60)
"""
    player = hire(script, Allowance(answer=0.1, faults=50), whole=True)
    ask(player, 2)
    assert kinds(player) == ["slow"] * 2


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("", "ended with code 0"),
        ("import sys; sys.exit('no such network')", "no such network"),
        ("print('hello')", "expected a line"),
        ("import time; time.sleep(60)", "no ready within"),
    ],
)
def test_a_bot_that_does_not_greet_is_refused(hire: Hire, script: str, words: str) -> None:
    player = hire(script, Allowance(start=0.5 if "sleep" in script else 20), whole=True)
    with pytest.raises(BadBot, match=words):
        player.start()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("./there/is/no/such/bot", "no such program"),
        ("", "wants a command"),
        ("'unclosed", "No closing quotation"),
        (str(Path(__file__).parent), "is a folder: name the program in it"),
    ],
)
def test_a_command_that_cannot_be_run_is_refused(command: str, words: str) -> None:
    with pytest.raises(BadBot, match=words):
        make_external(command).start()
    player = make_external(command)
    assert ask(player)[0] in choices(new_game(a_game()))
    assert kinds(player) == ["crash"]


def test_it_is_told_to_quit_and_may_tidy_up(hire: Hire, tmp_path: Path) -> None:
    tidy = tmp_path / "tidy"
    script = FRAME % "        say(answer)" + f"open({str(tidy)!r}, 'w').write('done')"
    player = hire(script, Allowance(farewell=30), whole=True)
    ask(player)
    player.close()
    assert tidy.read_text() == "done"


def test_the_end_of_a_bot_is_the_end_of_what_it_started(hire: Hire, tmp_path: Path) -> None:
    marker = tmp_path / "alive"
    child = f"""
import time
for i in range(600):
    open({str(marker)!r}, 'w').write(str(i))
    time.sleep(.05)
"""
    player = hire(
        f"import subprocess; subprocess.Popen([sys.executable, '-c', {child!r}])\n"
        f"while not __import__('os').path.exists({str(marker)!r}): time.sleep(.01)\nsay(answer)"
    )
    ask(player)
    player.close()
    line_free = player.start()[0]  # the player itself can be used again
    marker.unlink(missing_ok=True)
    assert not line_free.wait_for_end(0.3)
    assert not marker.exists()


def test_the_table_is_a_record_without_events() -> None:
    state = new_game(a_game("shop-points", 3))
    message = json.loads(json.dumps(newgame_message(state)))
    assert message["player"] == 0
    record = parse_record(message["record"])
    assert record.game == state.game
    assert record.events == ()


def test_the_position_tells_what_a_person_sees_and_no_more() -> None:
    steps = list(play_game(a_game(), [make_bot("greedy")] * 2, "1"))
    for state, _, _ in steps:
        told = format_state(state)
        assert [len(moles) for moles in told["moles"]] == [m.bit_count() for m in state.moles]
        assert told["discs"] == [sorted(discs) for discs in state.discs]
        assert told["disc"] == (state.disc or None)


def test_every_choice_survives_the_way_there_and_back() -> None:
    seen = set()
    for state, _, _ in play_game(a_game("web-pro"), [make_bot("random")] * 2, "3"):
        options = choices(state)
        question = think_message(state, options, Budget(), 1, 5)
        forms = json.loads(json.dumps(question))["legal"]
        for option, form in zip(options, forms, strict=True):
            answer = {"type": "choice", "id": 5, "choice": form}
            assert parse_choice(answer, state, options, 5).choice == option
            seen.add(form["type"])
            del form["player"]
            assert parse_choice(answer, state, options, 5).choice == option
    assert {"place", "draw", "move", "decline"} <= seen


def test_a_choice_for_somebody_else_is_illegal() -> None:
    state = new_game(a_game())
    form = format_choice(choices(state)[0], 1)
    with pytest.raises(Failure, match="not among"):
        parse_choice({"id": 1, "choice": form}, state, choices(state), 1)


def test_a_disc_is_turned_without_a_value() -> None:
    assert format_choice(TURN, 2) == {"type": "draw", "player": 2}
    assert format_choice(Decline(), 0) == {"type": "decline", "player": 0}


def test_the_example_is_short_and_stands_alone() -> None:
    text = EXAMPLE.read_text()
    assert len(text.splitlines()) < 50
    assert "import taupes" not in text
    assert "from taupes" not in text
