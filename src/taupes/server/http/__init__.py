"""HTTP: tables, records, boards, rules and people, under `/api`."""

from taupes.server.http.app import make_api
from taupes.server.http.services import Services

__all__ = ["Services", "make_api"]
