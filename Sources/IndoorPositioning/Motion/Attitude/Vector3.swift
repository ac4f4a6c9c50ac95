/// Three components of one Cartesian frame; the frame is whoever's holds it.
struct Vector3: Hashable, Sendable {
  var x: Double
  var y: Double
  var z: Double

  static let zero = Vector3(x: 0, y: 0, z: 0)

  @inline(__always)
  init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  @inline(__always)
  init(_ sample: VectorSample) { self.init(x: sample.x, y: sample.y, z: sample.z) }

  @inline(__always) var squaredLength: Double { x * x + y * y + z * z }
  @inline(__always) var length: Double { squaredLength.squareRoot() }
  @inline(__always) var isFinite: Bool { (x + y + z).isFinite }

  /// The largest component's size.
  @inline(__always) var largest: Double { max(abs(x), max(abs(y), abs(z))) }

  /// The same with each component brought to within ±`size`.
  @inline(__always)
  func limited(to size: Double) -> Vector3 {
    Vector3(
      x: min(size, max(-size, x)), y: min(size, max(-size, y)), z: min(size, max(-size, z)))
  }

  @inline(__always)
  static func + (a: Vector3, b: Vector3) -> Vector3 {
    Vector3(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
  }

  @inline(__always)
  static func - (a: Vector3, b: Vector3) -> Vector3 {
    Vector3(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z)
  }

  @inline(__always)
  static func * (a: Vector3, k: Double) -> Vector3 { Vector3(x: a.x * k, y: a.y * k, z: a.z * k) }
}

extension Vector3 {
  @inline(__always)
  func cross(_ b: Vector3) -> Vector3 {
    Vector3(x: y * b.z - z * b.y, y: z * b.x - x * b.z, z: x * b.y - y * b.x)
  }
}
