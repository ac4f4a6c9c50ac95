#!/usr/bin/env python3
"""Times a guide of 10,400 and 100,000 works: import from tables and from XML, opening, search and nearest, and SQLite's FTS5 on the same
queries; and with INDOORKIT_DATA the import of the Art Institute's sample.

usage: guide.py INDOOR GUIDESPEED

All times are those that a core was busy (user and system), so that what else runs on the machine doesn't count; of an import and of opening
those of the whole process, of a search those of its thread.

The works are drawn by a seed from the words of the sample museum's forty; the 1,000 queries a size from their titles, artists and codes:
prefixes of 1 to 8 letters, two words, and what isn't there.
"""
import csv
import os
import pathlib
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MUSEUM = ROOT / "FloorPlans/museum/guide/items.csv"


def works(count, rows):
  """Titles, artists and texts of the museum's own words, on five levels."""
  draw = random.Random(count)
  words = sorted({word.strip(".,;:()") for row in rows for word in (row["title"] + " " + row["text"]).split()})
  names = sorted({word for row in rows for word in row["artist"].split()})
  syllables = ["ka", "lo", "mi", "re", "tu", "ban", "ser", "vol", "nim", "ost", "el", "quo"]
  words += ["".join(draw.choice(syllables) for _ in range(draw.randint(2, 4))) for _ in range(3000)]
  names += ["".join(draw.choice(syllables) for _ in range(draw.randint(2, 3))).title() for _ in range(1500)]
  for index in range(count):
    yield {
      "key": f"W{index}", "title": " ".join(draw.choice(words) for _ in range(draw.randint(1, 5))).capitalize(),
      "artist": f"{draw.choice(names)} {draw.choice(names)}", "year": str(draw.randint(1400, 2020)),
      "text": " ".join(draw.choice(words) for _ in range(12)), "codes": f"{draw.randint(1900, 2020)}.{draw.randint(1, 400)}.{index % 97}",
      "latitude": f"{41.87 + 0.02 * draw.random():.7f}", "longitude": f"{-87.63 + 0.02 * draw.random():.7f}",
      "ordinal": str(draw.randint(-1, 3)),
    }


def queries(made, draw):
  for _ in range(1000):
    work = draw.choice(made)
    text = draw.choice([work["title"], work["artist"], work["codes"]])
    kind = draw.random()
    if kind < 0.75:
      yield draw.choice(text.split())[: draw.randint(1, 8)]
    elif kind < 0.9:
      yield f"{draw.choice(text.split())[:4]} {draw.choice(work['artist'].split())[:3]}"
    else:
      yield "zzq" + draw.choice(text.split())[:3]


def write_xml(made, path):
  """The works as CollectiveAccess' search service writes them."""
  def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")
  with path.open("w") as file:
    file.write("<?xml version='1.0'?>\n<CaSearchResult>\n")
    for work in made:
      file.write(f"<ca_objects object_id='{work['key'][1:]}'><displayLabel>{escaped(work['title'])}</displayLabel><idno>{work['codes']}</idno>"
                 f"<ca_objects.artist>{escaped(work['artist'])}</ca_objects.artist><ca_objects.year>{work['year']}</ca_objects.year>"
                 f"<ca_objects.description>{escaped(work['text'])}</ca_objects.description>"
                 f"<ca_objects.georeference>[{work['latitude']},{work['longitude']}]</ca_objects.georeference></ca_objects>\n")
    file.write("</CaSearchResult>\n")


def ran(indoor, *arguments):
  """Seconds of a command, and the most megabytes that it held."""
  process = subprocess.Popen([indoor, "guide", *arguments], stdout=subprocess.DEVNULL)
  _, status, usage = os.wait4(process.pid, 0)
  if status:
    sys.exit(f"{' '.join(map(str, arguments))} failed")
  return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1000


def imported(indoor, *arguments):
  """Seconds of an import, and the most megabytes that it held."""
  return ran(indoor, "import", *arguments)


def median_of(run, times=3):
  taken = []
  for _ in range(times):
    start = time.thread_time_ns()
    run()
    taken.append((time.thread_time_ns() - start) / 1e3)
  return statistics.median(taken)


def full_text(made, asked):
  """Microseconds of FTS5, ranked and unranked, for each query."""
  db = sqlite3.connect(":memory:")
  db.execute("CREATE VIRTUAL TABLE works USING fts5(key UNINDEXED, title, artist, text, codes, prefix='1 2 3', tokenize='unicode61')")
  db.executemany("INSERT INTO works VALUES (?, ?, ?, ?, ?)",
                 [(w["key"], w["title"], w["artist"], w["text"], w["codes"]) for w in made])
  ranked, plain = [], []
  for query in asked:
    match = " ".join('"' + word.replace('"', "") + '"*' for word in query.split())
    for order, taken in ((" ORDER BY rank", ranked), ("", plain)):
      taken.append(median_of(lambda: db.execute(
        f"SELECT key FROM works WHERE works MATCH ?{order} LIMIT 25", (match,)).fetchall()))
  return ranked, plain


def show(name, median, tail=None, unit="µs"):
  print(f"{name:46} {median:10.1f}" + (f" {tail:10.1f}" if tail is not None else " " * 11) + f" {unit}")


def main():
  indoor, speed = sys.argv[1:3]
  rows = list(csv.DictReader(MUSEUM.open()))
  sample = pathlib.Path(os.environ.get("INDOORKIT_DATA", "/none")) / "guide/aic/appData.json"
  if sample.exists():
    with tempfile.TemporaryDirectory() as folder:
      times = [ran(indoor, "--help") for _ in range(9)]
      show("the command starts, and memory", statistics.median(t[0] for t in times) * 1e3, statistics.median(t[1] for t in times), unit="ms, MB")
      times = [imported(indoor, f"{folder}/{n}.gpkg", sample, "--floors", "0=-1,1=0,2=1,3=2") for n in range(9)]
      show("the Art Institute's sample imported, and memory", statistics.median(t[0] for t in times) * 1e3,
           statistics.median(t[1] for t in times), unit="ms, MB")
  for count in (10_400, 100_000):
    with tempfile.TemporaryDirectory() as folder:
      folder = pathlib.Path(folder)
      made = list(works(count, rows))
      with (folder / "items.csv").open("w", newline="") as file:
        table = csv.DictWriter(file, list(made[0]))
        table.writeheader()
        table.writerows(made)
      asked = list(queries(made, random.Random(7)))
      (folder / "queries.txt").write_text("\n".join(asked))
      print(f"\n{count:,} works{'':38} median        p99")
      write_xml(made, folder / "find.xml")
      for name, source, target in (("XML", "find.xml", "xml.gpkg"), ("tables", "items.csv", "guide.gpkg")):
        seconds, megabytes = imported(indoor, folder / target, folder / source)
        show(f"imported from {name}, and the most memory", seconds * 1e3, megabytes, unit="ms, MB")
      output = subprocess.run([speed, folder / "guide.gpkg", folder / "queries.txt"], check=True, capture_output=True, text=True).stdout
      for line in output.splitlines():
        name, median, tail = line.split()
        if name == "memory":
          show("the same, the most memory", float(median), unit="MB")
        elif name in ("open", "first"):
          show({"open": "opened, with its first list", "first": "the first search, which reads the index"}[name],
               float(median) / 1e3, unit="ms")
        else:
          show({"search": "25 rows of a search", "nearest": "the nearest 25"}[name], float(median), float(tail))
      ranked, plain = full_text(made, asked)
      for name, taken in (("FTS5, ranked", ranked), ("FTS5, unranked", plain)):
        show(name, statistics.median(taken), sorted(taken)[len(taken) * 99 // 100])


main()
