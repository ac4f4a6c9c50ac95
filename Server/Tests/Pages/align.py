"""Checks of the align page."""
import json
import re

import worlds
from support import PLANS, Held, Reader, Server, middle, pixel_on_plan, pixels


def opened(reader):
    reader.page.locator("[data-ready=true][data-plan]").wait_for()


def given(level):
    """The anchors that come with a plan: points of the page and places."""
    features = json.loads((PLANS / f"level-{level}.anchors.geojson").read_text())["features"]
    return [(feature["properties"]["page"], feature["geometry"]["coordinates"]) for feature in features]


def type_place(reader, place):
    for name, value in (("longitude", place[0]), ("latitude", place[1])):
        reader.find(name).fill(str(value))
        reader.find(name).press("Enter")
        reader.find(name).blur()


def drag(reader, handle, x, y):
    box = handle.bounding_box()
    reader.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    reader.page.mouse.down()
    reader.page.mouse.move(x + 7, y + 5, steps=4)
    reader.page.mouse.move(x, y)
    reader.page.mouse.up()


def set_anchors(reader, level, count):
    """Clicks points of the plan a little beside where they are meant, says their places, and drags them to where they belong."""
    box = [0, 0, 2384, 1684]
    for number, (point, place) in enumerate(given(level)[:count], 1):
        x, y = pixel_on_plan(reader, box, point)
        reader.page.mouse.click(x + 25, y - 20)
        type_place(reader, place)
        drag(reader, reader.find("plan").locator(f"[data-test='anchor-{number}']"), x, y)
    # Two anchors leave nothing to measure.
    reader.until(lambda: reader.text(f"residual-{count}" if count > 2 else "predicted") != "–", "a fit of all anchors")


def shown_fit(reader, count):
    return [reader.text("rmse")] + [reader.text(f"residual-{number}") for number in range(1, count + 1)]


def kept(reader):
    """The anchors that aren't saved yet, as the page keeps them."""
    return json.loads(reader.page.evaluate("Object.values(sessionStorage)[0]"))


def shown_metres(value):
    """A length as pages show it."""
    return f"{value:.{2 if value < 0.995 else 1}f} m"


def check_dragged_anchors_fit_as_the_command_says(programs, browser):
    """Anchors dragged with the mouse give the fit that `indoor align` gives of the same anchors, to the last digit shown."""
    with Server(programs) as server:
        server.send_plan("G")
        with Reader(browser, server, "/v/museum/align") as reader:
            opened(reader)
            set_anchors(reader, "G", 4)
            for anchor, (point, _) in zip(kept(reader), given("G")):
                assert max(abs(a - b) for a, b in zip(anchor["page"], point)) < 8, "dragged to the wrong point"
            # One is dragged astray, so that each is off by something else.
            astray = reader.find("plan").locator("[data-test='anchor-2']")
            x, y = (astray.bounding_box()[side] + 14 for side in "xy")
            before = shown_fit(reader, 4)
            drag(reader, astray, x + 9, y - 4)
            reader.until(lambda: shown_fit(reader, 4) != before and len(set(shown_fit(reader, 4))) > 3, "a fit of the anchor that went astray")
            reader.find("save").click()
            reader.page.get_by_text("Saved:").wait_for()
            anchors = programs.folder / "dragged.geojson"
            stored = server.ask("GET", "/v1/venues/museum/plans/level-g/anchors")
            anchors.write_text(json.dumps(stored))
            said = json.loads(programs.run(
                "align", "--plan", PLANS / "level-G.pdf", "--level", "0", "--venue", programs.museum, "--anchors", anchors, "--json"))
            wanted = [shown_metres(value) for value in [said["rmseMetres"]] + [anchor["residualMetres"] for anchor in said["anchors"]]]
            assert shown_fit(reader, 4) == wanted, (shown_fit(reader, 4), wanted)
            # Undo takes the last drag back, redo brings it again.
            reader.find("undo").click()
            reader.until(lambda: shown_fit(reader, 4) != wanted, "undo changes the fit")
            reader.find("redo").click()
            reader.until(lambda: shown_fit(reader, 4) == wanted, "redo brings it back")


def check_two_people_save(programs, browser):
    """Who saves second is told, and can look at what the first one saved."""
    with Server(programs) as server:
        server.send_plan("G")
        with Reader(browser, server, "/v/museum/align") as first, Reader(browser, server, "/v/museum/align") as second:
            for reader, count in ((first, 2), (second, 3)):
                opened(reader)
                set_anchors(reader, "G", count)
            first.find("save").click()
            first.page.get_by_text("Saved:").wait_for()
            second.expects_losses = True
            second.find("save").click()
            second.find("question").get_by_role("button", name="Look at theirs").click()
            second.until(lambda: second.find("residual-3").count() == 0, "theirs has two anchors")
            second.find("undo").click()
            second.until(lambda: second.find("residual-3").count() == 1, "mine are one undo away")


def check_from_nothing(programs, browser):
    """A PDF and two anchors are enough for a venue."""
    with Server(programs, museum=False) as server, Reader(browser, server, "/") as reader:
        reader.find("new-venue").click()
        reader.find("venue-id").fill("aic")
        reader.page.get_by_role("button", name="Make it").click()
        reader.page.wait_for_url("**/v/aic/align")
        reader.page.wait_for_selector("[data-ready=true]")
        with reader.page.expect_file_chooser() as chooser:
            reader.find("upload").click()
        chooser.value.set_files(PLANS / "level-G.pdf")
        reader.page.locator("[data-plan='level-g']").wait_for()
        box = [0, 0, 2384, 1684]
        for point, place in given("G")[:2]:
            reader.page.mouse.click(*pixel_on_plan(reader, box, point))
            type_place(reader, place)
        reader.until(lambda: reader.text("predicted") != "–", "a fit of two anchors")
        reader.find("save").click()
        reader.page.locator("[data-test='level-0']").wait_for()
        venue = server.ask("GET", "/v1/venues/aic")
        assert venue["buildings"][0]["levels"][0]["plan"], venue


def check_both_places_are_looked_at_where_the_fit_is_open(programs, browser):
    """A plan that fits in several ways is shown in each before one is used, and the one that is used is saved."""
    venue, plan = worlds.corridor()
    with Server(programs, museum=False) as server:
        server.ask("POST", "/v1/venues/offices", venue.encode(), {"Content-Type": "application/geo+json"})
        server.ask("PUT", "/v1/venues/offices/plans/floor?name=floor.pdf", plan)
        with Reader(browser, server, "/v/offices/align") as reader:
            opened(reader)
            reader.find("auto").click()
            reader.find("candidate-2").wait_for()
            shown = [reader.find("map").screenshot()]
            # The first is looked at unasked.
            reader.page.locator("[data-test='candidate-1']:focus").wait_for()
            reader.find("candidate-4").hover()

            def differs():
                shown.append(reader.find("map").screenshot())
                return shown[-1] != shown[0]
            reader.until(differs, "the place that is pointed at")
            reader.page.get_by_role("button", name=re.compile("turned by −?0°, [0-9]")).click()
            reader.until(lambda: reader.find("residual-4").count() and reader.text("residual-4") != "–", "anchors where it lies")
            reader.find("save").click()
            reader.page.get_by_text("Saved: floor.pdf").wait_for()
            found = server.ask("GET", "/v1/venues/offices/plans")["plans"][0]["pageToLocal"]
            assert abs(found[0] * worlds.POINTS - 1) < 0.01 and abs(found[1]) < 1e-4, found


def check_a_page_is_chosen_by_its_picture(programs, browser):
    """Of a PDF with several pages each is shown small, and the one that is chosen is opened."""
    plan = programs.folder / "three.pdf"
    plan.write_bytes(worlds.pdf([f"{number}0 w {number}00 50 m {number}00 250 l S" for number in (1, 2, 3)], 400, 300))
    with Server(programs) as server, Reader(browser, server, "/v/museum/align") as reader:
        reader.page.wait_for_selector("[data-ready=true]")
        asked = []
        reader.page.on("request", lambda request: asked.append(request.url))
        with reader.page.expect_file_chooser() as chooser:
            reader.find("upload").click()
        chooser.value.set_files(plan)
        reader.page.get_by_role("dialog").get_by_text("Which of the 3 pages?").wait_for()
        for number in (1, 2, 3):
            picture = reader.find(f"page-{number}").locator("img")
            reader.until(lambda: picture.evaluate("(one) => one.complete && one.naturalWidth") == 512, f"the picture of page {number}")
        asked.clear()
        reader.find("page-2").click()
        reader.page.locator("[data-plan='three']").wait_for()
        reader.until(lambda: any("/plans/three/page/" in one for one in asked), "the page is drawn")
        assert all("page=2" in one for one in asked if "/plans/three/page/" in one), asked


def check_the_next_step_is_told(programs, browser):
    """At each step of placing a plan the page says what comes next, and where a place is typed."""
    with Server(programs) as server, Reader(browser, server, "/v/museum/align") as reader:
        reader.page.wait_for_selector("[data-ready=true]")
        reader.find("plan").get_by_text("The rooms on the map are the venue's own").wait_for()
        server.send_plan("G")
        reader.page.reload()
        opened(reader)
        (first, place), (second, other) = given("G")[:2]
        reader.find("plan").get_by_text("Click a point here").wait_for()
        reader.page.mouse.click(*pixel_on_plan(reader, [0, 0, 2384, 1684], first))
        reader.find("map").get_by_text("Now click the same point on the map").wait_for()
        reader.find("type").click()
        reader.page.locator("[data-test='latitude']:focus").wait_for()
        # Both at once, as maps copy them.
        reader.page.keyboard.type(f"{place[1]}, {place[0]}")
        reader.page.keyboard.press("Enter")
        reader.find("plan").get_by_text("One more").wait_for()
        reader.page.mouse.click(*pixel_on_plan(reader, [0, 0, 2384, 1684], second))
        type_place(reader, other)
        reader.page.get_by_text("The plan lies on the map. Save it").wait_for()


def check_pieces_of_a_busy_server_come_later(programs, browser):
    """Pieces of a plan that the server is too busy for are asked for again, and the plan is drawn on both sides."""
    with Server(programs) as server:
        server.place_plan("G", 0)
        with Reader(browser, server, "/") as reader:
            reader.expects_losses = True
            refused = set()

            def refuse_once(route):
                if route.request.url in refused:
                    route.fallback()
                else:
                    refused.add(route.request.url)
                    route.fulfill(status=503, headers={"Retry-After": "1"}, body="{}")
            reader.page.route("**/page/*/*/*.png*", refuse_once)
            reader.page.goto(server.url + "/v/museum/align?plan=level-g")
            opened(reader)

            def drawn():
                return reader.page.evaluate("""() => {
                    const canvas = document.querySelector("[data-test=plan] canvas");
                    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
                    let dark = 0;
                    for (let i = 0; i < data.length; i += 4) dark += data[i + 3] > 0 && data[i] < 80 && data[i + 1] < 80;
                    return dark;
                }""") > 500
            reader.until(drawn, "the plan's lines")
            reader.until(lambda: any((red - blue) > 60 for red, _, blue in pixels(reader, *middle(reader, "map"), reach=120)), "the plan over the map")
            assert refused


def check_numbers_are_written_as_people_read_them(programs, browser):
    """Numbers are no finer than anything is known, with a minus sign, and nothing is said to be quite sure."""
    with Server(programs) as server, Reader(browser, server, "/") as reader:
        said = reader.page.evaluate("""async () => {
            const { degrees, metres, radius, sureness } = await import("/web/common/format.js");
            return [degrees(-62.4), degrees(-0.2), metres(0.034), metres(-3.24), metres(12.34), radius(12.6), radius(3.24), sureness(0.97), sureness(1), sureness(null)];
        }""")
        assert said == ["−62°", "0°", "0.03 m", "−3.2 m", "12 m", "13 m", "3.2 m", "97 %", "over 99 %", "–"], said


def check_slow_answers_stay_with_their_plan(programs, browser):
    """What comes late of a plan is laid on no other: its anchors, its fit by itself, and that it is saved."""
    with Server(programs) as server:
        server.place_plan("G", 0)
        server.place_plan("1", 1)
        with Reader(browser, server, "/v/museum/align?plan=level-g") as reader:
            opened(reader)
            anchors = {plan: len(given(plan)) for plan in "G1"}

            def turn(plan):
                reader.find("plans").select_option(f"level-{plan.lower()}")

            def stands(plan):
                reader.page.locator(f"[data-plan='level-{plan.lower()}']").wait_for()
                reader.page.get_by_text("As saved.").wait_for()
                count = reader.page.locator(".anchors-table tbody tr").count()
                assert (reader.find("plans").input_value(), count) == (f"level-{plan.lower()}", anchors[plan]), (plan, count)

            def nudge():
                reader.find("plan").locator("[data-test='anchor-2']").press("ArrowRight")
                reader.page.get_by_text("Changed since it was saved.").wait_for()
            stands("G")
            slow = Held(reader, "**/plans/level-1/anchors")
            turn("1")
            turn("G")
            slow.let_go()
            stands("G")
            slow = Held(reader, "**/plans/level-g/auto")
            reader.find("auto").click()
            turn("1")
            reader.find("auto-dialog").wait_for(state="detached")
            slow.let_go()
            stands("1")
            # What is changed while it is saved isn't saved, and is kept.
            nudge()
            slow = Held(reader, "**/placement")
            reader.find("save").click()
            reader.find("plan").locator("[data-test='anchor-2']").press("ArrowDown")
            slow.let_go()
            reader.page.get_by_text("Saved: level-1.pdf").wait_for()
            reader.page.get_by_text("Changed since it was saved.").wait_for()
            reader.page.reload()
            opened(reader)
            reader.page.get_by_text("Changed since it was saved.").wait_for()
            slow = Held(reader, "**/placement")
            reader.find("save").click()
            turn("G")
            stands("G")
            nudge()
            slow.let_go()
            reader.page.get_by_text("Saved: level-1.pdf").wait_for()
            reader.page.get_by_text("Changed since it was saved.").wait_for()
            reader.find("save").click()
            reader.page.get_by_text("Saved: level-G.pdf").wait_for()


def check_exchanged_numbers_are_refused(programs, browser):
    """A latitude beyond 90 degrees is refused where it is typed."""
    with Server(programs) as server:
        server.place_plan("G", 0)
        with Reader(browser, server, "/v/museum/align") as reader:
            opened(reader)
            reader.page.locator(".anchors-table tbody button").first.click()
            for text in ("139.7", "139.7, 35.6"):
                reader.find("latitude").fill(text)
                reader.find("latitude").press("Tab")
                assert "exchanged" in reader.find("latitude").evaluate("(one) => one.validationMessage"), text
            reader.page.get_by_text("As saved.").wait_for()


def check_names_are_cut_at_characters(programs, browser):
    """Files' names are sent as the server takes them: at most 128 bytes, no half characters, and the ending stays."""
    with Server(programs) as server, Reader(browser, server, "/") as reader:
        names = reader.page.evaluate(r"""async () => {
            const { sentName } = await import("/web/common/drop.js");
            return ["x".repeat(59) + "🙂.pdf", "🙂".repeat(40) + ".jsonl", "../a\ud800", "..", "é".repeat(90)].map((name) => sentName(name, "plan"));
        }""")
        assert names == ["x" * 59 + "🙂.pdf", "🙂" * 30 + ".jsonl", "-a\ufffd", "plan", "é" * 64], names


CHECKS = [check_dragged_anchors_fit_as_the_command_says, check_two_people_save, check_from_nothing,
          check_both_places_are_looked_at_where_the_fit_is_open, check_a_page_is_chosen_by_its_picture, check_the_next_step_is_told,
          check_slow_answers_stay_with_their_plan, check_exchanged_numbers_are_refused, check_names_are_cut_at_characters,
          check_pieces_of_a_busy_server_come_later, check_numbers_are_written_as_people_read_them]
