# `make play` and `make test` do all their own set-up in .venv; Python 3.11 or newer and make are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test format docs bench clean

play: $(VENV)/.play
	@$(BIN)/taupes serve --open || test $$? -eq 130

# The browser's tests run apart: Playwright keeps an event loop that asyncio's tests cannot share.
test: $(VENV)/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python .ci/audit.py
	$(BIN)/python web/npm.py check
	$(BIN)/python web/npm.py test
	$(BIN)/pytest -n 2 --ignore tests/browser
	$(BIN)/pytest -n 2 tests/browser

format: $(VENV)/.test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: $(VENV)/.test
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

bench: $(VENV)/.bench
	$(BIN)/python bench/rules.py
	$(BIN)/python bench/kernel.py
	$(BIN)/python bench/search.py
	$(BIN)/python bench/envs.py

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Taupes needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'

# The page is built as the package is installed, so its sources count too.
PAGE := $(shell find web -type f -not -path '*/node_modules/*' 2>/dev/null)

$(VENV)/.play: pyproject.toml hatch_build.py $(PAGE) | $(BIN)/python
	@echo "Setting up: about a minute the first time"
	$(BIN)/pip install --quiet --editable .
	touch $@

$(VENV)/.test: pyproject.toml hatch_build.py $(PAGE) | $(BIN)/python
	$(BIN)/pip install --quiet --editable . --group test
	touch $@

$(VENV)/.bench: pyproject.toml | $(BIN)/python
	$(BIN)/pip install --quiet --editable . --group bench
	touch $@

clean:
	rm -rf $(VENV) build dist
