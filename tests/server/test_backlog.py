"""What all clients together leave unread is bounded, and the slowest pay for it."""

from taupes.server.backlog import Backlog


class Client:
    def __init__(self, unread: int) -> None:
        self.unread = unread
        self.is_cut = False

    def cut(self) -> None:
        self.is_cut = True


def test_the_slowest_are_cut_first() -> None:
    backlog = Backlog(100)
    clients = [Client(10), Client(60), Client(20)]
    for client in clients:
        backlog.note(client)
    assert not any(client.is_cut for client in clients)
    clients[0].unread = 30
    backlog.note(clients[0])
    assert [client.is_cut for client in clients] == [False, True, False]
    assert (backlog.total, len(backlog)) == (50, 2)


def test_who_has_read_meanwhile_is_not_cut_for_what_was() -> None:
    backlog = Backlog(100)
    quick, slow = Client(90), Client(50)
    backlog.note(quick)
    quick.unread = 0
    backlog.note(slow)
    assert not quick.is_cut
    assert not slow.is_cut
    assert backlog.total == 50


def test_who_is_gone_counts_no_more() -> None:
    backlog = Backlog(100)
    client = Client(80)
    backlog.note(client)
    backlog.note(client)
    backlog.forget(client)
    backlog.forget(client)
    assert (backlog.total, len(backlog)) == (0, 0)
