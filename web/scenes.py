"""What `screenshots.py` takes pictures of: every screen, and how one comes to see it."""

from moments import take_moments
from photographer import Photographer

from taupes.table.day import day_before
from tests.browser.environment import ROOT
from tests.browser.learner import learn, ready
from tests.browser.player import IN_PLAY, READY, act, create, play, press, state, wait_for_turn
from tests.browser.test_day import PERSON, TODAY, put_results
from tests.browser.test_habits import put_reviews
from tests.browser.test_practice import OPEN, answer

SCREENS = {
    "home": ("/", "[data-play]"),
    "bots": ("/new/bots", '[data-setup="ready"]'),
    "together": ("/new/together", '[data-setup="ready"]'),
    "online": ("/new/online", '[data-setup="ready"]'),
    "rules": ("/rules", '[data-rules="all"]'),
    "lobby": ("/lobby", '[data-lobby="ready"]'),
    "settings": ("/settings", "[data-setting]"),
    "library": ("/replay", '[data-library="ready"]'),
    "boards": ("/boards", '[data-gallery="3"]'),
    "practice-start": ("/learn/practice", "[data-start]"),
    "puzzles": ("/practice", '[data-practice-hub="ready"]'),
    "rush": ("/practice/rush", "[data-start]"),
    "day": ("/day", '[data-day="ready"]'),
    "habits": ("/habits", "[data-habits]"),
    "licences": ("/licences", "[data-licences]"),
}
LESSONS = ("place", "jump", "lift", "special", "win")


def take_all(one: Photographer) -> None:
    """Every screen, as it opens and with all its parts open."""
    for name, (path, sign) in SCREENS.items():
        one.go(path, sign)
        one.shoot(name)
        if one.page.locator("details:not(.team)").count():
            one.page.evaluate(
                "() => document.querySelectorAll('details:not(.team)')"
                ".forEach((part) => part.open = true)"
            )
            if one.page.locator('[data-part="boards"]').count():
                one.page.wait_for_selector('[data-part="boards"] label:nth-of-type(3) img')
            one.shoot(f"{name}-open")
    table_screens(one)
    lift_screens(one)
    four_screens(one)
    learn_screens(one)
    replay_screens(one)
    board_screens(one)
    companion_screens(one)
    puzzle_screens(one)
    day_screens(one)
    habit_screens(one)
    first_screens(one)
    take_moments(one)


def table_screens(one: Photographer) -> None:
    """A table before, in and after a game."""
    page = one.page
    one.go("/new/online", "[data-create]:enabled")
    page.locator("[data-create]:enabled").click()
    page.wait_for_selector('[data-full="no"]')
    one.shoot("waiting")
    one.go("/", "[data-play]")
    page.locator("[data-play]").click()
    seen = set()
    while wait_for_turn(page):
        now = state(page)
        name = f"table-{now['level']}-{now['phase']}"
        if name not in seen:
            seen.add(name)
            one.shoot(name)
            if now["phase"] == "move" and now["level"] == "1":
                table_corners(one)
        play(page, most=1)
    page.wait_for_selector("[data-luck]")
    one.shoot("finish")


def table_corners(one: Photographer) -> None:
    """What one opens at a table in play: the view from above, the log, the menu."""
    page = one.page
    page.locator("[data-view]").click()
    page.wait_for_selector('[data-view="above"]')
    one.shoot("table-above")
    page.locator("[data-view]").click()
    page.wait_for_selector('[data-view="tilted"]')
    if not page.locator(".table.open").count():
        page.locator(".side-button").click()
        page.wait_for_selector(".table.open")
        one.shoot("table-log")
        page.locator(".side .close").click()
    page.locator("header [aria-haspopup=dialog]").click()
    page.wait_for_selector("dialog[open]")
    one.shoot("table-menu")
    page.keyboard.press("Escape")


def lift_screens(one: Photographer) -> None:
    """A board on its way off the stack, held in the air."""
    page = one.page
    names = ("Ada", "Bob", "Cléo")
    table = create(page, [{"who": "me", "name": name} for name in names], boards="quick")
    one.go(f"/table/{table}", "[data-start]:enabled")
    page.locator("[data-start]").click()
    play(page, '.table[data-phase="draw"]:has([data-holes="1"])')
    one.settle(speed="slow")
    page.reload()
    wait_for_turn(page)
    while page.locator('[data-lifting="yes"]').count() == 0:
        act(page)
        page.wait_for_selector(f'[data-lifting="yes"], {READY}')
    page.evaluate(
        """() => document.getAnimations().forEach((one) => {
             one.pause();
             const end = one.effect.getComputedTiming().endTime;
             one.currentTime = Number.isFinite(end) ? end * 0.6 : 100;
           })"""
    )
    page.screenshot(path=one.folder / f"lift-{one.size}.png")
    one.settle(speed="off")


def four_screens(one: Photographer) -> None:
    """Four on one screen, with everything that can be shown."""
    page = one.page
    one.settle(memory="odds", patterns=True, cellNames=True)
    names = ("Ada", "Bartholomäus", "Cléo", "Dirk")
    table = create(
        page,
        [{"who": "me", "name": name} for name in names],
        boards="classic",
        clock={"kind": "fischer", "seconds": 600, "increment": 10},
    )
    one.go(f"/table/{table}", "[data-start]:enabled")
    page.locator("[data-start]").click()
    play(page, IN_PLAY)
    one.shoot("four-draw")
    act(page)
    wait_for_turn(page)
    one.shoot("four-move")
    one.settle(memory="off", patterns=False, cellNames=False)


def learn_screens(one: Photographer) -> None:
    """Some lessons, one of them solved, and the practice game."""
    page = one.page
    for lesson in LESSONS:
        one.go(f"/learn?step={lesson}", f'[data-lesson="{lesson}"]')
        ready(page, lesson)
        one.shoot(f"learn-{lesson}")
    learn(page, LESSONS[-1])
    one.shoot("learn-done")
    one.go("/learn/practice", "[data-start]")
    page.locator("[data-start]").click()
    page.wait_for_selector('[data-coach="place"]')
    one.shoot("practice-place")
    page.locator("[data-scatter]").click()
    page.wait_for_selector('[data-coach="turn"]')
    act(page)
    wait_for_turn(page)
    one.shoot("practice-move")


def replay_screens(one: Photographer) -> None:
    """A recorded game: its log, its analysis, other moves, what is known about it."""
    page = one.page
    one.go("/replay", '[data-library="ready"]')
    record = ROOT / "tests" / "golden" / "preset-web.json"
    page.locator("input[type=file]").set_input_files(record)
    page.wait_for_selector("[data-viewer]:not([data-positions='0'])")
    for _ in range(2):
        page.keyboard.press("PageDown")
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    one.shoot("replay")
    page.locator('[data-tab="analysis"]').click()
    page.wait_for_selector('[data-analysis="ready"]')
    one.shoot("replay-analysis")
    page.locator('[data-tab="about"]').click()
    one.shoot("replay-about")
    page.locator("[data-try]").click()
    page.wait_for_selector("[data-branch]")
    one.shoot("replay-try")
    one.go("/replay", '[data-library="ready"]')
    one.shoot("library-full")


def board_screens(one: Photographer) -> None:
    """The workshop: a good set, and one with something wrong."""
    page = one.page
    for name, mark in (("editor-new", "[data-new]"), ("editor", "[data-copy=classic]")):
        one.go("/boards", '[data-gallery="3"]')
        page.locator(mark).click()
        page.wait_for_selector('[data-editor][data-checked="yes"]')
        one.shoot(name)
    one.go("/boards", '[data-gallery="3"]')
    one.shoot("boards-own")
    one.page.locator("[data-print]").last.click()
    one.shoot("print")


def companion_screens(one: Photographer) -> None:
    """The companion: a table told, and asked about."""
    page = one.page
    one.go("/companion", '[data-companion][data-busy="no"]')
    one.shoot("companion-players")
    page.locator('[data-step="boards"]').click()
    page.locator('[data-choose="1"]').click()
    one.shoot("companion-boards")
    page.locator('[data-step="moles"]').click()
    for seat, cells in enumerate((("-2,2", "1,-1", "0,0"), ("-1,0", "2,-3"))):
        page.locator(f'[data-hand="{seat}"]').click()
        for cell in cells:
            press(page, cell)
    page.wait_for_selector('[data-companion][data-busy="no"][data-problems="0"]')
    one.shoot("companion")
    page.locator('[data-step="ask"]').click()
    page.locator('button[data-disc="3"]').click()
    page.locator('[data-hint="ready"]').click()
    page.wait_for_selector('[data-hint="given"]')
    one.shoot("companion-hint")
    press(page, "-2,2")
    press(page, "-2,3")
    page.wait_for_selector("[data-ruling]")
    one.shoot("companion-ruling")


def puzzle_screens(one: Photographer) -> None:
    """A puzzle asked, solved and missed."""
    page = one.page
    one.go("/practice", '[data-practice-hub="ready"]')
    page.locator("[data-fit]").click()
    page.wait_for_selector(OPEN)
    one.shoot("puzzle")
    answer(page, 0)
    page.wait_for_selector('[data-stage="solved"] [data-why]')
    one.shoot("puzzle-solved")
    page.locator("[data-next]").click()
    answer(page, -1)
    page.wait_for_selector('[data-stage="missed"] [data-why]')
    one.shoot("puzzle-missed")
    one.go("/practice", '[data-practice-hub="ready"]')
    one.shoot("puzzles-tried")


def day_screens(one: Photographer) -> None:
    """The stack of the day with results of others, and one's own."""
    page = one.page
    day = page.evaluate(TODAY)["day"]
    put_results(one.server, day, page.evaluate(PERSON))
    put_results(one.server, day_before(day))
    one.go("/day", "[data-yesterday]")
    one.shoot("day-results")


def habit_screens(one: Photographer) -> None:
    """Habits over some games, and a costly choice tried again."""
    page = one.page
    mistake = put_reviews(page)
    one.go("/habits", '[data-habits="6"]')
    one.shoot("habits-full")
    page.locator("[data-retry]").first.click()
    page.wait_for_selector(OPEN)
    one.shoot("habits-try")
    press(page, ",".join(map(str, mistake["played"]["cell"])))
    page.wait_for_selector('[data-stage="missed"] [data-why]')
    one.shoot("habits-missed")


def first_screens(one: Photographer) -> None:
    """What comes once: the words before the first game, and a code for another device."""
    page = one.page
    one.go("/settings", "[data-setting]")
    page.locator("[data-devices] .button").first.click()
    page.wait_for_selector("[data-code]")
    one.shoot("settings-code")
    one.settle(welcomed=False)
    one.go("/", "[data-play]")
    page.locator("[data-play]").click()
    page.wait_for_selector("[data-first-game]")
    one.shoot("welcome")
    one.settle(welcomed=True)
