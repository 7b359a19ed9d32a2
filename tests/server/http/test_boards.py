from tests.server.process import ServerProcess
from tests.table.test_problems import BAD


def test_problems_over_http(server: ServerProcess) -> None:
    body = {"boards": BAD["no_holes"], "language": "de"}
    _, verdict = server.post("/api/boards/check", body)
    assert verdict["errors"][0]["code"] == "no_holes"
    assert verdict["errors"][0]["sentence"].startswith("Brett 1 (meadow): Es gibt kein Loch")
    _, verdict = server.post("/api/boards/check", {"toml": "name =", "language": "fr"})
    assert verdict["errors"][0]["code"] == "not_toml"
    bots = {
        language: server.get(f"/api/bots?language={language}")[1] for language in ("en", "fr", "de")
    }
    assert bots["fr"][0]["description"] == "Un bébé taupe qui ne remarque pas grand-chose."
    assert [bot["name"] for bot in bots["de"]] == [bot["name"] for bot in bots["en"]]
    assert all(bot["title"] and bot["description"] for bot in bots["de"])
    assert [one["title"] for one in bots["de"][0]["temperaments"]] == [
        *("Draufgänger", "Stubenhocker", "Spielverderber"),
    ]
    assert bots["de"][-1]["temperaments"] == [], "buddy has none"
