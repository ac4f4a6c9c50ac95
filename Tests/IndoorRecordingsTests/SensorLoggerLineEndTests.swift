import IndoorPositioning
import IndoorRecordings
import Testing

struct SensorLoggerLineEndTests {
  private typealias Samples = SensorLoggerSamples

  /// Tables of over a piece of a megabyte, with a break of a line of theirs at its end.
  private static let long = [
    ("Accelerometer.csv", Samples.motion("9.81", "0.5", "-0.25", rows: 30_000))
  ]

  @Test(arguments: [false, true])
  func `a walk is the same with any line ends, as a zip and as a folder`(asFolder: Bool) throws {
    let files =
      Samples.android.map { ($0.name, $0.text) }.filter { $0.0 != "Accelerometer.csv" }
      + Self.long
    let (read, _) = try Samples.read(files, asFolder: asFolder)
    #expect(files.contains { $0.1.utf8.count > 1 << 20 })
    for change in [
      { $0.replacing("\n", with: "\r\n") }, { "\u{FEFF}" + $0 },
      { "\u{FEFF}" + $0.replacing("\n", with: "\r\n") },
    ] as [(String) -> String] {
      let (copy, _) = try Samples.read(files.map { ($0.0, change($0.1)) }, asFolder: asFolder)
      #expect(copy.hash == read.hash)
      #expect(copy.recording.observations.count == read.recording.observations.count)
    }
    let (other, _) = try Samples.read(
      files.map { ($0.0, $0.1.replacing("-0.25", with: "-0.26")) }, asFolder: asFolder)
    #expect(other.hash != read.hash)
  }

  /// A spreadsheet shows numbers of over eleven digits so, and saves what it shows.
  @Test func `times that a spreadsheet cut are told`() throws {
    let time = #/(?m)^\d{19}/#
    let files = Samples.android.map { ($0.name, $0.text.replacing(time) { _ in "1.78E+18" }) }
    let (read, left) = try Samples.read(files)
    #expect(read.recording.observations.isEmpty)
    #expect(left.values.reduce(0) { $0 + $1[.shortenedTime] } > 300)
    #expect(left.values.allSatisfy { $0.counts.keys.allSatisfy { $0 == .shortenedTime } })
  }
}
