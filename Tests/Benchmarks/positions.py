#!/usr/bin/env python3
"""What an app waits for and keeps: the venue file opened, a scan, a step, memory; and the size of the radio map. Musts beside.

usage: positions.py INDOOR POSITION_SPEED

On the sample museum, and on the Indoor Location Competition's site1 where INDOORKIT_DATA names the recordings. One thread; each scan
and step at its quickest of five runs, the median over all of them. Memory is what is resident, the runtime's libraries with it.
Needs Python's standard library only.
"""
import glob, json, os, subprocess, sys, tempfile


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f'{" ".join(command[:3])} ended with {done.returncode}: {done.stderr}')
    return done.stdout


def table(name, speed, venue, recordings, must):
    figures = json.loads(run([speed, venue] + recordings))
    memory = figures['residentMegabytes']
    rows = [
        ('a scan over all levels', figures['scanMicroseconds'], 'µs', 1000, 300),
        ('a step, 1,000 particles and walls', figures['stepMicroseconds'], 'µs', 40, 15),
        ('a position between scans', figures['positionMicroseconds'], 'µs', None, None),
        ('the venue file opened and ready', figures['openMilliseconds'], 'ms', 200, 50),
        (f'memory then ({memory["before"]:.1f} before it)', {'median': memory['ready'], 'most': memory['most']}, 'MB', 60, 30),
        ('the venue file', {'median': os.path.getsize(venue) / 1e6}, 'MB', 12, None)]
    print(f'{name}, {len(recordings)} walks')
    for what, figure, unit, limit, aim in rows:
        if figure is None:
            continue
        others = ', '.join(f'{key} {value:.1f}' for key, value in figure.items() if key not in ('median', 'count'))
        others = f' ({others})' if others else ''
        limits = f'must {limit}' + (f', aim {aim}' if aim else '') if limit and must else ''
        print(f'  {what:38} {figure["median"]:8.1f} {unit}{others:24} {limits}')


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    indoor, speed = sys.argv[1:]
    data = os.environ.get('INDOORKIT_DATA')
    with tempfile.TemporaryDirectory() as folder:
        run([indoor, 'demo', '--output', folder])
        table('The museum', speed, os.path.join(folder, 'museum.gpkg'),
              sorted(glob.glob('Surveys/museum/visit-*.jsonl')), must=False)
        if not data:
            print('positions.py: site1 is skipped, because INDOORKIT_DATA names no folder of recordings')
            return
        competition = os.path.join(data, 'indoor-location-competition')
        selftest = os.path.join(competition, 'selftest.txt')
        venue = os.path.join(folder, 'site1.gpkg')
        run([indoor, 'survey', 'import', venue, '--except', selftest, os.path.join(competition, 'site1')])
        run([indoor, 'radiomap', 'build', venue])
        with open(selftest) as lines:
            walks = [os.path.join(competition, line.strip()) for line in lines if line.startswith('site1')]
        table('site1', speed, venue, walks, must=True)


if __name__ == '__main__':
    main()
