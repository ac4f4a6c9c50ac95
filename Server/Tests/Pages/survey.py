"""Checks of the survey page."""
import contextlib
import hashlib
import json
import os
import pathlib
import shutil
import sqlite3
import struct

from support import WALKS, Held, Reader, Server

# A level of a mall that people walked with phones, and a walk on which a phone's own network went along.
MALL = pathlib.Path(os.environ.get("INDOORKIT_DATA", ""), "indoor-location-competition", "site1", "F1")
HOTSPOT = "5dd9ef829191710006b5707a.txt"


def other_walk(programs):
    """A walk that is in no file yet: one of the museum's, months later."""
    walk = programs.folder / "another-walk.jsonl"
    walk.write_text((WALKS / "survey-ground-east.jsonl").read_text().replace('"t":1780', '"t":1790'))
    return walk


def check_walk_from_upload_to_removal(programs, browser):
    """A walk is sent, found, taken back and brought back; problems lead to their places."""
    with Server(programs) as server, Reader(browser, server, "/v/museum/survey") as reader:
        reader.page.wait_for_selector("[data-ready=true]")
        known = {walk["hash"] for walk in server.ask("GET", "/v1/venues/museum/walks")["walks"]}
        with reader.page.expect_file_chooser() as chooser:
            reader.find("upload").click()
        chooser.value.set_files(other_walk(programs))
        reader.find("uploaded").wait_for()
        new = next(walk for walk in server.ask("GET", "/v1/venues/museum/walks")["walks"] if walk["hash"] not in known)
        row = reader.find(f"walk-{new['id']}")
        row.wait_for()
        report = server.ask("GET", "/v1/venues/museum/problems")["findings"][1]
        reader.until(lambda: report["message"] in reader.text("problem-2"), "what was found with the new walk")
        reader.find("problem-2").click()
        reader.page.locator(f"[data-test='level-{report['level']}'][aria-pressed='true']").wait_for()
        assert report["remedy"][1:] in reader.text("problem-2"), reader.text("problem-2")
        row.get_by_role("button", name="Remove").click()
        row.get_by_role("button", name="Restore").wait_for()
        assert len(server.ask("GET", "/v1/venues/museum/walks")["walks"]) == len(known)
        row.get_by_role("button", name="Restore").click()
        row.get_by_role("button", name="Rename").click()
        reader.page.get_by_role("dialog").get_by_label("Name").fill("the east again")
        reader.page.get_by_role("dialog").get_by_role("button", name="Rename").click()
        row.get_by_text("the east again").first.wait_for()


def check_the_newest_answer_stays(programs, browser):
    """Of two walks that are removed one after the other both stay removed, whichever answer comes last."""
    with Server(programs) as server, Reader(browser, server, "/v/museum/survey") as reader:
        reader.page.wait_for_selector("[data-ready=true]")
        slow, removed = Held(reader, "**/walks?removed=true"), reader.page.locator(".walk.removed")
        rows = reader.page.locator(".walk").get_by_role("button", name="Remove")
        rows.nth(0).click()
        # It is answered as things are now, and comes after the second one.
        early = slow.wait().fetch()
        rows.nth(1).click()
        reader.until(lambda: removed.count() == 2, "both are removed")
        slow.let_go(response=early)
        assert removed.count() == 2


def check_map_built_compared_and_rolled_back(programs, browser):
    """A radio map is built anew, and an earlier one is put in its place."""
    with Server(programs) as server, Reader(browser, server, "/v/museum/survey") as reader:
        walk = other_walk(programs).read_bytes()
        server.ask("PUT", f"/v1/venues/museum/walks/{hashlib.sha256(walk).hexdigest()}", walk)
        reader.page.wait_for_selector("[data-ready=true]")
        reader.find("rebuild").click()
        reader.page.get_by_text("Version 2 of the radio map").wait_for()
        reader.page.get_by_text("Versions", exact=True).click()
        reader.page.get_by_role("button", name="Compare version 1").click()
        reader.page.get_by_text("From 1 to 2").wait_for()
        reader.find("rollback-1").click()
        reader.page.get_by_text("in use again, as version 3").wait_for()


def check_worst_gap(programs, browser):
    """The page begins on the level that is surveyed worst, with the server's best next walk."""
    with Server(programs) as server, Reader(browser, server, "/v/museum/survey") as reader:
        reader.page.wait_for_selector("[data-ready=true]")
        best = server.ask("GET", "/v1/venues/museum/next-walk")["features"][0]["properties"]
        # The worst level is shown unasked.
        reader.page.locator(f"[data-test='level-{best['level']}'][aria-pressed='true']").wait_for()
        reader.until(lambda: f"{best['covers_m2']:.0f} m²" in reader.text("next-walk"), "the best walk of the level")


def check_a_problem_leads_to_its_walk(programs, browser):
    """A problem's heading names its place, and of one that a walk has, the walk is shown; how to record a walk is told."""
    with Server(programs) as server, Reader(browser, server, "/v/museum/survey") as reader:
        reader.page.wait_for_selector("[data-ready=true]")
        findings = server.ask("GET", "/v1/venues/museum/problems")["findings"]
        number, found = next((number, one) for number, one in enumerate(findings, 1) if one.get("walk") and one.get("place"))
        problem = reader.find(f"problem-{number}")
        heading = problem.locator("strong").inner_text()
        assert found["place"] in heading and heading.endswith(f"level {found['label']}"), heading
        assert problem.inner_text().startswith(f"P{number}"), "a problem's number isn't that of a step"
        problem.click()
        reader.find(f"show-walk-{number}").click()
        reader.page.locator(".walk .item[aria-pressed=true]", has_text=found["walk"]).wait_for()
        reader.page.get_by_text("How to record a walk").click()
        reader.find("how-to").get_by_text("Sensor Logger").first.wait_for(state="visible")


def mall_without_a_walk(programs):
    """A venue file of a dozen walks but one, and that one as a phone sends it: its places are known of a file that has it."""
    site, name = programs.folder / "site", HOTSPOT.removesuffix(".txt")
    (site / "F1" / "path_data_files").mkdir(parents=True, exist_ok=True)
    for file in [*MALL.glob("*.json"), *sorted((MALL / "path_data_files").glob("*.txt"), key=lambda walk: walk.stat().st_size)[-12:]]:
        shutil.copy(file, site / file.relative_to(MALL.parent))
    venue, whole, walk = programs.folder / "mall.gpkg", programs.folder / "whole.gpkg", programs.folder / f"{name}.jsonl"
    programs.run("survey", "import", whole, site)
    (site / "F1" / "path_data_files" / HOTSPOT).unlink()
    programs.run("survey", "import", venue, site)
    lines = [json.dumps({"format": "indoorkit", "version": 1, "id": name, "surveyor": "Lin"})]
    with contextlib.closing(sqlite3.connect(whole)) as file:
        for time, geometry in file.execute("SELECT time_us, f.geom FROM fingerprints AS f JOIN walks AS w ON w.id = walk_id WHERE recording = ? ORDER BY 1", (name,)):
            longitude, latitude = struct.unpack("<2d", geometry[-16:])
            lines.append(json.dumps({"t": time // 1000, "waypoint": {"latitude": latitude, "longitude": longitude, "level": 0}}))
    heard = {}
    for line in (MALL / "path_data_files" / HOTSPOT).read_text(errors="replace").splitlines():
        fields = line.split("\t")
        if len(fields) > 4 and fields[1] == "TYPE_WIFI":
            heard.setdefault(int(fields[0]), {})[fields[3]] = int(fields[4])
    lines += [json.dumps({"t": time, "wifi": list(scan.items())}) for time, scan in heard.items()]
    walk.write_text("\n".join([lines[0], *sorted(lines[1:], key=lambda line: json.loads(line)["t"])]) + "\n")
    return venue, walk


def check_a_mall_walk_is_sent_found_wanting_and_removed(programs, browser):
    """A mall's walk is sent, what is wrong with it is found and leads to its place, and without the walk it is gone."""
    if not (MALL / "path_data_files" / HOTSPOT).exists():
        print("    skipped: INDOORKIT_DATA names no folder with indoor-location-competition")
        return
    venue, walk = mall_without_a_walk(programs)
    with Server(programs, museum=False) as server:
        shutil.copy(venue, server.folder / "venues" / "mall.gpkg")
        server.stop()
        server.start()
        with Reader(browser, server, "/") as reader:
            reader.page.get_by_role("link", name="Survey:").click()
            reader.page.wait_for_selector("[data-ready=true]")
            problem = reader.page.locator(".problem", has_text="Likely hotspot").first
            assert problem.count() == 0
            with reader.page.expect_file_chooser() as chooser:
                reader.find("upload").click()
            chooser.value.set_files(walk)
            reader.page.get_by_text(f"{walk.name}: 1 walk").wait_for()
            problem.click()
            problem.get_by_text("turn off tethering").wait_for()
            reader.page.locator(".walk .item[aria-pressed=true]", has_text=walk.stem).wait_for()
            row = reader.page.locator(".walk", has_text=walk.stem)
            row.get_by_role("button", name="Remove").click()
            row.get_by_role("button", name="Restore").wait_for()
            problem.wait_for(state="detached")


CHECKS = [check_walk_from_upload_to_removal, check_the_newest_answer_stays, check_a_mall_walk_is_sent_found_wanting_and_removed, check_map_built_compared_and_rolled_back, check_worst_gap,
          check_a_problem_leads_to_its_walk]
