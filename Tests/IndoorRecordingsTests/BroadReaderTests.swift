import Foundation
import IndoorModel
import IndoorPositioning
import Testing

import IndoorRecordings

struct BroadReaderTests {
  static let header =
    "gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z,q_w,q_x,q_y,q_z,movement"

  static func read(_ text: String) throws -> (recording: Recording, skipped: SkippedLines) {
    try BroadReader.read([UInt8](text.utf8), path: "trial.csv")
  }

  @Test func `a row is a sample of each sensor at the rate's stamp`() throws {
    let (recording, skipped) = try Self.read(
      "# rate_hz=250\n\(Self.header)\n1,2,3,4,5,6,7,8,9,1,0,0,0,0\n-1,2e-3,3,4,5,6,7,8,9,,,,,1\n")
    #expect(skipped.isEmpty)
    let second = Timestamp(microseconds: 4000)
    #expect(
      recording.observations == [
        .angularRate(.init(time: Timestamp(microseconds: 0), x: 1, y: 2, z: 3)),
        .acceleration(.init(time: Timestamp(microseconds: 0), x: 4, y: 5, z: 6)),
        .magneticField(.init(time: Timestamp(microseconds: 0), x: 7, y: 8, z: 9)),
        .angularRate(.init(time: second, x: -1, y: 0.002, z: 3)),
        .acceleration(.init(time: second, x: 4, y: 5, z: 6)),
        .magneticField(.init(time: second, x: 7, y: 8, z: 9)),
      ])
  }

  @Test func `a row without its angular rate still is a sample`() throws {
    let (recording, _) = try Self.read(
      "# rate_hz=250\n\(Self.header)\n1,2,3,0,0,9.81,7,8,9,1,0,0,0,0\n,,,0,0,9.81,7,8,9,1,0,0,0,0\n"
    )
    let samples = MotionReplay(recording.observations, parameters: .gated).samples
    #expect(samples.count == 2)
    #expect(samples.allSatisfy { $0.attitude.w.isFinite })
  }

  @Test func `a trial is the same with any line ends`() throws {
    // The last columns are the magnetometer's and the truth's.
    for header in [Self.header, String(Self.header.prefix { $0 != "q" }.dropLast())] {
      let text =
        "# rate_hz=250\n\(header)\n1,2,3,4,5,6,7,8,9\(header == Self.header ? ",1,0,0,0" : "")\n"
      let (recording, _) = try Self.read(text)
      let (other, skipped) = try Self.read(text.replacing("\n", with: "\r\n") + "\r\n")
      #expect(other.observations == recording.observations && skipped.isEmpty)
      #expect(other.observations.count == 3)
    }
  }

  @Test func `columns are found by name`() throws {
    let (recording, _) = try Self.read(
      "# rate_hz=250\nmag_x,mag_y,mag_z,acc_x,acc_y,acc_z,gyr_x,gyr_y,gyr_z\n7,8,9,4,5,6,1,2,3\n")
    #expect(
      recording.observations.first
        == .angularRate(.init(time: Timestamp(microseconds: 0), x: 1, y: 2, z: 3)))
  }

  @Test(arguments: [
    "", "# rate_hz=250\n", "\(header)\n1,2,3\n", "# rate_hz=nan\n\(header)\n",
    "# rate_hz=0\n\(header)\n", "# rate_hz=250\ngyr_x,gyr_y\n1,2\n",
    "\(header)\n1,2,3,4,5,6,7,8,9,1,0,0,0,0\n# rate_hz=250\n",
  ])
  func `what is no trial is refused in one sentence`(text: String) {
    #expect(throws: RecordingError.self) { try Self.read(text) }
  }

  @Test func `a second trial behind a first is refused by the line where it begins`() throws {
    let row = "1,2,3,4,5,6,7,8,9,1,0,0,0,0"
    let trial = "# rate_hz=100\n\(Self.header)\n\(row)\n"
    func message(_ text: String) -> String? {
      #expect(throws: RecordingError.self) { try Self.read(text) }?.message
    }
    let sentence = "is another recording's header; split the file there, a file a recording"
    let other = trial.replacing("100", with: "200")
    #expect(message(trial + other) == "trial.csv:4: \(sentence)")
    #expect(message(trial + trial) == "trial.csv:4: \(sentence)")
    // Without its rate, and behind a row that lost its end.
    #expect(message(trial + "\(Self.header)\n\(row)\n") == "trial.csv:4: \(sentence)")
    #expect(message(trial.dropLast() + other) == "trial.csv:3: \(sentence)")
    // A remark is no header.
    let (recording, _) = try Self.read(trial + "# gyr_x is along the edge, at the rate_hz above\n")
    #expect(recording.observations.count == 3)
  }

  @Test func `short rows are counted and left out`() throws {
    let (recording, skipped) = try Self.read(
      "# rate_hz=250\n\(Self.header)\n1,2,3\n1,2,3,4,5,6,7,8,9,1,0,0,0,0\n1,2,")
    #expect(recording.observations.count == 3)
    #expect(skipped[.malformed] == 1)
    #expect(skipped[.cutLine] == 1)
  }

  @Test func `the truth has the stamps of the recording and leaves out what the cameras lost`()
    throws
  {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let rows = ["1,0,0,0,0", ",,,,1", "0.6,0,0,0.8,1", "0,0,0,0,1"].map {
      "1,2,3,4,5,6,7,8,9,\($0)"
    }
    try "# rate_hz=250\n\(Self.header)\n\(rows.joined(separator: "\n"))\n".write(
      toFile: path, atomically: true, encoding: .utf8)
    let points = try BroadTruth(path: path).points
    #expect(points.map(\.time.microseconds) == [0, 8000])
    #expect(points.map(\.attitude) == [.identity, Quaternion(w: 0.6, x: 0, y: 0, z: 0.8)])
  }
}
