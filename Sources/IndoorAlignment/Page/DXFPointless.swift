/// Objects of a DXF that have no point that GDAL goes by, at which it ends: a spline that has the
/// points it passes through (group 11) and none that control it (group 10), a polyline of nothing.
enum DXFPointless {
  /// The kinds that are so.
  static let kinds: Set<String> = ["SPLINE", "LWPOLYLINE"]

  /// The drawing without them.
  static func without(_ bytes: [UInt8]) -> [UInt8] {
    var gaps: [Range<Int>] = []
    var (start, isPointless) = (0, false)
    for (code, value) in DXFGroups(bytes) {
      if code.elementsEqual("0".utf8) {
        if isPointless { gaps.append(start..<code.startIndex) }
        start = code.startIndex
        isPointless = kinds.contains(String(decoding: value.prefix(10), as: UTF8.self))
      } else if code.elementsEqual("10".utf8) {
        isPointless = false
      }
    }
    guard !gaps.isEmpty else { return bytes }
    var result: [UInt8] = []
    var done = 0
    for gap in gaps {
      result += bytes[done..<gap.lowerBound]
      done = gap.upperBound
    }
    return result + bytes[done...]
  }
}
