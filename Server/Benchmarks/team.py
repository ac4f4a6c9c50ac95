#!/usr/bin/env python3
"""How fast a team's store is, on a PostgreSQL that is started for it in a folder of its own.

usage: team.py INDOOR INDOOR_SERVER [VENUE_FILE] [--only PART,…]     VENUE_FILE is pushed and pulled beside the museum

Parts: files rows venues notify live uploads kills.
"""
import argparse
import hashlib
import http.client
import json
import os
import pathlib
import pwd
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from bench import percentile, processor, survey_walk

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Postgres:
    def __init__(self):
        found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parts[4]))
        if not found:
            sys.exit("team.py: needs PostgreSQL; make setup-team installs it")
        self.bin = found[-1]
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="indoor-bench-", dir="/tmp"))
        self.user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self.user:
            os.chown(self.folder, *pwd.getpwnam("postgres")[2:4])
        data = self.folder / "data"
        self.run("initdb", "-D", data, "-U", "indoor", "--auth=trust", "--encoding=UTF8", "--locale=C")
        self.start()

    def start(self):
        self.run("pg_ctl", "-D", self.folder / "data", "-w", "-l", self.folder / "log", "-o",
                 f"-k {self.folder} -c listen_addresses= -c max_locks_per_transaction=512", "start")

    def postmaster(self):
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    def kill(self):
        """Kills the postmaster, whose servers end with it, and starts it again."""
        before = self.postmaster()
        os.kill(before, signal.SIGKILL)
        while self.processes():
            time.sleep(0.02)
        # Where nobody takes note of its end at once, it would be taken for one that runs.
        for lock in [self.folder / "data" / "postmaster.pid", self.folder / ".s.PGSQL.5432.lock"]:
            lock.unlink(missing_ok=True)
        self.start()

    def processes(self):
        """The processes that have the data folder open or as theirs."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*/cwd"):
            try:
                if os.readlink(path) == str(self.folder / "data"):
                    found.append(int(path.parts[2]))
            except OSError:
                pass
        return found

    def run(self, program, *arguments):
        subprocess.run([*self.user, str(self.bin / program), *map(str, arguments)], check=True, stdout=subprocess.DEVNULL,
                       cwd="/")

    def address(self, database):
        return f"postgresql://indoor@/{database}?host={self.folder}"

    def sql(self, database, statement):
        run = subprocess.run([str(self.bin / "psql"), "-X", "-A", "-t", "-h", str(self.folder), "-U", "indoor", "-d", database,
                              "-c", statement], capture_output=True, text=True)
        if run.returncode:
            sys.exit(f"team.py: {run.stderr}")
        return run.stdout.strip()

    def stop(self):
        self.run("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)


def timed(body):
    start = time.time()
    body()
    return time.time() - start


def row(what, value):
    print(f"| {what} | {value} |", flush=True)


class Server:
    """A server on a store."""

    def __init__(self, program, folder, store, environment):
        self.process = subprocess.Popen(
            [program, "--venues", str(folder), "--store", store, "--port", "0", "--log-level", "error"], stdout=subprocess.PIPE,
            text=True, env=environment, stderr=subprocess.DEVNULL)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])

    def send(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        connection.request(method, path, body=body)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, text

    def processor(self):
        """Seconds of a core so far."""
        return processor(self.process)

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait()


class Bench:
    def __init__(self, indoor, server):
        self.indoor, self.server = indoor, server
        self.postgres = Postgres()
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="indoor-bench-files-"))
        self.environment = {**os.environ, "XDG_CONFIG_HOME": str(self.work)}

    def database(self, name):
        self.postgres.sql("postgres", f"CREATE DATABASE {name}")
        self.team("init", store=name)

    def team(self, *arguments, store):
        subprocess.run([self.server, "team", *map(str, arguments), "--store", self.postgres.address(store)], check=True,
                       stdout=subprocess.DEVNULL, env=self.environment)

    def files(self, name, file):
        """A venue file there and back, each three times, the middle one counts."""
        times = {"push": [], "pull": [], "push, nothing new": [], "pull, nothing new": []}
        for number in range(3):
            store = f"{name}{number}"
            self.database(store)
            here, there = self.work / f"here{number}", self.work / f"there{number}"
            for folder in (here, there):
                folder.mkdir(exist_ok=True)
            ours, theirs = here / "venue.gpkg", there / "venue.gpkg"
            shutil.copy(file, ours)
            theirs.unlink(missing_ok=True)
            pathlib.Path(f"{theirs}.team").unlink(missing_ok=True)
            times["push"].append(timed(lambda: self.team("push", ours, store=store)))
            times["pull"].append(timed(lambda: self.team("pull", theirs, store=store)))
            times["push, nothing new"].append(timed(lambda: self.team("push", ours, store=store)))
            times["pull, nothing new"].append(timed(lambda: self.team("pull", theirs, store=store)))
        size = pathlib.Path(file).stat().st_size / 1e6
        walks = self.postgres.sql(f"{name}0", "SELECT count(*) FROM indoor.walk")
        for what, each in times.items():
            row(f"{what}: {name}, {size:.1f} MB, {walks} walks", f"{sorted(each)[1] * 1000:.0f} ms")
        return f"{name}0"

    def sizes(self, store):
        """What a fingerprint takes with its index, and what a file's pages take."""
        fingerprints = int(self.postgres.sql(store, "SELECT count(*) FROM indoor.fingerprint"))
        for table in ["fingerprint", "page"]:
            total = int(self.postgres.sql(store, f"""SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits
                WHERE inhparent = 'indoor.{table}'::regclass AND pg_relation_size(inhrelid) > 0"""))
            row(f"{table}s with their index: bytes a fingerprint ({fingerprints})", f"{total / fingerprints:.0f}")

    def rows(self, factor):
        """Copies fingerprints into so many venues of the same size, and sums one up again."""
        store = "rows"
        if factor == 1:
            self.postgres.sql("postgres", "CREATE DATABASE rows TEMPLATE museum0")
        first = int(self.postgres.sql(store, "SELECT count(DISTINCT venue) FROM indoor.fingerprint"))
        before = int(self.postgres.sql(store, "SELECT count(*) FROM indoor.fingerprint WHERE venue = 1"))
        if factor > first:
            seconds = timed(lambda: self.postgres.sql(store, f"""INSERT INTO indoor.fingerprint
                SELECT v, walk, seq, time_us, building, ordinal, east, north, readings
                FROM indoor.fingerprint, generate_series({first + 1}, {factor}) v WHERE venue = 1"""))
            row(f"fingerprints in, by INSERT SELECT, x{factor}", f"{before * (factor - first) / seconds:,.0f}/s")
        self.postgres.sql(store, "ANALYZE indoor.fingerprint")
        times = [timed(lambda: self.postgres.sql(
            store, f"SELECT count(*), sum(length(readings)) FROM indoor.fingerprint WHERE venue = {min(factor, 7)}"))
            for _ in range(9)]
        idle = [timed(lambda: self.postgres.sql(store, "SELECT 1")) for _ in range(9)]
        row(f"one venue's {before} fingerprints read among {before * factor:,}",
            f"{(percentile(times, .5) - percentile(idle, .5)) * 1000:.1f} ms")

    def venues(self, count):
        """Lists of many venues."""
        store = "many"
        self.postgres.sql("postgres", "CREATE DATABASE many TEMPLATE museum0")
        self.postgres.sql(store, f"""INSERT INTO indoor.venue (name, title, latitude, longitude, version)
            SELECT 'n' || n, 'Venue ' || n, 40 + n % 100 / 10.0, n / 100.0, 1 FROM generate_series(1, {count}) n;
            INSERT INTO indoor.version SELECT venue.id, 1, digest, pages, geometry, plans, guide, radio_map, pushed_by, pushed
            FROM indoor.venue, indoor.version WHERE venue.name LIKE 'n%' AND version.venue = 1 AND number = 1""")
        columns = ["number", "hash", "name", "device", "surveyor", "origin_latitude", "origin_longitude", "path", "transmitters",
                   "fingerprints", "published", "built"]
        self.postgres.sql(store, f"""INSERT INTO indoor.walk (venue, {", ".join(columns)})
            SELECT venue.id, {", ".join(f"walk.{column}" for column in columns)} FROM indoor.venue, indoor.walk
            WHERE venue.name LIKE 'n%' AND walk.venue = 1;
            UPDATE indoor.venue SET (walks, bytes, fingerprints) =
            (SELECT walks, bytes, fingerprints FROM indoor.venue WHERE id = 1); ANALYZE""")
        idle = percentile([timed(lambda: subprocess.run([self.server, "--help"], stdout=subprocess.DEVNULL)) for _ in range(19)], .5)
        # What the machine takes for a process and a connection, whatever is asked.
        times = [timed(lambda: self.postgres.sql(store, "SELECT 1")) for _ in range(50)]
        row("for comparison, psql's SELECT 1, with its own start: p50, slowest of 50",
            f"{percentile(times, .5) * 1000:.0f} ms, {max(times) * 1000:.0f} ms")
        for what, arguments in [("list", ["venues"]), ("status", ["status"]), ("nearest", ["venues", "--near", "45,5"])]:
            times = [timed(lambda: self.team(*arguments, store=store)) for _ in range(50)]
            row(f"{count} venues, {what}: p50, slowest of 50, without the program's own start of {idle * 1000:.0f} ms",
                f"{(percentile(times, .5) - idle) * 1000:.0f} ms, {(max(times) - idle) * 1000:.0f} ms")
        server = self.serve("many", store)
        times = [timed(lambda: server.send("GET", "/v1/venues?limit=1000")) for _ in range(100)]
        server.stop()
        row(f"{count} venues, list by HTTP: p50, p99 of 100",
            f"{percentile(times, .5) * 1000:.0f} ms, {percentile(times, .99) * 1000:.0f} ms")

    def notifications(self):
        script = self.work / "notify.sql"
        script.write_text("SELECT pg_notify('indoor_live', repeat('x', 4000));\n")
        script.chmod(0o644)
        os.chmod(self.work, 0o755)
        for clients in [1, 8]:
            out = subprocess.run([str(self.postgres.bin / "pgbench"), "-n", "-h", str(self.postgres.folder), "-U", "indoor", "-c",
                                  str(clients), "-T", "5", "-f", str(script), "museum0"], capture_output=True, text=True, check=True)
            rate = re.search(r"tps = ([\d.]+)", out.stdout)[1]
            row(f"NOTIFY of 4,000 bytes, {clients} connections", f"{float(rate):,.0f}/s")

    def serve(self, name, store):
        folder = self.work / f"served-{name}"
        folder.mkdir(exist_ok=True)
        return Server(self.server, folder, self.postgres.address(store), self.environment)

    def upload_store(self, store, venues):
        self.database(store)
        for venue in venues:
            file = self.work / f"{venue}.gpkg"
            subprocess.run([self.indoor, "venue", "import", str(file), str(ROOT / "FloorPlans/museum/venue.geojson")], check=True,
                           stdout=subprocess.DEVNULL)
            self.team("push", file, store=store)

    def uploads(self, clients, count, venues):
        """Walks of 300 fingerprints to one server, each acknowledged when the store has it for good."""
        names = [f"v{number}" for number in range(venues)]
        store = f"uploads{venues}"
        self.upload_store(store, names)
        server = self.serve(store, store)
        walks = [survey_walk(number, 300) for number in range(count + clients)]
        hashes = [hashlib.sha256(walk).hexdigest() for walk in walks]
        times = []

        def send(first):
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
            for number in range(first, len(walks), clients):
                start = time.time()
                connection.request("PUT", f"/v1/venues/{names[number % venues]}/walks/{hashes[number]}", body=walks[number])
                answer = connection.getresponse()
                text = answer.read().decode()
                if answer.status != 201 or json.loads(text)["fingerprints"] != 300:
                    sys.exit(f"team.py: an upload was answered with {answer.status}: {text}")
                # The first ones fetch the venue.
                if number >= clients:
                    times.append((start, time.time()))

        before = server.processor()
        threads = [threading.Thread(target=send, args=(first,)) for first in range(clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seconds = max(end for _, end in times) - min(start for start, _ in times)
        each = [end - start for start, end in times]
        row(f"uploads of 300 fingerprints, durable, {clients} connections, {venues} venues",
            f"{len(times) / seconds:.0f}/s, p50 {percentile(each, .5) * 1000:.0f} ms, p99 {percentile(each, .99) * 1000:.0f} ms, "
            f"{(server.processor() - before) / len(walks) * 1000:.1f} ms of the server's processor each")
        begun = time.time()
        while self.postgres.sql(store, "SELECT count(*) FROM indoor.job") != "0":
            time.sleep(0.1)
        row(f"the same walks in the venues' versions and radio maps, after the last upload", f"{time.time() - begun:.1f} s")
        server.stop()

    def kills(self, servers, databases):
        """Ends servers and databases in mid-upload; what was acknowledged has to be there, and nothing half."""
        store = "kills"
        self.upload_store(store, ["m"])
        state = {"server": self.serve("kills", store), "number": 0, "ends": False}
        told, refused, lock = set(), [0], threading.Lock()

        def send():
            while not state["ends"]:
                with lock:
                    state["number"] += 1
                    number = state["number"]
                walk = survey_walk(number, 60)
                try:
                    status, text = state["server"].send("PUT", f"/v1/venues/m/walks/{hashlib.sha256(walk).hexdigest()}", walk)
                    if status in (200, 201):
                        told.update(json.loads(text)["walks"])
                        continue
                except (OSError, http.client.HTTPException):
                    pass
                refused[0] += 1
                time.sleep(0.02)

        def more(count):
            goal, deadline = len(told) + count, time.time() + 60
            while len(told) < goal and time.time() < deadline:
                time.sleep(0.002)
            time.sleep(random.random() / 50)

        random.seed(1)
        threads = [threading.Thread(target=send, daemon=True) for _ in range(4)]
        for thread in threads:
            thread.start()
        for _ in range(servers):
            more(3)
            state["server"].stop(signal.SIGKILL)
            state["server"] = self.serve("kills", store)
        for round in range(databases):
            more(3)
            if round % 2:
                self.postgres.kill()
            else:
                backends = self.postgres.sql("postgres", f"SELECT pid FROM pg_stat_activity WHERE datname = '{store}'").split()
                os.kill(int(random.choice(backends)), signal.SIGKILL)
        more(3)
        state["ends"] = True
        for thread in threads:
            thread.join()
        begun = time.time()
        while self.postgres.sql(store, "SELECT count(*) FROM indoor.walk WHERE NOT built") != "0" and time.time() < begun + 300:
            time.sleep(0.2)
        stored, path = set(), "/v1/venues/m/walks?limit=1000"
        while path:
            page = json.loads(state["server"].send("GET", path)[1])
            stored |= {walk["hash"] for walk in page["walks"] if walk["placed"] == 60}
            path = page["next"]
        half = self.postgres.sql(store, """SELECT count(*) FROM indoor.walk WHERE fingerprints <> 60 OR fingerprints <>
            (SELECT count(*) FROM indoor.fingerprint f WHERE f.venue = walk.venue AND f.walk = walk.number)""")
        bare = self.postgres.sql(store, """SELECT count(*) FROM indoor.recording r WHERE NOT EXISTS
            (SELECT FROM indoor.walk WHERE walk.venue = r.venue AND hash = ANY (r.walks))""")
        state["server"].stop()
        row(f"`kill -9`: the server {servers} times, PostgreSQL {databases} times, in mid-upload",
            f"{len(told)} acknowledged, {len(told - stored)} lost, {half} half, {bare} recordings without walks; {refused[0]} not taken")

    def live(self, servers):
        """How long a device's positions take to the streams of all servers, from when they were sent."""
        running, ports = [], []
        for number in range(servers):
            folder = self.work / f"live{number}"
            folder.mkdir()
            running.append(subprocess.Popen(
                [self.server, "--venues", str(folder), "--store", self.postgres.address("museum0"), "--port", "0"],
                stdout=subprocess.PIPE, text=True, env=self.environment, stderr=subprocess.DEVNULL))
            ports.append(int(running[-1].stdout.readline().rsplit(":", 1)[1]))
        heard = [{} for _ in ports]

        def listen(port, mine):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            connection.request("GET", "/v1/venues/venue/live")
            answer = connection.getresponse()
            while line := answer.readline():
                if line.startswith(b"data: "):
                    mine.setdefault(line[6:].strip(), time.time())

        for port, mine in zip(ports, heard):
            threading.Thread(target=listen, args=(port, mine), daemon=True).start()
        time.sleep(1)
        visit = (ROOT / "Surveys/museum/visit-galleries.jsonl").read_text().split("\n")[1:]
        connection = http.client.HTTPConnection("127.0.0.1", ports[0], timeout=60)
        sent = []
        for start in range(0, len(visit), 20):
            begun = time.time()
            connection.request("POST", "/v1/venues/venue/sessions/0123456789abcdef0123456789abcdef/observations",
                               body="\n".join(visit[start:start + 20]).encode(), headers={"Content-Type": "application/x-ndjson"})
            newest = connection.getresponse().read().strip()
            if newest != b"null":
                sent.append((newest, begun, time.time()))
            time.sleep(0.05)
        time.sleep(1)
        for process in running:
            process.terminate()
            process.wait()
        # The same position may be the answer to several messages.
        first = {}
        for newest, begun, answered in sent:
            first.setdefault(newest, (begun, answered))
        missing = sum(any(newest not in mine for mine in heard) for newest in first)
        times = [max(mine[newest] for mine in heard) - answered for newest, (_, answered) in first.items()
                 if all(newest in mine for mine in heard)]
        row(f"a device's positions on all of {servers} servers after its answer: p50, p99 of {len(times)}, {missing} missing",
            f"{percentile(times, .5) * 1000:.0f} ms, {percentile(times, .99) * 1000:.0f} ms")

    def end(self):
        self.postgres.stop()
        shutil.rmtree(self.work, ignore_errors=True)


PARTS = ["files", "rows", "venues", "notify", "live", "uploads", "kills"]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("indoor")
    parser.add_argument("server")
    parser.add_argument("file", nargs="?")
    parser.add_argument("--only", default=",".join(PARTS))
    options = parser.parse_args()
    parts = options.only.split(",")
    bench = Bench(options.indoor, options.server)
    try:
        print("| what | measured |\n|---|---|")
        museum = bench.work / "museum.gpkg"
        if {"files", "rows", "venues", "notify", "live"} & set(parts):
            subprocess.run([options.indoor, "venue", "import", str(museum), str(ROOT / "FloorPlans/museum/venue.geojson")],
                           check=True, stdout=subprocess.DEVNULL)
            walks = sorted(str(path) for path in (ROOT / "Surveys/museum").glob("survey-*.jsonl"))
            subprocess.run([options.indoor, "survey", "import", str(museum), *walks], check=True, stdout=subprocess.DEVNULL)
            subprocess.run([options.indoor, "radiomap", "build", str(museum)], check=True, stdout=subprocess.DEVNULL)
            store = bench.files("museum", museum)
            if options.file:
                store = bench.files("mall", options.file)
            bench.sizes(store)
        if "rows" in parts:
            for factor in [1, 10, 100]:
                bench.rows(factor)
        if "venues" in parts:
            bench.venues(1000)
        if "notify" in parts:
            bench.notifications()
        if "live" in parts:
            bench.live(3)
        if "uploads" in parts:
            for venues in [1, 8]:
                bench.uploads(8, 800, venues)
        if "kills" in parts:
            bench.kills(100, 20)
    finally:
        bench.end()


main()
