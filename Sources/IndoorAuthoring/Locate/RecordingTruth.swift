import IndoorModel
import IndoorPositioning
import IndoorRecordings
import IndoorSurveying

/// The truth beside a file while its recordings are located, and what is to be said of it.
struct RecordingTruth {
  private let path: String
  private var truth: TruthFile?
  private var faults: [String] = []
  /// Whether it was said that it has no moment in common with a recording.
  private var isFaultSaid = false
  /// The names of recordings in it that the file's recordings have.
  private var own: Set<String> = []
  /// The lines of points that others of their moment count before.
  private var contradicted: Set<Int> = []
  private var end: Timestamp?

  /// Looks for it.
  ///
  /// - Throws: `RecordingError` where a file there can't be read or is no truth.
  init(
    beside path: String, in venue: Venue, resolver: WaypointResolver
  ) throws(RecordingError) {
    self.path = path
    switch try TruthFile.beside(recording: path) {
    case .nothing: break
    case .passedOver(let sentence): faults = [sentence]
    case .truth(let found):
      (truth, faults) = found.placed(by: .compared(with: venue), at: path) {
        resolver.fault(
          of: Waypoint(time: $0.time, place: .coordinate($0.coordinate), level: $0.level),
          level: nil) == .farOff
      }
    }
  }

  /// What says where a recording was; `nil` where nothing does.
  mutating func part(of read: ReadRecording) -> TruthFile? {
    let last = read.recording.observations.lazy.map(\.time).max()
    end = [end, last].compactMap(\.self).max()
    guard let truth else { return nil }
    own.formUnion(truth.names(of: read))
    let part = truth.of(read)
    contradicted.formUnion(truth.contradicted(for: read, by: part))
    if let fault = part.fault(of: read.recording, at: path) {
      if !isFaultSaid { faults.append(fault) }
      isFaultSaid = true
      return nil
    }
    return part.isEmpty ? nil : part.upTo(last)
  }

  /// What is to be said of it once all of the file's recordings were read.
  func sentences() -> [String] {
    guard let truth else { return faults }
    let late = isFaultSaid ? nil : truth.without(others: own).remainder(after: end, at: path)
    let contradiction = truth.contradiction(contradicted, at: path)
    return faults + [contradiction, truth.strangers(own, at: path), late].compactMap(\.self)
  }
}
