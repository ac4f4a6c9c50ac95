import IndoorLibc

/// COST 231's multi-wall model (final report, 1999, section 4.7.2): free space, and what walls and
/// slabs on the ray take.
package enum PathLoss {
  /// Loss in free space, in dB, over metres at a frequency in MHz; nearer than half a metre counts
  /// as half a metre.
  package static func freeSpace(metres: Double, megahertz: Double) -> Double {
    20 * log10(max(0.5, metres)) + 20 * log10(megahertz) - 27.55
  }

  /// Loss through slabs, in dB: 18.3 dB for one, less than as much again for each further one.
  ///
  /// The model's kf^((kf + 2)/(kf + 1) - b) · Lf with b = 0.46.
  package static func slabs(_ count: Int) -> Double {
    guard count > 0 else { return 0 }
    let k = Double(count)
    return 18.3 * pow(k, (k + 2) / (k + 1) - 0.46)
  }

  /// How much more a wall takes at a frequency in MHz than at 2,400: about half as much again at
  /// 5,200.
  static func wallFactor(megahertz: Double) -> Double { megahertz > 4000 ? 1.5 : 1 }
}
