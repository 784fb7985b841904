"""One Chromium for the tests that look at a page, and what they ask of it."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

__all__ = ["axe", "chromium", "opened"]

_NAMES = ("chromium", "chromium-browser")
_QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the Chromium of this machine; skip where it has none."""
    path = next(filter(None, map(shutil.which, _NAMES)), None)
    if path is None:
        pytest.skip("no Chromium on this machine; on Debian: apt-get install chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=_QUIET)
        yield browser
        browser.close()


@contextmanager
def opened(browser: Browser, url: str, **how: Any) -> Iterator[tuple[Page, list[str]]]:
    """Open a page of a file, and collect what it asks for beside itself and what it complains of."""
    context = browser.new_context(**how)
    troubles: list[str] = []
    try:
        page = context.new_page()
        page.on("console", lambda message: troubles.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: troubles.append(f"error: {error}"))
        page.on("request", lambda request: troubles.append(request.url) if request.url != url else None)
        page.route(lambda asked: asked != url, lambda route: route.abort())
        page.goto(url)
        yield page, troubles
    finally:
        context.close()


def axe(page: Page) -> list[str]:
    """What axe-core finds that is serious or critical: rule and first place."""
    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    grave = [each for each in found["violations"] if each["impact"] in ("serious", "critical")]
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in grave]
