"""Thinkers: the same answers from a native library and from WebAssembly; bad ones are refused."""

import base64
import json
import subprocess
from pathlib import Path

from tests.engine.conftest import ENGINE, Run

ASK = """
import base64, json
from random import Random
from taupes.bots import choices, make_bot, play_game
from taupes.bots.search.habits import Habits
from taupes.bots.search.report import merge
from taupes.bots.search.searcher import engine_of, look_ahead
from taupes.bots.search.thinker import BadAnswer, answer, conclude, request
from taupes.rules import Game, load_stack, preset_rules
asked = []
for code, seats, preset, moles in (
    ("classic-0351", 2, "web", 10),
    ("quick-0123", 4, "web-pro", 6),
    ("grand-1234", 3, "web", (9, 2, 5)),
):
    game = Game(load_stack(code), preset_rules(preset, seats), seats, moles)
    steps = list(play_game(game, [make_bot("greedy")] * seats, "a"))
    habits = [Habits(greed=0.4, haste=0.3)] * seats if seats > 2 else []
    states = [before for before, _, _ in steps if before.disc and len(choices(before)) > 1]
    for state in (steps[0][0], *states[:3]):
        number = Random(5).getrandbits(60)
        asks = request(state, number, 150, habits=habits)
        told = answer(asks)
        thought, found = conclude(state, [told]), look_ahead(state, Random(5), 150, habits=habits)
        both = conclude(state, [told, answer(request(state, number + 1, 150, habits=habits))])
        bad = 0
        for data in (b"", told[:-1], told + b"x", bytes(len(told)), b"\\xff" * len(told)):
            try:
                conclude(state, [data])
            except BadAnswer:
                bad += 1
        asked.append({
            "request": base64.b64encode(asks).decode(),
            "answer": base64.b64encode(told).decode(),
            "is_same": [thought.choice, thought.values, thought.line]
            == [found.options[0].choice, found.values, found.line],
            "is_legal": both.choice in choices(state),
            "bad": bad,
        })
print(json.dumps(asked))
"""

NODE = """
import { readFileSync } from 'node:fs'
import { makeThinker } from 'ENGINE/thinker.js'
const think = await makeThinker(new WebAssembly.Module(readFileSync('WASM')))
const requests = JSON.parse(readFileSync(0, 'utf8'))
const bytes = (text) => new Uint8Array(Buffer.from(text, 'base64'))
console.log(JSON.stringify({
  whole: requests.map((request) => Buffer.from(think(bytes(request))).toString('base64')),
  hurried: requests.map((request) => think(bytes(request), 0).length),
}))
"""


def test_a_thinker_finds_what_a_search_finds(library: Path, run: Run) -> None:
    asked = run("-c", ASK, TAUPES_LIBRARY=str(library))
    assert len(asked) == 12
    assert all(each["is_same"] and each["is_legal"] for each in asked)
    assert all(each["bad"] == 5 for each in asked)


def test_webassembly_answers_byte_for_byte_the_same(
    library: Path, wasm: Path, node: str, run: Run, tmp_path: Path
) -> None:
    asked = run("-c", ASK, TAUPES_LIBRARY=str(library))
    script = tmp_path / "think.mjs"
    script.write_text(NODE.replace("ENGINE", str(ENGINE)).replace("WASM", str(wasm)))
    done = subprocess.run(
        [node, str(script)],
        input=json.dumps([each["request"] for each in asked]),
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(done.stdout)
    assert told["whole"] == [each["answer"] for each in asked]
    assert told["hurried"] == [len(base64.b64decode(each["answer"])) for each in asked]


SHARE = """
import json
from taupes.answers.thinking import question_of
from taupes.bots.search.thinker import HEAD, BadAnswer, answer
from taupes.browser.minds import NODES, reply_by, requests_of
from taupes.rules import MOLES, Game, load_stack, new_game, preset_rules
from taupes.table.encoding import encode
game = Game(load_stack("classic-0351"), preset_rules("web", 3), 3, MOLES[3])
question = encode(question_of(new_game(game), "master", "seed", 0.05))
found = {}
for thinkers in (1, 4):
    requests = requests_of(question, thinkers)
    answers = [answer(each, 0.05) for each in requests]
    found[thinkers] = {
        "kinds": len(set(requests)),
        "memory": sum(HEAD.unpack_from(each)[0] - len(each) for each in requests) / NODES,
        "again": requests_of(question, thinkers) == requests,
        "replies": [json.loads(reply_by(question, answers[:n + 1])) for n in range(thinkers)],
    }
    try:
        reply_by(question, [*answers, b"none"])
    except BadAnswer:
        found[thinkers]["bad"] = True
print(json.dumps(found))
"""


def test_a_device_shares_a_search_out_in_one_amount_of_memory(library: Path, run: Run) -> None:
    found = run("-c", SHARE, TAUPES_LIBRARY=str(library))
    for thinkers, share in found.items():
        assert share["kinds"] == int(thinkers)
        assert share["again"]
        assert share["bad"]
        assert 39 < share["memory"] < 41  # bytes of a node
        assert len(share["replies"]) == int(thinkers)
        assert all(reply["action"]["type"] == "place" for reply in share["replies"])
        assert all(reply["choices"] for reply in share["replies"])
