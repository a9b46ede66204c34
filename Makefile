# Everything a newcomer needs: `make play`, or `make test`. Needs Python 3.11+ (with venv), git and make.
PYTHON ?= python3
BIN := .venv/bin
NPM := $(BIN)/python scripts/frontend.py
UNCOMPILED := rules \
	players/blueprint players/search/test_belief.py players/search/test_rollouts.py \
	players/equity/test_reckoned.py players/equity/test_match_equity.py \
	players/test_greedy.py players/test_random_play.py players/test_policies.py \
	simulation/test_simulator.py arena/test_duplicate_deals.py training/test_train.py

# Tests start Python hundreds of times: what is compiled is kept, whatever the machine prefers.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help play test test-long lint format frontend test-frontend test-python coverage api benchmark benchmark-learning benchmark-load benchmark-hostile benchmark-page benchmark-replay ladder screenshots lock clean

help: ## show this
	@sed -n 's/^\([a-z%-]*\):.*## /\1\t/p' Makefile | expand -t 16

play: ready-play ## start the table and open it in the browser (make play ARGS="--port 8000")
	@exec $(BIN)/schwimmen $(ARGS)

test: ready-dev ## all checks, the tests on a sample of all that they can look at
	$(BIN)/python scripts/check.py

test-long: ready-dev ## the tests on all of it, for half an hour; started again it goes on where it was stopped
	SCHWIMMEN_EFFORT=1 $(BIN)/python -m pytest -p tests.long_run -n auto --dist worksteal

lint: ready-dev ## ruff, mypy, svelte-check, prettier
	$(BIN)/python scripts/check.py lint

test-frontend: ready-dev ## the front end's own tests
	$(NPM) run --silent test

test-python: ready-dev ## the Python tests alone
	$(BIN)/pytest -n auto --dist worksteal

coverage: ready-dev ## what the tests run through; compiled code is run uncompiled: else it cannot be seen
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n auto --cov --cov-report= $(UNCOMPILED:%=tests/%)
	$(BIN)/pytest -n auto --cov --cov-append

format: ready-dev ## format everything
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(NPM) run --silent format

frontend: ready-play ## build the page (npm itself: python scripts/frontend.py run dev)

api: ready-dev ## describe the server's interface anew: openapi.json, the page's types and its lesson
	$(BIN)/python -m schwimmen.server.http.app > frontend/openapi.json
	$(NPM) run --silent generate
	$(BIN)/python scripts/lesson.py

benchmark: ready-benchmark ## how fast the rules are; see benchmarks/README.md
	.venv-bench/bin/python -m benchmarks.kernel $(ARGS)

benchmark-learning: ready-dev ## how well a learner plays after ten minutes
	$(BIN)/python examples/ppo.py $(ARGS)

benchmark-replay: ready-dev ## what the longest round costs, looked at again
	$(BIN)/python -m benchmarks.replay $(ARGS)

benchmark-page: ready-dev ## how fast the page is, in a real browser
	$(BIN)/python -m benchmarks.page $(ARGS)

benchmark-load: ready-dev ## how many moves a second a server carries
	$(BIN)/python -m benchmarks.load $(ARGS)

benchmark-hostile: ready-dev ## how long players wait beside somebody who attacks the server
	$(BIN)/python -m benchmarks.hostile $(ARGS)

benchmark-%: ready-benchmark ## arena, batch, bot_tables, endings, equity, exploitability, methods, moves, objects, openspiel, simulation, storage, strength, zoo
	.venv-bench/bin/python -m benchmarks.$* $(ARGS)

ladder: ready-play ## every bot against every other; see benchmarks/README.md
	$(BIN)/python -m benchmarks.ladder $(ARGS)

screenshots: ready-dev ## every page and state, into docs/screenshots
	$(BIN)/python -m scripts.screenshots $(ARGS)

lock: ## write requirements/ anew after a change of pyproject.toml (ARGS=--upgrade for newer versions)
	@$(PYTHON) scripts/prepare.py lock $(ARGS)

clean: ## remove everything that make made
	rm -rf .venv .venv-bench dist htmlcov .coverage* .mypy_cache .pytest_cache .ruff_cache .hypothesis
	rm -rf frontend/node_modules src/schwimmen/server/static
	find src tests scripts benchmarks -name __pycache__ -prune -exec rm -rf {} +

ready-%:
	@$(PYTHON) scripts/prepare.py $*
