"""What the modules share: options as texts, and listeners to long work."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Listener: TypeAlias = Callable[[str], None]
Progress: TypeAlias = "bool | Callable[[dict[str, Any]], None]"


def text_of(value: object) -> str:
    """A value as the crates write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def texts(options: Mapping[str, object]) -> dict[str, str]:
    """Options as texts; those that are None are left out."""
    return {name: text_of(value) for name, value in options.items() if value is not None}


def spec(method: str, options: Mapping[str, object]) -> str:
    """A method with more options, written `astar(h=hungarian)`."""
    more = [f"{name}={value}" for name, value in texts(options).items()]
    if not more:
        return method
    name, _, rest = method.strip().partition("(")
    inside = [part for part in [rest.removesuffix(")").strip(), *more] if part]
    return f"{name}({','.join(inside)})"


def listener(progress: Progress, words: Callable[[Any], str]) -> Listener | None:
    """Who hears how far long work is: nobody, the terminal, or a function."""
    if progress is False:
        return None
    if progress is not True:
        return lambda text: progress(json.loads(text))
    last = [0.0]

    def show(text: str) -> None:
        now = time.monotonic()
        if now - last[0] >= 0.2:
            last[0] = now
            print(f"\r{words(json.loads(text))}", end="", file=sys.stderr, flush=True)

    return show
