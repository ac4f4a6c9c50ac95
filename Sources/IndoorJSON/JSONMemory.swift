/// How much memory a GeoJSON text takes once it is read, by an estimate: files that are packed in a
/// few megabytes would else take all that a machine has.
enum JSONMemory {
  /// Bytes that a bracket, comma or colon takes on the tape and while it is parsed, and a feature
  /// of which little is said.
  private static let perSign = 12, perFeature = 1100
  /// Objects that a feature has: itself, its geometry and its properties.
  private static let objectsPerFeature = 3

  /// Bytes, as measured of texts of nothing but brackets, of features alone and of ordinary ones.
  static func estimate(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var (signs, objects) = (0, 0)
    for byte in text {
      switch byte {
      case UInt8(ascii: "{"):
        objects += 1
        signs += 1
      case UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","),
        UInt8(ascii: ":"):
        signs += 1
      default: break
      }
    }
    let features = min(objects / objectsPerFeature, GeoJSONFeatureCollection.maximumFeatures)
    return text.count + signs * perSign + features * perFeature
  }
}
