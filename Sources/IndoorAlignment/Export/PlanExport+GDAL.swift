internal import Foundation
internal import IndoorFiles
internal import IndoorGeometry
internal import IndoorLibc
internal import IndoorModel

extension PlanExport {
  /// GDAL's six numbers: from pixel corners to local metres.
  private var geoTransform: [Double] {
    let m = pixelToLocal
    return [m.tx, m.a, m.c, m.ty, m.b, m.d]
  }

  private var definition: String { ReferenceSystem.localDefinition(frame) }

  func writeWorldFile(to path: String) throws(AlignmentError) {
    let m = pixelToLocal
    // A world file speaks of the middle of the top left pixel.
    let middle: LocalPoint = m.apply(PagePoint(x: 0.5, y: 0.5))
    let world = [m.a, m.b, m.c, m.d, middle.x, middle.y].map { "\($0)\n" }.joined()
    let system = try ReferenceSystem.wellKnownText(frame)
    let parts = PathParts(path)
    let auxiliary = "<PAMDataset><SRS>\(XMLText.escaped(system))</SRS></PAMDataset>\n"
    try Self.write([
      (path, plan.preview), (parts.beside(ending: "pgw"), [UInt8](world.utf8)),
      (parts.beside(ending: "prj"), [UInt8](system.utf8)),
      ("\(path).aux.xml", [UInt8](auxiliary.utf8)),
    ])
  }

  func writeGeoTIFF(to path: String) throws(AlignmentError) {
    try withVRT { folder throws(AlignmentError) in
      try Self.gdal(
        "gdal_translate",
        ["-q", "-of", "GTiff", "-co", "COMPRESS=DEFLATE", "-co", "TILED=YES", "plan.vrt", "out"],
        in: folder)
      try Self.copy("\(folder)/out", to: path)
    }
  }

  /// Tiles in Web Mercator: warped once, onto the pixels of the zoom nearest to the picture's, with
  /// overviews.
  func writeTiles(to path: String, as format: Format) throws(AlignmentError) {
    let (driver, name) =
      format == .mbtiles ? ("MBTILES", "out.mbtiles") : ("GPKG", "out.gpkg")
    let grid = try tileGrid(as: format)
    try withVRT { folder throws(AlignmentError) in
      try Self.gdal(
        "gdalwarp",
        [
          "-q", "-t_srs", "EPSG:3857", "-r", "bilinear", "-tr", "\(grid.pixel)",
          "\(grid.pixel)",
        ] + (isClear ? [] : ["-dstalpha"]) + ["-te"] + grid.extent.map { "\($0)" } + [
          "plan.vrt", "warped.tif",
        ],
        in: folder)
      var options = ["-q", "-of", driver, "-r", "bilinear", "-co", "TILE_FORMAT=PNG"]
      if driver == "GPKG" {
        options += ["-co", "TILING_SCHEME=GoogleMapsCompatible", "-co", "RASTER_TABLE=plan"]
      } else {
        options += ["-co", "NAME=\(title)"]
      }
      try Self.gdal("gdal_translate", options + ["warped.tif", name], in: folder)
      try Self.gdal(
        "gdaladdo", ["-q", "-r", "average", name, "2", "4", "8", "16"], in: folder)
      try Self.copy("\(folder)/\(name)", to: path)
    }
  }

  /// Ground control points at the corners and the middle of the picture, as a VRT over it.
  func groundControlPoints(picture: String) -> String {
    var points = ""
    let places = [(0.0, 0.0), (1, 0), (1, 1), (0, 1), (0.5, 0.5)]
    for (i, (share, place)) in zip(places, unbroken(places.map { ($0, $1) })).enumerated() {
      let (x, y) = (share.0 * Double(size.width), share.1 * Double(size.height))
      points +=
        "    <GCP Id=\"\(i + 1)\" Pixel=\"\(x)\" Line=\"\(y)\""
        + " X=\"\(place.longitude)\" Y=\"\(place.latitude)\"/>\n"
    }
    return vrt(
      picture: picture, isRelative: true,
      georeference:
        "  <GCPList Projection=\"EPSG:4326\" dataAxisToSRSAxisMapping=\"2,1\">\n\(points)  </GCPList>\n"
    )
  }

  /// Whether the paper is clear, or what lies beyond the level.
  private var isClear: Bool { isMadeOver && PNGImage.isClear(plan.preview) }

  /// The picture with the bands that a VRT names, whatever the preview has: grey, a palette, 16
  /// bits.
  func bands() throws(AlignmentError) -> [UInt8] {
    isClear ? plan.preview : try PNGImage.rgb(plan.preview, name: plan.fileName)
  }

  private func vrt(picture: String, isRelative: Bool, georeference: String) -> String {
    let colours = ["Red", "Green", "Blue"] + (isClear ? ["Alpha"] : [])
    let bands = colours.enumerated().map { i, colour in
      """
        <VRTRasterBand dataType="Byte" band="\(i + 1)"><ColorInterp>\(colour)</ColorInterp>
          <SimpleSource><SourceFilename relativeToVRT="\(isRelative ? 1 : 0)">\(XMLText.escaped(picture))</SourceFilename>
          <SourceBand>\(i + 1)</SourceBand></SimpleSource></VRTRasterBand>

      """
    }.joined()
    return
      "<VRTDataset rasterXSize=\"\(size.width)\" rasterYSize=\"\(size.height)\">\n\(georeference)\(bands)</VRTDataset>\n"
  }

  /// Calls `body` with a temporary folder that holds the picture as `plan.vrt`, georeferenced.
  private func withVRT(
    _ body: (_ folder: String) throws(AlignmentError) -> Void
  ) throws(AlignmentError) {
    let picture = try bands()
    try ProgramRun.withTemporaryFolder { folder throws(AlignmentError) in
      try Self.write(picture, to: "\(folder)/plan.png")
      let numbers = geoTransform.map { "\($0)" }.joined(separator: ", ")
      try Self.write(
        vrt(
          picture: "plan.png", isRelative: true,
          georeference:
            "  <SRS>\(XMLText.escaped(definition))</SRS>\n  <GeoTransform>\(numbers)</GeoTransform>\n"
        ),
        to: "\(folder)/plan.vrt")
      try body(folder)
    }
  }

  private static func gdal(
    _ program: String, _ arguments: [String], in folder: String
  ) throws(AlignmentError) {
    guard let path = ProgramRun.find(program) else {
      throw .programMissing(program, package: "gdal-bin")
    }
    var limits = ProgramRun.Limits()
    limits.processorSeconds = 300
    limits.seconds = 300
    switch try ProgramRun.run(path, arguments, in: folder, limits: limits) {
    case .finished: return
    case .failed(_, let message):
      throw AlignmentError(
        .machine, "\(program): it failed (\(message)), check the disk and GDAL's version")
    case .timedOut, .starved:
      throw AlignmentError(
        .machine, "\(program): it took over five minutes, export the plan in another format")
    case .broken:
      throw AlignmentError(
        .machine,
        "\(program): it broke off, perhaps for want of memory, export the plan in another format")
    }
  }

  private static func copy(_ source: String, to path: String) throws(AlignmentError) {
    // A program may end as though all was well.
    guard access(source, F_OK) == 0 else {
      throw AlignmentError(
        .machine, "\(path): GDAL's program wrote nothing for it, check the disk and GDAL's version")
    }
    do { try OutputFile.write(contentsOf: source, to: path) } catch { throw AlignmentError(error) }
  }
}
