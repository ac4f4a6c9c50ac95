"""Checks of the survey page."""
import hashlib

from support import WALKS, Reader, Server


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
        assert report["remedy"] in reader.text("problem-2"), reader.text("problem-2")
        row.get_by_role("button", name="Remove").click()
        row.get_by_role("button", name="Restore").wait_for()
        assert len(server.ask("GET", "/v1/venues/museum/walks")["walks"]) == len(known)
        row.get_by_role("button", name="Restore").click()
        row.get_by_role("button", name="Rename").click()
        reader.page.get_by_role("dialog").get_by_label("Name").fill("the east again")
        reader.page.get_by_role("dialog").get_by_role("button", name="Rename").click()
        row.get_by_text("the east again").first.wait_for()


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
    """The next walk that is shown is the server's best, on the level that it is on."""
    with Server(programs) as server, Reader(browser, server, "/v/museum/survey") as reader:
        reader.page.wait_for_selector("[data-ready=true]")
        best = server.ask("GET", "/v1/venues/museum/next-walk")["features"][0]["properties"]
        reader.find(f"level-{best['level']}").click()
        reader.until(lambda: f"{best['covers_m2']:.0f} m²" in reader.text("next-walk"), "the best walk of the level")


CHECKS = [check_walk_from_upload_to_removal, check_map_built_compared_and_rolled_back, check_worst_gap]
