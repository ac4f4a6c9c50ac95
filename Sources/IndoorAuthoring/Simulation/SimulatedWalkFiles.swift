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

  /// Checks that no recording is in the way but those that were simulated before, and no truth but
  /// theirs.
  static func check(_ plans: [WalkPlan], in folder: OutputFolder) throws(AuthoringError) {
    let mark = "\"device\":\"\(PhoneKind.namesBegin)".utf8
    let header = PositionsFormat.csvHeader.utf8
    for plan in plans {
      let paths = paths(of: plan, in: folder)
      let recording = RecordingFiles.opening(of: paths[0]) ?? []
      let isSimulated = recording.firstRange(of: mark) != nil
      guard recording.isEmpty || isSimulated else { throw .otherRecording(paths[0]) }
      let truth = RecordingFiles.opening(of: paths[1]) ?? []
      guard !truth.isEmpty else { continue }
      let rows = truth.dropFirst(header.count)
      guard isSimulated, truth.starts(with: header),
        rows.isEmpty || rows.starts(with: "\(plan.id),".utf8)
      else { throw .otherRecording(paths[1]) }
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
