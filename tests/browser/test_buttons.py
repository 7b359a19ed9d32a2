"""Every button can be read in every theme: at rest, pointed at, focused, disabled."""

from typing import Any

import pytest

from tests.browser.checks import seen, show_all
from tests.browser.environment import Server
from tests.browser.player import FEW, IN_PLAY, play, play_to_the_end, wait_for_turn
from tests.browser.tables import ADA, BOB, create

THEMES: dict[str, dict[str, Any]] = {
    "light": {"look": "light"},
    "dark": {"look": "dark"},
    "light contrast": {"look": "light", "contrast": True},
    "dark contrast": {"look": "dark", "contrast": True},
}
STATES: tuple[list[str], ...] = ([], ["hover"], ["focus", "focus-visible"], ["hover", "active"])
TEXT = 4.5
"""WCAG 2.2, 1.4.3: text against what is behind it."""
EDGE = 3.0
"""WCAG 2.2, 1.4.11: the ring of whatever has the focus against what is around it."""
PRESSED = "button:not(.cell), .button, .choices label, summary, select"
"""Cells are no buttons to be read: they lie over a drawing, with rings of their own."""
FOCUSED = "button:not(.cell), a.button, summary, select, label:is(.button, .choices *) input"
"""What can have the focus; a label is ringed for the choice or the file in it."""

MEASURE = (
    """
(focused) => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const parsed = new Map();
  const parse = (text) => {
    if (parsed.has(text)) return parsed.get(text);
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    parsed.set(text, [r, g, b, a / 255]);
    return parsed.get(text);
  };
  const over = ([r, g, b, a], under) =>
    [r, g, b].map((part, i) => part * a + under[i] * (1 - a)).concat(1);
  const root = getComputedStyle(document.documentElement);
  const papers = ['--paper', '--paper-deep'].map((name) => parse(root.getPropertyValue(name)));
  const behind = (element, paper) => {
    const own = parse(getComputedStyle(element).backgroundColor);
    if (own[3] === 1) return own;
    const parent = element.parentElement;
    return over(own, parent && parent !== document.documentElement ? behind(parent, paper) : paper);
  };
  const light = ([r, g, b]) => {
    const part = (value) => (value /= 255) <= 0.04045
      ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const ratio = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const faint = (element) => {
    let all = 1;
    for (let one = element; one; one = one.parentElement) all *= getComputedStyle(one).opacity;
    return all;
  };
  // A sign or words of its own, and not only those of a part.
  const says = (part) => {
    const {width, height} = part.getBoundingClientRect();
    if (width <= 1 || height <= 1) return false;  // for those who hear it
    return part.checkVisibility({visibilityProperty: true}) &&
      (part.matches('select, svg:has(path)') ||
        [...part.childNodes].some((one) => one.nodeName === '#text' && one.data.trim()));
  };
  const found = [];
  for (const element of document.querySelectorAll(PRESSED)) {
    const box = element.getBoundingClientRect();
    if (!box.width || !element.checkVisibility({visibilityProperty: true})) continue;
    const name = element.outerHTML.replace(/\\s+/g, ' ').slice(0, 110);
    const {outlineStyle, outlineColor} = getComputedStyle(element);
    for (const paper of papers) {
      for (const part of [element, ...element.querySelectorAll('*')].filter(says)) {
        const ground = behind(part, paper);
        const [r, g, b, a] = parse(getComputedStyle(part).color);
        const ink = over([r, g, b, a * faint(part)], ground);
        if (ratio(ink, ground) < TEXT) found.push(`${ratio(ink, ground).toFixed(2)} ${name}`);
      }
      if (!focused || element.matches(':disabled, :has(:disabled)')) continue;
      const outside = behind(element.parentElement, paper);
      const ring = outlineStyle === 'none' ? outside : over(parse(outlineColor), outside);
      if (ratio(ring, outside) < EDGE)
        found.push(`focus ${ratio(ring, outside).toFixed(2)} ${name}`);
    }
  }
  return [...new Set(found)];
}
""".replace("PRESSED", repr(PRESSED))
    .replace("TEXT", str(TEXT))
    .replace("EDGE", str(EDGE))
)


APART = """(kinds) => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const light = (one) => {
    canvas.fillStyle = getComputedStyle(one).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const part = (value) => (value /= 255) <= 0.04045
      ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b) + 0.05;
  };
  const [one, other] = kinds.map((kind) => light(document.querySelector(kind)));
  return Math.max(one, other) / Math.min(one, other);
}"""
"""How much lighter one of two things is filled than the other."""
CHOSEN = {
    "dialog .choices label:has(:checked)": "dialog .choices label:not(:has(:checked))",
    "dialog [data-setting]:checked": "dialog [data-setting]:not(:checked)",
    ".tabs [aria-selected=true]": ".tabs [aria-selected=false]",
    "[data-player].turn": "[data-player]:not(.turn)",
    ".hand .disc.ready": "header .button",
}
"""What is chosen, in turn or to be taken, and the like that is not."""
WORN = """(one) => {
  const {backgroundColor, borderBottomWidth, outlineStyle} = getComputedStyle(one);
  return `${backgroundColor} ${borderBottomWidth} ${outlineStyle}`;
}"""
"""What there is left to tell things by where the device chooses all colours."""


BARE = """() => [...document.querySelectorAll('.button')].filter((one) => {
  if (!one.checkVisibility() || !/\\p{L}/u.test(one.innerText)) return false;
  const {borderTopWidth, borderTopColor, backgroundColor} = getComputedStyle(one);
  const clear = 'rgba(0, 0, 0, 0)';
  return backgroundColor === clear && (borderTopWidth === '0px' || borderTopColor === clear);
}).map((one) => one.outerHTML)"""
"""Words that can be pressed and do not look it."""


def wear(page: Any, theme: str) -> None:
    """Give a page a theme, as its settings do."""
    wanted = THEMES[theme]
    contrast = "high" if wanted.get("contrast") else "normal"
    page.evaluate(
        "(theme) => Object.assign(document.documentElement.dataset, theme)",
        {"look": wanted["look"], "contrast": contrast},
    )


def check_themes(page: Any, state: list[str] | str) -> None:
    """What can be pressed is legible in every theme."""
    for theme in THEMES:
        wear(page, theme)
        assert page.evaluate(MEASURE, "focus" in state) == [], (theme, state)


def check_buttons(page: Any) -> None:
    """What can be pressed on this screen is legible, whatever is done with it."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    pressed, focused = (
        session.send("DOM.querySelectorAll", {"nodeId": root, "selector": which})["nodeIds"]
        for which in (PRESSED, FOCUSED)
    )
    assert pressed
    assert page.evaluate(BARE) == []
    with seen(page):
        for state in STATES:
            wanted = focused if "focus" in state else pressed
            for node in {*pressed, *focused}:
                forced = state if node in wanted else []
                session.send(
                    "CSS.forcePseudoState", {"nodeId": node, "forcedPseudoClasses": forced}
                )
            check_themes(page, state)
        able = page.evaluate_handle("""() => [...document.querySelectorAll('button:enabled')]
                                         .map((one) => ((one.disabled = true), one))""")
        check_themes(page, "disabled")
    able.evaluate("(able) => able.forEach((one) => (one.disabled = false))")
    session.detach()


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_that_was_chosen_is_worn(server: Server, opened: Any, theme: str) -> None:
    page = opened(server.address, **THEMES[theme])
    page.wait_for_selector("html[data-look][data-contrast]")
    chosen = page.evaluate("() => ({...document.documentElement.dataset})")
    wear(page, theme)
    assert page.evaluate("() => ({...document.documentElement.dataset})") == chosen


@pytest.mark.parametrize(
    ("path", "sign"),
    [
        ("/", "[data-play]"),
        ("/new/bots", '[data-setup="ready"]'),
        ("/settings", "[data-setting]"),
        ("/learn", "[data-lesson]"),
        ("/boards", '[data-gallery="3"]'),
    ],
)
def test_buttons_can_be_read(server: Server, opened: Any, path: str, sign: str) -> None:
    page = opened(server.address + path)
    page.wait_for_selector(sign)
    show_all(page)
    check_buttons(page)


def test_what_is_chosen_is_seen_in_colours_of_the_device(server: Server, opened: Any) -> None:
    table = create(server, [ADA, BOB], start=True, first=0, moles=FEW)
    page = opened(table.address, guest=table.guest)
    page.emulate_media(forced_colors="active")
    play(page, IN_PLAY)
    assert wait_for_turn(page)
    page.locator("header [aria-haspopup=dialog]").click()
    page.locator("dialog [data-setting]").first.wait_for()
    for chosen, other in CHOSEN.items():
        one, another = (page.locator(which).first.evaluate(WORN) for which in (chosen, other))
        assert one != another, chosen


@pytest.mark.parametrize("theme", ["light contrast", "dark contrast"])
def test_what_is_chosen_is_filled_otherwise_in_strong_contrast(
    server: Server, opened: Any, theme: str
) -> None:
    page = opened(f"{server.address}/settings")
    page.wait_for_selector("[data-setting]")
    wear(page, theme)
    kinds = [f".choices label{chosen}" for chosen in (":has(:checked)", ":not(:has(:checked))")]
    # Where every edge is dark, an edge does not tell them apart.
    assert page.evaluate(APART, kinds) > EDGE


def test_buttons_at_a_table_can_be_read(server: Server, opened: Any) -> None:
    table = create(server, [ADA, BOB], first=0, moles=FEW)
    page = opened(table.address, guest=table.guest)
    page.locator("[data-start]:enabled").wait_for()
    check_buttons(page)
    page.locator("[data-start]:enabled").click()
    assert wait_for_turn(page)
    check_buttons(page)
    page.locator("header [aria-haspopup=dialog]").click()
    page.locator("dialog [data-act=resign]").click()
    page.locator("dialog [data-act=resign-sure]").wait_for()
    show_all(page)
    check_buttons(page)
    page.reload()
    play_to_the_end(page)
    check_buttons(page)
