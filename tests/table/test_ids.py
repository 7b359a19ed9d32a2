from pathlib import Path

from taupes.table.ids import device_id, is_on_device

ROOT = Path(__file__).parents[2]


def test_an_id_says_whether_a_device_keeps_what_it_names() -> None:
    assert is_on_device(device_id("sHet1pQNkzug9Ga7niNA"))
    assert not is_on_device("sHet1pQNkzug9Ga7niNAd-")


def test_the_page_knows_devices_by_the_same_beginning() -> None:
    page = (ROOT / "web" / "src" / "protocol" / "keeper.ts").read_text("utf-8")
    assert f"const MARK = '{device_id('')}';" in page
