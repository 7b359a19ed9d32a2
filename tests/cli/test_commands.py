import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from taupes.cli import app, main
from taupes.rules import (
    PRESETS,
    dump_record,
    format_notation,
    format_state,
    legal_actions,
    load_record,
    parse_state,
)
from tests.plain import plain

FILES = Path(__file__).parent


def run(*words: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, list(words), input=stdin)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    result = run("simulate", "--games", "3", "--records", str(path), "--boards", "quick")
    assert result.exit_code == 0
    return path


def test_simulate_gives_identical_bytes_for_one_seed(tmp_path: Path) -> None:
    one, two, three = (tmp_path / f"{name}.jsonl" for name in "abc")
    words = ("simulate", "-n", "2", "-p", "4", "--bot", "greedy", "--boards", "quick", "--json")
    first = run(*words, "--seed", "5", "--records", str(one))
    second = run(*words, "--seed", "5", "--records", str(two))
    run(*words, "--seed", "6", "--records", str(three))
    assert one.read_bytes() == two.read_bytes()
    assert first.output == second.output
    assert one.read_bytes() != three.read_bytes()


def test_a_fair_start_takes_a_mole_from_whoever_begins(tmp_path: Path) -> None:
    path = tmp_path / "fair.jsonl"
    words = ("simulate", "-n", "4", "--bot", "random", "--moles", "fair-start")
    assert run(*words, "--records", str(path)).exit_code == 0
    records = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert [(record["first"], record["moles"]) for record in records] == [
        (0, [9, 10]),
        (1, [10, 9]),
    ] * 2


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_simulate_plays_every_preset(preset: str, players: int, tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    words = ("--preset", preset, "--players", str(players), "--boards", "quick", "--json")
    result = run("simulate", "-n", "1", "--records", str(path), *words)
    assert result.exit_code == 0
    summary = json.loads(result.output)
    assert summary["games"] == 1
    record = load_record(path.read_text("utf-8"))
    assert record.game.rules == PRESETS[preset].rules(players)
    assert record.outcome is not None
    assert sum(summary["wins"]) == pytest.approx(1 if record.outcome.winners else 0)


def test_simulate_uses_options_boards_and_orientations(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    words = ("-o", "victory=points", "-o", "stall_limit=7", "--boards", "grand")
    result = run("simulate", "-n", "1", *words, "--orientations", "0351", "--records", str(path))
    assert result.exit_code == 0
    game = load_record(path.read_text("utf-8")).game
    assert game.stack.code == "grand-0351"
    assert game.rules.as_dict()["victory"] == "points"
    assert game.rules.stall_limit == 7


def test_simulate_and_arena_play_with_a_handicap(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    words = ("-n", "2", "--boards", "quick", "--moles", "9,4", "--records", str(path))
    assert run("simulate", *words).exit_code == 0
    assert [load_record(line).game.moles for line in path.read_text("utf-8").splitlines()] == [
        (9, 4),
        (9, 4),
    ]
    assert run("check", str(path)).exit_code == 0
    out = tmp_path / "arena"
    words = ("--games", "2", "--boards", "quick", "--moles", "3", "--out", str(out))
    assert run("arena", "--bots", "greedy,random", *words).exit_code == 0
    other = ("--games", "2", "--boards", "quick", "--moles", "3,2", "--out", str(out))
    assert run("arena", "--bots", "greedy,random", *other).exit_code == 2, "another run's folder"


def test_simulate_seats_a_player_of_ones_own_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_own_bots.py").write_text(
        "from taupes.bots import Thought, choices\n"
        "class First:\n"
        "    name = 'Erste'\n"
        "    def think(self, state, budget, rng):\n"
        "        return Thought(choices(state)[0])\n"
    )
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "r.jsonl"
    words = ("--bot", "my_own_bots:First,random", "--boards", "quick", "--records", str(path))
    result = run("simulate", "-n", "1", *words)
    assert result.exit_code == 0
    assert "Erste" in result.output
    assert [team.name for team in load_record(path.read_text("utf-8")).teams] == ["Erste", "random"]


def test_simulate_seats_different_bots() -> None:
    result = run("simulate", "-n", "6", "--bot", "greedy,random", "--boards", "quick", "--json")
    summary = json.loads(result.output)
    assert summary["bots"] == ["greedy", "random"]
    assert summary["wins"][0] > summary["wins"][1]


def test_simulate_prints_a_table() -> None:
    output = run("simulate", "-n", "2", "--boards", "quick").output
    for words in ("2 games", "wins", "turns per game", "blocked", "forced out of a hole", "shovel"):
        assert words in output


def test_legal_answers_each_line(games: Path) -> None:
    record = load_record(games.read_text("utf-8").splitlines()[0])
    cut = record.upto(40)
    lines = [dump_record(cut), "", "nonsense", dump_record(record), dump_record(record.upto(0))]
    result = run("legal", stdin="\n".join(lines))
    assert result.exit_code == 1
    answers = [json.loads(line) for line in result.output.splitlines()]
    assert len(answers) == 4
    assert len(answers[0]) == len(legal_actions(cut.at(len(cut.events))))
    assert answers[0][0]["type"] in {"draw", "move", "blocked", "pass"}
    assert answers[1]["error"].startswith("line 3: record: not JSON")
    assert answers[2] == []
    assert {answer["type"] for answer in answers[3]} == {"place"}


def test_legal_names_each_disc_value_once(games: Path) -> None:
    record = load_record(games.read_text("utf-8").splitlines()[0])
    waiting = record.upto(20)
    answer = json.loads(run("legal", stdin=dump_record(waiting)).output)
    assert answer == [{"type": "draw", "player": 0, "disc": disc} for disc in (1, 2, 3, 4)]


def test_check_goes_on_after_a_bad_file(games: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    data = json.loads(games.read_text("utf-8").splitlines()[0])
    data["events"][5]["player"] = 0
    bad.write_text(json.dumps(data), "utf-8")
    missing = tmp_path / "missing.json"
    result = run("check", "--json", str(bad), str(missing), str(games))
    assert result.exit_code == 1
    answers = [json.loads(line) for line in result.output.splitlines()]
    assert [answer["ok"] for answer in answers] == [False, False, True]
    assert [answer["event"] for answer in answers] == [5, None, None]
    assert "turn" in answers[0]["error"]
    assert "there is no such file" in answers[1]["error"]
    assert set(answers[2]) == {"file", "ok", "event", "error"}


def test_check_reads_notation_and_binary(games: Path, tmp_path: Path) -> None:
    record = load_record(games.read_text("utf-8").splitlines()[0])
    text = tmp_path / "game.taupes"
    text.write_text("# a comment\n" + format_notation(record), "utf-8")
    assert run("check", str(text)).exit_code == 0
    text.write_text(format_notation(record).replace("first A", "first E"), "utf-8")
    assert "line 7: 'E' is no seat" in json.loads(run("check", "--json", str(text)).output)["error"]
    text.write_bytes(b"\xff\xfe\x00\x01")
    assert "UTF-8" in json.loads(run("check", "--json", str(text)).output)["error"]
    text.write_bytes(b"")
    assert json.loads(run("check", "--json", str(text)).output)["ok"] is False


def test_show_draws_any_point(games: Path, tmp_path: Path) -> None:
    svg = tmp_path / "x.svg"
    early = run("show", str(games), "--at", "2", "--svg", str(svg))
    assert early.exit_code == 0
    assert plain(early.output).endswith("greedy (red) places a mole, 9 left.\n")
    assert svg.read_text("utf-8").startswith("<svg")
    end = run("show", str(games), "--game", "2")
    assert "The game is over." in end.output
    assert "wins the golden shovel!" in end.output
    french = run("show", str(games), "--lang", "fr")
    assert "La partie est finie." in french.output
    data = json.loads(run("show", str(games), "--at", "2", "--json").output)
    assert data["phase"] == "place"
    assert [len(moles) for moles in data["moles"]] == [1, 1]
    game = load_record(games.read_text("utf-8").splitlines()[0]).game
    assert format_state(parse_state(data["position"], game)) == data["position"]


def test_show_prints_notation_that_checks(games: Path, tmp_path: Path) -> None:
    text = tmp_path / "g.taupes"
    text.write_text(run("show", str(games), "--notation", "--at", "60").output, "utf-8")
    assert run("check", str(text)).exit_code == 0


def test_boards_list_show_and_check(tmp_path: Path) -> None:
    names = [entry["name"] for entry in json.loads(run("boards", "list", "--json").output)]
    assert names == ["classic", "quick", "grand"]
    assert "classic" in run("boards", "list").output
    shown = run("boards", "show", "classic", "--orientations", "0351")
    assert "stack classic-0351" in shown.output
    assert "4. rock" in shown.output
    bad = tmp_path / "bad.toml"
    bad.write_text('name = "x"\n[[levels]]\nname = "a"\nradius = 3\nholes = [[9, 9]]\n', "utf-8")
    result = run("boards", "check", "classic", str(bad), "--json")
    assert result.exit_code == 1
    good, wrong = (json.loads(line) for line in result.output.splitlines())
    assert good == {"file": "classic", "ok": True, "errors": [], "warnings": []}
    assert wrong["errors"] == ["no list of levels; 2 to 8 boards, top to bottom"]


def test_rules_name_options_differences_and_sources() -> None:
    output = run("rules", "soubeyrand").output
    assert "solid_only (only along the three solid paths)" in output
    assert "S2 S3 with two players" in output
    assert "otherwise in: booklet" in output
    data = json.loads(run("rules", "--json").output)
    assert [entry["preset"] for entry in data] == list(PRESETS)
    assert data[2]["rules"]["2"]["final_entry"] == "solid_only"
    assert "chemins" in run("rules", "web", "--lang", "fr").output


def test_bots_are_listed() -> None:
    names = [entry["name"] for entry in json.loads(run("bots", "--json").output)]
    assert names[0] == "random"
    assert {"pup", "greedy", "master"} <= set(names)
    assert "greedy" in run("bots").output


def test_temperaments_are_listed_and_played() -> None:
    told = {
        entry["name"]: entry["temperaments"] for entry in json.loads(run("bots", "--json").output)
    }
    assert told["pup"] == ["bold", "careful", "envious"]
    assert told["buddy"] == told["random"] == []
    said = run("bots", "--lang", "fr").output
    assert "/envious" in said
    assert "Rabat-joie" in said
    words = ("simulate", "--games", "1", "--boards", "quick", "--json", "--bot")
    played = json.loads(run(*words, "pup/bold,greedy/careful").output)
    assert played["names"] == ["pup/bold", "greedy/careful"]
    refused = run(*words, "pup/silly,pup").exception
    assert "the temperaments of pup are: bold, careful, envious" in str(refused)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["simulate", "--preset", "chess"], "no preset 'chess'; the presets are booklet"),
        (["simulate", "--boards", "nowhere"], "no such board set; give classic, quick, grand"),
        (["simulate", "--orientations", "0077"], "expected one digit from 0 to 5 for each board"),
        (["simulate", "--orientations", "012"], "3 orientations for 4 boards"),
        (["simulate", "-o", "colour=red"], "no rule option 'colour'"),
        (["simulate", "-o", "victory=glory"], "expected shovel or points, not 'glory'"),
        (["simulate", "-o", "stall_limit=x"], "expected a whole number"),
        (["simulate", "--moles", "0"], "0 moles each: everybody needs at least one"),
        (["simulate", "--moles", "ten"], "expected one number for everybody, as in 10"),
        (["simulate", "--moles", "10,8,3"], "or one for each of the 2 seats"),
        (
            ["arena", "--bots", "pup,pup", "--moles", "60,1"],
            "60 and 1 moles do not fit on 'meadow'",
        ),
        (["simulate", "--moles", "fair"], "as in 10,8, or fair-start"),
        (
            ["arena", "--bots", "pup,pup,pup", "-p", "3", "--moles", "fair-start"],
            "is for 2 players",
        ),
        (["play", "--moles", "1,"], "expected one number for everybody, as in 10"),
        (["companion", "--moles", "1,0"], "1,0 moles by seat: everybody needs at least one"),
        (["simulate", "--bot", "hal"], "no bot 'hal'; the bots are random"),
        (["simulate", "--bot", "nowhere:Bot"], "nowhere:Bot: ModuleNotFoundError"),
        (["simulate", "--bot", "random,random,random"], "3 bots for 2 seats"),
        (["simulate", "--players", "5"], "--players: expected a whole number from 2 to 4"),
        (["simulate", "--games", "0"], "--games: expected a whole number, at least 1"),
        (["simulate", "-n", "1", "--records", "/nowhere/x.jsonl"], "there is no folder /nowhere"),
        (["simulate", "-n", "1", "--records", "/"], "/ is a folder: name a file in it"),
        (["simulate", "-n", "1", "--records", "games.xlsx"], "games.xlsx: expected a name that"),
        (["simulate", "--bot", "cmd:./mybot 1,2"], "a comma within a command wants quotes"),
        (["arena", "--bots", "pup,cmd:./mybot 1,2"], "no bot '2' after 'cmd:./mybot 1'"),
        (["print", "--out", "/"], "/ is a folder: name a file in it"),
        (["arena", "--bots", "pup,pup", "--out", __file__], "is a file: name a folder"),
        (["bot", "check"], "COMMAND is missing"),
        (["serve", "--page", "/nowhere"], "there is no index.html in /nowhere"),
        (["show", "missing.json"], "missing.json: cannot be read"),
        (["rules", "web", "--lang", "xx"], "no language 'xx'; there are en, fr, de"),
        (["play", "--boards", "nowhere"], "no such board set"),
        (["play", "--bot", "hal"], "no bot 'hal'; the bots are random"),
        (["nonsense"], "there is no command 'nonsense'"),
    ],
)
def test_a_bad_request_says_what_would_be_right(
    words: list[str],
    said: str,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.argv", ["taupes", *words])
    monkeypatch.setenv("COLUMNS", "300")
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    output = capfd.readouterr()
    assert said in output.err
    assert "Traceback" not in output.err
