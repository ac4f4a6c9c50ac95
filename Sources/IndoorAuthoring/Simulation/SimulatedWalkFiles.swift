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
