# Two commands do everything: `make run` shows what OwlGo does, `make test` checks it.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python3.10 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 10))' >/dev/null 2>&1 && { echo $$p; break; }; done)
BIN := .venv/bin
# Bytecode is written, whatever the environment says: each worker and each program that a test starts would compile all sources again.
export PYTHONDONTWRITEBYTECODE :=
PIP := PIP_COMPILE=0 $(BIN)/pip install --quiet --disable-pip-version-check
RECORD := regress/games/alphago-lee-sedol-4.sgf

.DEFAULT_GOAL := help
PYTHONS := 3.10 3.11 3.12 3.13 3.14
.PHONY: help setup run gtp warm test test-all bounds matrix wheel wheel-pure installed lint style docs bench strength perft clean clients sabaki katrain fuzz fuzz-gtp fuzz-sgf fuzz-patterns soak interrupts

help:            ## this list
	@grep -hE '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/' | expand -t 14

# As soon as numba is there kernels are compiled, while the rest is installed.  Python compiles the sources that it needs, not pip all of them:
# half of what an installation took was the bytecode of modules that nobody imports.
define install
	@test -n "$(PYTHON)" || { echo 'OwlGo needs Python 3.10 or newer, and found none on PATH'; exit 1; }
	$(PYTHON) -m venv .venv
	$(PIP) "$$(sed -n 's/^ *"\(numba.*\)",$$/\1/p' pyproject.toml)"
	@$(BIN)/python -c 'from owlgo.engine import warm; warm.verdict()' & compiling=$$!; \
	$(PIP) -e '$(1)' || { kill $$compiling; exit 1; }; wait $$compiling || true
	@touch .venv/installed
endef

.venv/installed: pyproject.toml
	$(call install,.)

.venv/installed-dev: pyproject.toml
	$(call install,.[dev])
	@touch -r .venv/installed $@

setup: .venv/installed warm   ## make .venv with the owlgo command in it, and compile everything

warm: .venv/installed    ## compile the kernels, with a progress display
	@$(BIN)/owlgo warm

run: .venv/installed     ## judge a dragon in a game record and show verdict, board and variations
	@mkdir -p out
	@echo '$$ owlgo -l $(RECORD) -L 170 --decide-owl T14 -o out/variations.sgf'
	@# What this verdict needs is compiled first, where it is not there; `make warm` compiles the rest.
	@$(BIN)/owlgo -l $(RECORD) -L 170 --decide-owl T14 -o out/variations.sgf
	@echo; cat out/variations.sgf | head -c 600; echo ' ...'

gtp: .venv/installed     ## speak GTP
	@$(BIN)/owlgo --mode gtp

# A worker a processor; one that has nothing left to do takes tests from another.  Without xdist: make test TESTS=
TESTS ?= -n auto --maxprocesses 16 --dist worksteal
PYTEST := $(BIN)/python -m pytest $(TESTS)
test: .venv/installed-dev     ## lint and all quick tests, five minutes on two idle cores from the first compilation on
	@mkdir -p out
	@# Types are checked while kernels are compiled; the tests find them there.
	@$(BIN)/owlgo warm >out/warm.log 2>&1 & warming=$$!; trap 'kill $$warming 2>/dev/null' EXIT; \
	$(MAKE) --no-print-directory style || exit 1; wait $$warming || cat out/warm.log
	$(PYTEST) -m 'not slow' --limit 15

bounds: .venv/installed-dev   ## the quick tests of kernels once more, with kernels that check bounds, in a cache of their own
	@NUMBA_BOUNDSCHECK=1 $(BIN)/owlgo warm
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -m 'not slow' $(KERNELS) $(ONCE:%=--ignore=%)

# Rooms with kernels; what calls them from above, and what is about processes, files and words, has its turn in test-all.
KERNELS := $(addprefix engine/,constraints core dragons eyes life mcts owl read score solver tests) patterns
# This has no turn at all with bounds checking.
ONCE := engine/core/tests/test_crashes.py engine/core/tests/test_house.py engine/core/tests/test_sgf.py owlgo/cli/tests/test_docs.py \
	regress/tests/test_limit.py
test-all: test   ## what takes long, too: slow tests, wheels, other programs, bounds checking of everything, fuzzers, a soak
	@! command -v npm >/dev/null || $(MAKE) --no-print-directory sabaki
	$(MAKE) --no-print-directory katrain
	$(PYTEST) -m slow
	@NUMBA_BOUNDSCHECK=1 $(BIN)/owlgo warm
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -m 'not slow' engine patterns gtp owlgo regress $(ONCE:%=--ignore=%)
	$(MAKE) --no-print-directory fuzz soak GAMES=5 QUESTIONS=500

matrix: .venv/installed-dev   ## the quick tests under every Python that numba supports and this machine has
	@$(BIN)/python -m owlgo.regress.tests.matrix $(PYTHONS)

wheel: .venv/installed-dev   ## a wheel of this platform in dist that brings its kernels along
	@$(BIN)/python -m owlgo.regress.tests.wheel

wheel-pure: .venv/installed-dev   ## a wheel for every platform, which compiles its kernels where it is installed
	@$(BIN)/python -m owlgo.regress.tests.wheel --pure

installed: .venv/installed-dev   ## wheels under each Python that is here, where nothing else is installed: a verdict and a move
	@$(BIN)/python -m owlgo.regress.tests.installed $(PYTHONS)

# What an installation looks like, for tools that find no folders beside their package.
TREE := out/tree/owlgo
style: .venv/installed-dev
	$(BIN)/ruff check .
	@rm -rf $(TREE) && mkdir -p $(TREE) && ln -s $(addprefix ../../../,$(wildcard owlgo/*.py) owlgo/cli owlgo/serve owlgo/tests engine gtp patterns regress) $(TREE)
	cd out/tree && $(abspath $(BIN))/mypy --config-file ../../pyproject.toml --cache-dir ../../.mypy_cache
	cd out/tree && PYTHONPATH=. $(abspath $(BIN))/lint-imports --no-cache ../../pyproject.toml

lint: style      ## style, types, import floors, file sizes
	$(BIN)/python -m pytest engine/core/tests/test_house.py

docs: .venv/installed    ## the documentation as pages, in out/site
	$(PIP) -e '.[docs]'
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo 'out/site/index.html'

SUITES ?= $(wildcard regress/suites/*.tst)
GNUGO ?= $(or $(shell command -v gnugo 2>/dev/null),$(wildcard /usr/games/gnugo))
bench: .venv/installed   ## speed of board, playouts and solver; where gnugo is, SUITES with the processor seconds of both
	@$(BIN)/owlgo bench
	@test -z "$(GNUGO)" || $(BIN)/owlgo regress $(SUITES) --against '$(GNUGO) --mode gtp'

UPDATE ?=
strength: .venv/installed   ## ask what the strength bench knows the answers of; UPDATE=1 writes its table anew
	@$(BIN)/python -m owlgo.regress.strength $(if $(UPDATE),--update)

perft: .venv/installed   ## move sequence and position counts
	@$(BIN)/owlgo perft

clients: sabaki katrain   ## other programs that the tests drive the engine with; their folder is not committed

sabaki:
	npm install --silent --no-audit --no-fund --prefix .clients @sabaki/gtp@3.0.0

# Without the libraries of its window.
katrain: .venv/installed-dev
	$(PIP) --no-deps --upgrade --target .clients/katrain katrain==1.20.0 pysgf==1.0.0 chardet

SEED ?= 1
SECONDS ?= 60
COUNT ?=
fuzz: fuzz-gtp fuzz-sgf fuzz-patterns   ## random input, SECONDS (60) or at most COUNT of each kind, from SEED (1) on

fuzz-gtp: .venv/installed-dev   ## random GTP: what is asked of the engine, and lines of every kind to a process
	@$(BIN)/python -m owlgo.gtp.tests.fuzz $(SECONDS) $(SEED)
	@$(BIN)/python -m owlgo.gtp.tests.fuzz_lines $(SECONDS) $(SEED) $(COUNT)

fuzz-sgf: .venv/installed-dev   ## random and damaged game records
	@$(BIN)/python -m owlgo.gtp.tests.fuzz_records $(SECONDS) $(SEED) $(COUNT)

fuzz-patterns: .venv/installed-dev   ## damaged pattern databases
	@$(BIN)/python -m owlgo.patterns.tests.fuzz $(or $(COUNT),$(SECONDS)s) $(SEED)

GAMES ?= 50
QUESTIONS ?= 5000
soak: .venv/installed-dev   ## GAMES (50) and QUESTIONS (5000) in one process whose memory must not grow
	@$(BIN)/python -m owlgo.gtp.tests.soak $(GAMES) $(QUESTIONS) $(SEED)

INTERRUPTS ?= 1000
interrupts: .venv/installed-dev   ## INTERRUPTS (1000) of readings, moves and analyses, each to be felt within 0.1 s
	@$(BIN)/python -m owlgo.gtp.tests.interrupts $(INTERRUPTS) $(SEED)

clean:           ## remove what was built here (compiled kernels stay in the user's cache)
	rm -rf .venv .clients out build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
