"""What the checks of the pages share: a server of its own for each, and a browser that notes everything that goes wrong."""
import base64
import json
import math
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[3]
PLANS = ROOT / "FloorPlans" / "museum"
WALKS = ROOT / "Surveys" / "museum"
# Conditions are waited for so long at most; no check depends on how long anything takes.
PATIENCE = 30_000


class Programs:
    """The built command and server, and a museum that is made once."""

    def __init__(self, indoor, server):
        self.indoor, self.server = indoor, server
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pages-"))
        self.museum = self.folder / "museum.gpkg"
        self.run("venue", "import", self.museum, PLANS / "venue.geojson")
        self.run("survey", "import", self.museum, *sorted(WALKS.glob("survey-*.jsonl")))
        self.run("radiomap", "build", self.museum)

    def run(self, *arguments):
        done = subprocess.run([self.indoor, *map(str, arguments)], capture_output=True, text=True)
        assert done.returncode == 0, f"indoor {arguments[0]}: {done.stderr}"
        return done.stdout

    def token(self, server, name, scopes):
        """Makes a token for a server."""
        return subprocess.run(
            [self.server, "token", "add", name, "--scope", scopes, "--token-file", server.folder / "tokens"],
            capture_output=True, text=True, check=True).stdout.split()[-1]

    def revoke(self, server, name):
        subprocess.run([self.server, "token", "revoke", name, "--token-file", server.folder / "tokens"], check=True, capture_output=True)

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


class Server:
    """A server with venues of its own, on a free port."""

    def __init__(self, programs, *options, museum=True, port=0):
        self.programs, self.options = programs, options
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=programs.folder))
        (self.folder / "venues").mkdir()
        if museum:
            shutil.copy(programs.museum, self.folder / "venues" / "museum.gpkg")
        self.start(port)

    def start(self, port=0):
        self.process = subprocess.Popen(
            [self.programs.server, "--venues", self.folder / "venues", "--state", self.folder / "state", "--port", str(port),
             "--log-level", "error", *self.options],
            stdout=subprocess.PIPE, text=True, env={"XDG_CONFIG_HOME": str(self.folder), "PATH": "/usr/local/bin:/usr/bin:/bin"})
        first = self.process.stdout.readline().strip()
        assert first.startswith("listening on "), first
        self.url = first.removeprefix("listening on ")
        self.port = int(self.url.rsplit(":", 1)[1])

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait()

    def take_tokens(self, name, scopes):
        """Starts anew, for those alone who have a token; answers one."""
        self.stop()
        token = self.programs.token(self, name, scopes)
        self.options = ("--token-file", self.folder / "tokens")
        self.start()
        return token

    def ask(self, method, path, body=None, headers=()):
        if isinstance(body, (dict, list)):
            body, headers = json.dumps(body).encode(), {"Content-Type": "application/json", **dict(headers)}
        request = urllib.request.Request(self.url + path, body, dict(headers), method=method)
        with urllib.request.urlopen(request) as answer:
            text = answer.read().decode()
            return json.loads(text) if text.startswith(("{", "[")) else text

    def send_plan(self, level):
        """Sends a plan of the museum; its id."""
        name = f"level-{level}.pdf"
        self.ask("PUT", f"/v1/venues/museum/plans/level-{level.lower()}?name={name}", (PLANS / name).read_bytes())
        return f"level-{level.lower()}"

    def place_plan(self, level, ordinal, east=0):
        """Sends a plan of the museum and places it by its anchors, or roughly by places so many degrees too far east."""
        path = f"/v1/venues/museum/plans/{self.send_plan(level)}"
        anchors = json.loads((PLANS / f"level-{level}.anchors.geojson").read_text())
        for feature in anchors["features"]:
            if east:
                feature["geometry"]["coordinates"][0] += east
                feature["properties"]["sigmaMetres"] = 2
        self.ask("PUT", f"{path}/anchors", json.dumps(anchors).encode(), {"If-Match": "*"})
        self.ask("PUT", f"{path}/placement", {"level": ordinal}, {"If-Match": "*"})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Reader:
    """A page with somebody before it, who notes what the page shouldn't do."""

    def __init__(self, browser, server, path, **options):
        self.server = server
        self.context = browser.new_context(viewport={"width": 1280, "height": 800}, **options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.wrong, self.expects_losses = [], False
        self.page.on("console", lambda said: said.type == "error" and self.note(f"console: {said.text} {said.location.get('url', '')}"))
        self.page.on("pageerror", lambda error: self.note(f"error: {error}"))
        self.page.on("request", self.check_place)
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.page.goto(server.url + path)

    def note(self, what):
        if not (self.expects_losses and ("ERR_" in what or "status of" in what)):
            self.wrong.append(what)

    def check_place(self, request):
        if not request.url.startswith((self.server.url, "data:", "blob:")):
            self.wrong.append(f"asks {request.url}")

    def find(self, name):
        return self.page.locator(f"[data-test='{name}']")

    def text(self, name):
        return self.find(name).first.inner_text()

    def log_in(self, token):
        """Answers the question for a token; the page is refused what it asked for before."""
        self.expects_losses = True
        self.find("token").fill(token)
        self.page.get_by_role("button", name="Go on").click()

    def until(self, condition, what):
        """Waits until something here is true."""
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            if condition():
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"never: {what}")

    def close(self):
        self.context.close()
        assert not self.wrong, self.wrong

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            self.close()
        else:
            self.page.screenshot(path=str(ROOT / ".build-pages" / "failed.png"))
            print("   ", *self.wrong, sep="\n    ")
            self.context.close()


class Held:
    """Requests to addresses that go on only when they are let go."""

    def __init__(self, reader, addresses):
        self.reader, self.routes, self.holds = reader, [], True
        reader.page.route(addresses, lambda route: self.routes.append(route) if self.holds else route.fallback())

    def wait(self):
        """Waits for the first request, and holds none after it; answers it."""
        self.reader.until(lambda: self.routes, "a request that is held")
        self.holds = False
        return self.routes[0]

    def let_go(self, **answer):
        """Lets the first one go, or gives it an answer, and waits until the page has had time for that."""
        route = self.wait()
        with self.reader.page.expect_event("requestfinished", lambda request: request == route.request):
            route.fulfill(**answer) if answer else route.continue_()
        self.reader.page.evaluate("new Promise((done) => setTimeout(done, 50))")


def pixels(reader, x, y, reach=12):
    """The colours around a point of the screen, each as (red, green, blue)."""
    picture = reader.page.screenshot(clip={"x": x - reach, "y": y - reach, "width": 2 * reach, "height": 2 * reach})
    flat = reader.page.evaluate("""async (text) => {
        const picture = new Image();
        picture.src = `data:image/png;base64,${text}`;
        await picture.decode();
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [picture.width, picture.height];
        const pen = canvas.getContext("2d");
        pen.drawImage(picture, 0, 0);
        return [...pen.getImageData(0, 0, canvas.width, canvas.height).data];
    }""", base64.b64encode(picture).decode())
    return {tuple(flat[start:start + 3]) for start in range(0, len(flat), 4)}


def middle(reader, name):
    """Where the middle of a part of the page is on the screen."""
    area = reader.find(name).bounding_box()
    return area["x"] + area["width"] / 2, area["y"] + area["height"] / 2


def pixel_on_plan(reader, box, point):
    """Where a point of a page is on the screen, as the plan is shown whole: 16 pixels clear around it."""
    area = reader.find("plan").bounding_box()
    x0, y0, x1, y1 = box
    scale = min((area["width"] - 32) / (x1 - x0), (area["height"] - 32) / (y1 - y0))
    left = area["x"] + (area["width"] - (x1 - x0) * scale) / 2
    top = area["y"] + (area["height"] - (y1 - y0) * scale) / 2
    return left + (point[0] - x0) * scale, top + (y1 - point[1]) * scale


def world(place, zoom):
    """A place in pixels of the whole world at a zoom, of 512-pixel tiles (Web Mercator)."""
    longitude, latitude = place
    size = 512 * 2**zoom
    y = math.asinh(math.tan(math.radians(latitude)))
    return (longitude / 360 + 0.5) * size, (0.5 - y / (2 * math.pi)) * size


def metres(text):
    """The number of "3.2 m"."""
    found = re.fullmatch(r"(-?[\d.]+) m", text.strip())
    assert found, f"{text!r} is no number of metres"
    return float(found[1])
