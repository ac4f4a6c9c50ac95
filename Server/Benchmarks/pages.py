#!/usr/bin/env python3
"""How fast the server's pages are, as docs/workbench.md has it, in Chromium that draws in software.

usage: pages.py INDOOR INDOOR-SERVER [PART…]      parts: first drags dots sheet; all without a name; needs "scripts/setup --pages"
"""
import json
import os
import pathlib
import random
import statistics
import sys

from bench import percentile, processor

ROOT = pathlib.Path(__file__).resolve().parents[2]
PYTHON = ROOT / ".build-pages" / "bin" / "python"

FRAMES = """() => new Promise((resolve) => {
  const times = [];
  let last = performance.now();
  const step = (now) => { times.push(now - last); last = now; if (times.length < 60) requestAnimationFrame(step); else resolve(times.slice(5)); };
  requestAnimationFrame(step);
})"""
DRAG = """() => {
  window.delays = [];
  let moved = 0;
  addEventListener("pointerrawupdate", (event) => { moved = event.timeStamp; }, true);
  const cell = document.querySelector("[data-test='residual-1']");
  new MutationObserver(() => { if (moved) window.delays.push(performance.now() - moved); moved = 0; }).observe(cell, { childList: true, characterData: true, subtree: true });
}"""


# When a page first shows its venue, and when all that it has is there, by its own clock and once a frame was drawn.
SHOWN = """
window.shownAt = {};
new MutationObserver(() => {
  for (const [name, what] of Object.entries(WHAT)) {
    if (name in window.shownAt || !document.querySelector(what)) continue;
    window.shownAt[name] = 0;
    requestAnimationFrame(() => { window.shownAt[name] = performance.now(); });
  }
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
# How long a sixty-fourth of the plan is white once it was drawn: on this page each has lines.
BLANKS = """() => {
  window.longest = 0;
  const plan = document.querySelector("[data-test=plan] canvas"), small = document.createElement("canvas");
  const pen = small.getContext("2d", { willReadFrequently: true });
  small.width = small.height = 8;
  // Each is the mean of its part.
  pen.imageSmoothingQuality = "high";
  let since = null, isDrawn = false;
  const look = () => {
    pen.clearRect(0, 0, 8, 8);
    pen.drawImage(plan, 0, 0, 8, 8);
    const { data } = pen.getImageData(0, 0, 8, 8);
    let isBlank = false;
    for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 255 && data[i] === 255 && data[i + 1] === 255) isBlank = true;
    isDrawn ||= !isBlank;
    if (!isBlank) since = null;
    else if (isDrawn) window.longest = Math.max(window.longest, performance.now() - (since ??= performance.now()));
    requestAnimationFrame(look);
  };
  look();
}"""
ROUNDS = 40
PARTS = ["first", "drags", "dots", "sheet"]


def a0(path, segments=100_000):
    """An A0 page of so many lines."""
    chance = random.Random(1)
    lines = []
    for _ in range(segments):
        x, y = chance.uniform(0, 2384), chance.uniform(0, 3370)
        lines.append(f"{x:.1f} {y:.1f} m {x + chance.uniform(-40, 40):.1f} {y + chance.uniform(-40, 40):.1f} l S")
    path.write_bytes(worlds.pdf(["0.3 w\n" + "\n".join(lines)], 2384, 3370))


def drags(reader, align):
    """Milliseconds from a move of the mouse to the residual that it gives."""
    align.opened(reader)
    align.set_anchors(reader, "G", 4)
    handle = reader.find("plan").locator("[data-test='anchor-1']").bounding_box()
    reader.page.evaluate(DRAG)
    x, y = handle["x"] + 14, handle["y"] + 14
    reader.page.mouse.move(x, y)
    reader.page.mouse.down()
    for number in range(60):
        before = reader.page.evaluate("delays.length")
        reader.page.mouse.move(x + 5 + number % 20, y + 5 + number % 7)
        reader.until(lambda: reader.page.evaluate("delays.length") > before, "the fit of a move")
    reader.page.mouse.up()
    return reader.page.evaluate("delays")


def dots(browser, server):
    """The time that an update takes, and frames while the map is moved, without dots and with them."""
    with support.Reader(browser, server, "/") as reader:
        reader.page.add_init_script(worlds.STREAM)
        reader.page.goto(server.url + "/v/museum/live")
        reader.page.wait_for_selector("[data-ready=true]", state="attached")

        def frames():
            area = reader.find("map").bounding_box()
            reader.page.mouse.move(area["x"] + 500, area["y"] + 400)
            reader.page.evaluate(f"window.frames_ = ({FRAMES})()")
            reader.page.mouse.down()
            for number in range(80):
                reader.page.mouse.move(area["x"] + 500 + number % 40, area["y"] + 400 + number % 30)
            reader.page.mouse.up()
            return reader.page.evaluate("window.frames_")

        empty = frames()
        reader.page.evaluate("(rounds) => prepare(500, rounds)", ROUNDS + 1)
        meter = reader.context.new_cdp_session(reader.page)
        meter.send("Performance.enable")

        def script():
            return next(one["value"] for one in meter.send("Performance.getMetrics")["metrics"] if one["name"] == "ScriptDuration")
        whole = []
        for number in range(ROUNDS):
            before = script()
            reader.page.evaluate("(round) => tell(round)", number)
            reader.page.wait_for_timeout(1000)
            whole.append((script() - before) * 1000)
        updates = reader.page.evaluate("performance.getEntriesByName('update').map((one) => one.duration)")[-ROUNDS:]
        reader.page.evaluate("(round) => tell(round)", ROUNDS)
        return updates, whole, empty, frames()


def first(browser, server):
    """Milliseconds from asking for a page until its venue is seen on it, and until all is there, each in a browser that knows nothing of it."""
    times = {}
    # The first page shows no map: its picture is a venue's facts, of which the last are its problems.
    home, mapped = {"first": ".venues .facts dt", "all": ".venues .facts dd.warn"}, {"first": "[data-shown=true]", "all": "[data-ready=true]"}
    for path, what in (("/", home), ("/v/museum/align", mapped), ("/v/museum/survey", mapped), ("/v/museum/live", mapped)):
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        context.add_init_script(SHOWN.replace("WHAT", json.dumps(what)))
        page = context.new_page()
        page.goto(server.url + path)
        # The pages' policy forbids waiting by a function.
        while not page.evaluate("window.shownAt.first && window.shownAt.all"):
            page.wait_for_timeout(50)
        times[path] = page.evaluate("window.shownAt")
        context.close()
    return times


def tiles(browser, server, programs):
    """The overview of a large page, and pieces at full zoom, each cold, in milliseconds, and the processor's seconds of the overview."""
    plan = programs.folder / "a0.pdf"
    a0(plan)
    server.ask("PUT", "/v1/venues/museum/plans/a0?name=a0.pdf", plan.read_bytes())
    page = browser.new_page()
    page.goto(server.url + "/")
    fetch = "async (path) => { const begun = performance.now(); await (await fetch(path)).blob(); return performance.now() - begun; }"
    before = processor(server.process, children=True)
    overview = page.evaluate(fetch, "/v1/venues/museum/plans/a0/page/0/0/0.png")
    spent = processor(server.process, children=True) - before
    pieces = [page.evaluate(fetch, f"/v1/venues/museum/plans/a0/page/5/{4 + number % 5}/{4 + number // 5}.png") for number in range(20)]
    page.close()
    return overview, spent, pieces


def blanks(browser, server):
    """The longest time, in milliseconds, that a part of the page was blank while one moves over it at full zoom."""
    with support.Reader(browser, server, "/v/museum/align?plan=a0") as reader:
        reader.page.locator("[data-ready=true][data-plan=a0]").wait_for()
        area = reader.find("plan").bounding_box()
        x, y = area["x"] + area["width"] / 2, area["y"] + area["height"] / 2
        reader.page.mouse.move(x, y)
        reader.page.evaluate(BLANKS)
        # Twenty times as large as the whole page is shown; closer, there is truly nothing between lines.
        for _ in range(4):
            reader.page.mouse.wheel(0, -500)
        for number in range(8):
            reader.page.mouse.move(x + 200, y + 150)
            reader.page.mouse.down()
            reader.page.mouse.move(x - 200, y - 150, steps=20)
            reader.page.mouse.up()
        return reader.page.evaluate("window.longest")


def measure(parts, browser, server, programs, align):
    if "first" in parts:
        for path, shown in first(browser, server).items():
            print(f"first picture of {path}: {shown['first']:.0f} ms, all of it: {shown['all']:.0f} ms")
    if "drags" in parts:
        with support.Reader(browser, server, "/v/museum/align") as reader:
            delays = drags(reader, align)
        print(f"mouse move to shown residual, p50: {statistics.median(delays):.0f} ms (p95 {percentile(delays, 0.95):.0f} ms, {len(delays)} moves)")
    if "dots" in parts:
        updates, whole, empty, full = dots(browser, server)
        print(f"500 dots, script an update, p50: {statistics.median(updates):.1f} ms, p95: {percentile(updates, 0.95):.1f} ms; with hearing and all that "
              f"the map does, {statistics.median(whole):.1f} and {percentile(whole, 0.95):.1f} ms")
        print(f"frame, median: {statistics.median(full):.1f} ms, without dots {statistics.median(empty):.1f} ms (× {statistics.median(full) / statistics.median(empty):.2f})")
    if "sheet" in parts:
        overview, spent, pieces = tiles(browser, server, programs)
        print(f"A0 page of 100,000 segments: overview {overview / 1000:.2f} s ({spent:.2f} s of the processor), a piece at full zoom p95 {percentile(pieces, 0.95) / 1000:.2f} s, "
              f"blank while moving for {blanks(browser, server):.0f} ms at most")


def main():
    parts = sys.argv[3:] or PARTS
    if len(sys.argv) < 3 or not set(parts) <= set(PARTS):
        sys.exit(__doc__)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        if not PYTHON.exists():
            sys.exit("pages.py: playwright is missing (scripts/setup --pages)")
        os.execv(PYTHON, [str(PYTHON), *sys.argv])
    sys.path.insert(0, str(ROOT / "Server" / "Tests" / "Pages"))
    global support, worlds
    import align, support, worlds
    programs = support.Programs(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]))
    try:
        with sync_playwright() as playwright, support.Server(programs) as server:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=[
                "--headless", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"])
            server.place_plan("G", 0)
            measure(parts, browser, server, programs, align)
    finally:
        programs.remove()


if __name__ == "__main__":
    main()
