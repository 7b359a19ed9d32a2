from taupes import kernel


def test_every_public_name_is_there_and_listed_once() -> None:
    assert len(set(kernel.__all__)) == len(kernel.__all__)
    assert all(hasattr(kernel, name) for name in kernel.__all__)


def test_the_public_functions_are_these() -> None:
    """Search, bots and environments are compiled against these names: change them knowingly."""
    functions = {name for name in kernel.__all__ if name.islower() and name != "layout"}
    assert functions == {
        *("advance", "apply", "begin", "below", "choose", "compiled", "count_actions"),
        *("count_discs", "is_home", "is_legal", "list_actions", "list_choices", "nth_action"),
        *("nth_disc", "play_many", "play_out", "seed", "stir", "tables_of", "words"),
    }
