"""Reviews in tests: the page's worker answers with a review that is known beforehand."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page

from schwimmen.analysis import Review

SCRIPT = re.compile(r"/assets/review-worker-[\w-]+\.js$")

WORKER = """
const review = %s;
const pause = %d;
self.onmessage = async ({ data: { type, effort } }) => {
  if (type !== "start") return;
  const post = (message) => self.postMessage(message);
  post({ type: "started", moments: review.moments.length });
  const graph = effort === "graph";
  const moments = graph
    ? review.moments.map((moment) => ({ ...moment, changes: [], decision: null }))
    : review.moments;
  for (const moment of moments) {
    if (!graph) await new Promise((resolve) => setTimeout(resolve, pause));
    post({ type: "moment", moment });
  }
  post({ type: "done", review: graph ? { ...review, moments, players: [] } : review });
};
"""
"""Worker that answers with a review, and pauses before each moment with a decision."""


def in_camel_case(value: Any) -> Any:
    """Return plain data with the names of JavaScript."""
    if isinstance(value, dict):
        return {_camel(name): in_camel_case(one) for name, one in value.items()}
    return [in_camel_case(one) for one in value] if isinstance(value, list | tuple) else value


def _camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


def answer_with(page: Page, review: Review, pause_ms: int = 0) -> None:
    """Let all reviews of this page's browser be the one given."""
    change_reviewer(page, WORKER % (json.dumps(in_camel_case(review.to_dict())), pause_ms))


def change_reviewer(page: Page, code: str) -> None:
    """Have the worker that reviews matches run other code."""
    page.context.unroute(SCRIPT)
    page.context.route(
        SCRIPT, lambda route: route.fulfill(body=code, content_type="text/javascript")
    )
