#!/usr/bin/env python3
"""Measures the server, as docs/server.md has it: open loop, the server on one core and its clients on the others.

usage: server.py INDOOR INDOOR-SERVER [PART…]      parts: locate live fanout units uploads kill stop long; all but long without a name

Requests are sent at planned times, and a time counts from when a request was planned: a server that stalls can't hide it by
letting its clients wait. h2load (Debian: nghttp2-client) sends single requests. Processor time is told beside, since a
machine that does other work makes every time longer.
"""
import asyncio
import hashlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

from bench import percentile, processor, survey_walk

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MUSEUM = ROOT / "Surveys" / "museum"
CORES = sorted(os.sched_getaffinity(0))


class Server:
    """A server of its own on the first core, on a folder of venue files."""

    def __init__(self, program, venues, *options):
        self.process = subprocess.Popen(
            ["taskset", "-c", str(CORES[0]), program, "--venues", str(venues), "--port", "0", "--log-level", "error",
             "--requests-per-second", "1000000", *options], stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def memory(self):
        """Bytes that it holds."""
        return int(pathlib.Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")

    def processor(self):
        """Seconds of the processor's time that it took."""
        return processor(self.process)

    def send(self, method, path, body=None, kind="application/json"):
        request = urllib.request.Request(self.url + path, body, {"Content-Type": kind}, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read()

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait()


def make_venue(indoor, file):
    survey = sorted(map(str, MUSEUM.glob("survey-*.jsonl")))
    for command in (["venue", "import", file, ROOT / "FloorPlans/museum/venue.geojson"], ["survey", "import", file, *survey],
                    ["radiomap", "build", file]):
        subprocess.run([indoor, *map(str, command)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def row(what, value, must):
    print(f"| {what} | {value} | {must} |", flush=True)


# Single requests, by h2load.

def h2load(server, path, *options, folder):
    log = pathlib.Path(folder) / "h2load.log"
    log.unlink(missing_ok=True)
    clients = ",".join(map(str, CORES[1:] or CORES))
    run = subprocess.run(
        ["taskset", "-c", clients, "h2load", "--h1", "--log-file", str(log), *options, server.url + path],
        capture_output=True, text=True, check=True)
    if " 2xx" in run.stdout and "status codes: 0 2xx" in run.stdout:
        sys.exit(f"server.py: {path} isn't answered\n{run.stdout}")
    # Start in microseconds, status, microseconds that it took.
    return sorted(tuple(map(int, line.split())) for line in log.read_text().splitlines())


def at_rate(server, path, rate, seconds, *options, folder):
    """Seconds from planned start to end, of requests at a rate; and the processor's seconds for each."""
    before, clients = server.processor(), 10
    lines = h2load(server, path, "-c", str(clients), "--rps", str(rate // clients), "-D", str(seconds), *options, folder=folder)
    start = lines[0][0]
    times = [(begin + took - (start + number * 1e6 / rate)) / 1e6 for number, (begin, _, took) in enumerate(lines)]
    times = [max(took / 1e6, planned) for planned, (_, _, took) in zip(times, lines)]
    return times, (server.processor() - before) / len(lines)


def most(server, path, seconds, *options, folder):
    before, began = server.processor(), time.monotonic()
    lines = h2load(server, path, "-c", "8", "-D", str(seconds), *options, folder=folder)
    busy = (server.processor() - before) / (time.monotonic() - began)
    return len(lines) / seconds, busy


def locate(program, venues, folder):
    server = Server(program, venues)
    heard = {}
    for line in sorted(MUSEUM.glob("visit-*.jsonl"))[0].read_text().splitlines()[1:]:
        for address, rssi, *_ in json.loads(line).get("wifi") or []:
            heard.setdefault(address, rssi)
    readings = [{"transmitter": f"wifi:{address}", "rssi": rssi} for address, rssi in list(heard.items())[:40]]
    body = pathlib.Path(folder) / "scan.json"
    body.write_text(json.dumps({"readings": readings}))
    options = ["-d", str(body), "-H", "content-type: application/json"]
    server.send("POST", "/v1/venues/museum/locate", body.read_bytes())
    times, each = at_rate(server, "/v1/venues/museum/locate", 500, 10, *options, folder=folder)
    row(f"locate one scan of {len(readings)} readings at 500/s: p50, p99",
        f"{percentile(times, .5) * 1000:.1f} ms, {percentile(times, .99) * 1000:.1f} ms ({each * 1e6:.0f} µs of the processor each)", "20 ms")
    rate, busy = most(server, "/v1/venues/museum/locate", 8, *options, folder=folder)
    row("the same, most a second", f"{rate:.0f} ({busy * 100:.0f}% of the core)", "2,000")
    server.stop()


def units(program, venues, folder):
    server = Server(program, venues)
    path = "/v1/venues/museum/levels/0/units.geojson?limit=25"
    server.send("GET", path)
    times, each = at_rate(server, path, 2000, 8, folder=folder)
    row("list of 25 units at 2,000/s: p50, p99",
        f"{percentile(times, .5) * 1000:.1f} ms, {percentile(times, .99) * 1000:.1f} ms ({each * 1e6:.0f} µs of the processor each)", "15 ms")
    server.stop()


# Streams and sessions.

async def connect(server, head):
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1 << 20)
    writer.write(head.encode())
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def stream_head(server):
    return f"GET /v1/venues/museum/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n"


def walk_seconds(recording):
    """A recording's lines without the header, a second of them at a time, and the time of the first."""
    lines = sorted((json.loads(line)["t"], line) for line in recording.read_text().splitlines()[1:])
    seconds = {}
    for stamp, line in lines:
        seconds.setdefault((stamp - lines[0][0]) // 1000, []).append(line)
    return [seconds.get(second, []) for second in range(int(max(seconds)) + 1)]


async def live_sessions(server, count, seconds):
    """Seconds from when a batch was due to when its last position stood on the stream, of each batch that gave one."""
    walks = [walk_seconds(path) for path in sorted(MUSEUM.glob("visit-*.jsonl"))]
    reader, writer = await connect(server, stream_head(server))
    arrived, due, ended = {}, {}, asyncio.Event()

    async def listen():
        while not ended.is_set():
            line = await reader.readline()
            if line.startswith(b"data: {\"type\""):
                properties = json.loads(line[6:])["properties"]
                arrived[properties["session"], properties["time_ms"]] = time.monotonic()

    async def device(number, start):
        stream, out = await asyncio.open_connection("127.0.0.1", server.port)
        walk, path = walks[number % len(walks)], f"/v1/venues/museum/sessions/{number:032x}/observations"
        for second in range(min(seconds, len(walk))):
            planned = start + number / count + second
            await asyncio.sleep(max(0, planned - time.monotonic()))
            body = ("\n".join(walk[second]) + "\n").encode()
            out.write(f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: application/x-ndjson\r\n"
                      f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
            head = await stream.readuntil(b"\r\n\r\n")
            length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
            answer = json.loads(await stream.readexactly(length))
            if answer:
                properties = answer["properties"]
                due.setdefault((properties["session"], properties["time_ms"]), planned)
        out.close()

    listener = asyncio.create_task(listen())
    start = time.monotonic() + 1
    await asyncio.gather(*(device(number, start) for number in range(count)))
    await asyncio.sleep(2)
    ended.set()
    listener.cancel()
    writer.close()
    return [arrived[key] - planned for key, planned in due.items() if key in arrived], len(due)


def live(program, venues, folder):
    server = Server(program, venues)
    os.sched_setaffinity(0, CORES[1:] or CORES)
    before, memory, began = server.processor(), server.memory(), time.monotonic()
    times, told = asyncio.run(live_sessions(server, 200, 30))
    busy = (server.processor() - before) / (time.monotonic() - began)
    row("200 live sessions with motion at 50 Hz in batches of a second: p50, p99 from due to on the stream",
        f"{percentile(times, .5) * 1000:.0f} ms, {percentile(times, .99) * 1000:.0f} ms ({len(times)} of {told} told, {busy * 100:.0f}% of the core)",
        "150 ms")
    row("memory of a live session beyond the shared map", f"{(server.memory() - memory) / 200 / 1024:.0f} KB", "600 KB")
    server.stop()


async def fan_out(server, count):
    before = server.memory()
    streams = [await connect(server, stream_head(server)) for _ in range(count)]
    await asyncio.sleep(2)
    each = (server.memory() - before) / count
    walk = walk_seconds(sorted(MUSEUM.glob("visit-*.jsonl"))[0])
    body = "\n".join(line for lines in walk[:5] for line in lines).encode()
    before, last = server.processor(), []
    path = f"/v1/venues/museum/sessions/{0:032x}/observations"
    await asyncio.to_thread(server.send, "POST", path, body, "application/x-ndjson")
    await asyncio.sleep(2)

    async def drain(reader):
        try:
            while await asyncio.wait_for(reader.read(1 << 16), 0.05):
                pass
        except asyncio.TimeoutError:
            pass

    for number in range(5, 10):
        await asyncio.gather(*(drain(reader) for reader, _ in streams))
        began = time.monotonic()
        post = asyncio.to_thread(server.send, "POST", path, "\n".join(walk[number]).encode(), "application/x-ndjson")

        async def first(reader):
            while b"data: " not in await reader.read(1 << 16):
                pass
            return time.monotonic() - began

        try:
            results = await asyncio.wait_for(asyncio.gather(post, *(first(reader) for reader, _ in streams)), 20)
            last.append(max(results[1:]))
        except asyncio.TimeoutError:
            pass
    for _, writer in streams:
        writer.close()
    return each, last, (server.processor() - before) / 5


def fanout(program, venues, folder):
    server = Server(program, venues)
    os.sched_setaffinity(0, CORES[1:] or CORES)
    each, last, processor = asyncio.run(fan_out(server, 2000))
    row("memory of an idle stream, of 2,000", f"{each / 1024:.0f} KB", "64 KB")
    row("one event to 2,000 streams, the last",
        f"{percentile(last, .5) * 1000:.0f} ms ({processor * 1000:.0f} ms of the processor)", "250 ms")
    server.stop()


# Surveys.

def upload(server, walk):
    return server.send("PUT", f"/v1/venues/museum/walks/{hashlib.sha256(walk).hexdigest()}", walk, "application/octet-stream")


def uploads(program, venues, folder):
    server = Server(program, venues)
    walks = [survey_walk(number, 300) for number in range(40)]
    before, began = server.processor(), time.monotonic()
    for walk in walks:
        answer = json.loads(upload(server, walk)[1])
        assert answer["fingerprints"] == 300, answer
    took = time.monotonic() - began
    row("uploads of 300 fingerprints, durable, one after the other",
        f"{len(walks) / took:.0f}/s ({(server.processor() - before) / len(walks) * 1000:.0f} ms of the processor each)", "20/s")
    server.stop()


def kill(program, venues, folder):
    told, again, number = set(), [], 1000
    for number in range(1000, 1200):
        server = Server(program, venues)
        walk = survey_walk(number, 60)
        sender = subprocess.Popen(
            ["curl", "--silent", "--max-time", "20", "-T", "-", f"{server.url}/v1/venues/museum/walks/{hashlib.sha256(walk).hexdigest()}"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        sender.stdin.write(walk)
        sender.stdin.close()
        time.sleep(number % 50 / 1000)
        server.stop(signal.SIGKILL)
        said = sender.stdout.read()
        sender.wait()
        if said:
            told.update(json.loads(said)["walks"])
        began = time.monotonic()
        server = Server(program, venues)
        again.append(time.monotonic() - began)
        server.stop()
    server = Server(program, venues)
    walks = json.loads(server.send("GET", "/v1/venues/museum/walks?limit=1000")[1])["walks"]
    stored = {walk["hash"] for walk in walks}
    half = sum(walk["recording"].startswith("walk-1") and walk["placed"] not in (60, 300) for walk in walks)
    row("`kill -9` in mid-upload, 200 times",
        f"{len(told)} acknowledged, {len(told - stored)} lost, {half} half; up again in {max(again):.2f} s at most", "0 lost, 0 half, 1 s")
    server.stop()


def stop(program, venues, folder):
    server = Server(program, venues)

    async def open_streams():
        streams = [await connect(server, stream_head(server)) for _ in range(100)]
        walk = survey_walk(5000, 300)
        sending = asyncio.create_task(asyncio.to_thread(upload, server, walk))
        await asyncio.sleep(0.02)
        began = time.monotonic()
        status = await asyncio.to_thread(server.stop)
        took = time.monotonic() - began
        return status, took, (await sending)[0], len(streams)

    status, took, uploaded, _ = asyncio.run(open_streams())
    row("SIGTERM with 100 streams and an upload", f"exit {status} after {took:.1f} s, the upload {uploaded}", "10 s, finished")


def long(program, venues, folder):
    server = Server(program, venues)
    os.sched_setaffinity(0, CORES[1:] or CORES)

    async def run():
        load = asyncio.create_task(live_sessions(server, 100, 600))
        await asyncio.sleep(60)
        first = server.memory()
        await load
        return first, server.memory()

    first, last = asyncio.run(run())
    row("10 minutes at half load, then memory", f"{first >> 20} MB after a minute, {last >> 20} MB at the end", "within 10%")
    server.stop()


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    indoor, program = sys.argv[1:3]
    parts = sys.argv[3:] or ["locate", "live", "fanout", "units", "uploads", "kill", "stop"]
    print("| what | measured | must |\n|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        original = pathlib.Path(folder) / "museum.gpkg"
        make_venue(indoor, original)
        for part in parts:
            venues = pathlib.Path(folder) / part
            venues.mkdir()
            (venues / "museum.gpkg").write_bytes(original.read_bytes())
            os.sched_setaffinity(0, CORES)
            globals()[part](program, venues, folder)


if __name__ == "__main__":
    main()
