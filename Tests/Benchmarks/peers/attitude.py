#!/usr/bin/env python3
"""Attitude on the BROAD trials: this project, VQF and Fusion on the same samples in the same run.

usage: attitude.py INDOOR ATTITUDE_SPEED      (`make benchmark-peers` calls it with both built)

Reads the trials in $INDOORKIT_DATA/broad. Errors are BROAD's own (Laidig et al. 2021, doi:10.3390/data6070072): root mean square of
the total, heading and inclination error in degrees over the samples in motion, a trial; then their mean. Speeds are samples (all
three sensors) a second on one thread, the best of several runs. Fusion's Python module takes one sample a call, so its speed
here is mostly Python's; its own is not measured.
"""
import glob, os, subprocess, sys, tempfile, time

import imufusion
import numpy
import vqf


def load(path):
    with open(path) as f:
        rate = float(f.readline().split('=')[1])
    return rate, numpy.genfromtxt(path, delimiter=',', names=True, skip_header=1)


def columns(table, names):
    return numpy.ascontiguousarray(numpy.column_stack([table[n] for n in names]))


def score(q, table):
    t = columns(table, ['q_w', 'q_x', 'q_y', 'q_z'])
    use = (table['movement'] == 1) & numpy.isfinite(t).all(axis=1)
    q, t = q[use], t[use]
    w = (q * t).sum(axis=1)
    z = -q[:, 0] * t[:, 3] - q[:, 1] * t[:, 2] + q[:, 2] * t[:, 1] + q[:, 3] * t[:, 0]
    angles = (2 * numpy.arccos(numpy.minimum(1, abs(w))), 2 * numpy.arctan2(abs(z), abs(w)),
              2 * numpy.arccos(numpy.minimum(1, numpy.sqrt(w * w + z * z))))
    return [float(numpy.degrees(numpy.sqrt((a * a).mean()))) for a in angles]


def run_vqf(rate, gyr, acc, mag):
    best = float('inf')
    for _ in range(3):
        peer = vqf.VQF(1 / rate)
        begin = time.perf_counter()
        q = peer.updateBatch(gyr, acc, mag)['quat9D']
        best = min(best, time.perf_counter() - begin)
    return q, len(gyr) / best


def run_fusion(rate, gyr, acc, mag):
    peer = imufusion.Ahrs()
    settings = imufusion.AhrsSettings()
    settings.convention = imufusion.CONVENTION_ENU
    settings.sample_rate = rate
    settings.gyroscope_range = 2000
    settings.acceleration_rejection = 10
    settings.magnetic_rejection = 10
    settings.rejection_timeout = 5
    peer.set_settings(settings)
    degrees, g = numpy.degrees(gyr), acc / 9.81
    q = numpy.empty((len(gyr), 4))
    begin = time.perf_counter()
    for i in range(len(gyr)):
        peer.update(degrees[i], g[i], mag[i])
        q[i] = peer.get_quaternion()
    return q, len(gyr) / (time.perf_counter() - begin)


def run_indoor(indoor, speed, path, rate, samples, folder):
    output = os.path.join(folder, 'attitude.csv')
    subprocess.run([indoor, 'motion', path, '--format', 'broad', '--output', output],
                   check=True, stdout=subprocess.DEVNULL)
    told = numpy.genfromtxt(output, delimiter=',', names=True)
    binary = os.path.join(folder, 'samples')
    samples.astype('<f8').tofile(binary)
    printed = subprocess.run([speed, binary, str(rate)], check=True, stdout=subprocess.PIPE).stdout
    return columns(told, ['q_w', 'q_x', 'q_y', 'q_z']), float(printed.split()[0])


def main():
    indoor, speed = sys.argv[1:3]
    trials = sorted(glob.glob(os.path.join(os.environ.get('INDOORKIT_DATA', ''), 'broad', '*.csv')))
    if not trials:
        print('attitude: skipped, set INDOORKIT_DATA to the folder that holds broad/')
        return
    results = {'IndoorKit': [], 'VQF': [], 'Fusion': []}
    with tempfile.TemporaryDirectory() as folder:
        for path in trials:
            rate, table = load(path)
            gyr, acc, mag = (columns(table, [f'{s}_{a}' for a in 'xyz'])
                             for s in ('gyr', 'acc', 'mag'))
            for name, (q, second) in (
                    ('IndoorKit', run_indoor(indoor, speed, path, rate,
                                             numpy.hstack([gyr, acc, mag]), folder)),
                    ('VQF', run_vqf(rate, gyr, acc, mag)),
                    ('Fusion', run_fusion(rate, gyr, acc, mag))):
                results[name].append((*score(q, table), second, 'disturbed' in path.replace(
                    'undisturbed', '')))
    disturbed = sum(r[4] for r in results['VQF'])
    print(f'BROAD, {len(trials)} trials, degrees      total  heading  inclination   '
          f'{disturbed} disturbed: total   million samples/s')
    for name, rows in results.items():
        total, heading, inclination, second = numpy.array([r[:4] for r in rows]).mean(axis=0)
        hard = numpy.mean([r[0] for r in rows if r[4]])
        speed = f'{second / 1e6:.2f}' + (' (through Python)' if name == 'Fusion' else '')
        print(f'{name:32}{total:6.2f}{heading:9.2f}{inclination:13.2f}{hard:24.2f}   {speed}')


if __name__ == '__main__':
    main()
