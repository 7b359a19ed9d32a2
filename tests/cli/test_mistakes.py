"""What people get wrong is said in their language, by every command, and never as a traceback."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
import typer

from taupes.cli import main
from taupes.cli.misuse import misuse
from taupes.cli.usage import asked_language

GAME = Path(__file__).parents[1] / "golden" / "special-taken.json"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files that commands cannot use."""
    folder = tmp_path_factory.mktemp("bad")
    record = json.loads(GAME.read_text("utf-8"))
    moved = next(event for event in record["events"] if event["type"] == "move")
    (folder / "unfair.json").write_text(json.dumps(record | {"fairness": {}}), "utf-8")
    moved["to"] = [0, 0]
    (folder / "illegal.json").write_text(json.dumps(record), "utf-8")
    (folder / "boards.toml").write_text("x = [", "utf-8")
    (folder / "junk").write_bytes(b"junk")
    (folder / "other.jsonl").write_text(json.dumps(record) + "\n", "utf-8")
    packed = gzip.compress(GAME.read_bytes())
    (folder / "cut.jsonl.gz").write_bytes(packed[:-20])
    (folder / "damaged.jsonl.gz").write_bytes(packed[:20] + b"\xff" * 40 + packed[60:])
    (folder / "table.parquet").write_bytes(b"PAR1")
    (folder / "thoughtless.py").write_text(THOUGHTLESS, "utf-8")
    return folder


THOUGHTLESS = """
class Bot:
    def think(self, state, budget, rng):
        pass
class Unmade:
    def __init__(self, size):
        pass
"""
CASES = {
    "check illegal.json": ("Le disque montre 3", "Die Scheibe zeigt 3"),
    "check nowhere.json": ("ce fichier n’existe pas", "diese Datei gibt es nicht"),
    "show illegal.json": ("Le disque montre 3", "Die Scheibe zeigt 3"),
    "show nowhere.json": ("ce fichier n’existe pas", "diese Datei gibt es nicht"),
    "show GAME --at 9999": ("pas d’événement 9999", "kein Ereignis 9999"),
    "show GAME --clip /nowhere/x.webp": ("pas de dossier /nowhere", "keinen Ordner /nowhere"),
    "show GAME --clip /": ("/ est un dossier", "/ ist ein Ordner"),
    "verify unfair.json": ("PAS HONNÊTE", "NICHT FAIR"),
    "endgame GAME --at 0": ("pas sur le dernier plateau", "nicht auf dem letzten Brett"),
    "boards check nowhere.toml": ("vérifie le chemin", "Prüfe den Pfad"),
    "boards check boards.toml": ("pas un fichier de plateaux", "keine Datei mit Brettern"),
    "simulate --boards nowhere": ("ceux du jeu sont classic", "die des Spiels sind classic"),
    "simulate --bot cmd:./nowhere": ("programme n’existe pas", "Programm gibt es nicht"),
    "bot check ./nowhere": ("il démarre et répond", "er startet und antwortet"),
    "restore junk --check": ("pas une sauvegarde de Taupes", "keine Sicherung von Taupes"),
    "restore nowhere --check": ("ce fichier n’existe pas", "diese Datei gibt es nicht"),
    "backup x --database sqlite:////nowhere/y": ("n’existe pas", "gibt es nicht"),
    "backup x --database chess": ("base de données «", "Datenbank „chess“"),
    "site --out .": ("donne un dossier vide", "nenne einen leeren"),
    "serve --place ???": ("n’est pas un chemin", "ist kein Pfad"),
    "check cut.jsonl.gz": ("il manque la fin", "Das Ende fehlt"),
    "show cut.jsonl.gz": ("cut.jsonl.gz : fichier tronqué", "cut.jsonl.gz: abgeschnitten"),
    "check damaged.jsonl.gz": ("fichier abîmé", "beschädigt"),
    "check table.parquet": ("une table de décisions", "eine Tabelle von Entscheidungen"),
    "simulate --records x.csv": ("un nom qui finit par .jsonl", "ein Name, der auf .jsonl"),
    "simulate --resume": ("un fichier de --records", "eine Datei von --records"),
    "simulate --resume --records x.parquet": ("être reprise", "nicht fortsetzen"),
    "simulate --resume --records other.jsonl": ("d’autres parties", "andere Spiele"),
    "simulate --bot cmd:x,1": ("une virgule", "ein Komma"),
    "simulate --bot 1:Bot": ("un module et ce qu’il contient", "ein Modul und etwas darin"),
    "simulate --bot nowhere:Bot": ("nowhere:Bot : Module", "nowhere:Bot: Module"),
    "simulate --bot thoughtless:Pot": ("on y trouve Bot", "dort gibt es Bot"),
    "simulate --bot thoughtless:Unmade": ("ne peut pas être créé", "lässt sich nicht erzeugen"),
    "simulate --bot thoughtless:__name__": ("n’en crée pas", "erzeugt auch keinen"),
    "simulate --bot thoughtless:Bot": ("Bot.think a rendu None", "Bot.think gab None zurück"),
    "simulate --jobs 2 --bot thoughtless:Bot": ("think a rendu None", "think gab None zurück"),
    "arena": ("dis quels robots jouent", "nenne die Bots, die spielen"),
    "shw GAME": ("pas de commande « shw » ; peut-être show", "Befehl „shw“; vielleicht show"),
    "nonsense": ("pas de commande « nonsense »", "keinen Befehl „nonsense“"),
    "boards nowhere": ("pas de commande « nowhere »", "keinen Befehl „nowhere“"),
    "--vers": ("pas d’option --vers", "keine Option --vers"),
    "show": ("il manque FILE (voir taupes show --help)", "FILE fehlt (siehe taupes show --help)"),
    "show GAME --nam": ("pas d’option --nam ; peut-être --names", "--nam; vielleicht --names,"),
    "show GAME -y": ("pas d’option -y", "keine Option -y"),
    "show GAME --names=3": ("--names ne prend pas de valeur", "--names nimmt keinen Wert"),
    "show GAME too much": ("en trop : too much", "zu viel: too much"),
    "show GAME --at one": ("un nombre entier, au moins 0", "eine ganze Zahl, mindestens 0"),
    "simulate --games 0": ("un nombre entier, au moins 1", "eine ganze Zahl, mindestens 1"),
    "simulate --players 5": ("un nombre entier de 2 à 4", "eine ganze Zahl von 2 bis 4"),
    "simulate --seed x": ("--seed : attendu : un nombre entier", "--seed: erwartet: eine ganze"),
    "simulate --seconds x": ("attendu : un nombre", "erwartet: eine Zahl"),
    "bot check x --seconds 0": ("un nombre, au moins 0", "eine Zahl, mindestens 0"),
}


@pytest.mark.parametrize("command", CASES)
@pytest.mark.parametrize("language", ["fr", "de"])
def test_what_is_wrong_is_said_in_the_language_asked_for(
    command: str,
    language: str,
    folder: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(folder)
    if command.startswith("site"):  # the page and its engine may not be built here
        monkeypatch.setattr("taupes.server.running.page_folder", lambda: folder / "page")
        monkeypatch.setattr("taupes.server.running.engine_folder", lambda: folder / "engine")
        monkeypatch.setattr("taupes.server.site.engine_of", lambda _: "{}")
        (folder / "page").mkdir(exist_ok=True)
        (folder / "page" / "index.html").touch()
    words = [str(GAME) if word == "GAME" else word for word in command.split()]
    monkeypatch.setattr("sys.argv", ["taupes", *words, "--language", language])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code in (1, 2)
    output = capfd.readouterr()
    said = " ".join((output.out + output.err).split())
    assert CASES[command][language == "de"] in said
    assert "Usage" not in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "event number"), ("fr", "événement numéro"), ("de", "Ereignis Nummer")],
)
@pytest.mark.parametrize("command", ["check", "show"])
def test_an_event_at_fault_has_one_number_in_every_language(
    command: str,
    language: str,
    words: str,
    folder: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    events = json.loads(GAME.read_text("utf-8"))["events"]
    number = 1 + next(i for i, event in enumerate(events) if event["type"] == "move")
    file = str(folder / "illegal.json")
    monkeypatch.setattr("sys.argv", ["taupes", command, file, "--language", language])
    with pytest.raises(SystemExit):
        main()
    output = capfd.readouterr()
    assert f"{words} {number}" in " ".join((output.out + output.err).split())


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "--at wants a value"), ("fr", "demande une valeur"), ("de", "braucht einen Wert")],
)
def test_an_option_at_the_end_lacks_its_value(
    language: str,
    words: str,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.argv", ["taupes", "show", "--lang", language, "x", "--at"])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    assert words in capfd.readouterr().err


def test_what_the_library_says_of_a_value_is_kept_if_it_is_no_number() -> None:
    said = misuse(typer.BadParameter("no colour", param=option("--ink")))
    assert str(said) == "--ink: no colour"


def option(name: str) -> Any:
    """An option as the library has it, with a value of letters."""

    def command(ink: str = typer.Option("", name)) -> None:
        """Do nothing."""

    app = typer.Typer(add_completion=False)
    app.command()(command)
    return typer.main.get_command(app).params[0]


def test_the_language_is_found_wherever_it_was_typed() -> None:
    environment = {"LANG": "fr_FR.UTF-8"}
    assert asked_language(["taupes", "--lang=de", "show"], environment) == "de"
    assert asked_language(["taupes", "show", "--language"], environment) == "fr"
    assert asked_language(["taupes", "show", "--language", "it"], environment) == "fr"
    assert asked_language(["taupes"], environment | {"TAUPES_LANG": "en"}) == "en"
