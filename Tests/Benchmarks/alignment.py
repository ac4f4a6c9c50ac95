#!/usr/bin/env python3
"""How well `indoor align` places: on two anchors, and on the Indoor Location Competition's 14 floors.

usage: alignment.py INDOOR [PLAN]        INDOOR is the built command, PLAN a PDF for the two anchors; the floors are looked
                                         for in $INDOORKIT_DATA

A floor's image has the edges of its outline's bounding box, north up; its four corners are the anchors. Surveyors walked the
aisles: a waypoint that falls inside a shop is one that the placed image (or the survey, or the map) has wrong. Waypoints are
metres from the image's south-west corner in the floor's own scale, so they go to the page, and by the placement to the ground.
Needs Python's standard library only, and computes with none of the command's code.
"""
import json, math, os, subprocess, sys


def align(indoor, plan, anchors):
    options = [o for x, y, lat, lon in anchors for o in ('--anchor', f'{x!r},{y!r}={lat!r},{lon!r}')]
    run = subprocess.run([indoor, 'align', '--plan', plan, '--json', *options], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f'align {plan} ended with {run.returncode}: {run.stderr}')
    return json.loads(run.stdout)


def metres(lat1, lon1, lat2, lon2):
    """Distance over at most some kilometres, by the ellipsoid's radii of curvature at the middle."""
    a, e2 = 6378137.0, 0.0066943799901413165
    middle = math.radians((lat1 + lat2) / 2)
    w = 1 - e2 * math.sin(middle) ** 2
    north = math.radians(lat2 - lat1) * a * (1 - e2) / w ** 1.5
    east = math.radians(lon2 - lon1) * a / math.sqrt(w) * math.cos(middle)
    return math.hypot(north, east)


def two_anchors(indoor, plan):
    """The largest distance of two corner anchors from the corners that align reports."""
    size = align(indoor, plan, [(0, 0, 0.0, 0.0), (1000, 1000, 0.001, 0.001)])['page']
    (x0, y0, x1, y1), worst = size['box'], 0.0
    for lat, lon, lat2, lon2 in [(45.32, -29.87, 45.3207, -29.8685), (-84.9, 170.0, -84.8995, 170.02),
                                 (1.3521, 103.8198, 1.3490, 103.8231), (69.65, 18.95, 69.6481, 18.9512)]:
        placed = align(indoor, plan, [(x0, y0, lat, lon), (x1, y1, lat2, lon2)])
        for (wanted_lat, wanted_lon), corner in zip([(lat, lon), (lat2, lon2)], [placed['corners'][0], placed['corners'][2]]):
            worst = max(worst, metres(wanted_lat, wanted_lon, corner[1], corner[0]))
    return worst


def rings(geometry):
    """The polygons of a geometry, each a list of rings."""
    return [geometry['coordinates']] if geometry['type'] == 'Polygon' else geometry['coordinates']


def inside(polygons, x, y):
    """Whether a point lies in one of the polygons, by even and odd crossings."""
    for polygon in polygons:
        odd = False
        for ring in polygon:
            for (ax, ay), (bx, by) in zip([p[:2] for p in ring], [p[:2] for p in ring[1:]]):
                if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                    odd = not odd
        if odd:
            return True
    return False


def waypoints(path):
    with open(path, 'rb') as lines:
        for line in lines:
            fields = line.split(b'\t')
            if len(fields) >= 4 and fields[1] == b'TYPE_WAYPOINT':
                yield float(fields[2]), float(fields[3])


def floor(indoor, folder, walks):
    """(waypoints, those in a shop, RMSE of the anchors) of a floor."""
    features = json.load(open(os.path.join(folder, 'geojson_map.json')))['features']
    info = json.load(open(os.path.join(folder, 'floor_info.json')))['map_info']
    outline = [p for polygon in rings(features[0]['geometry']) for ring in polygon for p in ring]
    (west, east), (south, north) = [(min(c), max(c)) for c in zip(*[p[:2] for p in outline])]
    image = os.path.join(folder, 'floor_image.png')
    with open(image, 'rb') as png:
        header = png.read(24)
    width, height = int.from_bytes(header[16:20], 'big'), int.from_bytes(header[20:24], 'big')
    placed = align(indoor, image, [(0, height, south, west), (width, height, south, east),
                                   (width, 0, north, east), (0, 0, north, west)])
    a, b, c, d, tx, ty = placed['pageToWebMercator']
    shops = [rings(f['geometry']) for f in features[1:] if f['geometry']['type'] in ('Polygon', 'MultiPolygon')]
    boxes = [([min(v) for v in zip(*[q[:2] for p in s for r in p for q in r])],
              [max(v) for v in zip(*[q[:2] for p in s for r in p for q in r])]) for s in shops]
    count = wrong = 0
    for walk in walks:
        for x, y in waypoints(walk):
            u, v = x / info['width'] * width, (1 - y / info['height']) * height
            lon = math.degrees((a * u + c * v + tx) / 6378137)
            lat = math.degrees(math.atan(math.sinh((b * u + d * v + ty) / 6378137)))
            count += 1
            wrong += any(low[0] <= lon <= high[0] and low[1] <= lat <= high[1] and inside(shop, lon, lat)
                         for shop, (low, high) in zip(shops, boxes))
    return count, wrong, placed['rmseMetres'], placed['model']


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    indoor = sys.argv[1]
    plan = sys.argv[2] if len(sys.argv) == 3 else os.path.join(os.path.dirname(__file__), '../../FloorPlans/museum/level-G.pdf')
    print(f'two anchors     reproduced to {two_anchors(indoor, plan) * 1e9:.2g} nm at worst, on four places of the Earth')
    data = os.environ.get('INDOORKIT_DATA')
    if not data:
        print('alignment.py: floors skipped, because INDOORKIT_DATA names no folder of recordings')
        return
    competition = os.path.join(data, 'indoor-location-competition')
    walks = {}
    for line in open(os.path.join(competition, 'survey.txt')):
        if line.strip():
            path = os.path.join(competition, line.strip())
            walks.setdefault(os.path.dirname(os.path.dirname(path)), []).append(path)
    results = [floor(indoor, folder, paths) for folder, paths in sorted(walks.items())]
    count, wrong = sum(r[0] for r in results), sum(r[1] for r in results)
    print(f'floor images    {len(results)} by their corners ({", ".join(sorted({r[3] for r in results}))}), anchors met to '
          f'{max(r[2] for r in results) * 100:.1f} cm RMSE at worst: {wrong} of {count} surveyed waypoints '
          f'({wrong / count:.2%}) fall inside a shop')


if __name__ == '__main__':
    main()
