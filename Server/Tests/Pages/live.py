"""Checks of the live page."""
import csv
import itertools
import json
import re
import secrets

import worlds
from support import WALKS, Reader, Server, metres, world


def seconds_of(visit):
    """A recording's lines without the header, a second of them at a time."""
    lines = (WALKS / f"{visit}.jsonl").read_text().splitlines()[1:]
    stamped = sorted(((json.loads(line)["t"], line) for line in lines), key=lambda entry: entry[0])
    for _, some in itertools.groupby(stamped, key=lambda entry: int(entry[0] // 1000)):
        yield "\n".join(line for _, line in some) + "\n"


def send(server, session, lines):
    return server.ask("POST", f"/v1/venues/museum/sessions/{session}/observations", lines.encode(), {"Content-Type": "application/x-ndjson"})


def check_dot_lies_where_positions_say(programs, browser):
    """A visitor's dot, its level, how sure that is, and its radius are those that `indoor locate` writes, to the pixel."""
    table = programs.folder / "positions.csv"
    programs.run("locate", programs.museum, WALKS / "visit-galleries.jsonl", "--output", table)
    rows = {row["time_ms"]: row for row in csv.DictReader(table.open())}
    with Server(programs) as server, Reader(browser, server, "/v/museum/live") as reader:
        reader.page.wait_for_selector("[data-ready=true]", state="attached")
        session = secrets.token_hex(16)
        for lines in itertools.islice(seconds_of("visit-galleries"), 40):
            newest = send(server, session, lines)
        row = rows[str(newest["properties"]["time_ms"])]
        dot = reader.page.locator("[data-test^='dot-']")
        dot.wait_for()
        place = (float(row["longitude"]), float(row["latitude"]))

        def off():
            # The map's view stands in the address: #at=zoom/latitude/longitude.
            found = re.search(r"at=([\d.]+)/(-?[\d.]+)/(-?[\d.]+)", reader.page.url)
            if not found:
                return 1e9
            zoom, latitude, longitude = map(float, found.groups())
            area, box = reader.find("map").bounding_box(), dot.bounding_box()
            (x, y), (cx, cy) = world(place, zoom), world((longitude, latitude), zoom)
            return max(abs(box["x"] + box["width"] / 2 - (area["x"] + area["width"] / 2 + x - cx)),
                       abs(box["y"] + box["height"] / 2 - (area["y"] + area["height"] / 2 + y - cy)))

        reader.page.keyboard.press("Tab")
        reader.until(lambda: off() <= 1.5, f"the dot at {place}, it is {off()} pixels off")
        assert reader.text("level") == row["label"], reader.text("level")
        sure = newest["properties"]["level_confidence"]
        assert reader.text("sure") == ("over 99 %" if sure >= 0.995 else f"{sure * 100:.0f} %"), (reader.text("sure"), sure)
        assert abs(metres(reader.text("radius")) - float(row["horizontal_accuracy_m"])) <= (0.051 if float(row["horizontal_accuracy_m"]) < 9.9 else 0.51)
        # Who ends is gone.
        server.ask("DELETE", f"/v1/venues/museum/sessions/{session}")
        dot.wait_for(state="detached")


def check_floor_follows(programs, browser):
    """Following a visitor on the stairs changes the level that is shown."""
    with Server(programs) as server, Reader(browser, server, "/v/museum/live") as reader:
        reader.page.wait_for_selector("[data-ready=true]", state="attached")
        session, seen = secrets.token_hex(16), set()
        visit = seconds_of("visit-stairs")
        send(server, session, next(visit) + "".join(itertools.islice(visit, 5)))
        reader.find("follow").click()
        for some in iter(lambda: "".join(itertools.islice(visit, 12)), ""):
            level = (send(server, session, some) or {"properties": {"level": None}})["properties"]["level"]
            if level is not None and level not in seen:
                seen.add(level)
                reader.page.locator(f"[data-test='level-{level}'][aria-pressed='true']").wait_for()
        assert len(seen) > 1, seen


def check_lost_and_elsewhere_are_told(programs, browser):
    """Who is followed and ends is told, with where they were; who is on another level than the one that is shown is a click away."""
    with Server(programs) as server, Reader(browser, server, "/v/museum/live") as reader:
        reader.page.wait_for_selector("[data-ready=true]", state="attached")
        session = secrets.token_hex(16)
        send(server, session, "".join(itertools.islice(seconds_of("visit-galleries"), 20)))
        reader.find("follow").click()
        reader.find("away").wait_for(state="hidden")
        other = reader.page.locator("[data-test^='level-'][aria-pressed='false']").first
        other.click()
        reader.find("news").get_by_text("you chose a level").wait_for()
        reader.find("away").click()
        other.and_(reader.page.locator("[aria-pressed='false']")).wait_for()
        reader.find("follow").click()
        server.ask("DELETE", f"/v1/venues/museum/sessions/{session}")
        reader.find("news").get_by_text("is heard no more. It was last on level").wait_for()


def check_replay(programs, browser):
    """A recording is replayed beside its truth."""
    with Server(programs) as server, Reader(browser, server, "/v/museum/live") as reader:
        reader.page.wait_for_selector("[data-ready=true]", state="attached")
        with reader.page.expect_file_chooser() as chooser:
            reader.find("replay").click()
        chooser.value.set_files([WALKS / "visit-upper.jsonl", WALKS / "visit-upper.truth.csv"])
        reader.find("time").wait_for()
        reader.find("time").focus()
        reader.page.keyboard.press("End")
        reader.until(lambda: reader.text("replay-time") != "0:00 min", "the last moment is shown")
        reader.page.locator("[data-test='level-1'][aria-pressed='true']").wait_for()
        assert metres(reader.text("replay-error")) < 30, reader.text("replay-error")
        # A truth of several recordings: another's rows, far off at the same moments, say nothing here.
        head, *rows = (WALKS / "visit-upper.truth.csv").read_text().splitlines()
        columns = head.split(",")
        own, time = columns.index("recording"), columns.index("time_ms")
        others = []
        for row in rows:
            cells = row.split(",")
            cells[own], cells[time] = "visit-9", str(int(cells[time]) + 1)
            cells[columns.index("level")] = "-1"
            others.append(",".join(cells))
        # Levels by their labels, as surveyors call them.
        labels = {"-1": "b", "0": "G", "1": "1"}
        table = "\n".join([head, *(",".join(labels[cell] if number == columns.index("level") else cell for number, cell in enumerate(row.split(","))) for row in others + rows)]) + "\n"
        with reader.page.expect_file_chooser() as chooser:
            reader.find("replay").click()
        chooser.value.set_files([{"name": "all.csv", "mimeType": "text/csv", "buffer": table.encode()}])
        reader.find("time").focus()
        reader.page.keyboard.press("End")
        reader.until(lambda: reader.text("replay-time") != "0:00 min", "the last moment is shown")
        assert metres(reader.text("replay-error")) < 30, reader.text("replay-error")


def check_truth_is_read_as_the_command_reads_it(programs, browser):
    """Truth has quoted fields as RFC 4180 has them, and what is missing of its columns is named."""
    with Server(programs) as server, Reader(browser, server, "/") as reader:
        read = reader.page.evaluate(r"""async () => {
            const { rowsOf } = await import("/web/live/truth.js");
            const head = "recording,time_ms,latitude,longitude,level";
            return [`\ufeff"recording","time_ms",latitude,longitude,level\r\n"a, ""b""x",1,2,3,"0"\r\n`, `${head}\n\na,1,2,3,0\n${head}\nb,1,2,3,0`,
                head.replace(",level", ""), head.replaceAll(",", ";"), `${head}\n"a,1`, `${head}\na,1,2,3,`,
                `${head}\na,1,,3,0`, `${head}\na,1,100,3,0`, `${head}\na,,2,3,0`].map((text) => {
                try { return rowsOf(text, [], () => {}).map((row) => row.recording); } catch (error) { return error.message; }
            });
        }""")
        assert read[:2] == [['a, "b"x'], ["a", "b"]], read
        for said, word in zip(read[2:], ("no column level:", "semicolons", "not closed", "no level", "no latitude", "latitude “100”", "no time_ms")):
            assert word in said, read
        told = reader.page.evaluate(r"""async () => {
            const { rowsOf } = await import("/web/live/truth.js");
            const told = [];
            const rows = rowsOf("recording,time_ms,latitude,longitude,level\na,1,2,3,0.5\na,2,2,3,1", [], (...words) => told.push(words));
            return [rows.length, told];
        }""")
        assert told == [1, [["0.5", 1]]], told
        # Of a moment's rows one that names the recording counts, wherever it stands.
        counted = reader.page.evaluate("""async () => {
            const { rowsOf, truthOf } = await import("/web/live/truth.js");
            const rows = rowsOf("recording,time_ms,latitude,longitude,level\\n,1,10,0,0\\nwalk,1,20,0,0\\n,1,30,0,0\\n,2,40,0,0\\nother,3,50,0,0", [], () => {});
            return truthOf(rows, { file: "walk.jsonl" }).map((row) => row.place[1]);
        }""")
        assert counted == [20, 40], counted


def check_server_that_dies(programs, browser):
    """A server that is killed is told, and when it is back the page goes on."""
    with Server(programs) as server, Reader(browser, server, "/v/museum/live") as reader:
        reader.page.wait_for_selector("[data-ready=true]", state="attached")
        reader.expects_losses = True
        server.kill()
        reader.find("lost").wait_for(state="visible")
        server.start(server.port)
        reader.find("lost").wait_for(state="hidden")
        reader.page.get_by_role("status").get_by_text("live", exact=True).wait_for()
        send(server, secrets.token_hex(16), "".join(itertools.islice(seconds_of("visit-galleries"), 20)))
        reader.page.locator("[data-test^='dot-']").wait_for()


def check_one_of_many_is_met(programs, browser):
    """Of so many dots that their buttons move only where somebody is, the one that is pointed at says who it is, and is chosen by a click."""
    with Server(programs) as server, Reader(browser, server, "/") as reader:
        reader.page.add_init_script(worlds.STREAM)
        reader.page.goto(server.url + "/v/museum/live")
        reader.page.wait_for_selector("[data-ready=true]", state="attached")
        reader.page.evaluate("prepare(100, 9)")
        for number in range(9):
            reader.page.evaluate("tell", number)
            reader.until(lambda: reader.page.evaluate("performance.getEntriesByName('update').length") > number, f"update {number}")
        zoom, latitude, longitude = map(float, re.search(r"at=([\d.]+)/(-?[\d.]+)/(-?[\d.]+)", reader.page.url).groups())
        area, (cx, cy) = reader.find("map").bounding_box(), world((longitude, latitude), zoom)
        (x, y) = world(reader.page.evaluate("JSON.parse(prepared[8][99].data).geometry.coordinates"), zoom)
        x, y = area["x"] + area["width"] / 2 + x - cx, area["y"] + area["height"] / 2 + y - cy
        reader.page.mouse.move(x - 30, y)
        reader.page.mouse.move(x, y)
        reader.page.locator("[data-test='dot-99-device'][title*='within 4.0 m']").wait_for()
        reader.page.mouse.click(x, y)
        reader.page.get_by_role("heading", name="Device 99-dev").wait_for()


CHECKS = [check_dot_lies_where_positions_say, check_floor_follows, check_lost_and_elsewhere_are_told, check_one_of_many_is_met, check_replay,
          check_truth_is_read_as_the_command_reads_it, check_server_that_dies]
