import IndoorModel

import IndoorGeometry

/// What makes a raw magnetometer's field right: `matrix` times (field − `offset`).
package struct MagnetometerCorrection: Hashable, Sendable {
  /// Hard iron, in µT, in the device's axes: what magnets in the device add.
  package var offset: (x: Double, y: Double, z: Double) { (hard.x, hard.y, hard.z) }
  /// Soft iron, row by row, without unit, symmetric: what steel in the device stretches.
  package var matrix: [Double] { soft.rows }
  /// The field's strength, in µT.
  package var strength: Double

  var hard: Vector3
  var soft: SymmetricMatrix3

  @inline(__always)
  func corrected(_ field: Vector3) -> Vector3 { soft * (field - hard) }

  /// The right field of a raw one.
  package func corrected(_ sample: VectorSample) -> VectorSample {
    let v = corrected(Vector3(sample))
    return VectorSample(time: sample.time, x: v.x, y: v.y, z: v.z)
  }
}

/// Learns a magnetometer's hard and soft iron while the device is turned: the field's end lies on
/// an ellipsoid, which is fitted on-line by recursive least squares.
///
/// A linear least-squares fit (after Gebre-Egziabher et al. 2006, "Calibration of strapdown
/// magnetometers in magnetic field domain", doi:10.1061/(ASCE)0893-1321(2006)19:2(87)). A constant
/// amount of memory, allocated at the start.
package struct MagnetometerCalibration: Sendable {
  /// What may be tuned.
  package struct Parameters: Hashable, Sendable {
    /// How far the field must have moved, in µT, for another sample to count: what lies still
    /// teaches nothing.
    package var spacing = 2.0
    /// After how many counted samples old ones fade; a device's iron changes when it is put beside
    /// a magnet.
    package var memory = 2000.0
    /// How much of the directions must have been seen before there is a correction, 0 to 1.
    package var minimumCoverage = 0.4
    /// How far the samples may lie from the ellipsoid, as a part of the field's strength, root mean
    /// square: where steel bends the field around the device, what is fitted is the building's.
    package var largestMisfit = 0.05
    /// The most that soft iron may stretch one direction against another, before it is no soft
    /// iron.
    package var largestStretch = 2.0

    /// The defaults.
    package init() {}
  }

  /// What may be tuned.
  package let parameters: Parameters
  private var fit = EllipsoidFit()
  private var last: Vector3?
  private var counted = 0

  /// How much of all directions the device has been turned through, 0 to 1: 0 where it was only
  /// laid flat and turned, about a half for half a sphere.
  package private(set) var coverage = 0.0
  /// The correction, as soon as enough directions have been seen; `nil` while they haven't, or
  /// where no ellipsoid fits them.
  package private(set) var correction: MagnetometerCorrection?

  /// Makes a calibration that has seen nothing yet.
  package init(parameters: Parameters = Parameters()) { self.parameters = parameters }

  /// One sample of the magnetometer, raw, in µT.
  package mutating func update(magneticField sample: VectorSample) {
    let field = Vector3(sample)
    guard field.isFinite, field.largest < 5000 else { return }
    if let last, (field - last).squaredLength < parameters.spacing * parameters.spacing { return }
    last = field
    counted += 1
    fit.add(field, keep: 1 - 1 / parameters.memory)
    guard counted >= 32, counted % 16 == 0 else { return }
    let found = fit.correction(largestStretch: parameters.largestStretch)
    coverage = found?.coverage ?? 0
    correction = nil
    guard let found, coverage >= parameters.minimumCoverage else { return }
    guard fit.misfit(radius: found.0.strength) <= parameters.largestMisfit else { return }
    correction = found.0
  }
}
