# All a newcomer needs: `make play` or `make test`. Requires Python 3.11+ (with venv), git and make.
PYTHON ?= python3
BIN := .venv/bin
NPM := $(BIN)/python scripts/frontend.py
UNCOMPILED := rules \
	players/blueprint players/search/test_belief.py players/search/test_rollouts.py \
	players/equity/test_outcomes.py players/equity/test_match_equity.py \
	analysis/match_review/test_accounts.py analysis/match_review/test_grades.py \
	players/test_greedy.py players/test_random_play.py players/test_policies.py \
	simulation/test_simulator.py arena/test_duplicate_deals.py training/test_train.py

# Tests start Python hundreds of times, so bytecode is always cached.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help play test test-long witness lint format frontend test-frontend test-python coverage api benchmark benchmark-cold benchmark-growth benchmark-learning benchmark-load benchmark-hostile benchmark-page benchmark-replay benchmark-scale benchmark-wasm benchmark-writes ladder odds puzzles engine wasm js-data screenshots docs site release lock clean

help: ## show this list
	@sed -n 's/^\([a-z%-]*\):.*## /\1\t/p' Makefile | expand -t 20

play: ready-play ## open a table in the browser (make play ARGS="--port 8000")
	@exec $(BIN)/schwimmen $(ARGS)

test: ready-dev ## run all checks and tests, on a sample of all cases (ARGS=--changed: of a change)
	$(BIN)/python scripts/check.py $(ARGS)

test-long: ready-long ## run the tests on all cases (hours; resumes where it was stopped)
	SCHWIMMEN_EFFORT=1 $(BIN)/python -m pytest -p tests.long_run --timeout 0 -n auto --dist worksteal

witness: ready-dev ## compare the native library with Numba in full, and write down that they agree
	SCHWIMMEN_EFFORT=1 $(BIN)/pytest -n auto tests/conformance/test_engines.py
	$(BIN)/python -c "from schwimmen.engine import library; print(library.load().sources)" > tests/conformance/witnessed.txt

lint: ready-dev ## run ruff, mypy, svelte-check and prettier
	$(BIN)/python scripts/check.py lint

test-frontend: ready-dev ## run the front end's unit tests
	$(NPM) run --silent test

test-python: ready-dev ## run only the Python tests
	$(BIN)/pytest -n auto --dist worksteal

coverage: ready-dev ## measure test coverage, running compiled code uncompiled so that it is visible
	SCHWIMMEN_ENGINE=python $(BIN)/pytest -n auto --cov --cov-report= $(UNCOMPILED:%=tests/%)
	$(BIN)/pytest -n auto --cov --cov-append

format: ready-dev ## format everything
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(NPM) run --silent format

frontend: ready-play ## build the page (npm itself: python scripts/frontend.py run dev)

api: ready-dev ## regenerate openapi.json, types, constants, the lesson and the matches that test the page
	$(BIN)/python -m schwimmen.server.operation.app > frontend/openapi.json
	$(NPM) run --silent generate
	$(BIN)/python scripts/lesson.py
	$(BIN)/python scripts/page_constants.py
	$(BIN)/python scripts/schema.py
	$(BIN)/python scripts/js_types.py
	$(BIN)/python -m tests.server.wire.recorded_evenings

benchmark: ready-benchmark ## measure the speed of the rules (see benchmarks/README.md)
	.venv-bench/bin/python -m benchmarks.kernel $(ARGS)

benchmark-learning: ready-dev ## measure a learner's strength after ten minutes
	$(BIN)/python -m benchmarks.learning $(ARGS)

benchmark-replay: ready-dev ## measure the replay of the longest round
	$(BIN)/python -m benchmarks.replay $(ARGS)

benchmark-page: ready-dev ## measure the speed of the page in a real browser
	$(BIN)/python -m benchmarks.page $(ARGS)

benchmark-messages: ready-dev ## measure the size of messages, and the time to encode them
	$(BIN)/python -m benchmarks.messages $(ARGS)

benchmark-wasm: ready-dev ## measure the rules as a WebAssembly module, in Node and Chromium
	$(BIN)/python -m benchmarks.wasm $(ARGS)

benchmark-cold: ready-dev ## measure all that a newcomer waits for, from empty caches
	$(BIN)/python -m benchmarks.cold $(ARGS)

benchmark-load: ready-dev ## measure how many moves a second a server carries
	$(BIN)/python -m benchmarks.load $(ARGS)

benchmark-writes: ready-dev ## measure how many moves a second PostgreSQL stores
	$(BIN)/python -m benchmarks.writes $(ARGS)

benchmark-growth: ready-dev ## measure what a database keeps of a move
	$(BIN)/python -m benchmarks.growth $(ARGS)

benchmark-scale: ready-dev ## compute the machines that a million players need
	$(BIN)/python -m benchmarks.scale $(ARGS)

benchmark-hostile: ready-dev ## measure players' waiting times while the server is under attack
	$(BIN)/python -m benchmarks.hostile $(ARGS)

benchmark-%: ready-benchmark ## arena, batch, belief, bot_tables, checkouts, endings, engine, equity, exploitability, methods, moves, objects, openspiel, review, simulation, storage, strength, zoo
	.venv-bench/bin/python -m benchmarks.$* $(ARGS)

ladder: ready-engine ready-play ## play every bot against every other (see benchmarks/README.md)
	$(BIN)/python -m benchmarks.ladder $(ARGS)

odds: ready-engine ready-play ## compute the odds that the page shows (several minutes)
	$(BIN)/python scripts/odds.py $(ARGS)

puzzles: ready-engine ready-play ## make the puzzles of the page (an hour; goes on where it was stopped)
	$(BIN)/python scripts/puzzles.py $(ARGS)

engine: ready-engine ## build the native library for this machine (only what has changed)

wasm: ready-compiler ## build the rules as a WebAssembly module, into js/
	.venv-compiler/bin/python -m builder wasm

js-data: ready-engine ready-play ## write the data of the strong levels in JavaScript into js/data/
	$(BIN)/python scripts/js_data.py

screenshots: ready-dev ## take a picture of every page and state, into screenshots/
	$(BIN)/python -m scripts.screenshots $(ARGS)

docs: ready-dev ## show the documentation in the browser, as it will be in the wheel
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs serve --open $(ARGS)

site: ready-site ## build the page without a server, for any host of files, into site/
	.venv-site/bin/python scripts/static_site.py

release: ready-dev ready-compiler ## build sdist, wheels and npm package into dist/, and try them
	@$(BIN)/python scripts/release.py

lock: ## rewrite requirements/ after a change of pyproject.toml (ARGS=--upgrade for newer versions)
	@$(PYTHON) scripts/prepare.py lock $(ARGS)

clean: ## remove everything that make has created
	rm -rf .venv .venv-site .venv-bench .venv-compiler .cache dist htmlcov js/data screenshots site .coverage* .mypy_cache .pytest_cache .ruff_cache .hypothesis
	rm -rf src/schwimmen/engine/_engine.* src/schwimmen/engine/*.json src/schwimmen/engine/.sources
	rm -rf frontend/node_modules src/schwimmen/server/docs.zip src/schwimmen/server/static
	find src tests scripts benchmarks -name __pycache__ -prune -exec rm -rf {} +

ready-%:
	@$(PYTHON) scripts/prepare.py $*
