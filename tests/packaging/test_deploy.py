"""The image, the services around it and the unit name real files and commands, and trust nobody."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest
import yaml

from taupes.cli.index import load
from tests.server.process import ServerProcess, free_port

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "examples" / "deploy"
PINNED = re.compile(r"[\w/]+:\d+\.\d+(?:\.\d+)?-[\w-]+")


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions in their order, each with what follows it."""
    text = (ROOT / "Dockerfile").read_text("utf-8")
    text = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", "")
    pairs = [line.split(maxsplit=1) for line in text.splitlines() if line.strip()]
    return [(name, " ".join(rest.split())) for name, rest in pairs]


def all_of(name: str) -> list[str]:
    return [rest for each, rest in instructions() if each == name]


def copied() -> list[str]:
    """What the image takes from the project."""
    own = [rest for rest in all_of("COPY") if not rest.startswith("--from")]
    return [source for rest in own for source in rest.split()[:-1]]


def commands() -> list[str]:
    return [part.strip() for rest in all_of("RUN") for part in rest.split("&&")]


def services() -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return data


def unit() -> dict[str, list[str]]:
    """The settings of the unit, each with its values."""
    found: dict[str, list[str]] = {}
    for line in (DEPLOY / "taupes.service").read_text("utf-8").splitlines():
        if re.match(r"\w+=", line):
            name, _, value = line.partition("=")
            found.setdefault(name, []).append(value)
    return found


def understood(words: list[str]) -> dict[str, Any]:
    """The options of a call of `taupes`, which is read but not made."""
    name, *rest = words
    options: dict[str, Any] = load(name).make_context(name, rest).params
    return options


def calls() -> dict[str, list[str]]:
    """Every call of `taupes` in these files, by where it stands."""
    found = {f"Dockerfile: {c}": shlex.split(c)[1:] for c in commands() if c.startswith("taupes ")}
    entry, command = json.loads(all_of("ENTRYPOINT")[0]), json.loads(all_of("CMD")[-1])
    assert entry == ["taupes"]
    found["Dockerfile: CMD"] = command
    found["compose.yaml"] = services()["services"]["taupes"]["command"]
    found["taupes.service"] = shlex.split(unit()["ExecStart"][0])[1:]
    return found


@pytest.mark.parametrize(("where", "words"), calls().items(), ids=list(calls()))
def test_every_call_is_understood(where: str, words: list[str]) -> None:
    options = understood(words)
    if words[0] == "serve":
        # A proxy stands in front wherever strangers come in.
        assert bool(options["proxy"]) == (where != "Dockerfile: CMD")


def test_a_call_that_is_wrong_would_be_noticed() -> None:
    with pytest.raises(Exception, match="No such option"):
        understood(["serve", "--prxoy", "127.0.0.1"])


def test_all_that_is_copied_is_there_and_let_through() -> None:
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert "*" in ignored
    assert copied()
    for source in copied():
        assert (ROOT / source).exists(), source
        assert f"!{source.split('/')[0]}" in ignored, source
    let_through = {line[1:] for line in ignored if line.startswith("!")}
    assert let_through == {source.split("/")[0] for source in copied()}


def test_what_builds_the_engine_finds_the_package() -> None:
    (folder,) = all_of("WORKDIR")
    (there,) = (rest.partition("=")[2] for rest in all_of("ENV") if rest.startswith("PYTHONPATH="))
    sources = ROOT / Path(there).relative_to(folder)
    # As in the image: everything that is locked, and the package only where the image says it is.
    paths = os.pathsep.join((sysconfig.get_path("purelib"), str(sources)))
    command = [sys.executable, "-S", str(ROOT / "web" / "engine" / "keep.py")]
    subprocess.run(command, env={**os.environ, "PYTHONPATH": paths}, check=True)


def test_what_is_downloaded_is_known_beforehand() -> None:
    installs = [command for command in commands() if "pip install" in command]
    assert len(installs) == 4
    for command in installs:
        assert "--require-hashes" in command or "--no-index" in command
    bases = [rest.split()[0] for rest in all_of("FROM")]
    others = [s["image"] for s in services()["services"].values() if "build" not in s]
    assert len(bases) == len(others) == 2
    for image in (*bases, *others):
        assert PINNED.fullmatch(image), image
    assert len(set(bases)) == 1, "what was built for one Python is shipped with it"


def test_the_image_is_not_roots() -> None:
    names = [name for name, _ in instructions()]
    assert all_of("USER")[-1] not in ("root", "0")
    last = len(names) - 1 - names[::-1].index("USER")
    started = [i for i, (n, rest) in enumerate(instructions()) if n == "RUN" and "simulate" in rest]
    assert all(last < i for i in started), "what is compiled belongs to who runs it"


def test_what_is_kept_lies_in_private_folders() -> None:
    kept = json.loads(all_of("VOLUME")[0])
    made = next(command for command in commands() if command.startswith("install "))
    assert "--mode 0700" in made
    assert made.split()[-2:] == kept
    variables = dict(re.findall(r"(TAUPES_\w+)=(\S+)", " ".join(all_of("ENV"))))
    assert Path(variables["TAUPES_DATABASE"].removeprefix("sqlite:///")).parent == Path(kept[0])
    assert variables["TAUPES_CACHE"] == kept[1]
    mounted = [v.split(":")[1] for v in services()["services"]["taupes"]["volumes"]]
    assert mounted == kept


def test_the_image_knows_how_it_is(tmp_path: Path) -> None:
    _, _, check = all_of("HEALTHCHECK")[0].partition("CMD ")
    program, option, code = json.loads(check)
    assert (program, option) == ("python", "-c")

    def is_well(port: int) -> bool:
        asked = code.replace(":8080/", f":{port}/")
        assert asked != code
        done = subprocess.run([sys.executable, "-c", asked], capture_output=True, check=False)
        return done.returncode == 0

    with ServerProcess(f"sqlite:///{tmp_path / 'taupes.sqlite'}") as server:
        assert is_well(server.port)
    assert not is_well(free_port())


def test_only_the_proxy_is_open_and_only_its_word_counts() -> None:
    data = services()
    assert [name for name, each in data["services"].items() if "ports" in each] == ["proxy"]
    ours = data["services"]["taupes"]
    (network,) = ours["networks"]
    (subnet,) = data["networks"][network]["ipam"]["config"]
    assert understood(ours["command"])["proxy"] == subnet["subnet"]
    assert data["networks"][network]["internal"]
    rules = (DEPLOY / "Caddyfile").read_text("utf-8")
    assert "header_up X-Forwarded-For {remote_host}" in rules
    assert "respond /metrics 404" in rules
    assert re.findall(r"^\{\$(\w+):", rules, re.MULTILINE) == ["TAUPES_SITE"]
    assert list(data["services"]["proxy"]["environment"]) == ["TAUPES_SITE"]


def test_the_server_may_do_no_more_than_it_must() -> None:
    ours = services()["services"]["taupes"]
    assert ours["read_only"]
    assert ours["cap_drop"] == ["ALL"]
    assert "mem_limit" in ours
    for each in services()["services"].values():
        assert each["security_opt"] == ["no-new-privileges:true"]
        # What strangers can make it write must not fill the disk.
        assert set(each["logging"]["options"]) == {"max-size", "max-file"}


def test_the_services_name_what_there_is() -> None:
    data = services()
    assert (DEPLOY / data["services"]["taupes"]["build"] / "Dockerfile").is_file()
    for each in data["services"].values():
        assert set(each.get("depends_on", ())) <= set(data["services"])
        assert set(each["networks"]) <= set(data["networks"])
        for volume in each.get("volumes", ()):
            source = volume.split(":")[0]
            assert (DEPLOY / source).exists() if source[0] == "." else source in data["volumes"]
    assert [name for name, each in data["services"].items() if "profiles" in each] == ["database"]
    # Without a choice of one's own it is SQLite, in the folder that is kept.
    used = set(re.findall(r"\$\{(\w+):-", (DEPLOY / "compose.yaml").read_text("utf-8")))
    offered = re.findall(r"^(?:# )?(\w+)=", (DEPLOY / ".env.example").read_text("utf-8"), re.M)
    assert used == set(offered) - {"COMPOSE_PROFILES"}


def test_the_unit_keeps_its_files_and_its_hands_to_itself() -> None:
    settings = unit()
    for name in ("NoNewPrivileges", "ProtectHome", "PrivateTmp", "DynamicUser"):
        assert settings[name] == ["yes"], name
    assert settings["ProtectSystem"] == ["strict"]
    assert settings["UMask"] == ["0077"]
    assert "MemoryMax" in settings
    variables = dict(value.split("=", 1) for value in settings["Environment"])
    database = Path(variables["TAUPES_DATABASE"].removeprefix("sqlite:///"))
    assert database.parent == Path("/var/lib") / settings["StateDirectory"][0]
    assert Path(variables["TAUPES_CACHE"]) == Path("/var/cache") / settings["CacheDirectory"][0]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_has_nothing_against_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "taupes.service").read_text("utf-8")
    # Where this is tested nothing is installed in that place.
    path = tmp_path / "taupes.service"
    path.write_text(text.replace("/opt/taupes/bin/taupes", sys.executable), "utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", path], capture_output=True, text=True, check=False
    )
    assert [line for line in done.stderr.splitlines() if "taupes.service" in line] == []
    path.write_text(text.replace("UMask", "UMsak"), "utf-8")
    said = subprocess.run(
        ["systemd-analyze", "verify", path], capture_output=True, text=True, check=False
    )
    assert "UMsak" in said.stderr
