"""Checks of what pages say where there is nothing yet, too much, or the wrong thing."""
import worlds
from support import PLANS, Reader, Server

# Files are dropped as a hand does it: the page is told of each by its name.
DROP = """([name, text]) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true }));
}"""
# Counts the frames that maps draw.
COUNT = """
window.frames_ = 0;
let program;
Object.defineProperty(window, "maplibregl", {
  get: () => program,
  set(given) {
    const Map_ = class extends given.Map { constructor(...some) { super(...some); this.on("render", () => { window.frames_ += 1; }); } };
    program = new Proxy(given, { get: (target, name) => (name === "Map" ? Map_ : target[name]) });
  },
});
"""


def check_a_venue_of_nothing_leads_on(programs, browser):
    """A venue without levels and one without walks say what to do first, and offer nothing that can't be done."""
    with Server(programs, museum=False) as server:
        server.ask("POST", "/v1/venues/bare")
        server.ask("POST", "/v1/venues/unwalked", (PLANS / "venue.geojson").read_bytes(), {"Content-Type": "application/geo+json"})
        with Reader(browser, server, "/") as reader:
            reader.find("venue-bare").get_by_text("place its first plan").wait_for()
            assert reader.find("venue-bare").get_by_role("link").count() == 1
            for page in ("survey", "live"):
                reader.page.goto(f"{server.url}/v/bare/{page}")
                reader.page.get_by_role("link", name="Place a plan first").wait_for()
            reader.page.goto(f"{server.url}/v/unwalked/survey")
            reader.page.wait_for_selector("[data-ready=true]")
            assert reader.find("rebuild").is_disabled() and reader.page.get_by_text("Nobody has walked here yet").count() == 1
            reader.page.goto(f"{server.url}/v/unwalked/live")
            reader.page.get_by_role("link", name="Survey it first").click()
            reader.page.wait_for_url("**/v/unwalked/survey")
            reader.page.goto(f"{server.url}/v/unwalked/align")
            reader.page.wait_for_selector("[data-ready=true]")
            assert reader.find("auto").is_disabled() and reader.page.get_by_role("button", name="Remove this plan…").count() == 0


def check_a_wrong_file_is_named(programs, browser):
    """A file that a page can't take is named in what is said of it, wherever on the page it was dropped."""
    with Server(programs) as server:
        for page, name, words in (("home", "hall.pdf", "is a plan"), ("align", "notes.txt", "no PDF"), ("survey", "notes.txt", "format"), ("live", "notes.txt", "could be placed")):
            with Reader(browser, server, "/" if page == "home" else f"/v/museum/{page}") as reader:
                reader.expects_losses = True
                reader.page.wait_for_selector("[data-ready=true], .venues .facts dt", state="attached")
                reader.page.evaluate(DROP, [name, "nothing"])
                reader.find("error").filter(has_text=name).filter(has_text=words).wait_for()


def check_a_hundred_levels(programs, browser):
    """Of a hundred levels the one that is shown stands in the switch's sight."""
    with Server(programs, museum=False) as server:
        server.ask("POST", "/v1/venues/tower", worlds.tower(100).encode(), {"Content-Type": "application/geo+json"})
        with Reader(browser, server, "/v/tower/survey") as reader:
            reader.page.wait_for_selector("[data-ready=true]")
            switch, chosen = (reader.page.locator(name).bounding_box() for name in (".levels", "[data-test='level-0']"))
            assert switch["y"] <= chosen["y"] and chosen["y"] + chosen["height"] <= switch["y"] + switch["height"], (switch, chosen)


def check_pages_rest(programs, browser):
    """Where nothing moves no map draws, with a plan laid on it, too."""
    with Server(programs) as server:
        server.place_plan("G", 0)
        with Reader(browser, server, "/") as reader:
            reader.page.add_init_script(COUNT)
            for page in ("align", "survey", "live"):
                reader.page.goto(f"{server.url}/v/museum/{page}")
                reader.page.wait_for_selector("[data-ready=true]", state="attached")
                seen = [-1, 0]

                def rests():
                    seen.append(reader.page.evaluate("frames_"))
                    reader.page.wait_for_timeout(1000)
                    return seen[-1] > 0 and seen[-1] == reader.page.evaluate("frames_")
                reader.until(rests, f"the map of {page} rests; it drew {seen[-5:]} frames")


CHECKS = [check_a_venue_of_nothing_leads_on, check_a_wrong_file_is_named, check_a_hundred_levels, check_pages_rest]
