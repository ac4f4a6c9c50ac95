internal import IndoorGeometry
internal import IndoorJSON
internal import IndoorModel

/// A page of a TIFF as a PNG, with where its tags say that it lies. GDAL reads it, and nothing but
/// TIFF.
enum GeoTIFFPlan {
  static func converted(
    _ bytes: [UInt8], name: String, page: Int, limits: PlanFile.Limits
  ) throws(AlignmentError) -> PlanConversion {
    let directories = try directories(of: bytes, name: name)
    let count = directories.count
    guard (1...count).contains(page) else { throw .noSuchPage(name, page: page, count: count) }
    let directory = directories[page - 1]
    // GDAL's name of a page, which it calls a directory.
    let source = count == 1 ? "plan.tif" : "GTIFF_DIR:\(directory):plan.tif"
    let info = try described(bytes, ["-nomd", source], name: name)
    let size = info["size"]?.elements.compactMap(\.integer) ?? []
    guard size.count == 2, size[0] > 0, size[1] > 0, size[0] < 1 << 24, size[1] < 1 << 24 else {
      throw .notConverted(name, "gdalinfo", why: "it described no raster")
    }
    let (width, height) = (Int(size[0]), Int(size[1]))
    guard width <= limits.maximumPixels / height else {
      throw .tooManyPixels(name, width, height, limit: limits.maximumPixels)
    }
    let bands = info["bands"]?.elements.map(\.self) ?? []
    let samples = DeepSamples(bands)
    let colours = samples?.colours(of: source, width, height)
    var range: ClosedRange<Double>?
    if let samples {
      let measured = samples.measured(source, width, height)
      range = samples.range(in: try described(bytes, ["-stats", measured], as: "VRT", name: name))
    }
    let options =
      ["-q", "-of", "PNG", "-ot", "Byte", "-if", colours == nil ? "GTiff" : "VRT"]
      + bandOptions(bands, bits: bits(of: bytes, source, name: name), range: range)
    let png = try PlanConversion.run(
      "gdal_translate", package: "gdal-bin", on: bytes, as: "plan.tif", name: name,
      options + [colours ?? source, "plan.png"], output: "plan.png")
    return PlanConversion(
      format: .png, bytes: png, mediaType: "image/tiff", pageCount: count,
      directory: directory, placement: placement(info), points: try points(info, name: name))
  }

  /// The bands that are the picture, scaled to bytes, with what says where it is clear: an alpha
  /// band, a mask, or where values are none.
  ///
  /// - Parameters:
  ///   - bits: what samples have of a byte. GDAL hands them on as they are, so that white of four
  ///     bits is 15.
  ///   - range: what becomes black and white, where GDAL isn't to choose.
  private static func bandOptions(
    _ bands: [JSONNode], bits: Int, range: ClosedRange<Double>?
  ) -> [String] {
    if let first = bands.first, meaning(first) == "Palette" {
      let colours = first["colorTable"]?["entries"]?.elements.map(\.self) ?? []
      let isClear = colours.contains { $0.elements.map(\.self).dropFirst(3).first?.integer != 255 }
      return ["-expand", isClear ? "rgba" : "rgb"]
    }
    let chosen = inks(bands)
    var options: [String] = []
    let isByte = bands.first?["type"]?.string == "Byte"
    if !isByte {
      let scale = range.map { ["\($0.lowerBound)", "\($0.upperBound)", "0", "255"] } ?? []
      options += chosen.indices.flatMap { ["-scale_\($0 + 1)"] + scale }
    }
    if isByte, (1..<8).contains(bits) {
      for index in chosen.indices {
        options += ["-scale_\(index + 1)", "0", "\((1 << bits) - 1)", "0", "255"]
      }
    }
    let flags = bands.first?["mask"]?["flags"]?.elements.compactMap(\.string) ?? []
    let alpha = bands.indices.first { meaning(bands[$0]) == "Alpha" }
    var names = chosen.map { "\($0 + 1)" }
    if let alpha, isByte || bands[alpha]["type"]?.string == "UInt16" {
      names.append("\(alpha + 1)")
      if !isByte { options += ["-scale_\(names.count)", "0", "65535", "0", "255"] }
    } else if !isByte, bands.first?["noDataValue"] != nil {
      // Scaled, the lowest value would become what stands for none.
      names.append("mask")
      options += ["-colorinterp_\(names.count)", "alpha", "-a_nodata", "none"]
    } else if flags.contains("PER_DATASET"), !flags.contains("ALPHA") {
      names.append("mask")
      options += ["-colorinterp_\(names.count)", "alpha"]
    }
    return options + names.flatMap { ["-b", $0] }
  }

  static func meaning(_ band: JSONNode) -> String {
    band["colorInterpretation"]?.string ?? ""
  }

  /// Which bands are the picture: three colours or one grey.
  static func inks(_ bands: [JSONNode]) -> [Int] {
    let inks = bands.indices.filter { meaning(bands[$0]) != "Alpha" }
    return inks.count >= 3 ? Array(inks.prefix(3)) : Array(inks.prefix(1))
  }

  /// Bits of a sample, 8 where nothing else is said.
  private static func bits(of bytes: [UInt8], _ source: String, name: String) -> Int {
    let info = try? described(bytes, ["-nogcp", "-noct", "-norat", source], name: name)
    let structure = info?["bands"]?.elements.map(\.self).first?["metadata"]?["IMAGE_STRUCTURE"]
    return structure?["NBITS"]?.string.flatMap { Int($0) } ?? 8
  }

  private static func described(
    _ bytes: [UInt8], _ options: [String], as driver: String = "GTiff", name: String
  ) throws(AlignmentError) -> JSONNode {
    let text = try PlanConversion.run(
      "gdalinfo", package: "gdal-bin", on: bytes, as: "plan.tif", name: name,
      ["-json", "-if", driver] + options)
    do throws(JSONError) { return try JSONDocument(bytes: text, name: name).root } catch {
      throw .notConverted(name, "gdalinfo", why: "it described no raster")
    }
  }

  /// The file's directories that are pages, counted from 1; overviews and masks are none. What else
  /// the metadata say may be no text that can be read.
  private static func directories(
    of bytes: [UInt8], name: String
  ) throws(AlignmentError) -> [Int] {
    let info: JSONNode
    do throws(AlignmentError) {
      info = try described(bytes, ["-nogcp", "-noct", "-norat", "plan.tif"], name: name)
    } catch {
      guard error.code == .damagedPlan else { throw error }
      return [1]
    }
    var directories: [Int] = []
    for member in info["metadata"]?["SUBDATASETS"]?.members.map(\.self) ?? [] {
      // As in GTIFF_DIR:3:plan.tif; overviews between pages leave gaps in the numbers.
      let parts = (member.value.string ?? "").split(separator: ":")
      guard parts.count > 2, parts[0] == "GTIFF_DIR", let number = Int(parts[1]), number > 0 else {
        continue
      }
      directories.append(number)
    }
    return directories.isEmpty ? [1] : directories.sorted()
  }

  /// The ground control points, as GDAL's georeferencers leave them in a TIFF that isn't warped yet
  /// (GeoTIFF 1.1, ModelTiepointTag without a scale).
  private static func points(
    _ info: JSONNode, name: String
  ) throws(AlignmentError) -> OwnPoints? {
    guard let list = info["gcps"]?["gcpList"], list.kind == .array else { return nil }
    var found: [OwnPoints.Point] = []
    for point in list.elements {
      guard let pixel = point["pixel"]?.number, let line = point["line"]?.number,
        let x = point["x"]?.number, let y = point["y"]?.number
      else { continue }
      guard found.count < AnchorFile.maximumAnchors else { throw .tooManyAnchors(name) }
      found.append(
        OwnPoints.Point(
          name: point["id"]?.string ?? "", page: PagePoint(x: pixel, y: line), x: x, y: y))
    }
    guard !found.isEmpty else { return nil }
    let text = info["gcps"]?["coordinateSystem"]?["wkt"]?.string ?? ""
    return OwnPoints(points: found, wellKnownText: text)
  }

  private static func placement(_ info: JSONNode) -> OwnPlacement? {
    let g = info["geoTransform"]?.elements.compactMap(\.number) ?? []
    guard g.count == 6, g.allSatisfy(\.isFinite) else { return nil }
    let map = AffineTransform(a: g[1], b: g[4], c: g[2], d: g[5], tx: g[0], ty: g[3])
    guard map.inverse != nil else { return nil }
    let text = info["coordinateSystem"]?["wkt"]?.string ?? ""
    return OwnPlacement(map: map, wellKnownText: text)
  }
}
