#!/usr/bin/env python3
"""Sends texts that are much work to read, one after the other on a few connections, until it is told to end.

Usage: attack.py ADDRESS [CONNECTIONS]; prints what was sent when it ends. `ATTACK=N` of `run` beside this file uses it.
"""

import http.client
import json
import signal
import sys
import threading
import time
from urllib.parse import urlparse

ROW = "<L>#####</L><L>#@$.#</L><L>#####</L>"
SLC = "<SokobanLevels><LevelCollection>" + f"<Level>{ROW}</Level>" * 2700 + "</LevelCollection></SokobanLevels>"
TINY = "#####\n#@$.#\n#####\n\n"
TEXTS = [
    ("/api/levels/sokoban/read", {"text": SLC}),  # 145 kB on one line
    ("/api/game/read", {"record": '[World "abalone"]\n\n' + "1. i-A1-1 {0.20s} i-I9-7 " * 8_000}),
    ("/api/levels/sokoban/read", {"text": TINY * 50_000}),
    ("/api/game/read", {"record": '[World "dropper"]\n\n1. A1 ' + "{a remark} (1. B2) " * 10_000}),
    ("/api/draft/sokoban", {"text": "#" * 500_000}),
    ("/api/levels/sokobond/read", {"text": "v2\n" + "x " * 200_000}),
    ("/api/puzzle", {"world": "sokoban", "level": {"text": TINY}, "moves": "lr" * 100_000}),
    ("/api/levels/sokoban/read", {"text": "[" * 1_000_000}),
]
BODIES = [(path, json.dumps(body).encode()) for path, body in TEXTS]

over = threading.Event()
sent = {}
lock = threading.Lock()


def attack(host, number):
    while not over.is_set():
        number += 1
        path, body = BODIES[number % len(BODIES)]
        began = time.monotonic()
        try:
            connection = http.client.HTTPConnection(host, timeout=60)
            connection.request("POST", path, body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            answer.read()
            status = answer.status
        except OSError:
            status = "broken"
        finally:
            connection.close()
        with lock:
            count, slowest = sent.get(status, (0, 0.0))
            sent[status] = (count + 1, max(slowest, time.monotonic() - began))


def main():
    host = urlparse(sys.argv[1]).netloc
    connections = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: over.set())
    threads = [threading.Thread(target=attack, args=(host, number), daemon=True) for number in range(connections)]
    for thread in threads:
        thread.start()
    over.wait()
    for thread in threads:
        thread.join(60)
    words = [f"{count} × {status} (slowest {slowest:.1f} s)" for status, (count, slowest) in sorted(sent.items(), key=str)]
    print(f"attacks beside: {', '.join(words)}", flush=True)


if __name__ == "__main__":
    main()
