import Foundation
import IndoorGeometry
import IndoorPositioning
import IndoorRecordings
import Testing

@Suite(.enabled(if: realData != nil, realDataHint))
struct BroadAccuracyTests {
  /// The truth of a trial's rows in motion, by row.
  static func truth(_ path: String) throws -> [(row: Int, q: Quaternion)] {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst(
      2)
    return lines.enumerated().compactMap { row, line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count == 14, fields[13] == "1" else { return nil }
      let q = fields[9..<13].compactMap { Double($0) }
      return q.count == 4 ? (row, Quaternion(w: q[0], x: q[1], y: q[2], z: q[3])) : nil
    }
  }

  /// Degrees: what VQF 2.1.2 has on the same trial as the root mean square of the total error.
  @Test(arguments: [
    ("01_undisturbed_slow_rotation_A", 1.99),
    ("18_undisturbed_fast_translation_with_breaks_B", 0.81),
    ("30_disturbed_stationary_magnet_C", 2.57), ("32_disturbed_attached_magnet_1cm", 7.67),
  ])
  func `attitude is nearer to the optical truth than VQF's`(trial: String, vqf: Double) throws {
    let path = "\(realData ?? "")/broad/\(trial).csv"
    let recording = try #require(Recording.recordings(at: path).first)
    let samples = MotionReplay(
      recording.observations, parameters: RecordingFormat.broad.headingParameters
    ).samples
    var (sum, count) = (0.0, 0.0)
    for (row, q) in try Self.truth(path) {
      let p = samples[row].attitude
      let w = min(1, abs(p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z))
      sum += pow(2 * acos(w), 2)
      count += 1
    }
    #expect(count > 10_000)
    #expect(Angle.degrees((sum / count).squareRoot()) < vqf)
  }
}
