#!/usr/bin/env python3
"""The rows most like a scan, UJIIndoorLoc: this project, scikit-learn and faiss on the same queries in one run.

usage: neighbours.py NEIGHBOUR_SPEED      (`make benchmark-peers` calls it)

Reads $INDOORKIT_DATA/ujiindoorloc. Everyone gets the 13 nearest of the 19,861 training rows that are not empty for one
validation row at a time, on one thread, with strengths "powed": ((dBm - min) / -min)^e. The project answers by Sørensen's distance
and by Euclid's; scikit-learn has both (Sørensen's is its Bray-Curtis), faiss Euclid's (L2). All but faiss's HNSW are exact, and
what they find is compared with all distances, ties aside, the project's with those of the rows that hear something of what the
query hears: it passes over all others on purpose. By Euclid's distance such rows are among the nearest of four queries in a hundred,
those of a few weak readings, as rows of a few other weak readings are near to anything weak, wherever they were taken. Times are the least of several runs a query, then their median and
99th percentile; what matters is the ratio, as all of them share the machine's load.
"""
import os, subprocess, sys, tempfile, time

os.environ['OMP_NUM_THREADS'] = '1'
import faiss
import numpy
from sklearn.neighbors import NearestNeighbors

K = 13


def load(path):
    table = numpy.loadtxt(path, delimiter=',', skiprows=1)
    return table[:, :520], table[:, 520:524]


def powed(rssi, weakest):
    heard = rssi != 100
    return numpy.where(heard, (numpy.maximum(0, numpy.where(heard, rssi, weakest) - weakest) / -weakest) ** numpy.e,
                       0).astype(numpy.float32)


def write(path, rssi, labels):
    with open(path, 'wb') as f:
        for strengths, row in zip(rssi.astype(numpy.int8), labels.astype('<f8')):
            f.write(strengths.tobytes() + row.tobytes())


def indoor(speed, rows, queries, distance, *more):
    lines = subprocess.run([speed, rows, queries, distance, str(K), *more], check=True, stdout=subprocess.PIPE,
                           text=True).stdout.split('\n')
    answers = [line.split() for line in lines[1:] if line]
    return (numpy.array([float(a[0]) for a in answers]),
            [[int(row) for row in a[1:]] for a in answers], int(lines[0]))


def timed(find, queries, runs):
    best, found = numpy.full(len(queries), numpy.inf), []
    for run in range(runs):
        for i in range(len(queries)):
            begin = time.perf_counter()
            answer = find(queries[i:i + 1])
            best[i] = min(best[i], (time.perf_counter() - begin) * 1e6)
            if run == 0:
                found.append(answer)
    return best, found


def distances(rows, query, measure):
    rows, query = rows.astype(float), query.astype(float)
    if measure == 'euclid':
        return ((rows - query) ** 2).sum(axis=1)
    return abs(rows - query).sum(axis=1) / (rows + query).sum(axis=1)


def agree(found, rows, queries, measure, sharing=False):
    """Share of the queries whose found rows are as near as the nearest there are, to six digits; with `sharing` the nearest of
    those that hear something of what the query hears."""
    same = 0
    for answer, query in zip(found, queries):
        d = distances(rows, query, measure)
        if sharing:
            d[rows @ query == 0] = numpy.inf
        nearest = numpy.sort(d[numpy.isfinite(d)])[:K]
        same += len(answer) == len(nearest) and numpy.allclose(numpy.sort(d[list(answer)]), nearest, rtol=1e-4, atol=1e-6)
    return same / len(found)


def main():
    folder = os.path.join(os.environ.get('INDOORKIT_DATA', ''), 'ujiindoorloc')
    if not os.path.exists(os.path.join(folder, 'trainingData.csv')):
        print('neighbours: skipped, set INDOORKIT_DATA to the folder that holds ujiindoorloc/')
        return
    faiss.omp_set_num_threads(1)
    rssi, labels = load(os.path.join(folder, 'trainingData.csv'))
    heard = (rssi != 100).any(axis=1)
    rssi, labels = rssi[heard], labels[heard]
    asked, asked_labels = load(os.path.join(folder, 'validationData.csv'))
    weakest = rssi[rssi != 100].min() - 1
    rows, queries = powed(rssi, weakest), powed(asked, weakest)
    some = slice(None, None, 11)
    results = []
    with tempfile.TemporaryDirectory() as temporary:
        files = [os.path.join(temporary, name) for name in ('rows', 'queries')]
        write(files[0], rssi, labels)
        write(files[1], asked, asked_labels)
        for measure in ('sørensen', 'euclid'):
            times, found, size = indoor(sys.argv[1], *files, measure)
            results.append((f'IndoorKit, {measure}', measure, times,
                            agree(found[some], rows, queries[some], measure, sharing=True), size / 1e6))
        # Each row at its likeliest radio offset finds other rows, and exactly: ExactNeighboursTests holds that.
        times, found, size = indoor(sys.argv[1], *files, 'sørensen', '0.001')
        results.append(('IndoorKit, Sørensen, at the likeliest offset', 'sørensen', times, None, size / 1e6))
    megabytes = rows.nbytes / 1e6
    for name, measure, method, metric in (
            ('scikit-learn brute, Sørensen', 'sørensen', 'brute', 'braycurtis'),
            ('scikit-learn brute, Euclid', 'euclid', 'brute', 'euclidean'),
            ('scikit-learn KD-tree, Euclid', 'euclid', 'kd_tree', 'euclidean')):
        peer = NearestNeighbors(n_neighbors=K, algorithm=method, metric=metric, n_jobs=1).fit(rows)
        times, found = timed(lambda q: peer.kneighbors(q, return_distance=False)[0], queries[some], 2)
        results.append((name, measure, times, agree(found, rows, queries[some], measure), megabytes))
    flat = faiss.IndexFlatL2(rows.shape[1])
    flat.add(rows)
    times, found = timed(lambda q: flat.search(q, K)[1][0], queries[some], 3)
    results.append(('faiss flat, Euclid', 'euclid', times, agree(found, rows, queries[some], 'euclid'), megabytes))
    graph = faiss.IndexHNSWFlat(rows.shape[1], 32)
    graph.add(rows)
    times, found = timed(lambda q: graph.search(q, K)[1][0], queries[some], 9)
    results.append(('faiss HNSW, Euclid, approximate', 'euclid', times,
                    agree(found, rows, queries[some], 'euclid'), megabytes))

    base = numpy.median(results[0][2])
    print(f'UJIIndoorLoc, {len(rows)} rows, {K} nearest, one thread   median µs     99% µs      ratio   found exactly   values MB')
    for name, _, times, exact, size in results:
        median = numpy.median(times)
        exactly = '' if exact is None else f'{100 * exact:.1f}%'
        print(f'{name:48}{median:12.1f}{numpy.percentile(times, 99):11.1f}{median / base:11.1f}{exactly:>15}{size:12.1f}')


if __name__ == '__main__':
    main()
