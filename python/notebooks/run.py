"""Executes the notebooks; fails where a cell raises. `--write` keeps the outputs in them.

`python python/notebooks/run.py [--write] [NAME …]`
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient


def main() -> None:
    """Executes those that are named, or all."""
    write, names = "--write" in sys.argv, [name for name in sys.argv[1:] if name != "--write"]
    folder = Path(__file__).parent
    for path in sorted(folder.glob("*.ipynb")):
        if names and not any(name in path.name for name in names):
            continue
        begin = time.monotonic()
        book = nbformat.read(path, as_version=4)
        client = NotebookClient(book, timeout=600, resources={"metadata": {"path": str(folder)}})
        client.execute()
        if write:
            for cell in book.cells:
                cell.metadata.pop("execution", None)
            nbformat.write(book, path)
        print(f"{path.name}: {time.monotonic() - begin:.0f} s", flush=True)


if __name__ == "__main__":
    main()
