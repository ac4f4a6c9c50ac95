internal import CQPDF
internal import IndoorGeometry
internal import IndoorModel

extension PDFDocument {
  /// Metres of the units of length that drawing programs write (ISO 32000-1, 12.9: a text of their
  /// own choice).
  private static let units: [String: Double] = [
    "mm": 0.001, "cm": 0.01, "dm": 0.1, "m": 1, "km": 1000, "in": 0.0254, "inch": 0.0254,
    "inches": 0.0254, "\"": 0.0254, "ft": 0.3048, "feet": 0.3048, "foot": 0.3048, "'": 0.3048,
    "yd": 0.9144, "mi": 1609.344, "meter": 1, "metre": 1, "meters": 1, "metres": 1,
  ]
  /// Viewports of a page beyond which none is read.
  private static let maximumViewports: Int32 = 100

  /// Share of the page that a viewport must have to be the plan's and not a detail's.
  private static let leastShare = 0.05

  /// Ground metres a user-space unit, by the measure of the page's largest viewport; `nil` where it
  /// has none but of details, where its unit is unknown, or where it is another along y than along
  /// x.
  ///
  /// A rectilinear measure (ISO 32000-1, 12.9) has the factor `/C` from default user space to its
  /// unit `/U` in the first number format of `/X`; of a geospatial one (ISO 32000-2, 12.10) the
  /// points that it ties to coordinates tell.
  func metresPerUnit(on sheet: BoundingBox<PagePoint>) -> Double? {
    let viewports = qpdf_oh_get_key(handle, page, "/VP")
    guard qpdf_oh_is_array(handle, viewports) != 0 else { return nil }
    var largest: (area: Double, scale: Double)?
    for i in 0..<min(qpdf_oh_get_array_n_items(handle, viewports), Self.maximumViewports) {
      let viewport = qpdf_oh_get_array_item(handle, viewports, i)
      guard qpdf_oh_is_dictionary(handle, viewport) != 0,
        let box = rectangle(qpdf_oh_get_key(handle, viewport, "/BBox")),
        let scale = scale(of: qpdf_oh_get_key(handle, viewport, "/Measure"), in: box)
      else { continue }
      let area = box.width * box.height
      if largest.map({ area > $0.area }) ?? true { largest = (area, scale) }
    }
    guard let largest, largest.area >= Self.leastShare * sheet.width * sheet.height else {
      return nil
    }
    return largest.scale
  }

  private func scale(of measure: qpdf_oh, in box: BoundingBox<PagePoint>) -> Double? {
    guard qpdf_oh_is_dictionary(handle, measure) != 0 else { return nil }
    // Rectilinear is the subtype's default.
    let subtype = qpdf_oh_get_key(handle, measure, "/Subtype")
    if qpdf_oh_is_name_and_equals(handle, subtype, "/GEO") != 0 {
      return geospatialScale(of: measure, in: box)
    }
    guard
      qpdf_oh_is_null(handle, subtype) != 0
        || qpdf_oh_is_name_and_equals(handle, subtype, "/RL") != 0,
      let x = factor(of: qpdf_oh_get_key(handle, measure, "/X"))
    else { return nil }
    let y = factor(of: qpdf_oh_get_key(handle, measure, "/Y")) ?? x
    return abs(y / x - 1) < 0.001 ? x : nil
  }

  /// The way round the tied points on the ground over that on the page.
  private func geospatialScale(of measure: qpdf_oh, in box: BoundingBox<PagePoint>) -> Double? {
    let places = numbers(of: qpdf_oh_get_key(handle, measure, "/GPTS"))
    let points = numbers(of: qpdf_oh_get_key(handle, measure, "/LPTS"))
    guard places.count >= 4, places.count == points.count, places.count.isMultiple(of: 2) else {
      return nil
    }
    let pairs = stride(from: 0, to: places.count, by: 2).map { i in
      (
        place: Coordinate(latitude: places[i], longitude: places[i + 1]),
        // Shares of the viewport's box.
        page: PagePoint(x: points[i] * box.width, y: points[i + 1] * box.height)
      )
    }
    guard pairs.allSatisfy({ $0.place.isValid }) else { return nil }
    var (ground, page) = (0.0, 0.0)
    for (from, to) in zip(pairs, pairs.dropFirst()) {
      ground += Geodesic.distance(from.place, to.place)
      page += from.page.distance(to: to.page)
    }
    let scale = ground / page
    return scale > 0 && scale.isFinite ? scale : nil
  }

  /// The numbers of an array, empty where it is none or holds anything else.
  func numbers(of array: qpdf_oh) -> [Double] {
    guard qpdf_oh_is_array(handle, array) != 0 else { return [] }
    let count = qpdf_oh_get_array_n_items(handle, array)
    guard count <= 200 else { return [] }
    let values = (0..<count).compactMap { number(qpdf_oh_get_array_item(handle, array, $0)) }
    return values.count == Int(count) ? values : []
  }

  /// Metres a user-space unit by an axis' first number format.
  private func factor(of formats: qpdf_oh) -> Double? {
    guard qpdf_oh_is_array(handle, formats) != 0, qpdf_oh_get_array_n_items(handle, formats) > 0
    else { return nil }
    let format = qpdf_oh_get_array_item(handle, formats, 0)
    guard qpdf_oh_is_dictionary(handle, format) != 0,
      let conversion = number(qpdf_oh_get_key(handle, format, "/C"))
    else { return nil }
    let name = qpdf_oh_get_key(handle, format, "/U")
    guard qpdf_oh_is_string(handle, name) != 0, let text = qpdf_oh_get_utf8_value(handle, name)
    else { return nil }
    let unit = String(cString: text).lowercased().filter { !$0.isWhitespace && $0 != "." }
    guard let metres = Self.units[unit] else { return nil }
    let factor = conversion * metres
    return factor > 0 && factor.isFinite ? factor : nil
  }
}
