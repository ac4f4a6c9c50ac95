#!/usr/bin/env python3
"""How fast a team's store is, on a PostgreSQL that is started for it in a folder of its own.

usage: team.py INDOOR INDOOR_SERVER [VENUE_FILE]     VENUE_FILE is pushed and pulled beside the museum
"""
import hashlib
import http.client
import os
import pathlib
import pwd
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

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
        self.run("pg_ctl", "-D", data, "-w", "-l", self.folder / "log", "-o",
                 f"-k {self.folder} -c listen_addresses= -c max_locks_per_transaction=512", "start")

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


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def row(what, value):
    print(f"| {what} | {value} |", flush=True)


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
        idle = percentile([timed(lambda: subprocess.run([self.server, "--help"], stdout=subprocess.DEVNULL)) for _ in range(9)], .5)
        for what, arguments in [("list", ["venues"]), ("status", ["status"]), ("nearest", ["venues", "--near", "45,5"])]:
            times = [timed(lambda: self.team(*arguments, store=store)) for _ in range(15)]
            row(f"{count} venues, {what}: p50, slowest of 15, without the program's own start of {idle * 1000:.0f} ms",
                f"{(percentile(times, .5) - idle) * 1000:.0f} ms, {(max(times) - idle) * 1000:.0f} ms")

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

    def uploads(self, clients, count):
        """Walks of some 100 fingerprints to one server, each acknowledged when the store has it."""
        self.database("uploads")
        venue = self.work / "m.gpkg"
        subprocess.run([self.indoor, "venue", "import", str(venue), str(ROOT / "FloorPlans/museum/venue.geojson")], check=True,
                       stdout=subprocess.DEVNULL)
        self.team("push", venue, store="uploads")
        folder = self.work / "served"
        folder.mkdir()
        server = subprocess.Popen([self.server, "--venues", str(folder), "--store", self.postgres.address("uploads"), "--port", "0"],
                                  stdout=subprocess.PIPE, text=True, env=self.environment, stderr=subprocess.DEVNULL)
        port = int(server.stdout.readline().rsplit(":", 1)[1])
        lines = (ROOT / "Surveys/museum/survey-ground-east.jsonl").read_text().split("\n")
        lines = [line for line in lines if '"dt"' not in line]
        times, fingerprints = [], []

        def send(first):
            for number in range(first, count, clients):
                walk = "\n".join(re.sub(r'"t":(\d+)', lambda m: f'"t":{int(m[1]) + (number + 1) * 3_600_000}', line)
                                 for line in lines).encode()
                start = time.time()
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
                connection.request("PUT", "/v1/venues/m/walks/" + hashlib.sha256(walk).hexdigest(), body=walk)
                answer = connection.getresponse()
                text = answer.read().decode()
                if answer.status != 201:
                    sys.exit(f"team.py: an upload was answered with {answer.status}: {text}")
                times.append(time.time() - start)
                fingerprints.append(int(re.search(r'"fingerprints":\s*(\d+)', text)[1]))

        threads = [threading.Thread(target=send, args=(first,)) for first in range(clients)]
        seconds = timed(lambda: ([thread.start() for thread in threads], [thread.join() for thread in threads]))
        server.terminate()
        server.wait()
        row(f"uploads of {fingerprints[0]} fingerprints, durable, {clients} connections, one venue",
            f"{count / seconds:.1f}/s, p50 {percentile(times, .5) * 1000:.0f} ms, p99 {percentile(times, .99) * 1000:.0f} ms")

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


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    bench = Bench(sys.argv[1], sys.argv[2])
    try:
        print("| what | measured |\n|---|---|")
        museum = bench.work / "museum.gpkg"
        subprocess.run([sys.argv[1], "venue", "import", str(museum), str(ROOT / "FloorPlans/museum/venue.geojson")], check=True,
                       stdout=subprocess.DEVNULL)
        walks = sorted(str(path) for path in (ROOT / "Surveys/museum").glob("survey-*.jsonl"))
        subprocess.run([sys.argv[1], "survey", "import", str(museum), *walks], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([sys.argv[1], "radiomap", "build", str(museum)], check=True, stdout=subprocess.DEVNULL)
        store = bench.files("museum", museum)
        if len(sys.argv) == 4:
            store = bench.files("mall", sys.argv[3])
        bench.sizes(store)
        for factor in [1, 10, 100]:
            bench.rows(factor)
        bench.venues(1000)
        bench.notifications()
        bench.live(3)
        bench.uploads(8, 60)
    finally:
        bench.end()


main()
