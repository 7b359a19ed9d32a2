"""The page has words of its own for what the rules name, in every language."""

import json

import pytest

from taupes.answers.info import describe_rules
from tests.browser.environment import ROOT


@pytest.mark.parametrize("language", ["fr", "en", "de"])
def test_every_point_where_rulebooks_differ_has_its_source(language: str) -> None:
    catalogue = ROOT / "web" / "src" / "messages" / language / "setup.json"
    words = json.loads(catalogue.read_text(encoding="utf-8"))
    wanted = {
        f"setup.source.{option['name']}.{json.dumps(value['value']).strip(chr(34))}"
        for option in describe_rules(language)["options"]
        for value in option["values"]
    }
    assert {name for name in words if name.startswith("setup.source.")} == wanted
