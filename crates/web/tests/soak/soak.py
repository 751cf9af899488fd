"""Random browsers against one server that is killed and started again; see .ci/soak."""

import http.client
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

BROWSERS = 10
ROUND = 12.0  # seconds between two ends of the server
MOST_MEMORY = 900  # megabytes
LAST_MOMENT = 5.0  # seconds from the order to end to the end
LEVEL = "########\n#  @ $.#\n#      #\n########\n"


class Failed(Exception):
    """Something does not hold."""


class Server:
    """The program, on one folder and one port."""

    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]

    def start(self):
        command = [self.binary, "serve", "--port", str(self.port), "--data", self.folder]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        line = self.process.stdout.readline()
        while line and "http://" not in line:
            line = self.process.stdout.readline()
        if f":{self.port}/" not in line:
            raise Failed(f"the server did not start on its port: {line!r}")
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def memory(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1)) // 1024

    def end(self, how):
        began = time.monotonic()
        self.process.send_signal(how)
        try:
            self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            raise Failed("the server does not end") from None
        took = time.monotonic() - began
        if took > LAST_MOMENT:
            raise Failed(f"the server took {took:.1f} s to end")
        if os.path.exists(f"/proc/{self.process.pid}"):
            raise Failed("a process stays behind")
        return took

    def ask(self, method, path, body=None, timeout=60):
        """Status and answer; None where the connection broke, so that nobody knows whether it was done."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            text = None if body is None else json.dumps(body)
            connection.request(method, path, text, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            read = answer.read().decode()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()
        if answer.status >= 500 and answer.status != 503:
            raise Failed(f"{method} {path} {str(text)[:200]} gave {answer.status} {read[:200]}")
        if answer.status >= 400 and not json.loads(read).get("error"):
            raise Failed(f"{method} {path} was refused without a reason")
        return answer.status, read


class Browser(threading.Thread):
    """One person's worth of requests, and all that was acknowledged to them."""

    def __init__(self, server, number, seed):
        super().__init__(daemon=True)
        self.server, self.number = server, number
        self.random = random.Random(seed)
        self.rooms, self.notes, self.levels = {}, {}, {}
        self.open, self.quit, self.problem = threading.Event(), False, None
        self.idle = threading.Event()
        self.requests = self.refused = self.lost = 0

    def run(self):
        while not self.quit:
            if not self.open.is_set():
                self.idle.set()
                self.open.wait(0.2)
                continue
            self.idle.clear()
            try:
                self.random.choice(DEEDS)(self)
            except Failed as problem:
                self.problem = self.problem or problem
            except Exception as problem:  # what the soak itself does wrong must be seen too
                self.problem = self.problem or Failed(f"{type(problem).__name__}: {problem}")
        self.idle.set()

    def ask(self, method, path, body=None, timeout=60):
        answer = self.server.ask(method, path, body, timeout)
        self.requests += 1
        if answer is None:
            self.lost += 1
            return None
        if answer[0] >= 400:
            self.refused += 1
        return answer

    def post(self, path, body):
        answer = self.ask("POST", path, body)
        if answer is None or answer[0] != 200:
            return answer
        return answer[0], json.loads(answer[1])

    # What is done. A change whose answer never came may have been made or not: both are allowed from then on.

    def opens(self):
        body = {"world": "sokoban", "level": {"text": LEVEL}}
        if self.random.random() < 0.5:
            body = {"world": "dropper", "options": {"size": "5"}}
        kind = "puzzle" if body["world"] == "sokoban" else "game"
        answer = self.post(f"/api/{kind}", body)
        if answer and answer[0] == 200:
            path = f"/api/{kind}/{answer[1]['id']}"
            self.rooms[path] = [measure(kind, answer[1])]

    def changes(self):
        if not self.rooms:
            return
        path = self.random.choice(list(self.rooms))
        kind = path.split("/")[2]
        seen = self.ask("GET", path)
        if seen is None or seen[0] != 200:
            if seen:
                raise Failed(f"{path} is gone: {seen[1][:200]}")
            return
        view = json.loads(seen[1])
        self.check(path, measure(kind, view))
        if kind == "puzzle":
            choices = [("play", {"moves": self.random.choice(view["legal"] or ["u"])}), ("undo", {}), ("reset", {}), ("play", {"moves": "zz"})]
        else:
            turns = [intent["text"] for intent in view["intents"]] or ["A1"]
            choices = [("play", {"turn": self.random.choice(turns)})] * 3 + [("undo", {}), ("goto", {"node": 0}), ("play", {"turn": "Z99"})]
        what, body = self.random.choice(choices)
        answer = self.post(f"{path}/{what}", body)
        if answer is None:
            self.rooms[path] = None  # either; the next look tells
        elif answer[0] == 200:
            self.rooms[path] = [measure(kind, answer[1])]

    def check(self, path, found):
        known = self.rooms[path]
        if known is not None and found not in known:
            raise Failed(f"{path}: {known} was acknowledged, and there is {found}")
        self.rooms[path] = [found]

    def notes_down(self):
        name, value = f"soak{self.number}-{self.random.randrange(5)}", self.random.randrange(10**9)
        before = self.notes.get(name, [None])
        answer = self.post(f"/api/note/{name}", {"value": value})
        self.notes[name] = [value] if answer and answer[0] == 200 else before + [value]

    def keeps_a_level(self):
        if len(self.levels) < 50:
            title = f"{self.number}-{self.random.randrange(10**9)}"
            answer = self.post("/api/levels/sokoban/save", {"title": title, "text": LEVEL})
            if answer and answer[0] == 200:
                self.levels[answer[1]["id"]] = title

    def searches(self):
        level = {"level": self.random.randrange(1, 60)}
        body = {"level": level, "method": self.random.choice(["bfs", "", "dfs"]), "limits": {"seconds": 0.5}}
        # Half of them go away before the end.
        self.ask("POST", "/api/solve/sokoban", body, self.random.choice([0.1, 60]))

    def attacks(self):
        texts = ["#" * 300_000, "8#|#@$.#|8#|" * 10_000, "<Collection>" * 20_000, "[" * 100_000, "1. A1 " * 30_000]
        text = self.random.choice(texts)
        path, body = self.random.choice(
            [
                ("/api/levels/sokoban/read", {"text": text}),
                ("/api/game/read", {"record": text}),
                ("/api/draft/sokoban", {"text": text}),
                ("/api/note/a", {"value": text}),
                ("/api/puzzle", {"world": "sokoban", "level": {"text": LEVEL}, "moves": "9999r"}),
                ("/api/puzzle/0123/play", {"moves": text[:1000]}),
                ("/api/nothing", {}),
            ]
        )
        self.ask("POST", path, body)


def measure(kind, view):
    """What tells one state of a room from another."""
    return view["measures"]["moves"] if kind == "puzzle" else (view["version"], view["tip"])


DEEDS = [Browser.opens] + [Browser.changes] * 12 + [Browser.notes_down] * 4 + [Browser.keeps_a_level, Browser.searches, Browser.attacks]


def check_all(server, browsers):
    """Everything that was acknowledged to anybody is there."""
    kept = json.loads(server.ask("GET", "/api/levels/sokoban")[1])["own"]
    titles = {level["own"]: level["title"] for level in kept}
    count = 0
    for browser in browsers:
        for number, title in browser.levels.items():
            if titles.get(number) != title:
                raise Failed(f"the level {title!r} was acknowledged and is not there")
        for name, values in browser.notes.items():
            found = json.loads(server.ask("GET", f"/api/note/{name}")[1])
            if found not in values:
                raise Failed(f"the note {name}: {values} was acknowledged, and there is {found}")
            browser.notes[name] = [found]
        for path in browser.rooms:
            status, text = server.ask("GET", path)
            if status != 200:
                raise Failed(f"{path} was acknowledged and is not there: {text[:200]}")
            browser.check(path, measure(path.split("/")[2], json.loads(text)))
        count += len(browser.rooms) + len(browser.notes) + len(browser.levels)
    return count


def main(binary, seconds):
    folder = tempfile.mkdtemp(prefix="plyground-soak-")
    server = Server(binary, folder)
    server.start()
    browsers = [Browser(server, number, number) for number in range(BROWSERS)]
    for browser in browsers:
        browser.start()
    end, ends, peak, slowest = time.monotonic() + seconds, 0, 0, 0.0
    try:
        while time.monotonic() < end:
            for browser in browsers:
                browser.open.set()
            until = min(end, time.monotonic() + ROUND)
            while time.monotonic() < until:
                time.sleep(0.5)
                peak = max(peak, server.memory())
                if peak > MOST_MEMORY:
                    raise Failed(f"the server holds {peak} MB")
            if ends == 0:
                second = subprocess.run([binary, "serve", "--port", "0", "--data", folder], capture_output=True, text=True, timeout=60)
                if second.returncode == 0 or f":{server.port}" not in second.stderr:
                    raise Failed(f"a second server on the folder was not refused: {second.stderr!r}")
            how = [signal.SIGKILL, signal.SIGTERM][ends % 2]
            slowest = max(slowest, server.end(how))
            for browser in browsers:
                browser.open.clear()
            for browser in browsers:
                browser.idle.wait(120)
            ends += 1
            server.start()
            count = check_all(server, browsers)
            problem = next((browser.problem for browser in browsers if browser.problem), None)
            if problem:
                raise problem
        slowest = max(slowest, server.end(signal.SIGTERM))
        requests, refused, lost = (sum(getattr(browser, name) for browser in browsers) for name in ("requests", "refused", "lost"))
        print(f"  {requests} requests, {refused} refused, {lost} broken off by {ends} ends of the server; {count} things acknowledged and present")
        print(f"  most memory {peak} MB, slowest end {slowest:.1f} s")
    except Failed as problem:
        print(f"soak FAILED: {problem}", file=sys.stderr)
        return 1
    finally:
        for browser in browsers:
            browser.quit = True
            browser.open.set()
        if server.process.poll() is None:
            server.process.kill()
            server.process.wait()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], float(sys.argv[2])))
