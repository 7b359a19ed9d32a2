"""The rules a second time: slow, plain, and written from the rulebooks alone.

Nothing here is shared with the exact engine. "RULES" and "RECORD" in the comments name the section
of the reconciled rules and of the record's contract from which the line below was written.
"""

from typing import Any

Cell = tuple[int, int]
Event = dict[str, Any]

# RECORD, Cells: the six directions, each a sixth of a turn clockwise from the one before.
DIRECTIONS: list[Cell] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]


def turned(cell: Cell, sixths: int) -> Cell:
    """Turn a cell about the centre, clockwise."""
    # RECORD, Orientation: k times (q, r) -> (-r, q + r).
    q, r = cell
    for _ in range(sixths):
        q, r = -r, q + r
    return (q, r)


def board_as_it_lies(level: dict[str, Any], sixths: int) -> dict[Cell, str]:
    """Map every cell of a turned board to "plain", "hole" or "special"."""
    # RECORD, Cells: centre [0, 0], max(|q|, |r|, |q + r|) <= radius.
    board: dict[Cell, str] = {}
    radius = level["radius"]
    for q in range(-radius, radius + 1):
        for r in range(-radius, radius + 1):
            if abs(q + r) <= radius:
                board[(q, r)] = "plain"
    for q, r in level["specials"]:
        board[turned((q, r), sixths)] = "special"
    for q, r in level["holes"]:
        board[turned((q, r), sixths)] = "hole"
    return board


class NaiveGame:
    """One game in progress, changed in place by `play`."""

    def __init__(self, record: dict[str, Any]) -> None:
        levels = record["boards"]["levels"]
        orientations = record["orientations"]
        self.rules: dict[str, Any] = record["rules"]
        self.seats = range(len(record["players"]))
        self.discs: list[int] = list(record["discs"])
        self.boards: list[dict[Cell, str]] = []
        for level, sixths in zip(levels, orientations, strict=True):
            self.boards.append(board_as_it_lies(level, sixths))
        # RECORD, last point but one: the last board is the blue one, however many there are.
        self.last = len(self.boards) - 1
        # RECORD, solid: directions seen from the hole outwards, written unturned.
        self.solid: list[Cell] = []
        for number in levels[self.last].get("solid", []):
            self.solid.append(turned(DIRECTIONS[number], orientations[self.last]))
        # A mole needs a cell to stand on under its hole; the rulebooks know no other stack.
        for upper, lower in zip(self.boards, self.boards[1:], strict=False):
            for cell, kind in upper.items():
                if kind == "hole" and cell not in lower:
                    raise ValueError(f"the hole {cell} lies over nothing")

        self.level = 0
        self.moles: dict[Cell, int] = {}
        # RULES, Set-up, 2 and 5: everybody has the same number of moles to place, but for a
        # handicap. RECORD, players: then `moles` is a list by seat.
        moles = record["moles"]
        self.left_to_place: list[int] = [moles for _ in self.seats]
        if isinstance(moles, list):
            self.left_to_place = list(moles)
        self.first: int = record["first"]
        # RULES, Set-up, 3: all discs face down; nobody knows their order, so it is not kept.
        self.face_down: list[list[int]] = [list(self.discs) for _ in self.seats]
        # RECORD, players: `first` places first and begins.
        self.turn: int = record["first"]
        self.shown: int | None = None
        self.extra = False
        self.eliminated: list[int] = []
        self.points: list[int] = [0 for _ in self.seats]
        # RECORD, rules: turns ended without a new maximum of occupied holes, and that maximum.
        self.turns_without_progress = 0
        self.most_occupied = 0
        self.result: dict[str, Any] | None = None

    def kind(self, cell: Cell) -> str:
        return self.boards[self.level][cell]

    def moles_of(self, seat: int) -> list[Cell]:
        return sorted(cell for cell, owner in self.moles.items() if owner == seat)

    def occupied_holes(self) -> int:
        return len([cell for cell in self.moles if self.kind(cell) == "hole"])

    def all_home(self, cells: list[Cell]) -> bool:
        return all(self.kind(cell) == "hole" for cell in cells)

    def picture(self) -> dict[str, Any]:
        return {
            "level": self.level,
            "turn": self.turn if self.result is None else None,
            "moles": [[[q, r] for q, r in self.moles_of(seat)] for seat in self.seats],
            "face_down": [sorted(discs) for discs in self.face_down],
            "shown": self.shown,
            "extra": self.extra,
            "points": list(self.points),
        }

    def legal(self) -> list[Event]:
        if self.result is not None:
            return []
        if any(self.left_to_place):
            return self.placements()
        if self.shown is not None:
            # RULES, A turn, 4: moving is compulsory. A turn, 6: unless nothing can move.
            return self.moves(self.shown) or [{"type": "blocked", "player": self.turn}]
        draws: list[Event] = []
        # RULES, A turn, 1: any one of your face-down discs.
        for disc in sorted(set(self.face_down[self.turn])):
            draws.append({"type": "draw", "player": self.turn, "disc": disc})
        if self.extra:
            # RULES, Pro version: the player may decline.
            return [{"type": "decline", "player": self.turn}, *draws]
        if self.all_home(self.moles_of(self.turn)):
            # RULES, A turn, 5.
            sit_out: Event = {"type": "pass", "player": self.turn}
            return [sit_out] if self.rules["all_home"] == "must_pass" else [sit_out, *draws]
        return draws

    def placements(self) -> list[Event]:
        # RULES, Set-up, 5: on a free cell of the green board, never in a hole.
        found: list[Event] = []
        for (q, r), kind in self.boards[0].items():
            if kind != "hole" and (q, r) not in self.moles:
                found.append({"type": "place", "player": self.turn, "cell": [q, r]})
        return found

    def moves(self, steps: int) -> list[Event]:
        outside: list[Event] = []
        from_holes: list[Event] = []
        # RULES, A turn, 2: one of your own moles.
        for start in self.moles_of(self.turn):
            for direction in DIRECTIONS:
                stop = self.walk(start, direction, steps)
                if stop is None:
                    continue
                move = {"type": "move", "player": self.turn, "from": list(start), "to": list(stop)}
                (from_holes if self.kind(start) == "hole" else outside).append(move)
        # RULES, A turn, 4, leave_hole: with last_resort only when no mole outside a hole can move.
        if self.rules["leave_hole"] == "last_resort" and outside:
            return outside
        return outside + from_holes

    def walk(self, start: Cell, direction: Cell, steps: int) -> Cell | None:
        """Go straight on, cell by cell; None if the mole may not make this move."""
        q, r = start
        for _ in range(steps):
            # RULES, A turn, 2: exactly that many cells, straight, along the board's lines.
            q, r = q + direction[0], r + direction[1]
            if (q, r) not in self.boards[self.level]:
                return None
            # RULES, A turn, 2: never over a mole, in a hole or not; to an unoccupied cell. Empty
            # holes and special cells are passed over like any cell.
            if (q, r) in self.moles:
                return None
        # RULES, Pro version: the second move may not stop on a special cell.
        if self.extra and self.kind((q, r)) == "special":
            return None
        # RULES, The blue board, final_entry: with solid_only a mole may stop in the hole only if
        # it came along a solid path; over the hole it may go along any.
        if self.level == self.last and self.kind((q, r)) == "hole":
            from_the_hole = (-direction[0], -direction[1])
            if self.rules["final_entry"] == "solid_only" and from_the_hole not in self.solid:
                return None
        return (q, r)

    def play(self, event: Event) -> list[Event]:
        """Play one action; return the lifts and eliminations that follow by themselves."""
        # RECORD, last point: keys that are not known are ignored.
        fits = [all(event.get(k) == v for k, v in action.items()) for action in self.legal()]
        if not any(fits):
            raise ValueError(f"not legal now: {event}")
        if event["type"] == "place":
            q, r = event["cell"]
            self.moles[(q, r)] = self.turn
            self.left_to_place[self.turn] -= 1
            # RULES, Set-up, 4: play is clockwise. Handicaps: whoever has none left to place is
            # passed over; the first player takes the first turn.
            if not any(self.left_to_place):
                self.turn = self.first
                return []
            self.turn = (self.turn + 1) % len(self.seats)
            while self.left_to_place[self.turn] == 0:
                self.turn = (self.turn + 1) % len(self.seats)
            return []
        if event["type"] == "draw":
            self.face_down[self.turn].remove(event["disc"])
            self.shown = event["disc"]
            return []
        if event["type"] == "blocked":
            # RULES, A turn, 6: the disc stays used.
            self.use_disc()
        if event["type"] == "move":
            q, r = event["from"]
            del self.moles[(q, r)]
            q, r = event["to"]
            self.moles[(q, r)] = self.turn
            self.use_disc()
            # RULES, Pro version: a move that stops on a special cell gives another disc, once.
            if self.rules["special_cells"] and self.kind((q, r)) == "special" and not self.extra:
                self.extra = True
                return []
        return self.end_turn()

    def use_disc(self) -> None:
        self.shown = None
        # RULES, A turn, 3: when all six are face up they are shuffled and turned down again.
        if not self.face_down[self.turn]:
            self.face_down[self.turn] = list(self.discs)

    def end_turn(self) -> list[Event]:
        self.extra = False
        stand_off = False
        if not self.board_is_done():
            # RECORD, rules, stall_limit: counted as the turn ends.
            if self.occupied_holes() > self.most_occupied:
                self.most_occupied = self.occupied_holes()
                self.turns_without_progress = 0
            else:
                self.turns_without_progress += 1
            limit = self.rules["stall_limit"]
            stand_off = limit > 0 and self.turns_without_progress >= limit
        # RULES, End of a board, Stand-off: drawn on the last board, or with no mole in a hole.
        if stand_off and (self.level == self.last or self.occupied_holes() == 0):
            self.end_game("stalemate", [])
            return []
        events = self.lift_boards(stand_off) + self.eliminate()
        self.look_for_a_winner()
        if self.result is None:
            # RULES, End of a board: the next player clockwise who still has moles.
            self.turn = (self.turn + 1) % len(self.seats)
            while not self.moles_of(self.turn):
                self.turn = (self.turn + 1) % len(self.seats)
        return events

    def board_is_done(self) -> bool:
        # RULES, End of a board: every hole is occupied, or every mole left is in a hole.
        holes = [cell for cell, kind in self.boards[self.level].items() if kind == "hole"]
        return all(hole in self.moles for hole in holes) or self.all_home(list(self.moles))

    def lift_boards(self, stand_off: bool) -> list[Event]:
        events: list[Event] = []
        # RULES, End of a board: holes under holes may end the next board at once too. The last
        # board is never lifted: when it is done, so is the game.
        while self.level < self.last and (stand_off or self.board_is_done()):
            stand_off = False
            events.append({"type": "lift", "level": self.level})
            # RULES, End of a board: moles outside the holes are out, the others fall straight.
            for cell in list(self.moles):
                if self.kind(cell) != "hole":
                    del self.moles[cell]
            # RULES, End of the game, victory: a point for each mole in a hole of the beige board.
            if self.rules["victory"] == "points" and self.level == self.last - 1:
                for seat in self.moles.values():
                    self.points[seat] += 1
            self.level += 1
        if events:
            # RECORD, rules, stall_limit: 0 at a lift; the maximum starts at what is occupied.
            self.turns_without_progress = 0
            self.most_occupied = self.occupied_holes()
        return events

    def eliminate(self) -> list[Event]:
        # RULES, End of a board: a player without moles is eliminated. RECORD: in seating order.
        events: list[Event] = []
        for seat in self.seats:
            if not self.moles_of(seat) and seat not in self.eliminated:
                self.eliminated.append(seat)
                events.append({"type": "eliminate", "player": seat})
        return events

    def look_for_a_winner(self) -> None:
        counting = self.rules["victory"] == "points"
        left = [seat for seat in self.seats if seat not in self.eliminated]
        if self.level == self.last and (0, 0) in self.moles:
            # RULES, End of the game, victory: the mole in the blue hole wins, or gets one more.
            digger = self.moles[(0, 0)]
            if counting:
                self.points[digger] += 1
            self.end_game("points" if counting else "shovel", [digger])
        elif len(left) == 1:
            # RECORD, result: the last team takes what is left to take, and the shovel's point.
            if counting:
                if self.level < self.last:
                    beige = self.boards[self.last - 1]
                    holes = [cell for cell, kind in beige.items() if kind == "hole"]
                    self.points[left[0]] += min(len(self.moles), len(holes))
                self.points[left[0]] += 1
            self.end_game("last_team", left)

    def end_game(self, reason: str, winners: list[int]) -> None:
        points: list[int] | None = None
        if self.rules["victory"] == "points":
            # RECORD, result: the most points win, equal points share, no point at all is a draw.
            points = list(self.points)
            most = max(points)
            winners = [seat for seat in self.seats if most > 0 and points[seat] == most]
        self.result = {"winners": winners, "reason": reason, "points": points}
