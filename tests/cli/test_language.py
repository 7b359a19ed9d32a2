"""What commands say to people is said in their language; what programs read stays as it is."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from taupes.cli import app
from taupes.rules import load_record

ROCK = 3


def said(*words: str) -> str:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code in (0, 1), result.output
    return " ".join(result.output.split())


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "game.jsonl"
    said("simulate", "-n", "1", "--boards", "quick", "--records", str(path))
    return path


SIMULATE = ["simulate", "-n", "1", "--boards", "quick"]
ARENA = ["arena", "--bots", "greedy,random", "--games", "3", "--boards", "quick", "--jobs", "1"]
SPRT = ["arena", "sprt", "--new", "greedy", "--old", "random", "--boards", "quick", "--jobs", "1"]


@pytest.mark.parametrize(
    ("command", "language", "texts"),
    [
        (SIMULATE, "fr", ["1 partie", "victoires", "fin par : pelle d’or 1", "tours par partie"]),
        (SIMULATE, "de", ["1 Spiel", "Siege", "Ende durch: Schaufel 1", "Züge je Spiel"]),
        (ARENA, "fr", ["4 parties à 2 joueurs", "4 parties et non 3", "victoires par place : 1 :"]),
        (ARENA, "de", ["4 Spiele mit 2 Spielern", "4 Spiele, nicht 3", "Siege nach Platz: 1:"]),
        (SPRT, "fr", ["greedy est plus fort que random : LLR +", "après"]),
        (SPRT, "de", ["greedy ist stärker als random: LLR +", "nach"]),
        (["boards", "list"], "fr", ["jeu de plateaux", "rayons", "Une longue partie"]),
        (["boards", "list"], "de", ["Brettsatz", "Radien", "Ein langes Spiel"]),
        (["boards", "check", "classic"], "fr", [": valable"]),
        (["boards", "check", "classic"], "de", ["classic: in Ordnung"]),
        (["doctor"], "fr", ["Ce qui marche", "Où tout se trouve"]),
        (["doctor"], "de", ["Was geht", "Wo alles liegt"]),
        (["bots"], "fr", ["robot", "nom", "à savoir"]),
        (["bots"], "de", ["Bot", "Name", "Beschreibung"]),
    ],
)
def test_tables_are_told(command: list[str], language: str, texts: list[str]) -> None:
    output = said(*command, "--language", language)
    for text in texts:
        assert text in output


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["Luck and choices, in wins", "player", "given away", "The costliest choices"]),
        ("fr", ["Chance et choix, en victoires", "joueur", "gâché", "coûté le plus cher"]),
        ("de", ["Glück und Entscheidungen, in Siegen", "Spieler", "verschenkt", "teuersten"]),
    ],
)
def test_an_analysis_is_told_and_its_plot_titled(
    language: str, texts: list[str], game: Path, tmp_path: Path
) -> None:
    plot = tmp_path / "plot.svg"
    few = ["--simulations", "3", "--language", language]
    output = said("analyse", str(game), *few, "--plot", str(plot))
    for text in texts:
        assert text in output
    heading = {"en": "Chances to win", "fr": "Chances de gagner", "de": "Gewinnchancen"}[language]
    assert f"<title>{heading}, " in plot.read_text("utf-8")
    assert heading in said("analyse", str(game), *few, "--event", "60")


@pytest.mark.parametrize(
    ("language", "to_act", "now", "percent"),
    [
        ("en", "To act: ", "now", "%"),
        ("fr", "À jouer : ", "maintenant", " %"),
        ("de", "Am Zug: ", "jetzt", " %"),
    ],
)
def test_the_last_board_is_told(
    language: str, to_act: str, now: str, percent: str, game: Path
) -> None:
    record = load_record(game.read_text("utf-8"))
    last = next(n for n, state in enumerate(record.replay()) if state.level == ROCK)
    at = ["endgame", str(game), "--at", str(last), "--language", language]
    output = said(*at)
    assert to_act in output
    assert now in output
    assert percent in output
    choices = json.loads(said(*at, "--json"))["choices"]
    assert [choice["words"] for choice in choices] == ["turn over a disc"]


@pytest.mark.parametrize(
    ("language", "unproven", "sealed"),
    [
        ("en", "record 1: no proof: ", "record 1: no proof yet: "),
        ("fr", "partie 1 : pas de preuve : ", "partie 1 : pas encore de preuve : "),
        ("de", "Spiel 1: kein Beweis: ", "Spiel 1: noch kein Beweis: "),
    ],
)
def test_proofs_are_told(
    language: str, unproven: str, sealed: str, game: Path, tmp_path: Path
) -> None:
    assert unproven in said("verify", str(game), "--language", language)
    data = json.loads(game.read_text("utf-8"))
    nonces = [{"nonce": "0", "source": "player"}] * 2
    proof = {"scheme": "taupes-fair-1", "commitment": "", "seed": None, "nonces": nonces}
    running = tmp_path / "running.json"
    running.write_text(json.dumps(data | {"fairness": proof}), "utf-8")
    assert sealed in said("verify", str(running), "--language", language)


def test_players_are_named_with_their_colour_in_the_language(game: Path) -> None:
    assert "greedy (rouge)" in said("show", str(game), "--language", "fr")
    assert "greedy (blau)" in said("show", str(game), "--language", "de")


@pytest.mark.parametrize(("encoding", "wrote"), [("latin-1", "Maîtresse"), ("ascii", "Maitresse")])
def test_an_encoding_without_a_sign_gets_the_nearest(encoding: str, wrote: str) -> None:
    result = subprocess.run(
        [sys.executable, "-c", "from taupes.cli import main; main()", "bots", "--language", "fr"],
        env={"PYTHONIOENCODING": encoding},
        capture_output=True,
        check=True,
    )
    assert wrote in result.stdout.decode(encoding)
    assert b"par c?ur" in result.stdout.replace(b"\n", b" ")
