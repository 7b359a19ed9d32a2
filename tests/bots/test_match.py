from itertools import pairwise
from random import Random

import pytest

from taupes.arena.run import Run
from taupes.bots import (
    BadThought,
    Budget,
    Player,
    Step,
    Thought,
    choices,
    count_turns,
    make_bot,
    play_game,
    play_on,
    record_game,
)
from taupes.bots.players.tempered import Tempered
from taupes.bots.temperament import careful
from taupes.rules import (
    MOLES,
    Action,
    Blocked,
    Draw,
    Game,
    Pass,
    Phase,
    State,
    load_stack,
    preset_rules,
)

GAME = Game(load_stack("classic-0000"), preset_rules("web", 2), seats=2, moles=10)


def bots(*names: str) -> list[Player]:
    return [make_bot(name) for name in names]


def test_the_same_seed_gives_the_same_game() -> None:
    def actions(seed: str) -> list[object]:
        return [action for _, action, _ in play_game(GAME, bots("greedy", "random"), seed)]

    assert actions("1") == actions("1")
    assert actions("1") != actions("2")


def test_a_seats_discs_do_not_depend_on_the_players() -> None:
    def discs(*names: str) -> list[int]:
        steps = play_game(GAME, bots(*names), "7")
        return [a.disc for state, a, _ in steps if state.turn == 0 and isinstance(a, Draw)][:20]

    assert discs("greedy", "random") == discs("random", "greedy")


def test_nobody_is_asked_when_there_is_nothing_to_decide() -> None:
    class Proud:
        """Wants to be asked about real decisions alone, within the budget that was given."""

        asked = 0

        def think(self, state: State, budget: Budget, rng: Random) -> Thought:
            assert len(choices(state)) > 1
            assert budget == Budget(simulations=3)
            self.asked += 1
            return Thought(rng.choice(choices(state)))

    proud = Proud()
    game = Game(load_stack("quick-0000"), preset_rules("web", 2), 2, MOLES[2])
    steps = list(play_game(game, [proud, make_bot("greedy")], "1", Budget(simulations=3)))
    open_to = [state for state, _, _ in steps if state.turn == 0 and len(choices(state)) > 1]
    assert proud.asked == len(open_to) < len(steps)


def test_a_game_goes_on_from_any_position() -> None:
    steps = list(play_game(GAME, bots("greedy", "greedy"), "1"))
    middle = steps[len(steps) // 2][0]
    rest = list(play_on(middle, bots("greedy", "greedy"), "1"))
    assert rest[0][0] == middle
    assert all(after == before for (_, _, after), (before, _, _) in pairwise(rest))
    assert rest[-1][2].outcome is not None
    assert list(play_on(rest[-1][2], bots("greedy", "greedy"), "1")) == []


@pytest.mark.parametrize("seats", [3, 4])
def test_turns_are_counted_once_from_disc_to_disc(seats: int) -> None:
    rules = preset_rules("web-pro", seats, {"all_home": "may_pass"})
    game = Game(load_stack("quick-0000"), rules, seats, MOLES[seats])
    steps = list(play_game(game, bots("greedy", *["random"] * (seats - 1)), "3"))
    assert {type(action) for _, action, _ in steps} >= {Blocked, Pass}
    assert any(after.phase is Phase.EXTRA_DRAW for _, _, after in steps)
    begun = [state for state, _, _ in steps if state.phase is Phase.DRAW]
    assert count_turns(steps) == len(begun)
    placing = [step for step in steps if step[0].phase is Phase.PLACE]
    assert count_turns(placing) == 0
    assert len(placing) == seats * MOLES[seats]


def test_a_record_holds_the_names_and_the_end() -> None:
    steps = list(play_game(GAME, bots("greedy", "greedy"), "1"))
    record = record_game(GAME, ["Ada", "Bob"], steps)
    assert [team.name for team in record.teams] == ["Ada", "Bob"]
    assert record.outcome == steps[-1][2].outcome
    assert record_game(GAME, ["Ada", "Bob"], steps[:5]).outcome is None


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (None, r"Odd.think returned None: expected Thought\(choice\)"),
        (Pass(), r"Odd.think returned Pass\(\): expected Thought"),
        (Thought(Pass()), r"Odd.think chose Pass\(\), which is not one of choices"),
        (Thought(None), "Odd.think chose None"),  # type: ignore[arg-type]
    ],
)
def test_a_player_who_does_not_think_is_named(answer: Thought, said: str) -> None:
    class Odd:
        def think(self, state: State, budget: Budget, rng: Random) -> Thought:
            return answer

    with pytest.raises(BadThought, match=said):
        next(play_game(GAME, [Odd(), Odd()], "1"))


def test_who_wants_to_know_is_told_everything_once() -> None:
    class Curious:
        def __init__(self) -> None:
            self.seen: list[Step] = []

        def think(self, state: State, budget: Budget, rng: Random) -> Thought:
            assert not self.seen or self.seen[-1][2] == state
            return Thought(rng.choice(choices(state)))

        def watch(self, before: State, action: Action, after: State) -> None:
            self.seen.append((before, action, after))

    curious = Curious()
    steps = list(play_game(GAME, [curious, curious], "1"))
    assert curious.seen == steps
    by_kernel = Curious()
    for _ in Run(GAME, [Tempered(by_kernel, careful, 0.0), by_kernel], "1", Budget()).play():
        pass
    assert by_kernel.seen[::2] == by_kernel.seen[1::2] == steps
