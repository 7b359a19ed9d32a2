"""HTTP: tables, records, boards, rules and people, under `/api`."""

from taupes.server.api.app import make_api
from taupes.server.api.house import House

__all__ = ["House", "make_api"]
