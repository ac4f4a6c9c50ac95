public import IndoorGeometry

/// A picture on the ground as tiles of 256 pixels in Web Mercator.
public struct RasterTiles: Hashable, Sendable {
  /// One tile.
  public struct Tile: Hashable, Sendable {
    /// How often the world is halved: 0 is one tile.
    public var zoom: Int
    /// Counted from 180° west.
    public var column: Int
    /// Counted from the north.
    public var row: Int
    /// Its pixels as a PNG.
    public var png: [UInt8]

    /// Makes a tile.
    public init(zoom: Int, column: Int, row: Int, png: [UInt8]) {
      self.zoom = zoom
      self.column = column
      self.row = row
      self.png = png
    }
  }

  /// What the picture covers, in EPSG:3857 metres.
  public var extent: BoundingBox<WebMercatorPoint>
  /// The tiles, of one zoom or of several.
  public var tiles: [Tile]

  /// Makes a picture of its tiles.
  public init(extent: BoundingBox<WebMercatorPoint>, tiles: [Tile]) {
    self.extent = extent
    self.tiles = tiles
  }
}
