#!/usr/bin/env python3
"""A million simulated fingerprints of 40 readings each in one venue file: time and memory of what is done with them.

usage: many.py INDOOR MANY_WALKS [WALKS]

A walk has 100 fingerprints; 10,000 walks without WALKS. Each command once. Processor time is of all its threads.
Needs Python's standard library only.
"""
import os, resource, subprocess, sys, tempfile, time


def run(command):
    """What it printed, its seconds, its processor's seconds and its peak in MB."""
    start, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f'{" ".join(command)} ended with {process.returncode}: {process.stderr.read()}')
    return output, time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    indoor, many = sys.argv[1:3]
    walks = int(sys.argv[3]) if len(sys.argv) > 3 else 10_000
    with tempfile.TemporaryDirectory() as folder:
        venue = os.path.join(folder, 'many.gpkg')

        def table(what, command):
            _, seconds, processor, peak = run(command)
            print(f'{what:44} {seconds:7.1f} s {processor:7.1f} s of a core {peak:6.0f} MB', flush=True)

        run([many, venue, str(walks - 100)])
        opened, appended = run([many, venue, '100'])[0].split()
        print(f'{walks} walks of 100 fingerprints, 40 readings each, {os.path.getsize(venue) / 1e6:.0f} MB')
        print(f'{"open":44} {1000 * float(opened):7.1f} ms (must 50)')
        print(f'{"append 10,000 fingerprints":44} {1000 * float(appended):7.1f} ms (must 1000)')
        table('radiomap build', [indoor, 'radiomap', 'build', venue])
        print(f'{"":44} {os.path.getsize(venue) / 1e6:7.0f} MB with its map and what is kept for the next')
        run([many, venue, '1'])
        table('radiomap build after one walk more', [indoor, 'radiomap', 'build', venue])
        table('survey check', [indoor, 'survey', 'check', venue])
        table('survey coverage', [indoor, 'survey', 'coverage', venue])


if __name__ == '__main__':
    main()
