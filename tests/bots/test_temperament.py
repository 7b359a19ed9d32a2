from taupes.bots import TEMPERAMENTS, TURN
from taupes.bots.players.greedy import leader
from taupes.bots.temperament import HOME, LEANINGS, bold, careful, envious
from taupes.rules import (
    DISCS,
    MOLES,
    Decline,
    Game,
    Move,
    Pass,
    Phase,
    Place,
    State,
    load_stack,
    preset_rules,
)

GAME = Game(load_stack("classic-0000"), preset_rules("web-pro", 3), 3, MOLES[3])
"""The holes of its top board: e5 in the middle, and twelve around."""


def meadow(*moles: str, phase: Phase = Phase.MOVE, level: int = 0, disc: int = 1) -> State:
    """Where the moles of each seat stand, and the first is to act."""
    words = tuple(
        sum(1 << GAME.index[GAME.cell(name)] for name in names.split()) for names in moles
    )
    return State(GAME, phase, 0, level, words, (DISCS[1:], DISCS, DISCS), disc)


def move(origin: str, target: str) -> Move:
    return Move(GAME.cell(origin), GAME.cell(target))


def test_there_is_a_leaning_for_every_temperament() -> None:
    assert tuple(LEANINGS) == TEMPERAMENTS


def test_the_bold_one_goes_among_others_rather_than_home() -> None:
    state = meadow("e4 a5", "b4 b5", "i9")
    assert bold(state, move("a5", "a4")) == 2
    assert bold(state, move("e4", "f4")) == 0
    assert bold(state, move("e4", "e5")) < 0, "e5 is a hole"
    assert bold(state, Place(GAME.cell("i8"))) == 1
    assert bold(meadow("e4 b4 b5", "", "i9"), move("a5", "a4")) == 0, "its own are no company"


def test_the_bold_one_turns_discs() -> None:
    specials = GAME.stack.levels[1].specials
    target = specials[0]
    origin = next(cell for cell in GAME.frame if cell.distance(target) == 1)
    assert bold(meadow("e4", "b3", "i9", level=1), Move(origin, target)) == HOME
    assert bold(meadow("e4", "b3", "i9"), Move(origin, target)) < HOME, "there are none on top"
    assert bold(meadow("e4", "b3", "i9"), TURN) > bold(meadow("e4", "b3", "i9"), Pass())
    assert bold(meadow("e4", "b3", "i9"), TURN) > bold(meadow("e4", "b3", "i9"), Decline())


def test_the_careful_one_is_at_home_or_near() -> None:
    state = meadow("e4 i9", "a5", "")
    home, far = careful(state, move("e4", "e5")), careful(state, move("e4", "f4"))
    assert home >= HOME > far
    near = meadow("f5 i9", "", "")
    assert careful(near, Pass()) > careful(meadow("i9", "", ""), Pass())
    blocked = meadow("f5 i9", "f4 f6 g5 g6 e5 e4", "")
    assert careful(blocked, Pass()) < careful(near, Pass())
    assert careful(near, Pass()) == careful(near, TURN) + 1


def test_the_envious_one_stands_in_the_leaders_way() -> None:
    leads = meadow("e6 a5", "f5 a1", "i9")
    assert leader(leads) == 1, "one of its moles is at home"
    assert envious(leads, move("e6", "e5")) > envious(leads, Pass())
    assert envious(leads, Place(GAME.cell("e5"))) > envious(leads, Pass())
    last = meadow("e6 a5", "f5", "i9 a1")
    assert leader(last) == 2
    assert envious(last, move("e6", "e5")) == envious(last, Pass()), "nobody else is minded"
