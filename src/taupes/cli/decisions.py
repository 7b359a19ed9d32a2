"""A table of decisions for learning: one row for each, in Parquet, as `taupes.envs` shows them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from taupes import __version__
from taupes.arena.run import Run, is_fast
from taupes.arena.series import Played, SeriesSettings, play_number
from taupes.cli.dataset import TABLE, Nothing, Work
from taupes.cli.usage import unusable
from taupes.envs.encoding import VERSION, observation_size, write_boards, write_rewards, write_table
from taupes.kernel import Engine
from taupes.kernel.layout import DISC, SEAT
from taupes.kernel.tables import MAX_RADIUS

GROUP: Final = 50
"""Games whose rows are written together."""


@dataclass(frozen=True, slots=True)
class PlayedDecisions(Played):
    """A game with what was seen, allowed and done at each decision."""

    stack: str
    observations: NDArray[np.int8]
    masks: NDArray[np.int8]
    numbers: NDArray[np.int16]
    """By decision: seat, disc shown, action."""
    rewards: NDArray[np.float32]
    """By seat."""


def play_decisions(settings: SeriesSettings, numbers: Sequence[int]) -> list[Played]:
    """Play these games of a series, and note every decision."""
    return [_play(settings, number) for number in numbers]


def _play(settings: SeriesSettings, number: int) -> PlayedDecisions:
    seen: list[NDArray[np.int8]] = []
    allowed: list[NDArray[np.int8]] = []
    done: list[tuple[int, int, int]] = []
    rewards = np.zeros(len(settings.bots), np.float32)

    def watch(run: Run, choice: int) -> None:
        engine = run.engine
        seen.append(np.zeros(observation_size(engine.cells), np.int8))
        write_boards(engine.tables, run.row, seen[-1])
        write_table(engine.tables, run.row, run.view[SEAT], seen[-1])
        allowed.append(np.zeros(engine.action_count, np.int8))
        allowed[-1][run.room[: run.count]] = 1
        done.append((run.view[SEAT], run.view[DISC], choice))

    def end(run: Run) -> None:
        write_rewards(run.engine.tables, run.row, rewards)

    played = play_number(settings, number, watch, end)
    plain = {each.name: getattr(played, each.name) for each in fields(Played)}
    return PlayedDecisions(
        **plain,
        stack=settings.game(number).stack.code,
        observations=np.stack(seen),
        masks=np.stack(allowed),
        numbers=np.array(done, np.int16),
        rewards=rewards,
    )


class DecisionTable(Nothing):
    """A Parquet file, which has its name only when it is whole."""

    def __init__(self, path: Path, settings: SeriesSettings) -> None:
        super().__init__()
        self.work: Work = play_decisions
        import pyarrow as pa  # noqa: PLC0415 - an extra that few have
        from pyarrow import parquet  # noqa: PLC0415

        game = settings.game(0)
        if not is_fast(game):
            raise unusable("table_slow", table=TABLE, radius=MAX_RADIUS)
        engine = Engine(game)
        self._arrow: Any = pa
        self._schema = _schema(pa, settings, engine)
        self._path, self._fresh = path, path.with_name(f"{path.name}.new")
        self._writer: Any = parquet.ParquetWriter(self._fresh, self._schema, compression="zstd")
        self._waiting: list[PlayedDecisions] = []
        self._number = 0

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is None:
            self._flush()
        self._writer.close()
        if kind is None:
            self._fresh.replace(self._path)
        else:
            self._fresh.unlink(missing_ok=True)

    def write(self, played: Played) -> None:
        """Keep the decisions of one game."""
        assert isinstance(played, PlayedDecisions), "its own work is done"  # noqa: S101
        self._waiting.append(played)
        if len(self._waiting) == GROUP:
            self._flush()

    def _flush(self) -> None:
        if self._waiting:
            groups = [
                self._rows(played, self._number + i) for i, played in enumerate(self._waiting)
            ]
            self._writer.write_table(self._arrow.concat_tables(groups))
            self._number += len(groups)
            self._waiting = []

    def _rows(self, played: PlayedDecisions, game: int) -> Any:
        pa, count = self._arrow, len(played.numbers)
        seats, discs, actions = played.numbers.T

        def lists(array: NDArray[np.int8]) -> Any:
            return pa.FixedSizeListArray.from_arrays(pa.array(array.ravel()), array.shape[1])

        columns = {
            "game": np.full(count, game, np.int32),
            "step": np.arange(count, dtype=np.int16),
            "seat": seats.astype(np.int8),
            "disc": discs.astype(np.int8),
            "observation": lists(played.observations),
            "action_mask": lists(played.masks),
            "action": actions,
            "reward": played.rewards[seats],
            "bot": [played.names[seat] for seat in seats],
            "stack": [played.stack] * count,
        }
        return pa.table(columns, schema=self._schema)


def _schema(pa: Any, settings: SeriesSettings, engine: Engine) -> Any:
    about = {
        "encoding": VERSION,
        "version": __version__,
        "preset": settings.preset,
        "options": dict(settings.options),
        "boards": settings.boards.name,
        "moles": list(engine.game.counts),
        "seed": settings.seed,
    }
    return pa.schema(
        [
            ("game", pa.int32()),
            ("step", pa.int16()),
            ("seat", pa.int8()),
            ("disc", pa.int8()),
            ("observation", pa.list_(pa.int8(), observation_size(engine.cells))),
            ("action_mask", pa.list_(pa.int8(), engine.action_count)),
            ("action", pa.int16()),
            ("reward", pa.float32()),
            ("bot", pa.string()),
            ("stack", pa.string()),
        ],
        metadata={"taupes": json.dumps(about)},
    )
