#!/usr/bin/env python3
"""How fast the server's pages are, as docs/workbench.md has it, in Chromium that draws in software.

usage: pages.py INDOOR INDOOR-SERVER      needs "scripts/setup --pages"
"""
import os
import pathlib
import random
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PYTHON = ROOT / ".build-pages" / "bin" / "python"

# Devices that are told of once a second, as the server's stream tells of them.
STREAM = """
window.EventSource = class extends EventTarget {
  static CLOSED = 2;
  constructor() { super(); this.readyState = 1; window.stream = this; setTimeout(() => this.onopen?.(), 0); }
  close() {}
};
window.spent = [];
window.tell = (count, round) => {
  for (let i = 0; i < count; i++) {
    const angle = i * 2.4 + round * 0.05, far = 0.0003 * Math.sqrt(i / count);
    window.stream.dispatchEvent(new MessageEvent("position", { data: JSON.stringify({ type: "Feature",
      geometry: { type: "Point", coordinates: [-29.8697 + far * Math.cos(angle) * 1.4, 45.32035 + far * Math.sin(angle)] },
      properties: { time_ms: 1, level: 0, label: "G", horizontal_accuracy_m: 4, heading_deg: 90, source: "wifi", session: "device-" + i } }) }));
  }
};
"""
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


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def a0(path, segments=100_000):
    """An A0 page of so many lines."""
    chance = random.Random(1)
    lines = []
    for _ in range(segments):
        x, y = chance.uniform(0, 2384), chance.uniform(0, 3370)
        lines.append(f"{x:.1f} {y:.1f} m {x + chance.uniform(-40, 40):.1f} {y + chance.uniform(-40, 40):.1f} l S")
    content = ("0.3 w\n" + "\n".join(lines)).encode()
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
               b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 2384 3370]/Contents 4 0 R>>",
               b"<</Length %d>>stream\n%b\nendstream" % (len(content), content)]
    written, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(written))
        written += b"%d 0 obj%b\nendobj\n" % (number, body)
    start = len(written)
    written += b"xref\n0 5\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
    path.write_bytes(written + b"trailer<</Size 5/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % start)


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


def dots(browser, server, support):
    """The time that an update takes, and frames while the map is moved, without dots and with them."""
    with support.Reader(browser, server, "/") as reader:
        reader.page.add_init_script(STREAM)
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
        for number in range(20):
            reader.page.evaluate("(round) => tell(500, round)", number)
            reader.page.wait_for_timeout(1000)
        updates = reader.page.evaluate("performance.getEntriesByName('update').map((one) => one.duration)")[-20:]
        reader.page.evaluate("tell(500, 99)")
        return updates, empty, frames()


def tiles(browser, server, programs):
    """The overview of a large page, and pieces at full zoom, each cold, in milliseconds."""
    plan = programs.folder / "a0.pdf"
    a0(plan)
    server.ask("PUT", "/v1/venues/museum/plans/a0?name=a0.pdf", plan.read_bytes())
    page = browser.new_page()
    page.goto(server.url + "/")
    fetch = "async (path) => { const begun = performance.now(); await (await fetch(path)).blob(); return performance.now() - begun; }"
    overview = page.evaluate(fetch, "/v1/venues/museum/plans/a0/page/0/0/0.png")
    pieces = [page.evaluate(fetch, f"/v1/venues/museum/plans/a0/page/5/{4 + number % 5}/{4 + number // 5}.png") for number in range(20)]
    page.close()
    return overview, pieces


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        if not PYTHON.exists():
            sys.exit("pages.py: playwright is missing (scripts/setup --pages)")
        os.execv(PYTHON, [str(PYTHON), *sys.argv])
    sys.path.insert(0, str(ROOT / "Server" / "Tests" / "Pages"))
    import align, support
    programs = support.Programs(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]))
    try:
        with sync_playwright() as playwright, support.Server(programs) as server:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=[
                "--headless", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"])
            server.send_plan("G")
            with support.Reader(browser, server, "/v/museum/align") as reader:
                delays = drags(reader, align)
            print(f"mouse move to shown residual, p50: {statistics.median(delays):.0f} ms (p95 {percentile(delays, 0.95):.0f} ms, {len(delays)} moves)")
            updates, empty, full = dots(browser, server, support)
            print(f"500 dots, script an update, p50: {statistics.median(updates):.1f} ms, p95: {percentile(updates, 0.95):.1f} ms; frame, median: {statistics.median(full):.1f} ms, without dots {statistics.median(empty):.1f} ms (× {statistics.median(full) / statistics.median(empty):.2f})")
            overview, pieces = tiles(browser, server, programs)
            print(f"A0 page of 100,000 segments: overview {overview / 1000:.2f} s, a piece at full zoom p95 {percentile(pieces, 0.95) / 1000:.2f} s")
    finally:
        programs.remove()


if __name__ == "__main__":
    main()
