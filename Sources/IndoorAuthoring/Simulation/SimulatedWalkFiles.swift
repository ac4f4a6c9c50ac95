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
    let header = PositionsFormat.csvHeader.utf8
    for plan in plans {
      let paths = paths(of: plan, in: folder)
      let recording = RecordingFiles.opening(of: paths[0]) ?? []
      let isSimulated = Self.isSimulated(recording)
      guard recording.isEmpty || isSimulated else { throw .otherRecording(paths[0]) }
      let truth = RecordingFiles.opening(of: paths[1]) ?? []
      guard !truth.isEmpty else { continue }
      let rows = truth.dropFirst(header.count)
      guard isSimulated, truth.starts(with: header),
        rows.isEmpty || rows.starts(with: "\(plan.id),".utf8)
      else { throw .otherRecording(paths[1]) }
    }
  }

  /// Says that the folder holds walks that were simulated before and are none of these: whoever
  /// takes the folder takes them too.
  static func tellEarlier(
    _ plans: [WalkPlan], in folder: OutputFolder, _ path: String, _ progress: ProgressHandler
  ) {
    let own = Set(plans.map { "\($0.id).jsonl" })
    let others = RecordingFiles.names(in: path).filter {
      $0.hasSuffix(".jsonl") && !own.contains($0)
        && isSimulated(RecordingFiles.opening(of: folder.path($0)) ?? [])
    }
    guard let first = others.first else { return }
    let isOne = others.count == 1
    let what = isOne ? "this was" : "this and \(others.count - 1) more were"
    progress(
      .warning(
        .earlierWalks,
        "\(folder.path(first)): \(what) simulated by an earlier run and not by this one; remove "
          + "\(isOne ? "it" : "them") with the truth beside, or whoever reads the folder reads \(isOne ? "it" : "them") too"
      ))
  }

  private static func isSimulated(_ opening: [UInt8]) -> Bool {
    opening.firstRange(of: "\"device\":\"\(PhoneKind.namesBegin)".utf8) != nil
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
      try RecordingWriter.write(
        walk.recording, to: paths[0], namesBuildings: world.hasSeveralBuildings)
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
