"""What the benchmarks share."""
import json
import os
import pathlib


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def processor(process, children=False):
    """Seconds of the processor's time that a process took, with the programs that it ran where that is asked for."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(map(int, fields[11:15 if children else 13])) / os.sysconf("SC_CLK_TCK")


def survey_walk(number, scans):
    """A walk of so many scans between two places of the ground floor, which hears twenty others every twenty scans."""
    start = 1_780_000_000_000 + number * 3_600_000
    lines = [{"format": "indoorkit", "version": 1, "id": f"walk-{number}", "device": "bench"},
             {"t": start, "waypoint": {"latitude": 45.32043999, "longitude": -29.86948706, "level": 0}}]
    lines += [{"t": start + 1000 * scan, "wifi": [[f"02:00:00:00:{ap:02x}:{scan // 20:02x}", -50 - ap] for ap in range(20)]}
              for scan in range(scans)]
    lines.append({"t": start + 1000 * scans, "waypoint": {"latitude": 45.32041556, "longitude": -29.86950728, "level": 0}})
    return "".join(json.dumps(line) + "\n" for line in lines).encode()
