/// Numbers as a PDF writes them.
enum PDFNumber {
  /// A number with at most `digits` decimals and no exponent; rounding hides what differs between
  /// maths libraries.
  static func text(_ value: Double, digits: Int = 2) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = (value * scale).rounded()
    guard let whole = Int64(exactly: scaled), whole != 0 else { return "0" }
    let magnitude = String(whole.magnitude)
    let padded = String(repeating: "0", count: max(0, digits + 1 - magnitude.count)) + magnitude
    let integral = padded.dropLast(digits)
    var fraction = padded.suffix(digits)
    while fraction.last == "0" { fraction = fraction.dropLast() }
    return (whole < 0 ? "-" : "") + integral + (fraction.isEmpty ? "" : "." + fraction)
  }
}
