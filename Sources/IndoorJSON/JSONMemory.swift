/// How much memory a GeoJSON text takes once it is read, by an estimate: files that are packed in a
/// few megabytes would else take all that a machine has.
enum JSONMemory {
  /// Bytes that a bracket, comma or colon takes on the tape and while it is parsed, and a feature
  /// of which little is said.
  private static let perSign = 12, perFeature = 1100
  /// Objects that a feature has at most, with its name in languages and its point of display, and
  /// one without a geometry at least.
  private static let mostObjects = 6, fewestObjects = 3

  /// Bytes, as measured of texts of nothing but brackets, of features alone and of ordinary ones.
  static func estimate(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var (signs, objects, geometries) = (0, 0, 0)
    for (index, byte) in text.enumerated() {
      switch byte {
      case UInt8(ascii: "{"):
        objects += 1
        signs += 1
      case UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","): signs += 1
      case UInt8(ascii: ":"):
        signs += 1
        if endsInGeometry(text[..<index]) { geometries += 1 }
      default: break
      }
    }
    let others = max(0, objects - mostObjects * geometries) / fewestObjects
    let features = min(geometries + others, GeoJSONFeatureCollection.maximumFeatures)
    return text.count + signs * perSign + features * perFeature
  }

  private static func endsInGeometry(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let name: StaticString = "\"geometry\""
    let length = name.utf8CodeUnitCount
    guard text.count >= length, text.last == UInt8(ascii: "\"") else { return false }
    return (0..<length).allSatisfy { text[text.endIndex - length + $0] == name.utf8Start[$0] }
  }
}
