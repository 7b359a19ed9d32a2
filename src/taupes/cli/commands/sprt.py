"""`taupes arena sprt`: is a new bot stronger? Played until that is known."""

from typing import Annotated, Any, Final

import typer

from taupes.arena import Claim, Pool, Trial, label, trial_bots
from taupes.cli.bundle import unbundled
from taupes.cli.console import err
from taupes.cli.contest import ContestOptions, Games, words_for_errors
from taupes.cli.lines import print_json, say
from taupes.cli.options import Json, Language, speak
from taupes.words.language import Words

New = Annotated[str, typer.Option("--new", metavar="BOT", help="Is this one stronger …")]
Old = Annotated[str, typer.Option("--old", metavar="BOT", help="… than this one?")]
Elo0 = Annotated[
    float, typer.Option("--elo0", metavar="ELO", help="Ahead by no more is not stronger.")
]
Elo1 = Annotated[float, typer.Option("--elo1", metavar="ELO", help="Ahead by so much is stronger.")]
Alpha = Annotated[float, typer.Option("--alpha", metavar="P", help="Chance to say yes in error.")]
Beta = Annotated[float, typer.Option("--beta", metavar="P", help="Chance to say no in error.")]


VERDICTS: Final = {
    "stronger": "cli.sprt.stronger",
    "not stronger": "cli.sprt.not_stronger",
    "undecided": "cli.sprt.undecided",
}


@unbundled
def sprt(
    new: New,
    old: Old,
    elo0: Elo0 = 0.0,
    elo1: Elo1 = 20.0,
    alpha: Alpha = 0.05,
    beta: Beta = 0.05,
    games: Games = 20_000,
    *,
    contest: ContestOptions,
    json: Json = False,
    language: Language = "",
) -> None:
    """Ask whether a new bot is stronger, and stop playing as soon as that is known.

    Exit code 0 if it is, 1 if it is not or stays undecided.
    """
    words = speak(language)
    with words_for_errors():
        settings = contest.settings(trial_bots(new, old, contest.players))
        trial = Trial(settings, Claim(elo0, elo1, alpha, beta), games, contest.out_dir)
        with contest.workers(settings.bots) as pool:
            _watch(trial, pool, words)
    answer = trial.as_dict()
    if json:
        print_json(answer)
    else:
        new, old = map(label, answer["names"])
        say(words(VERDICTS[answer["verdict"]], new=new, old=old, status=status(answer, words)))
    if answer["verdict"] != "stronger":
        raise typer.Exit(1)


def _watch(trial: Trial, pool: Pool, words: Words) -> None:
    if not err.is_terminal:
        for _ in trial.play(pool):
            pass
        return
    with err.status(words("cli.arena.playing")) as line:
        for _ in trial.play(pool):
            line.update(status(trial.as_dict(), words))


def status(answer: dict[str, Any], words: Words) -> str:
    """How a test stands, in one line."""
    lower, upper = answer["bounds"]
    low, high = answer["interval"]
    interval = (
        ""
        if low is None or high is None
        else words("cli.sprt.interval", low=f"{low:+.0f}", high=f"{high:+.0f}")
    )
    lead = "" if answer["elo"] is None else words.figures(f", Elo {answer['elo']:+.1f}")
    return words(
        "cli.sprt.status",
        llr=words.figures(f"{answer['llr']:+.2f}"),
        lower=words.figures(f"{lower:.2f}"),
        upper=words.figures(f"{upper:.2f}"),
        count=answer["games"],
        elo=f"{lead}{interval}" if lead else "",
        faults=words("cli.sprt.faults", count=answer["faults"]) if answer["faults"] else "",
    )
