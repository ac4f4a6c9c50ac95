#!/usr/bin/env python3
"""Times whole commands on the Indoor Location Competition's site1: speed a core, speed against the walk, peak memory.

usage: commands.py INDOOR        INDOOR is the built command; the recordings are looked for in $INDOORKIT_DATA

CPU seconds and peak memory are the kernel's account of the finished process (os.wait4); the median of three runs.
Needs Python's standard library only.
"""
import glob, os, statistics, subprocess, sys, tempfile


def run(command):
    """(CPU seconds, wall seconds, peak MB) of a command that must succeed."""
    import time
    began = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    error = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - began
    if child.returncode != 0:
        sys.exit(f'{" ".join(command[:3])} ended with {child.returncode}: {error.decode(errors="replace")}')
    scale = 1e6 if sys.platform == 'darwin' else 1e3
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / scale


def duration(path):
    """Seconds from a trace's first stamp to its last."""
    first, last = None, None
    with open(path, 'rb') as lines:
        for line in lines:
            stamp = line.split(b'\t', 1)[0]
            if stamp.isdigit():
                t = int(stamp)
                first = t if first is None else min(first, t)
                last = t if last is None else max(last, t)
    return (last - first) / 1000 if first is not None else 0


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    indoor, data = sys.argv[1], os.environ.get('INDOORKIT_DATA')
    if not data:
        print('commands.py: skipped, because INDOORKIT_DATA names no folder of recordings')
        return
    competition = os.path.join(data, 'indoor-location-competition')
    site = os.path.join(competition, 'site1')
    selftest = os.path.join(competition, 'selftest.txt')
    listed = {os.path.basename(line.strip()) for line in open(selftest) if line.strip()}
    walks = sorted(glob.glob(os.path.join(site, '*', 'path_data_files', '*.txt')))
    tested = [w for w in walks if os.path.basename(w) in listed]
    surveyed = [w for w in walks if os.path.basename(w) not in listed]
    megabytes = sum(map(os.path.getsize, surveyed)) / 1e6
    walked = sum(map(duration, tested))

    imports, builds, locates = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        venue = os.path.join(folder, 'site1.gpkg')
        positions = os.path.join(folder, 'positions.csv')
        for _ in range(3):
            if os.path.exists(venue):
                os.remove(venue)
            imports.append(run([indoor, 'survey', 'import', venue, '--except', selftest, site]))
            builds.append(run([indoor, 'radiomap', 'build', venue]))
            locates.append(run([indoor, 'locate', venue, *tested, '--output', positions]))
        size = os.path.getsize(venue) / 1e6

    def median(runs, i):
        return statistics.median(r[i] for r in runs)

    print(f'survey import   {len(surveyed)} walks, {megabytes:.0f} MB: {megabytes / median(imports, 0):.0f} MB/s a core, '
          f'{megabytes / median(imports, 1):.0f} MB/s, peak {median(imports, 2):.0f} MB')
    print(f'radiomap build  {median(builds, 0):.1f} s a core, peak {median(builds, 2):.0f} MB; '
          f'the venue file has {size:.1f} MB')
    print(f'locate          {len(tested)} walks of {walked:.0f} s: {walked / median(locates, 0):.0f} times faster a core, '
          f'{walked / median(locates, 1):.0f} times in all, peak {median(locates, 2):.0f} MB')


if __name__ == '__main__':
    main()
