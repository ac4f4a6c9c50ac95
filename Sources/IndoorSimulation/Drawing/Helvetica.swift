/// The widths of Helvetica, one of the 14 fonts that every PDF reader has, so that lines of text
/// can be centred.
enum Helvetica {
  /// Advance of the characters 32 to 126, in thousandths of the size, from Adobe's `Helvetica.afm`.
  private static let widths: [Double] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
  ]

  /// Width of a line in points; what is beyond ASCII counts as a small letter, bold as 6% wider.
  static func width(of text: String, size: Double, bold: Bool) -> Double {
    let thousandths = text.unicodeScalars.reduce(0.0) { sum, scalar in
      let index = Int(scalar.value) - 32
      return sum + (widths.indices.contains(index) ? widths[index] : 556)
    }
    return thousandths / 1000 * size * (bold ? 1.06 : 1)
  }
}
