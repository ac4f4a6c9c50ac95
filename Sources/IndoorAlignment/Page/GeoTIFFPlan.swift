internal import IndoorGeometry
internal import IndoorJSON
internal import IndoorModel

/// A TIFF as a PNG, with where its tags say that it lies. GDAL reads it, and nothing but TIFF.
enum GeoTIFFPlan {
  static func converted(
    _ bytes: [UInt8], name: String, limits: PlanFile.Limits
  ) throws(AlignmentError) -> PlanConversion {
    let described = try PlanConversion.run(
      "gdalinfo", package: "gdal-bin", on: bytes, as: "plan.tif", name: name,
      ["-json", "-nomd", "-if", "GTiff", "plan.tif"])
    let info: JSONNode
    do throws(JSONError) { info = try JSONDocument(bytes: described, name: name).root } catch {
      throw .notConverted(name, "gdalinfo", why: "it described no raster")
    }
    let size = info["size"]?.elements.compactMap(\.integer) ?? []
    guard size.count == 2, size[0] > 0, size[1] > 0, size[0] < 1 << 24, size[1] < 1 << 24 else {
      throw .notConverted(name, "gdalinfo", why: "it described no raster")
    }
    let (width, height) = (Int(size[0]), Int(size[1]))
    guard width <= limits.maximumPixels / height else {
      throw .tooManyPixels(name, width, height, limit: limits.maximumPixels)
    }
    let bands = info["bands"]?.elements.map(\.self) ?? []
    var options = ["-q", "-of", "PNG", "-ot", "Byte", "-if", "GTiff"]
    if bands.first?["colorInterpretation"]?.string == "Palette" {
      options += ["-expand", "rgb"]
    } else {
      options += bands.count >= 3 ? ["-b", "1", "-b", "2", "-b", "3"] : ["-b", "1"]
      if bands.first?["type"]?.string != "Byte" { options.append("-scale") }
    }
    let png = try PlanConversion.run(
      "gdal_translate", package: "gdal-bin", on: bytes, as: "plan.tif", name: name,
      options + ["plan.tif", "plan.png"], output: "plan.png")
    return PlanConversion(
      format: .png, bytes: png, mediaType: "image/tiff", placement: placement(info),
      points: try points(info, name: name))
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
    return OwnPoints(points: found, code: EPSGCode.outermost(in: text[...]))
  }

  private static func placement(_ info: JSONNode) -> OwnPlacement? {
    let g = info["geoTransform"]?.elements.compactMap(\.number) ?? []
    guard g.count == 6, g.allSatisfy(\.isFinite) else { return nil }
    let map = AffineTransform(a: g[1], b: g[4], c: g[2], d: g[5], tx: g[0], ty: g[3])
    guard map.inverse != nil else { return nil }
    let text = info["coordinateSystem"]?["wkt"]?.string ?? ""
    return OwnPlacement(map: map, code: EPSGCode.outermost(in: text[...]))
  }
}
