"""What holds for every page."""
import itertools
import json
import re
import secrets

from live import seconds_of, send
from support import PLANS, ROOT, Reader, Server

PAGES = ["/", "/v/museum/align", "/v/museum/survey", "/v/museum/live"]
HOSTILE = ["<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">", "x" * 10_000, "قاعة المتحف الكبرى"]


def settle(reader):
    """Waits until a page shows what it has."""
    reader.page.wait_for_selector("[data-ready=true], .venues .facts dt", state="attached")
    reader.page.wait_for_load_state("networkidle") if "/live" not in reader.page.url else None


def check_axe_finds_nothing_serious(programs, browser):
    """axe-core finds nothing serious or critical, in light and in dark, and no text is under 12 pixels."""
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        print("    skipped: axe-playwright-python is missing (scripts/setup --pages)")
        return
    with Server(programs) as server:
        server.send_plan("G")
        for scheme in ("light", "dark"):
            for path in PAGES:
                with Reader(browser, server, path, color_scheme=scheme) as reader:
                    settle(reader)
                    found = [f"{one['id']}: {[node['html'][:120] for node in one['nodes'][:3]]}" for one in Axe().run(reader.page).response["violations"]
                             if one["impact"] in ("serious", "critical")]
                    assert not found, (scheme, path, found)
                    small = reader.page.evaluate("""() => [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility() && parseFloat(getComputedStyle(one).fontSize) < 12
                        && [...one.childNodes].some((child) => child.nodeType === 3 && child.data.trim())).map((one) => one.outerHTML.slice(0, 100))""")
                    assert not small, (path, small)


def check_narrow(programs, browser):
    """At 390 pixels nothing is wider than the screen."""
    with Server(programs) as server:
        server.send_plan("G")
        for path in PAGES:
            with Reader(browser, server, path) as reader:
                reader.page.set_viewport_size({"width": 390, "height": 844})
                settle(reader)
                wide = reader.page.evaluate("document.documentElement.scrollWidth")
                assert wide <= 390, (path, wide)


def hostile_museum(server):
    """Gives everything in the museum that has a name a hostile one: the venue, levels, units, walks and a plan."""
    collection = json.loads((PLANS / "venue.geojson").read_text())
    for index, feature in enumerate(collection["features"]):
        properties = feature["properties"]
        if properties["feature_type"] == "unit":
            properties["name"] = HOSTILE[index % len(HOSTILE)]
        elif properties["feature_type"] in ("venue", "building", "level"):
            properties["name"] = HOSTILE[0]
        if properties["feature_type"] == "level":
            properties["label"] = HOSTILE[properties["ordinal"] + 1]
    server.ask("POST", "/v1/venues/museum?replace=true", json.dumps(collection).encode(), {"Content-Type": "application/geo+json"})
    walks = server.ask("GET", "/v1/venues/museum/walks")["walks"]
    for walk, name in zip(walks, (HOSTILE[0], "x" * 200, HOSTILE[2])):
        server.ask("PATCH", f"/v1/venues/museum/walks/{walk['hash']}", {"name": name})
    server.ask("PUT", "/v1/venues/museum/plans/bad?name=%3Cb%3E%3Cscript%3Ealert(1)%3Cb%3E.pdf", (PLANS / "level-G.pdf").read_bytes())
    send(server, secrets.token_hex(16), "".join(itertools.islice(seconds_of("visit-galleries"), 30)))


def check_hostile_names_are_inert(programs, browser):
    """Names from venues, walks and plans are text on every page, whatever they are: markup, without an end, from right to left."""
    with Server(programs) as server:
        hostile_museum(server)
        for path in PAGES:
            with Reader(browser, server, path) as reader:
                settle(reader)
                if path.endswith("live"):
                    reader.page.locator("[data-test^='dot-']").focus()
                    reader.find("follow").wait_for()
                if path.endswith("survey"):
                    reader.page.locator(".pin").first.click()
                assert "owned" != reader.page.title()
                assert reader.page.locator("main script, main img[src=x], header script, main b").count() == 0, path
                wide = reader.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                assert wide <= 0, (path, wide)
                # A name takes no more room than its page has: what one needs is still in sight.
                tall = reader.page.evaluate("document.documentElement.scrollHeight")
                assert tall <= 2000, (path, tall)


def check_tokens(programs, browser):
    """A page asks for a token once; one that is revoked is told; controls that it doesn't allow aren't shown."""
    with Server(programs) as server:
        token = server.take_tokens("reader", "read,live")
        with Reader(browser, server, "/v/museum/survey") as reader:
            reader.log_in("nonsense")
            reader.page.get_by_text("ask for a new one").wait_for()
            reader.log_in(token)
            reader.page.wait_for_selector("[data-ready=true]")
            assert reader.find("token").count() == 0 and reader.find("upload").count() == 0 and reader.find("rebuild").count() == 0
            reader.page.reload()
            reader.page.wait_for_selector("[data-ready=true]")
            assert reader.find("token").count() == 0, "the token is asked for once"
            for path in ("/v/museum/align", "/v/museum/live", "/"):
                reader.page.goto(server.url + path)
                settle(reader)
                for name in ("save", "auto", "upload", "replay", "new-venue"):
                    assert reader.find(name).count() == 0, (path, name)
            programs.revoke(server, "reader")
            reader.find("token").wait_for()


def check_keyboard(programs, browser):
    """The Tab key alone reaches every control of the align page."""
    with Server(programs) as server:
        server.send_plan("G")
        with Reader(browser, server, "/v/museum/align") as reader:
            settle(reader)
            wanted = set(reader.page.evaluate("[...document.querySelectorAll('button, select, a, input')].filter((one) => one.checkVisibility() && !one.disabled && one.tabIndex >= 0).map((one, i) => (one.dataset.key = i))"))
            reached = set()
            for _ in range(len(wanted) + 10):
                reader.page.keyboard.press("Tab")
                reached.add(reader.page.evaluate("Number(document.activeElement.dataset.key ?? -1)"))
            assert wanted <= reached, wanted - reached


def modules(name, known):
    """A module and all that it takes, as their addresses."""
    known.add(name)
    for taken in re.findall(r'^import .* from "([^"]+)";$', (ROOT / name.lstrip("/")).read_text(), re.MULTILINE):
        if taken not in known:
            modules(taken, known)
    return known


def check_sizes(programs, browser):
    """A page loads under 300 KB of its own, and its head names all of its modules, so that none is asked for late."""
    with Server(programs) as server:
        for path in PAGES:
            page = path.rsplit("/", 1)[-1] or "home"
            named = re.findall(r'<(?:link rel="modulepreload" href|script type="module" src)="([^"]+)"', (ROOT / "web" / page / "index.html").read_text())
            assert sorted(named) == sorted(modules(f"/web/{page}/main.js", set())), (page, set(named) ^ modules(f"/web/{page}/main.js", set()))
            with Reader(browser, server, path) as reader:
                settle(reader)
                names = reader.page.evaluate("performance.getEntriesByType('resource').filter((one) => one.name.includes('/web/') && !one.name.includes('maplibre')).map((one) => one.decodedBodySize)")
                assert sum(names) < 300_000, (path, sum(names))


CHECKS = [check_axe_finds_nothing_serious, check_narrow, check_hostile_names_are_inert, check_tokens, check_keyboard, check_sizes]
