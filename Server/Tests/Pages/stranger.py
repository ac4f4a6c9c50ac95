"""Somebody who sees the pages for the first time: what has a name and a role is used, and nothing else is known."""
import itertools
import json
import secrets

from live import seconds_of, send
from support import PLANS, Reader, Server

# Clicks, and files that are chosen.
MOST_ACTIONS = 60


def check_place(programs, server, level):
    """A plan that laid itself on the walls lies where its own anchors put it, to half a metre."""
    stored = programs.folder / "found.geojson"
    stored.write_text(json.dumps(server.ask("GET", f"/v1/venues/museum/plans/level-{level.lower()}/anchors")))
    plan = PLANS / f"level-{level}"
    found, given = (json.loads(programs.run("align", "--plan", f"{plan}.pdf", "--anchors", path, "--json"))["corners"]
                    for path in (stored, f"{plan}.anchors.geojson"))
    for (ax, ay), (bx, by) in zip(found, given):
        assert abs(ax - bx) * 78_000 < 0.5 and abs(ay - by) * 111_000 < 0.5, (level, found, given)


class Stranger:
    def __init__(self, reader):
        self.page, self.actions = reader.page, 0

    def click(self, role, name, **options):
        self.actions += 1
        self.page.get_by_role(role, name=name, **options).first.click()

    def choose(self, name, file):
        self.actions += 2
        with self.page.expect_file_chooser() as chooser:
            self.page.get_by_role("button", name=name).first.click()
        chooser.value.set_files(file)

    def sees(self, text):
        self.page.get_by_text(text).first.wait_for()


def check_stranger_gets_there(programs, browser):
    """In 60 actions at most: three plans placed, the survey's worst gap and the visitor's dot found."""
    with Server(programs) as server, Reader(browser, server, "/") as reader:
        session = secrets.token_hex(16)
        send(server, session, "".join(itertools.islice(seconds_of("visit-galleries"), 30)))
        stranger = Stranger(reader)
        stranger.click("link", "Align: Museum of the Open Sea")
        for level in ("G", "1", "B"):
            stranger.choose("Add a plan…", PLANS / f"level-{level}.pdf")
            reader.page.locator(f"[data-plan='level-{level.lower()}']").wait_for()
            stranger.click("button", "Fit by itself")
            reader.until(lambda: reader.page.get_by_role("button", name="Use place 1").count() or reader.find("residual-4").count(), "the fit")
            if reader.page.get_by_role("button", name="Use place 1").count():
                stranger.click("button", "Use place 1")
            reader.until(lambda: reader.find("residual-4").count() and reader.text("residual-4") != "–", "anchors where it lies")
            stranger.click("button", "Save", exact=True)
            stranger.sees(f"level-{level}.pdf lies on level {level}")
            check_place(programs, server, level)
        stranger.click("link", "Survey")
        best = server.ask("GET", "/v1/venues/museum/next-walk")["features"][0]["properties"]
        stranger.sees(f"{best['covers_m2']:.0f} m² that are surveyed too thinly")
        stranger.click("link", "Live")
        reader.page.get_by_role("group", name="Devices on the map").get_by_role("button").first.wait_for()
        assert stranger.actions <= MOST_ACTIONS, stranger.actions
        print(f"    {stranger.actions} actions")


CHECKS = [check_stranger_gets_there]
