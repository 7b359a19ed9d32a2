from taupes.bots import TURN, Thought, choices, without_asking
from taupes.rules import Game, Phase, apply, legal_actions, load_stack, new_game, preset_rules

GAME = Game(load_stack("classic-0000"), preset_rules("web", 2), seats=2, moles=10)


def test_choices_offer_one_turn_for_all_discs() -> None:
    state = new_game(GAME)
    assert without_asking(state) is None
    while state.phase is Phase.PLACE:
        state = apply(state, legal_actions(state)[0])
    assert len(legal_actions(state)) == 4
    assert choices(state) == (TURN,)
    assert without_asking(state) == Thought(TURN)
