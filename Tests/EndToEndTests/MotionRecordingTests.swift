import Foundation
import Testing

/// What of a recording motion is computed from, and what is told of the rest of it.
@Suite struct MotionRecordingTests {
  /// A second of the gyroscope as Sensor Logger pushes it, by PUSHING.md of its documentation.
  private func message(_ session: String, sensor: String = "gyroscope") -> String {
    let start: Int64 = 1_700_000_000_000_000_000
    let entries = (Int64(0)..<50).map {
      #"{"name":"\#(sensor)","time":\#(start + $0 * 20_000_000),"values":{"x":0.1,"y":0,"z":0}}"#
    }
    return #"{"messageId":0,"sessionId":"\#(session)","deviceId":"d","payload":["#
      + entries.joined(separator: ",") + "]}\n"
  }

  @Test func `of several sessions in a file none is taken for all of it`() throws {
    try Scratch.with { scratch in
      func motion(_ text: String) throws -> IndoorCommand.Result {
        let path = try scratch.write(text, to: "push.json")
        return try IndoorCommand.run("motion", path, "--output", scratch.path("a.csv"))
      }
      let both = try motion(message("one") + message("two"))
      expectBadInput(
        both, scratch.path("push.json"), "holds 2 recordings (push one, push two); write the ")
      #expect(!FileManager.default.fileExists(atPath: scratch.path("a.csv")))
      // What the sentence says to do.
      let one = try motion(message("one"))
      #expect(one.status == 0 && one.output.contains("50 samples"), "\(one)")
      let still = try motion(
        message("one", sensor: "magnetometer") + message("two", sensor: "magnetometer"))
      expectBadInput(still, scratch.path("push.json"), "has no gyroscope samples")
    }
  }

  @Test func `rows of a folder's tables that can't be read are told`() throws {
    try Scratch.with { scratch in
      try scratch.write(
        "version,device name,recording time,platform\n3,Pixel 8,2023-10-28_13-52-24,android\n",
        to: "walk/Metadata.csv")
      let walk = scratch.path("walk")
      func motion(_ rows: [String]) throws -> IndoorCommand.Result {
        let start: Int64 = 1_700_000_000_000_000_000
        try scratch.write(
          "time,seconds_elapsed,z,y,x\n"
            + rows.enumerated().map { "\(start + Int64($0) * 20_000_000),0,\($1)\n" }.joined(),
          to: "walk/Gyroscope.csv")
        return try IndoorCommand.run("motion", walk, "--output", scratch.path("a.csv"))
      }
      let some = try motion((0..<50).map { $0 % 2 == 0 ? "0.1,0,0" : "0.1x,0,0" })
      #expect(some.status == 0 && some.output.contains("25 samples"), "\(some)")
      #expect(some.errors.contains("some of the recordings' lines were left out: 25 × "), "\(some)")
      #expect(some.errors.contains("first at \(walk)/Gyroscope.csv:3, "), "\(some)")
      expectBadInput(
        try motion(Array(repeating: "0.1x,0,0", count: 50)), walk,
        "has no gyroscope samples that could be read (50 × ")
    }
  }

  /// Of each line of motion one sample in 25: two a second, as of a phone that saves its battery.
  private func thinned(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
      guard
        var fields = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let dt = fields["dt"] as? Double
      else { return String(line) }
      fields["dt"] = dt * 25
      for key in ["acc", "gyr", "mag"] {
        guard let values = fields[key] as? [Double] else { continue }
        fields[key] = stride(from: 0, to: values.count, by: 75).flatMap { values[$0..<$0 + 3] }
      }
      return String(
        decoding: try JSONSerialization.data(withJSONObject: fields), as: UTF8.self)
    }.joined(separator: "\n")
  }

  @Test func `who walks with too few accelerations for steps isn't taken to stand`() throws {
    try Scratch.with { scratch in
      let museum = try SurveyedMuseum.file(in: scratch)
      let visit = "\(repository)/Surveys/museum/visit-upper"
      let seldom = try scratch.write(thinned("\(visit).jsonl"), to: "seldom.jsonl")
      try FileManager.default.copyItem(
        atPath: "\(visit).truth.csv", toPath: scratch.path("seldom.truth.csv"))
      func mean(_ options: String...) throws -> Double {
        let result = try IndoorCommand.run(
          ["locate", museum, seldom, "--output", scratch.path("p.csv")] + options)
        #expect(result.errors.contains("its accelerations come too seldom"), "\(result)")
        let row = result.output.split(separator: "\n").first { $0.hasPrefix("all ") }
        return try #require(
          row?.split(separator: " ").dropFirst(4).first.flatMap { Double($0) }, "\(result)")
      }
      #expect(abs(try mean() - mean("--without", "motion")) < 0.5)
      let motion = try IndoorCommand.run("motion", seldom, "--output", scratch.path("a.csv"))
      #expect(motion.output.contains("steps unknown"), "\(motion)")
    }
  }
}
