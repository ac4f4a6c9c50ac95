import IndoorRecordings
import IndoorReport
import IndoorSimulation

/// Writes simulated walks: ID.jsonl and ID.truth.csv each.
enum SimulatedWalkFiles {
  static func write(
    _ plans: [WalkPlan], in world: SimulatedWorld, to folder: OutputFolder
  ) throws {
    let bar = ProgressBar("walking", total: plans.count)
    for (index, plan) in plans.enumerated() {
      bar.update(index)
      let walk = try world.walk(plan)
      try RecordingWriter.write(walk.recording, to: folder.path("\(plan.id).jsonl"))
      let truth = try PositionsFile(
        path: folder.path("\(plan.id).truth.csv"), format: .csv,
        namesBuildings: world.hasSeveralBuildings)
      try truth.append(walk.truth, recording: plan.id)
      try truth.finish()
    }
    bar.finish()
  }
}
