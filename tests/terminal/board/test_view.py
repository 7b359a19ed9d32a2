from taupes.rules import Hex, hexagon
from taupes.terminal.board.view import climbed


def test_arrows_reach_every_cell() -> None:
    reached, fresh = {Hex(0, 0)}, [Hex(0, 0)]
    while fresh:
        here = fresh.pop()
        ways = [here.step(0), here.step(3), climbed(here, 1, 4), climbed(here, -1, 4)]
        found = {cell for cell in ways if cell.ring <= 4} - reached
        reached |= found
        fresh += found
    assert reached == set(hexagon(4))
