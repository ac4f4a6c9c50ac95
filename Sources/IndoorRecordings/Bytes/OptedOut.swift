import IndoorModel
import IndoorPositioning

/// Transmitters whose owners opted out by a name that ends in `_nomap`.
///
/// Not every entry of one has its name, as a device may answer with it but sometimes: what was
/// heard of it elsewhere in the recording is left out at the end.
struct OptedOut {
  private var transmitters: Set<Transmitter> = []

  /// Notes one whose name says so.
  mutating func insert(_ transmitter: Transmitter) { transmitters.insert(transmitter) }

  /// Whether some name said so of a transmitter.
  @inline(__always)
  func contains(_ transmitter: Transmitter) -> Bool {
    !transmitters.isEmpty && transmitters.contains(transmitter)
  }

  /// Leaves what was heard of them out of scans.
  ///
  /// - Parameter keepsEmpty: whether a scan stays in which nothing else was heard, as its format
  ///   has scans that say so.
  func leave(
    outOf observations: inout [Observation], keepsEmpty: Bool = false, _ skipped: inout SkippedLines
  ) {
    guard !transmitters.isEmpty else { return }
    var isEmptied = false
    for index in observations.indices {
      guard case .scan(var scan) = observations[index],
        scan.readings.contains(where: { contains($0.transmitter) })
      else { continue }
      let count = scan.readings.count
      scan.readings.removeAll { contains($0.transmitter) }
      skipped.add(.nomap, count - scan.readings.count)
      isEmptied = isEmptied || scan.readings.isEmpty
      observations[index] = .scan(scan)
    }
    guard isEmptied, !keepsEmpty else { return }
    observations.removeAll { if case .scan(let scan) = $0 { scan.readings.isEmpty } else { false } }
  }
}

extension Field {
  /// Whether a network's name opts out; apps write it in quotation marks, too, as Android's
  /// `WifiInfo.getSSID()` gives it.
  @inline(__always)
  var optsOut: Bool { hasSuffix("_nomap") || hasSuffix("_nomap\"") }
}

extension String {
  /// The same of a text.
  var optsOut: Bool { hasSuffix("_nomap") || hasSuffix("_nomap\"") }
}
