#!/usr/bin/env python3
"""How well the heading follows people who walk: by the motion sensors alone, and in positions.

usage: walking.py INDOOR [reported|chosen|selftest]      (`make figures-walking` calls it)

Reads the malls in $INDOORKIT_DATA/indoor-location-competition. The survey walks that selftest.txt doesn't name are halved by
their place in survey.txt: on the even ones, counted from 0, parameters were chosen; the odd ones are reported. The radio map is made of the other half,
or for `selftest` of both.

Truth is the line between two waypoints on end: pieces over 3 m, a second trimmed off each end, along which the heading's own
standard deviation is under 6° (nobody went round a corner). Headings of the motion sensors are magnetic and compared as they are; those of
positions.csv are true, and are compared as they are and with the declination taken off again. Printed are the median and the 95% of the
error's size in degrees, its mean, and the share within one and two of the stated standard deviations. Distances
are the whole pieces', by the lengths of `--steps`.
"""
import collections, concurrent.futures, csv, math, os, statistics, subprocess, sys, tempfile

# Declination at both malls at the time of the walks, in degrees east: the World Magnetic Model's.
DECLINATION = -5.7


def wrapped(degrees):
    return (degrees + 180) % 360 - 180


def trace(path):
    """Waypoints as (ms, x, y), and the first gyroscope sample's stamp."""
    waypoints, first = [], None
    with open(path, encoding='utf-8', errors='replace') as lines:
        for line in lines:
            fields = line.rstrip('\n').split('\t')
            if len(fields) > 3 and fields[1] == 'TYPE_WAYPOINT':
                waypoints.append((int(fields[0]), float(fields[2]), float(fields[3])))
            elif len(fields) > 3 and fields[1] == 'TYPE_GYROSCOPE':
                first = min(first or int(fields[0]), int(fields[0]))
    return sorted(waypoints), first


def pieces(indoor, path, folder):
    """The walk's straight pieces as (from ms, to ms, azimuth), its errors with their accuracies, and of each piece the metres by
    its steps and by its line."""
    waypoints, first = trace(path)
    output = os.path.join(folder, os.path.basename(path) + '.csv')
    footsteps = output + '.steps'
    made = subprocess.run([indoor, 'motion', path, '--output', output, '--steps', footsteps],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if made.returncode or first is None:
        return [], [], []
    with open(footsteps, newline='') as f:
        steps = [(first + 1000 * float(r['time_s']), 1000 * float(r['duration_s']), float(r['length_m']))
                 for r in csv.DictReader(f)]
    with open(output, newline='') as f:
        rows = [(first + 1000 * float(r['time_s']), float(r['heading_deg']),
                 float(r['heading_accuracy_deg'])) for r in csv.DictReader(f) if r['heading_deg']]
    os.remove(output)
    found, errors, distances = [], [], []
    for (begin, ax, ay), (end, bx, by) in zip(waypoints, waypoints[1:]):
        if math.hypot(bx - ax, by - ay) <= 3:
            continue
        inside = [r for r in rows if begin + 1000 < r[0] < end - 1000]
        if len(inside) < 10:
            continue
        turned = [wrapped(r[1] - inside[0][1]) for r in inside]
        if statistics.pstdev(turned) >= 6:
            continue
        azimuth = math.degrees(math.atan2(bx - ax, by - ay))
        found.append((begin + 1000, end - 1000, azimuth))
        errors += [(wrapped(r[1] - azimuth), r[2]) for r in inside]
        # A step that reaches over a waypoint counts in proportion.
        walked = sum(length * max(0, min(at, end) - max(at - took, begin)) / took for at, took, length in steps)
        distances.append((walked, math.hypot(bx - ax, by - ay)))
    return found, errors, distances


def report(name, errors):
    if not errors:
        print(f'{name:44} no samples')
        return
    sizes = sorted(abs(e) for e, _ in errors)
    within = [100 * sum(abs(e) <= k * a for e, a in errors) / len(errors) for k in (1, 2)]
    print(f'{name:44}{statistics.median(sizes):7.2f}{sizes[int(0.95 * (len(sizes) - 1))]:7.1f}'
          f'{sum(e for e, _ in errors) / len(errors):7.2f}{within[0]:6.0f}{within[1]:5.0f}{len(errors):9}')


def located(indoor, data, walks, left_out, folder):
    """Rows of positions.csv by recording, of maps without the walks that are left out."""
    listed = os.path.join(folder, 'except.txt')
    with open(listed, 'w') as f:
        f.write('\n'.join(left_out) + '\n')
    rows = collections.defaultdict(list)
    for site in sorted({w.split('/')[0] for w in walks}):
        venue, output = (os.path.join(folder, site + e) for e in ('.gpkg', '.csv'))
        here = [os.path.join(data, w) for w in walks if w.startswith(site + '/')]
        for arguments in (['survey', 'import', venue, '--except', listed, os.path.join(data, site)],
                          ['radiomap', 'build', venue],
                          ['locate', venue, *here, '--output', output]):
            subprocess.run([indoor, *arguments], check=True, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
        with open(output, newline='') as f:
            for r in csv.DictReader(f):
                if r['heading_deg']:
                    rows[r['recording']].append((int(r['time_ms']), float(r['heading_deg']),
                                                 float(r['heading_accuracy_deg'])))
    return rows


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    indoor, which = sys.argv[1], (sys.argv[2:] or ['reported'])[0]
    data = os.path.join(os.environ.get('INDOORKIT_DATA', ''), 'indoor-location-competition')
    if not os.path.exists(os.path.join(data, 'survey.txt')):
        print('walking: skipped, set INDOORKIT_DATA to the folder that holds indoor-location-competition/')
        return
    survey, selftest = ([line.strip() for line in open(os.path.join(data, f)) if line.strip()]
                        for f in ('survey.txt', 'selftest.txt'))
    others = [w for w in survey if w not in set(selftest)]
    walks = {'chosen': others[0::2], 'reported': others[1::2], 'selftest': selftest}[which]
    left_out = selftest if which == 'selftest' else walks + selftest
    with tempfile.TemporaryDirectory() as folder:
        with concurrent.futures.ThreadPoolExecutor(2) as workers:
            found = dict(zip(walks, workers.map(
                lambda w: pieces(indoor, os.path.join(data, w), folder), walks)))
        rows = located(indoor, data, walks, left_out, folder)
    aided = [(wrapped(r[1] - azimuth), r[2]) for walk, (straight, _, _) in found.items()
             for begin, end, azimuth in straight
             for r in rows[os.path.basename(walk)[:-4]] if begin < r[0] < end]
    print(f'{len(walks)} walks ({which}), degrees'.ljust(44)
          + ' median    95%   mean   1σ%  2σ%  samples')
    report('motion, magnetic', [e for _, errors, _ in found.values() for e in errors])
    report('positions, true', aided)
    report('positions, declination taken off again',
           [(wrapped(e - DECLINATION), a) for e, a in aided])
    distances = [d for _, _, pieces in found.values() for d in pieces]
    errors = [100 * (walked / line - 1) for walked, line in distances]
    total = 100 * (sum(w for w, _ in distances) / sum(line for _, line in distances) - 1)
    print(f'distance by steps, {len(errors)} pieces: median error {statistics.median(map(abs, errors)):.1f}%, '
          f'bias {statistics.median(errors):+.1f}% at the median, {total:+.1f}% of the sum')


if __name__ == '__main__':
    main()
