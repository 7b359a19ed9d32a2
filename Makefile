# `make play`, `make check` and `make test` do all their own set-up in .venv, from the versions and
# hashes in requirements/; Python 3.11 or newer and make are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Tests start hundreds of Pythons: what one has compiled the others read, whatever is usual here.
export PYTHONDONTWRITEBYTECODE :=
INSTALL := $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --no-input

.PHONY: play page site check test format docs release hooks bench lock upgrade clean
.PHONY: suite browser style types imports web audit compile collect

play: $(VENV)/.play
	@$(BIN)/taupes serve --open || test $$? -eq 130

# The page with reload, at the address that Vite says, over a server of its own.
page: $(VENV)/.test
	@$(BIN)/taupes serve & server=$$!; trap "kill $$server" EXIT; $(BIN)/python web/npm.py dev

# The whole game as a folder for any host: make site OUT=FOLDER
site: $(VENV)/.play $(VENV)/.engine
	@test -n "$(OUT)" || { echo "make site OUT=FOLDER: where shall it go?"; exit 2; }
	@echo "Building what a device needs if it has changed: about two minutes, the first time"
	@$(BIN)/python web/device.py >/dev/null
	@$(BIN)/taupes site --out "$(OUT)"
	@$(BIN)/python web/device.py --brotli "$(OUT)"

# The quick loop, for while one works.
check: $(VENV)/.test
	@$(TOGETHER) style types imports
	$(PYTEST) tests/rules tests/table tests/bots

# Everything that guards the project: first what works without a pause, then what waits more than it
# works. The browser's tests run apart from the others, for Playwright keeps an event loop that
# asyncio's tests cannot share, and beside them, for each would leave half of two cores idle. The
# others are more work: with more processes they have more of the cores.
test: $(VENV)/.test
	@$(TOGETHER) compile audit web collect types style imports
	@echo "Tests, and beside them those in a browser: some minutes; each says what it found when it ends"
	@$(TOGETHER) suite browser

# Side by side, each with its output in one piece where make can do that.
TOGETHER := $(MAKE) --no-print-directory --keep-going --jobs=3 \
	$(if $(filter output-sync,$(.FEATURES)),--output-sync)
# Neighbours share a worker, and with it what is set up once for a file, until the other is idle.
PYTEST := $(BIN)/pytest --numprocesses=2 --dist=worksteal

suite:
	$(PYTEST) --numprocesses=4 --ignore tests/browser

browser:
	$(PYTEST) --numprocesses=3 tests/browser

style:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types:
	$(BIN)/mypy

imports:
	$(BIN)/lint-imports

web:
	$(BIN)/python web/npm.py check
	$(BIN)/python web/npm.py test

audit:
	$(BIN)/python .ci/audit.py

# On a fresh machine bots are compiled when they first think: here once, not by every process that
# tests them; and what a device needs to keep tables is built.
compile:
	$(BIN)/taupes analyse tests/golden/special-taken.json --simulations 20 >/dev/null
	$(BIN)/python web/engine/keep.py $(ENGINES) >/dev/null
	$(BIN)/python web/device.py >/dev/null

# Those of a device and that of this machine: made at once, most of the work is done once.
ENGINES := native engine-simd.so engine-plain.so thinker-simd.wasm thinker-plain.wasm

# What pytest makes of the tests it reads, once, not by every process that runs some; and whether
# all can be read.
collect:
	@echo "$(BIN)/pytest --collect-only"
	@said=$$($(BIN)/pytest --collect-only --quiet) || { echo "$$said"; exit 1; }

format: $(VENV)/.test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: $(VENV)/.test
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

# Wheel, source distribution and site, in dist/; a tag makes a release of them.
release: $(VENV)/.test docs
	rm -rf dist
	$(BIN)/python web/device.py
	$(BIN)/python web/engine/build.py --shipped
	$(BIN)/python -m hatchling build
	$(BIN)/python -m zipfile -c dist/taupes-docs.zip build/site/

# What `make check` runs, before every commit, on the files it touches.
hooks: $(VENV)/.test
	@$(INSTALL) 'pre-commit>=4,<5'
	$(BIN)/pre-commit install

bench: $(VENV)/.bench
	$(BIN)/python bench/rules.py
	$(BIN)/python bench/kernel.py
	$(BIN)/python bench/search.py
	$(BIN)/python bench/envs.py

# One resolution for all systems and all Pythons; `test` decides the versions that the others share.
# What is locked stays as it is while it fits the ranges in pyproject.toml; `make upgrade` takes the
# newest of everything.
LOCK = $(BIN)/uv pip compile --quiet --python $(BIN)/python $(UPGRADE) --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --custom-compile-command "make lock" pyproject.toml

lock: | $(BIN)/python
	@$(INSTALL) 'uv>=0.9,<1'
	$(LOCK) --group test --output-file requirements/test.txt
	$(LOCK) --group build --constraint requirements/test.txt --output-file requirements/play.txt
	$(LOCK) --constraint requirements/test.txt --output-file requirements/serve.txt
	$(LOCK) --group engine --constraint requirements/test.txt --output-file requirements/engine.txt
	$(LOCK) --group bench --constraint requirements/test.txt --output-file requirements/bench.txt

upgrade:
	@$(MAKE) --no-print-directory lock UPGRADE=--upgrade

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Taupes needs Python 3.11 or newer")'
	@$(PYTHON) -m venv $(VENV)

# The page is built as the package is installed, so its sources count too.
PAGE := $(shell find web -type f -not -path '*/node_modules/*' 2>/dev/null)

$(VENV)/.%: requirements/%.txt pyproject.toml hatch_build.py $(PAGE) | $(BIN)/python
	@echo "Installing requirements/$*.txt into $(VENV): a minute or two, the first time"
	@$(INSTALL) --require-hashes --requirement requirements/$*.txt
	@echo "Building the page if it has changed"
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

clean:
	rm -rf $(VENV) build dist
