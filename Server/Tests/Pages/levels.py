"""Checks of the align page with several levels."""
from align import opened
from support import Reader, Server, middle, pixels

# Some 0.4 m, so that tying has something to mend.
ASTRAY = 5e-6
TIE = (29, 78, 216)


def beside(reader, plan):
    reader.page.locator(f"[data-test='beside'][data-plan='{plan}']").wait_for()


def check_levels_stand_side_by_side(programs, browser):
    """Another level stands in the plan's place with its own plan; both maps move together, and each shows where one points on the other."""
    with Server(programs) as server:
        for level, ordinal in (("G", 0), ("1", 1)):
            server.place_plan(level, ordinal)
        with Reader(browser, server, "/v/museum/align?plan=level-1") as reader:
            opened(reader)
            anchor = reader.find("map").locator("[data-test='anchor-1']")
            before = anchor.bounding_box()
            reader.find("beside-switch").click()
            beside(reader, "level-g")
            reader.find("plan").wait_for(state="hidden")
            assert anchor.bounding_box() == before, "the map that was there moved"
            (x, y), (left, top) = middle(reader, "map"), middle(reader, "beside")
            reader.page.mouse.move(x, y)
            reader.page.mouse.wheel(0, -400)
            reader.page.mouse.down()
            reader.page.mouse.move(x - 90, y + 60, steps=5)
            reader.page.mouse.up()
            ghost = reader.find("beside").locator(".ghost")

            def off(dx, dy):
                reader.page.mouse.move(x + dx - 1, y + dy)
                reader.page.mouse.move(x + dx, y + dy)
                box = ghost.bounding_box()
                if not box:
                    return 1e9
                return max(abs(box["x"] + box["width"] / 2 - left - dx), abs(box["y"] + box["height"] / 2 - top - dy))
            for dx, dy in ((120, 80), (-60, -140)):
                reader.until(lambda: off(dx, dy) < 1.5, f"the mark at {dx}, {dy}; it is {off(dx, dy)} pixels off")
            # The level that has no plan shows its units alone; and the plan comes back.
            reader.find("beside-level--1").click()
            beside(reader, "")
            reader.find("beside").get_by_text("No plan lies on this level yet.").wait_for()
            reader.find("beside-switch").click()
            reader.find("plan").wait_for(state="visible")
            reader.find("beside").wait_for(state="hidden")


def check_ties_are_drawn_on_both_levels(programs, browser):
    """Tying says what it changes, shows its ties on both levels, and stores them; who goes on with the plan isn't told that somebody else saved."""
    with Server(programs) as server:
        server.place_plan("G", 0)
        server.place_plan("1", 1, east=ASTRAY)
        tried = server.ask("POST", "/v1/venues/museum/plans/align-levels", {"dryRun": True})
        with Reader(browser, server, "/v/museum/align?plan=level-1") as reader:
            opened(reader)
            reader.find("align-levels").click()
            beside(reader, "level-g")
            dialog = reader.find("ties")
            dialog.get_by_text(f"{tried['rmsBeforeMetres']:.2f} m apart now, and {tried['rmsAfterMetres']:.2f} m").wait_for()
            shown = sum(len(connector["levels"]) for connector in tried["connectors"])
            assert dialog.locator("tbody tr").count() == shown > 1, shown
            dialog.locator("tbody button").first.click()
            for pane in ("map", "beside"):
                reader.until(lambda: TIE in pixels(reader, *middle(reader, pane)), f"a tie in the middle of {pane}")
            reader.find("show-tied").check()
            dialog.get_by_role("button", name="Tie them").click()
            reader.page.get_by_text("The levels are tied.").wait_for()
            reader.page.get_by_text("Ties to other levels hold it").wait_for()
            stored = next(plan for plan in server.ask("GET", "/v1/venues/museum/plans")["plans"] if plan["id"] == "level-1")
            wanted = next(level for level in tried["levels"] if level["level"] == 1)["pageToLocal"]
            assert all(abs(a - b) < 1e-9 for a, b in zip(stored["pageToLocal"], wanted)), (stored, wanted)
            reader.find("beside-switch").click()
            reader.find("plan").locator("[data-test='anchor-1']").press("ArrowRight")
            reader.find("save").click()
            reader.page.get_by_text("Saved: level-1.pdf").wait_for()


def check_levels_by_keyboard(programs, browser):
    """Comparing two levels is opened, moved and left, and ties are looked at and left, by the keyboard alone."""
    with Server(programs) as server:
        for level, ordinal in (("G", 0), ("1", 1)):
            server.place_plan(level, ordinal)
        with Reader(browser, server, "/v/museum/align?plan=level-1") as reader:
            opened(reader)
            reader.find("beside-switch").focus()
            reader.page.keyboard.press("Enter")
            beside(reader, "level-g")
            for _ in range(40):
                reader.page.keyboard.press("Tab")
                if reader.page.evaluate("document.activeElement.matches('[data-test=beside] canvas')"):
                    break
            # One points with the middle of both.
            reader.until(lambda: [one.is_visible() for one in reader.page.locator(".ghost").all()] == [True, True], "the marks")
            anchor = reader.find("map").locator("[data-test='anchor-1']")
            before = anchor.bounding_box()
            reader.page.keyboard.press("ArrowRight")
            reader.until(lambda: anchor.bounding_box()["x"] < before["x"] - 20, "the other map goes along")
            reader.find("align-levels").focus()
            reader.page.keyboard.press("Enter")
            reader.page.locator("[data-test='ties'] :focus").wait_for()
            reader.page.keyboard.press("Escape")
            reader.find("ties").wait_for(state="detached")
            reader.page.locator("[data-test='align-levels']:focus").wait_for()


def check_who_may_only_look_sees_the_stored_place(programs, browser):
    """A token that can't align sees where plans lie and how far their anchors are off, and can move nothing."""
    with Server(programs) as server:
        server.place_plan("G", 0)
        token = server.take_tokens("reader", "read")
        with Reader(browser, server, "/v/museum/align") as reader:
            reader.log_in(token)
            reader.page.locator("[data-ready=true][data-laid=true]").wait_for()
            reader.until(lambda: reader.text("residual-1").endswith(" m"), "how far an anchor is off")
            handle = reader.find("plan").locator("[data-test='anchor-1']")
            before, (x, y) = handle.bounding_box(), middle(reader, "plan")
            reader.page.mouse.move(before["x"] + 14, before["y"] + 14)
            reader.page.mouse.down()
            reader.page.mouse.move(x, y, steps=3)
            reader.page.mouse.up()
            assert handle.bounding_box() == before, "an anchor was moved"


CHECKS = [check_levels_stand_side_by_side, check_levels_by_keyboard, check_ties_are_drawn_on_both_levels, check_who_may_only_look_sees_the_stored_place]
