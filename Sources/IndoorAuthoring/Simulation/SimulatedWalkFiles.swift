import IndoorFiles
import IndoorPositioning
import IndoorRecordings
import IndoorReport
import IndoorSimulation

/// Writes simulated walks: ID.jsonl and ID.truth.csv each.
enum SimulatedWalkFiles {
  /// A walk's recording and its truth.
  static func paths(of plan: WalkPlan, in folder: OutputFolder) -> [String] {
    [folder.path("\(plan.id).jsonl"), folder.path("\(plan.id).truth.csv")]
  }

  /// Checks that no recording is in the way but those that were simulated before.
  static func check(_ plans: [WalkPlan], in folder: OutputFolder) throws(AuthoringError) {
    let mark = "\"device\":\"\(PhoneKind.namesBegin)".utf8
    for plan in plans {
      let path = folder.path("\(plan.id).jsonl")
      guard let opening = RecordingFiles.opening(of: path), !opening.isEmpty,
        opening.firstRange(of: mark) == nil
      else { continue }
      throw .otherRecording(path)
    }
  }

  static func write(
    _ plans: [WalkPlan], in world: SimulatedWorld, to folder: OutputFolder,
    _ progress: @escaping ProgressHandler
  ) throws {
    let part = AuthoringProgress.Part(.walking, total: plans.count, progress)
    for (index, plan) in plans.enumerated() {
      part.update(index)
      let walk = try world.walk(plan)
      let paths = paths(of: plan, in: folder)
      try RecordingWriter.write(walk.recording, to: paths[0])
      let truth = try PositionsFile(
        path: paths[1], format: .csv,
        namesBuildings: world.hasSeveralBuildings)
      try truth.append(walk.truth, recording: plan.id)
      try truth.finish()
    }
    part.finish()
  }
}

extension AuthoringError {
  static func otherRecording(_ path: String) -> AuthoringError {
    AuthoringError(
      .otherRecording,
      "\(path): is there and was not simulated; move it elsewhere, or name another folder")
  }
}
