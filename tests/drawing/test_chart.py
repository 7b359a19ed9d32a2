from xml.etree import ElementTree as ET

from taupes.drawing.chart import draw_chances_svg


def test_one_line_per_seat_through_all_events() -> None:
    svg = draw_chances_svg(
        [(0, (0.5, 0.5)), (10, (0.75, 0.25)), (20, (1.0, 0.0))],
        [("<Ada>", "red"), ("Bob", "no colour")],
    )
    root = ET.fromstring(svg)  # noqa: S314 - our own text
    lines = [e for e in root.iter() if e.tag.endswith("polyline")]
    assert len(lines) == 2
    first = [tuple(map(float, p.split(","))) for p in lines[0].attrib["points"].split()]
    assert [x for x, _ in first] == sorted(x for x, _ in first)
    assert first[0][1] > first[1][1] > first[2][1]
    words = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert "<Ada>" in words
    assert [word for word in words if word in ("0", "10", "20")] == ["0", "10", "20"]
