#!/usr/bin/env python3
"""Starts a store of two nodes on loopback (etcd, Patroni, HAProxy, PostgreSQL) and two servers on it, sends walks without a pause, kills
parts of it, and shows what came of it: how long no upload was acknowledged, and whether one that was is lost.

usage: try.py INDOOR INDOOR_SERVER [ROUNDS]
"""
import hashlib
import http.client
import json
import os
import pathlib
import pwd
import re
import secrets
import shutil
import signal
import string
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PORTS = {"ETCD": 23790, "PEER": 23800, "PROXY": 15430, "REST_A": 18008, "REST_B": 18009, "PORT_A": 15431, "PORT_B": 15432}
PASSWORD = secrets.token_hex(16)
NODES = ["a", "b"]


def find_binaries():
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[4]))
    missing = [name for name in ["etcd", "patroni", "haproxy"] if not shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin")]
    if missing or not found:
        print("try-cluster: needs PostgreSQL, etcd-server, patroni and haproxy of Debian: apt-get install "
              "postgresql etcd-server patroni python3-psycopg2 haproxy", file=sys.stderr)
        sys.exit(70)
    return found[-1].parent


class Cluster:
    """Everything that runs, in a folder of its own."""

    def __init__(self, indoor, server):
        self.bin = find_binaries()
        self.server = server
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="indoor-cluster-", dir="/tmp"))
        self.as_postgres = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self.as_postgres:
            os.chown(self.folder, *pwd.getpwnam("postgres")[2:4])
        self.running = {}
        self.store = f"postgresql://postgres@127.0.0.1:{PORTS['PROXY']}/indoor?sslmode=disable"
        passwords = self.folder / "pgpass"
        passwords.write_text(f"*:*:*:postgres:{PASSWORD}\n")
        passwords.chmod(0o600)
        self.environment = {**os.environ, "PGPASSFILE": str(passwords), "XDG_CONFIG_HOME": str(self.folder)}
        self.venue = self.folder / "m.gpkg"
        subprocess.run([indoor, "venue", "import", str(self.venue), str(ROOT / "FloorPlans/museum/venue.geojson")],
                       check=True, stdout=subprocess.DEVNULL)

    def fill(self, name, **values):
        text = string.Template((HERE / name).read_text()).substitute(
            PORTS, FOLDER=self.folder, BIN=self.bin, PASSWORD=PASSWORD, **values)
        path = self.folder / (values.get("NAME", "") + name)
        path.write_text(text)
        if self.as_postgres:
            shutil.chown(path, "postgres")
        return str(path)

    def start(self, name, command, user=True, **options):
        log = open(self.folder / f"{name}.log", "ab")
        process = subprocess.Popen((self.as_postgres if user else []) + command, stdout=log, stderr=log,
                                   stdin=subprocess.DEVNULL, cwd=str(self.folder), start_new_session=True, **options)
        self.running[name] = process
        return process

    def begin(self):
        client = f"http://127.0.0.1:{PORTS['ETCD']}"
        peer = f"http://127.0.0.1:{PORTS['PEER']}"
        # One etcd does on one machine; a cluster that is to survive a machine has three.
        self.start("etcd", ["etcd", "--data-dir", str(self.folder / "etcd"), "--listen-client-urls", client,
                            "--advertise-client-urls", client, "--listen-peer-urls", peer,
                            "--initial-advertise-peer-urls", peer, "--initial-cluster", f"default={peer}"])
        for node in NODES:
            self.start_node(node)
        self.start("haproxy", ["haproxy", "-f", self.fill("haproxy.cfg"), "-db"])
        wait(lambda: self.leader() and self.synchronous(), 60, "no leader with a synchronous standby")
        wait(lambda: self.sql("SELECT 1", "postgres") == "1", 30, "HAProxy leads nowhere")
        self.sql("CREATE DATABASE indoor", "postgres")
        for arguments in [["init"], ["push", str(self.venue)]]:
            subprocess.run([self.server, "team", *arguments, "--store", self.store], check=True, env=self.environment,
                           stdout=subprocess.DEVNULL)

    def start_node(self, node):
        upper = node.upper()
        path = self.fill("patroni.yml", NAME=node, REST=PORTS[f"REST_{upper}"], PORT=PORTS[f"PORT_{upper}"])
        self.start(f"patroni-{node}", ["patroni", path])

    def start_server(self, name):
        folder = self.folder / name
        folder.mkdir()
        process = subprocess.Popen(
            [self.server, "--venues", str(folder), "--store", self.store, "--port", "0"], env=self.environment,
            stdout=subprocess.PIPE, stderr=open(self.folder / f"{name}.log", "ab"), stdin=subprocess.DEVNULL, text=True)
        self.running[name] = process
        return int(process.stdout.readline().rsplit(":", 1)[1])

    def sql(self, statement, database="indoor", port=None):
        run = subprocess.run(
            [str(self.bin / "psql"), "-X", "-A", "-t", "-h", "127.0.0.1", "-p", str(port or PORTS["PROXY"]), "-U", "postgres",
             "-d", database, "-c", statement], env={**self.environment, "PGCONNECT_TIMEOUT": "2"}, capture_output=True, text=True)
        return run.stdout.strip()

    def is_up(self, node, role):
        try:
            url = f"http://127.0.0.1:{PORTS['REST_' + node.upper()]}/{role}"
            return urllib.request.urlopen(url, timeout=1).status == 200
        except OSError:
            return False

    def leader(self):
        return next((node for node in NODES if self.is_up(node, "primary")), None)

    def synchronous(self):
        return next((node for node in NODES if self.is_up(node, "synchronous")), None)

    def postmaster(self, node):
        return int((self.folder / node / "postmaster.pid").read_text().split("\n")[0])

    def kill_postmaster(self, node):
        os.kill(self.postmaster(node), signal.SIGKILL)

    def kill_node(self, node):
        # Patroni first, that it doesn't see its PostgreSQL die; then that, with all its processes.
        postmaster = self.postmaster(node)
        process = self.running[f"patroni-{node}"]
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        os.kill(postmaster, signal.SIGKILL)

    def end(self):
        for name in reversed(list(self.running)):
            process = self.running[name]
            if process.poll() is None:
                try:
                    os.killpg(process.pid, signal.SIGTERM) if process.pid == os.getpgid(process.pid) else process.terminate()
                    process.wait(timeout=20)
                except (subprocess.TimeoutExpired, ProcessLookupError):
                    process.kill()
        for node in NODES:
            try:
                self.kill_postmaster(node)
            except (OSError, ValueError):
                pass
        shutil.rmtree(self.folder, ignore_errors=True)


def wait(is_so, seconds, what):
    deadline = time.time() + seconds
    while not is_so():
        if time.time() > deadline:
            raise SystemExit(f"try-cluster: {what} after {seconds} s")
        time.sleep(0.1)


class Uploads(threading.Thread):
    """Sends one walk after the other; each until it is acknowledged."""

    def __init__(self, ports):
        super().__init__(daemon=True)
        self.ports = ports
        self.acknowledged = []
        self.times = []
        self.is_over = False
        text = (ROOT / "Surveys/museum/survey-lift.jsonl").read_text()
        self.lines = [line for line in text.split("\n") if '"dt"' not in line][:60]

    def run(self):
        number = 0
        while not self.is_over:
            number += 1
            walk = "\n".join(re.sub(r'"t":(\d+)', lambda m: f'"t":{int(m[1]) + number * 3_600_000}', line)
                             for line in self.lines).encode() + b"\n"
            path = "/v1/venues/m/walks/" + hashlib.sha256(walk).hexdigest()
            turn = number
            while not self.is_over:
                try:
                    connection = http.client.HTTPConnection("127.0.0.1", self.ports[turn % len(self.ports)], timeout=30)
                    connection.request("PUT", path, body=walk)
                    answer = connection.getresponse()
                    body = answer.read()
                    if answer.status in (200, 201):
                        self.acknowledged += json.loads(body)["walks"]
                        self.times.append(time.time())
                        break
                except OSError:
                    pass
                turn += 1
                time.sleep(0.05)

    def gap(self, since):
        """The longest time without an acknowledgement that began or lasted after a moment."""
        times = [moment for moment in self.times if moment > since]
        before = [moment for moment in self.times if moment <= since][-1:]
        moments = before + times
        return max((b - a for a, b in zip(moments, moments[1:])), default=0.0)


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    rounds = int(sys.argv[3]) if len(sys.argv) == 4 else 3
    cluster = Cluster(sys.argv[1], sys.argv[2])
    failed = False
    try:
        print("starting etcd, two nodes, HAProxy and two servers", flush=True)
        cluster.begin()
        uploads = Uploads([cluster.start_server("first"), cluster.start_server("second")])
        uploads.start()
        for what, kill in [("postmaster killed", cluster.kill_postmaster), ("node killed", cluster.kill_node)]:
            for number in range(1, rounds + 1):
                wait(lambda: cluster.leader() and cluster.synchronous(), 90, "no synchronous standby")
                known = len(uploads.times)
                wait(lambda: len(uploads.times) > known + 5, 60, "no uploads go through")
                leader, began, known = cluster.leader(), time.time(), len(uploads.times)
                kill(leader)
                wait(lambda: cluster.leader() is not None and len([t for t in uploads.times if t > began + 1]) > 5, 90,
                     "no uploads go through")
                # What was under way when it was killed may have been answered; the pause is what comes then.
                time.sleep(3)
                now = cluster.leader()
                lost = missing(cluster, uploads)
                gap = uploads.gap(began)
                failed = failed or lost > 0 or gap > 10
                print(f"{what} {number}: leader {leader} -> {now}, no upload for {gap:.1f} s, "
                      f"{len(uploads.acknowledged)} acknowledged, {lost} lost", flush=True)
                if kill == cluster.kill_node:
                    cluster.start_node(leader)
        uploads.is_over = True
        uploads.join(timeout=60)
        print(f"in the end: {len(uploads.acknowledged)} acknowledged, {missing(cluster, uploads)} lost")
    finally:
        cluster.end()
    sys.exit(1 if failed else 0)


def missing(cluster, uploads):
    """How many that were acknowledged aren't in the store."""
    acknowledged = set(uploads.acknowledged)
    stored = set(cluster.sql("SELECT hash FROM indoor.walk").split("\n"))
    return len(acknowledged - stored)


main()
