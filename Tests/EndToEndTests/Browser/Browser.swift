import Foundation
import Testing

/// A headless Chromium that runs MapLibre GL JS: a client of our exports that isn't ours.
enum Browser {
  /// Why tests with it are skipped where it is missing.
  static let remedy: Comment =
    "run \"make setup-browser\" to check exports with MapLibre in a headless Chromium"

  /// Whether both are there.
  static var isThere: Bool { program != nil && FileManager.default.fileExists(atPath: mapLibre) }

  private static let mapLibre = "\(repository)/.build-browser/maplibre-gl.js"

  private static let program: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for name in ["chromium", "chromium-browser", "google-chrome"] {
      for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)")
      {
        return "\(folder)/\(name)"
      }
    }
    return nil
  }()

  /// A coloured wall of a plan, as two coordinates, and how its colour is told from the paper.
  struct Wall: Encodable {
    /// Longitude and latitude of either end of its middle line.
    var from: [Double]
    var to: [Double]
    /// Weights of red, green and blue: paper and ink of another colour must come to 0 or less.
    var ink: [Double]
  }

  /// What a page found along a wall.
  struct Found: Decodable {
    /// Distances, in metres, of the drawn wall's middle from where the coordinates say, to the
    /// wall's left.
    var offsets: [Double]
    /// Where the drawn wall begins and ends, in metres from its ends, outward positive.
    var ends: [Double]
  }

  /// Opens a style in MapLibre and measures where walls are drawn: the page projects their
  /// coordinates and reads pixels across and along them.
  static func find(_ walls: [Wall], style: String, zoom: Double, in scratch: Scratch) throws
    -> [Found]
  {
    try? FileManager.default.removeItem(atPath: scratch.path("maplibre-gl.js"))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("maplibre-gl.js"), withDestinationPath: mapLibre)
    let json = String(decoding: try JSONEncoder().encode(walls), as: UTF8.self)
    try scratch.write(
      Self.page.replacing("STYLE", with: style).replacing("ZOOM", with: "\(zoom)")
        .replacing("WALLS", with: json), to: "page.html")
    let result = try IndoorCommand.run(
      [
        "python3", "\(repository)/Tests/EndToEndTests/Browser/look.py",
        try #require(program as String?, Self.remedy), scratch.folder,
      ], program: "/usr/bin/env")
    do { return try JSONDecoder().decode([Found].self, from: Data(result.output.utf8)) } catch {
      Issue.record("the page says: \(result)")
      return []
    }
  }

  private static let page = """
    <!doctype html><body style="margin:0"><div id="map" style="width:1300px;height:1300px"></div>
    <script src="maplibre-gl.js"></script><script>
    const walls = WALLS, post = text => fetch('found', {method: 'POST', body: text});
    const map = new maplibregl.Map({container: 'map', style: 'STYLE', interactive: false,
      attributionControl: false, canvasContextAttributes: {preserveDrawingBuffer: true},
      transformRequest: url => ({url: new URL(url, location.href).href})});
    // Beyond the plan there are no tiles.
    map.on('error', e => { if (e.error.status !== 404) post('error: ' + e.error.message); });
    // The style says where to look; a zoom given to the map would overrule its centre too.
    map.once('style.load', () => map.setZoom(ZOOM));
    map.once('idle', () => {
      const gl = map.painter.context.gl, canvas = map.getCanvas();
      const w = canvas.width, h = canvas.height, s = w / canvas.clientWidth;
      const pixels = new Uint8Array(4 * w * h);
      gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
      const ink = (wall, x, y) => {  // bilinear, pixel centres at halves
        const u = x * s - 0.5, v = y * s - 0.5, i = Math.floor(u), j = Math.floor(v);
        const at = (i, j) => {
          if (i < 0 || j < 0 || i >= w || j >= h) return 0;
          const k = 4 * ((h - 1 - j) * w + i);
          if (pixels[k + 3] < 128) return 0;
          return Math.max(0, wall.ink.reduce((sum, f, c) => sum + f * pixels[k + c], 0) / 255);
        };
        const fx = u - i, fy = v - j;
        return (1 - fy) * ((1 - fx) * at(i, j) + fx * at(i + 1, j))
          + fy * ((1 - fx) * at(i, j + 1) + fx * at(i + 1, j + 1));
      };
      post(JSON.stringify(walls.map(wall => {
        const a = map.project(wall.from), b = map.project(wall.to);
        const dx = b.x - a.x, dy = b.y - a.y, length = Math.hypot(dx, dy);
        const metres = new maplibregl.LngLat(...wall.from).distanceTo(new maplibregl.LngLat(...wall.to));
        const scale = metres / length, ux = dx / length, uy = dy / length;
        const offsets = [];
        for (const t of [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95]) {
          let sum = 0, moment = 0;
          for (let d = -20; d <= 20; d += 0.125) {
            const f = ink(wall, a.x + t * dx + d * uy, a.y + t * dy - d * ux);
            sum += f; moment += f * d;
          }
          offsets.push(sum > 4 ? moment / sum * scale : 99);
        }
        const ends = [[a, -1], [b, 1]].map(([p, side]) => {
          let sum = 0;
          for (let d = -20; d < 20; d += 0.125)
            sum += ink(wall, p.x + side * d * ux, p.y + side * d * uy);
          return (sum * 0.125 - 20) * scale;
        });
        return {offsets, ends};
      })));
    });
    </script>
    """
}
