"""What `screenshots.py` takes pictures of besides the screens: great moments, others, bad luck."""

import re
from typing import Any

from photographer import Photographer

from tests.browser.environment import ROOT, Line
from tests.browser.player import MAY_ACT, act, play, wait_for_turn
from tests.browser.tables import ADA, BOB, OPEN, Table, create, new_guest
from tests.browser.test_table import WIDE, Slow, shun

NAMES = ("Bartholomäus", "Cléo", "Dirk")
DAYS = {"kind": "days", "days": 2}
RESULT = re.compile(r'"winners":\[[0-9,]*\],"reason":"[a-z_]*"')
ENDS = {
    "won": '"winners":[0],"reason":"shovel"',
    "lost": '"winners":[1],"reason":"shovel"',
    "drawn": '"winners":[],"reason":"stalemate"',
}
"""How a game of Ada's may end."""
CALLS = "(answer) => Object.defineProperty(Notification, 'permission', {get: () => answer})"
"""A browser that was asked whether it may send notifications, and has answered."""


def take_moments(one: Photographer) -> None:
    """All that comes of what others do, of chance, or of bad luck."""
    waiting_moments(one)
    lobby_moments(one)
    talk_moments(one)
    lost_moments(one)
    out_moments(one)
    end_moments(one)
    call_moments(one)
    device_moments(one)
    bad_moments(one)


def join(one: Photographer, table: Table, name: str = "Bob") -> None:
    """Sit down at somebody's table."""
    one.go(f"/table/{table.id}", "[data-welcome]")
    one.page.locator("[data-name]").fill(name)
    one.page.locator("[data-welcome] [data-sit]").click()
    one.page.wait_for_selector("[data-welcome]", state="detached")


def waiting_moments(one: Photographer) -> None:
    """The waiting room of somebody invited, of a full table, and of who comes too late for it."""
    table = create(one.server, [ADA, OPEN, OPEN], clock=DAYS, boards="classic")
    with one.other() as bob:
        bob.go(f"/table/{table.id}", "[data-welcome]")
        bob.shoot("waiting-guest")
        join(bob, table)
        bob.page.wait_for_selector("[data-invitation]")
        bob.shoot("waiting-seated")
    full = create(one.server, [ADA, OPEN], boards="classic")
    with one.other(full.guest) as ada, one.other() as late:
        ada.page.clock.install()
        ada.go(f"/table/{full.id}", '[data-full="no"]')
        ada.page.clock.pause_at(ada.page.evaluate("() => Date.now() + 1000"))
        with one.other() as bob:
            join(bob, full)
            ada.page.wait_for_selector("[data-countdown]")
            ada.shoot("waiting-full")
            late.go(f"/table/{full.id}", "[data-welcome]")
            late.shoot("waiting-late")
        ada.page.wait_for_selector("[data-absent]")
        ada.page.locator("[data-close]").click()
        ada.shoot("waiting-absent")


def lobby_moments(one: Photographer) -> None:
    """Public tables, some of them in play, and somebody who looks for anybody."""
    place = one.server
    for name, setup in (
        ("Ada", {"boards": "classic"}),
        ("Bartholomäus", {"boards": "quick", "clock": DAYS, "title": "Sonntagsrunde"}),
        ("Cléo", {"boards": "grand", "clock": {"kind": "fischer", "seconds": 600, "increment": 5}}),
    ):
        create(place, [{"who": "me", "name": name}, OPEN, OPEN], public=True, **setup)
    create(place, [ADA, {"who": "bot", "level": "greedy"}], start=True, public=True)
    with one.other() as bob:
        bob.go("/lobby", "[data-line]")
        bob.shoot("lobby-full")
        bob.page.locator("[data-anyone]").click()
        bob.page.wait_for_selector("[data-looking]")
        bob.shoot("waiting-looking")
        bob.page.locator("[data-close]").click()
        bob.page.locator("[data-close-yes]").click()


def menu(one: Photographer, what: str) -> None:
    """Do something from the menu of a table."""
    one.page.locator("header [aria-haspopup=dialog]").click()
    one.page.locator(f"dialog [data-act={what}]").click()


def talk_moments(one: Photographer) -> None:
    """What two say to each other, ask of each other, and how one of them vanishes."""
    table = create(one.server, [ADA, OPEN], first=0, away_after=3600, boards="classic")
    with one.other(table.guest) as ada:
        ada.go(f"/table/{table.id}", '[data-full="no"]')
        with one.other() as bob:
            join(bob, table, "Bartholomäus")
            ada.page.locator("[data-start]:enabled").click()
            bob.page.wait_for_selector(".table")
            wait_for_turn(ada.page)
            act(ada.page)
            ask_moments(ada, bob)
            speak_moments(ada, bob)
        ada.page.wait_for_selector("[data-absent]")
        ada.shoot("table-absent")
        menu(ada, "resign")
        ada.page.locator("[data-act=resign-sure]").wait_for()
        ada.shoot("table-resign")


def ask_moments(ada: Photographer, bob: Photographer) -> None:
    """An undo asked for and refused, and a pause."""
    menu(ada, "undo")
    ada.page.wait_for_selector('[data-request="waiting"]')
    ada.shoot("table-asks")
    bob.page.wait_for_selector('[data-request="undo"]')
    bob.shoot("table-asked")
    bob.page.locator('[data-answer="no"]').click()
    ada.page.wait_for_selector("[data-notice]")
    ada.shoot("table-refused")
    menu(bob, "pause")
    ada.page.locator('[data-answer="yes"]').click()
    ada.page.wait_for_selector("[data-resume]")
    ada.shoot("table-paused")
    ada.page.locator("[data-resume]").click()
    bob.page.wait_for_selector('.table[data-stage="playing"]')


def speak_moments(ada: Photographer, bob: Photographer) -> None:
    """Reactions to choose from, one that is said, the chat, and somebody muted."""
    page = ada.page
    page.locator("[data-react]").click()
    page.wait_for_selector("[data-say]")
    ada.shoot("table-reactions")
    page.keyboard.press("Escape")
    # What is said goes by itself after some seconds, which are no matter here.
    page.evaluate("() => { window.setTimeout = () => 0; }")
    bob.page.locator("[data-react]").click()
    bob.page.locator('[data-say="nice_move"]').click()
    page.wait_for_selector("[data-says]")
    page.screenshot(path=ada.folder / f"table-said-{ada.size}.png")
    page.reload()
    page.wait_for_selector(".table[data-busy=no]")
    page.locator("[data-react]").click()
    page.locator(".sheet [data-mute]").click()
    ada.shoot("table-muted")
    page.keyboard.press("Escape")
    if not page.locator(".table.open").count():
        page.locator(".side-button").click()
    page.locator("#tab-chat").click()
    ada.shoot("table-chat")


def lost_moments(one: Photographer) -> None:
    """A connection that is lost at a table and elsewhere, and a table that does not come."""
    line = Line(one.server.port)
    try:
        table = create(line, [ADA, BOB], start=True, away_after=120)
        with one.other(table.guest) as ada:
            ada.page.goto(table.address)
            wait_for_turn(ada.page)
            line.cut()
            ada.page.wait_for_selector("[data-strip]")
            ada.shoot("table-lost")
    finally:
        line.close()
    with one.other() as bob:
        bob.page.route("**/api/**", lambda route: route.abort())
        bob.go("/boards", "[data-offline]")
        bob.shoot("boards-offline")
        bob.go("/day", '[role="alert"]')
        bob.shoot("day-offline")
        bob.page.route_web_socket("**/api/socket*", lambda socket: socket.close())
        bob.page.goto(f"{one.server.address}/table/nowhere")
        bob.page.wait_for_selector('[data-arriving="late"]')
        bob.shoot("table-late")
    for path, name in (("table", "table-gone"), ("replay", "replay-gone")):
        with one.other() as bob:
            bob.go(f"/{path}/AAAAAAAAAAAAAAAAAAAAAA", "h1")
            bob.shoot(name)


def out_moments(one: Photographer) -> None:
    """Somebody who is out while the others play on."""
    bots = [{"who": "bot", "level": "greedy", "name": name} for name in NAMES]
    rules: dict[str, Any] = {"options": {"leave_hole": "free"}, "boards": WIDE}
    table = create(one.server, [ADA, *bots], start=True, first=0, **rules)
    with one.other(table.guest) as ada:
        # Bots may have finished the game before the picture is taken.
        slow = Slow(ada.page, '{"type":"eliminate","player":0}')
        ada.page.goto(table.address)
        while ada.page.wait_for_selector(f"{MAY_ACT}, [data-out]"):
            if ada.page.locator("[data-out]").count():
                break
            shun(ada.page)
        ada.shoot("out")
        ada.page.locator("[data-stay]").click()
        ada.shoot("out-stays")
        slow.let_go()


def end_moments(one: Photographer) -> None:
    """The end of a game for whoever has won, has lost, or neither; of two, three and four."""
    for people in (2, 3, 4):
        seats = [ADA, *({"who": "bot", "level": "pup", "name": name} for name in NAMES)]
        table = create(one.server, seats[:people], start=True, first=0)
        with one.other(table.guest) as ada:
            ada.go(f"/table/{table.id}", f"{MAY_ACT}")
            play(ada.page)
        for name, result in ENDS.items():
            with one.other(table.guest) as ada:
                told = Retold(result)
                ada.page.route_web_socket("**/api/socket*", told.carry)
                ada.go(f"/table/{table.id}", "[data-finish]")
                ada.shoot(f"end-{name}-{people}")
    table = create(one.server, [ADA, BOB], start=True, first=0)
    with one.other(table.guest) as ada:
        ada.go(f"/table/{table.id}", f"{MAY_ACT}")
        menu(ada, "resign")
        ada.page.locator("[data-act=resign-sure]").click()
        ada.page.wait_for_selector("[data-finish]")
        ada.shoot("end-closed")


class Retold:
    """A line on which every game that is over has ended in one way."""

    def __init__(self, result: str) -> None:
        self._result = result

    def carry(self, near: Any) -> None:
        """Pass on what comes, with another end."""
        far = near.connect_to_server()
        far.on_message(lambda message: near.send(RESULT.sub(self._result, message)))


def call_moments(one: Photographer) -> None:
    """Being told of turns: offered at a table, allowed with its hours, forbidden."""
    guest = new_guest(one.server)
    table = create(
        one.server, [{"who": "bot", "level": "pup"}, ADA], guest=guest, clock=DAYS, boards="classic"
    )
    for answer in ("default", "granted", "denied"):
        with one.other(guest) as ada:
            ada.page.add_init_script(f"({CALLS})({answer!r})")
            ada.page.route("**/api/push", lambda route: route.fulfill(json={"key": "AAAA"}))
            ada.go(f"/table/{table.id}", "[data-seat]")
            ada.settle(calls=answer == "granted")
            ada.go("/settings", "[data-calls]")
            ada.shoot(f"settings-calls-{answer}")


def device_moments(one: Photographer) -> None:
    """The code of another device: given, and refused."""
    with one.other(create(one.server, [ADA, OPEN]).guest) as ada:
        ada.go("/settings#ABCD-EFGH-JKLM", "[data-asked]")
        ada.shoot("settings-asked")
        ada.page.locator("[data-asked] .main").click()
        ada.page.wait_for_selector("[data-devices] [role=alert]")
        ada.shoot("settings-refused")


def bad_moments(one: Photographer) -> None:
    """Files that cannot be read, boards that cannot be played on, a clip that is made."""
    page = one.page
    nonsense = {"name": "game.json", "mimeType": "text/plain", "buffer": b"{nonsense"}
    for path, sign, name in (
        ("/replay", '[data-library="ready"]', "library-refused"),
        ("/boards", '[data-gallery]:not([data-gallery="0"])', "boards-refused"),
    ):
        one.go(path, sign)
        page.locator("input[type=file]").set_input_files(nonsense)
        page.wait_for_selector("[role=alert]")
        one.shoot(name)
    page.locator("[data-copy=classic]").click()
    page.wait_for_selector('[data-editor][data-checked="yes"]')
    page.locator('[data-choose="2"]').click()
    page.locator("[data-smaller]").click()
    page.locator("[data-problem]").first.wait_for()
    one.shoot("editor-problems")
    one.go("/replay", '[data-library="ready"]')
    page.locator("input[type=file]").set_input_files(ROOT / "tests/golden/preset-web.json")
    page.wait_for_selector("[data-viewer]:not([data-positions='0'])")
    page.locator("[data-save-clip]").click()
    one.shoot("clip")
    page.locator("[data-clip-moment]").click()
    page.wait_for_selector('[data-clip="told"]')
    one.shoot("clip-told")
    page.keyboard.press("Escape")
