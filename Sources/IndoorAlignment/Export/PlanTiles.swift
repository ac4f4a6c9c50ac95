public import IndoorGeometry
import IndoorLibc
public import IndoorModel

/// A plan's picture on the ground as tiles of 256 pixels in Web Mercator, north up, in the grid
/// that maps on the web have (OGC 17-083r2, annex D).
public struct PlanTiles: Hashable, Sendable {
  /// One tile.
  public struct Tile: Hashable, Sendable {
    /// How often the world is halved: 0 is one tile.
    public let zoom: Int
    /// Counted from 180° west.
    public let column: Int
    /// Counted from the north.
    public let row: Int
    /// Its pixels as a PNG, clear beyond the picture's edges.
    public let png: [UInt8]
  }

  /// What the picture covers, in EPSG:3857 metres.
  public let extent: BoundingBox<WebMercatorPoint>
  /// The tiles, from the zoom nearest to the picture's own out to one where few are left.
  public let tiles: [Tile]

  /// Tiles of the largest zoom: what a picture would have beyond these is left out by a smaller
  /// one.
  private static let most = 400
  /// Zooms kept beside the largest.
  private static let overviews = 4
  private static let side = 256
  /// Half the world's width in EPSG:3857 metres.
  private static let half = Double.pi * Ellipsoid.semiMajorAxis

  /// Draws a plan's preview on the ground.
  ///
  /// - Returns: `nil` for a plan without a preview, and for one that lies where Web Mercator has no
  ///   place or two.
  /// - Throws: a sentence where the preview is damaged.
  public init?(_ plan: Plan, frame: LocalFrame) throws(AlignmentError) {
    guard !plan.preview.isEmpty else { return nil }
    let export = try PlanExport(plan, frame: frame, title: plan.fileName)
    guard let toPicture = export.pixelToLocal.inverse, let extent = Self.extent(of: export),
      extent.width < Self.half, extent.maximum.y < Self.half, extent.minimum.y > -Self.half,
      let finest = Self.zoom(of: export, extent)
    else { return nil }
    let source = Picture(
      pixels: try PNGImage.colours(plan.preview, name: plan.fileName), width: export.size.width,
      height: export.size.height)
    var drawn = Self.draw(source, zoom: finest, extent) { place in
      toPicture.apply(frame.local(from: WebMercator.coordinate(from: place)))
    }
    var tiles = Self.encoded(drawn, zoom: finest)
    for zoom in stride(from: finest - 1, through: max(0, finest - Self.overviews), by: -1)
    where drawn.count > 1 {
      drawn = Self.halved(drawn)
      tiles += Self.encoded(drawn, zoom: zoom)
    }
    self.extent = extent
    self.tiles = tiles
  }

  private struct Place: Hashable, Comparable {
    var column: Int
    var row: Int

    static func < (a: Place, b: Place) -> Bool { (a.row, a.column) < (b.row, b.column) }
  }

  private struct Picture {
    var pixels: [UInt8]
    var width: Int
    var height: Int

    /// The colour at a place, between the four pixels around it; `nil` beyond the edges.
    func colour(x: Double, y: Double, into out: inout [UInt8], at index: Int) {
      guard x >= 0, y >= 0, x < Double(width), y < Double(height) else { return }
      let (fx, fy) = (max(0, x - 0.5), max(0, y - 0.5))
      let (x0, y0) = (Int(fx), Int(fy))
      let (x1, y1) = (min(x0 + 1, width - 1), min(y0 + 1, height - 1))
      let (u, v) = (fx - Double(x0), fy - Double(y0))
      for channel in 0..<3 {
        func value(_ x: Int, _ y: Int) -> Double { Double(pixels[(y * width + x) * 3 + channel]) }
        let upper = value(x0, y0) * (1 - u) + value(x1, y0) * u
        let lower = value(x0, y1) * (1 - u) + value(x1, y1) * u
        out[index + channel] = UInt8(upper * (1 - v) + lower * v + 0.5)
      }
      out[index + 3] = 255
    }
  }

  private static func extent(of export: PlanExport) -> BoundingBox<WebMercatorPoint>? {
    let edge = [(0.0, 0.0), (1, 0), (1, 1), (0, 1), (0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)].map {
      WebMercator.point(from: export.coordinate($0.0, $0.1))
    }
    return edge.allSatisfy(\.isFinite) ? BoundingBox(edge) : nil
  }

  /// The zoom nearest to the picture's own at which it hasn't too many tiles.
  private static func zoom(
    of export: PlanExport, _ extent: BoundingBox<WebMercatorPoint>
  ) -> Int? {
    let across = WebMercator.point(from: export.coordinate(0, 0))
      .distance(to: WebMercator.point(from: export.coordinate(1, 0)))
    let pixel = across / Double(export.size.width)
    let zoom = log2(2 * half / Double(side) / pixel).rounded()
    guard zoom.isFinite else { return nil }
    return stride(from: min(max(Int(zoom), 0), 26), through: 0, by: -1).first { zoom in
      let tile = 2 * half / pow(2, Double(zoom))
      return (extent.width / tile + 1) * (extent.height / tile + 1) <= Double(most)
    }
  }

  private static func draw(
    _ source: Picture, zoom: Int, _ extent: BoundingBox<WebMercatorPoint>,
    _ picture: (WebMercatorPoint) -> PagePoint
  ) -> [Place: [UInt8]] {
    let width = 2 * half / pow(2, Double(zoom))
    func index(_ metres: Double) -> Int { Int(min(max((metres / width).rounded(.down), 0), 1e8)) }
    let columns = index(extent.minimum.x + half)...index(extent.maximum.x + half)
    let rows = index(half - extent.maximum.y)...index(half - extent.minimum.y)
    var tiles: [Place: [UInt8]] = [:]
    for row in rows {
      for column in columns {
        let (west, north) = (Double(column) * width - half, half - Double(row) * width)
        // Over some metres the way to the picture is straight to a fraction of a pixel.
        let origin = picture(WebMercatorPoint(x: west, y: north))
        let right = picture(WebMercatorPoint(x: west + width, y: north))
        let down = picture(WebMercatorPoint(x: west, y: north - width))
        let step = 1 / Double(side)
        let map = AffineTransform(
          a: (right.x - origin.x) * step, b: (right.y - origin.y) * step,
          c: (down.x - origin.x) * step, d: (down.y - origin.y) * step, tx: origin.x, ty: origin.y)
        var pixels = [UInt8](repeating: 0, count: side * side * 4)
        for y in 0..<side {
          for x in 0..<side {
            let place: PagePoint = map.apply(PagePoint(x: Double(x) + 0.5, y: Double(y) + 0.5))
            source.colour(x: place.x, y: place.y, into: &pixels, at: (y * side + x) * 4)
          }
        }
        if stride(from: 3, to: pixels.count, by: 4).contains(where: { pixels[$0] > 0 }) {
          tiles[Place(column: column, row: row)] = pixels
        }
      }
    }
    return tiles
  }

  /// The tiles of the next smaller zoom: each pixel the mean of the four that it stands for.
  private static func halved(_ tiles: [Place: [UInt8]]) -> [Place: [UInt8]] {
    var smaller: [Place: [UInt8]] = [:]
    for (place, pixels) in tiles {
      let parent = Place(column: place.column / 2, row: place.row / 2)
      let (left, top) = (place.column % 2 * side / 2, place.row % 2 * side / 2)
      var target = smaller[parent] ?? [UInt8](repeating: 0, count: side * side * 4)
      smaller[parent] = nil
      for y in 0..<side / 2 {
        for x in 0..<side / 2 {
          var (sums, weight) = ([0, 0, 0], 0)
          for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let from = ((2 * y + dy) * side + 2 * x + dx) * 4
            guard pixels[from + 3] > 0 else { continue }
            weight += 1
            for channel in 0..<3 { sums[channel] += Int(pixels[from + channel]) }
          }
          guard weight > 0 else { continue }
          let to = ((top + y) * side + left + x) * 4
          for channel in 0..<3 { target[to + channel] = UInt8(sums[channel] / weight) }
          target[to + 3] = UInt8(weight * 255 / 4)
        }
      }
      smaller[parent] = target
    }
    return smaller
  }

  private static func encoded(_ tiles: [Place: [UInt8]], zoom: Int) -> [Tile] {
    tiles.sorted { $0.key < $1.key }.compactMap { place, pixels in
      pixels.withUnsafeBytes { PNGImage.encode(width: side, height: side, rgba: $0) }.map {
        Tile(zoom: zoom, column: place.column, row: place.row, png: $0)
      }
    }
  }
}
