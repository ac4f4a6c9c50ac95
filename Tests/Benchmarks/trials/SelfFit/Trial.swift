import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import IndoorSimulation

/// One plan laid on one level's walls.
struct Trial {
  /// What must come of it.
  enum Demand: String {
    /// Placed surely, and right.
    case placed
    /// Right, or not sure.
    case placedOrRefused = "or refused"
    /// Not sure, whatever the pose.
    case refused
  }

  var kind: String
  var floor: Floor
  var demand: Demand
  var match: PlanMatcher.Match?
  /// Metres, root mean square over the outline's vertices; infinite where no pose is right.
  var error: Double
  /// Seconds of all cores together, and on the clock.
  var cpu: Double
  var wall: Double
  /// Codes of the warnings, where the placement was asked for as the command does.
  var warnings: [String] = []

  /// Metres within which a placement is right.
  static let right = 0.5

  var isSure: Bool { match?.isSure ?? false }
  var isRight: Bool { error < Self.right }
  var isWrong: Bool {
    switch demand {
    case .placed: !isSure || !isRight
    case .placedOrRefused: isSure && !isRight
    case .refused: isSure
    }
  }

  var row: String {
    func f(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
    let m = match
    return [
      kind, floor.name, demand.rawValue, isSure ? "sure" : "unsure", f(m?.lift ?? 0, 3),
      f(m?.margin ?? 0, 3), f(m?.mirrorLift ?? 0, 3), f(m?.rmsMetres ?? 0, 3),
      error.isFinite ? f(error, 3) : "-",
      m?.model.rawValue ?? "-", f(cpu, 2), f(wall, 2), warnings.joined(separator: " "),
      isWrong ? "WRONG" : "",
    ].joined(separator: ",")
  }

  static let header =
    "kind,floor,demand,sure,lift,margin,mirror_lift,rms_m,error_m,model,cpu_s,wall_s,warnings,verdict"
}

/// Seconds of processor time that this process has taken.
func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

extension Trial {
  /// Reads a plan's lines and lays them on a level, timed together.
  static func run(
    _ kind: String, _ file: PlanFile, on floor: Floor,
    truth: IndoorGeometry.AffineTransform?, rough: IndoorGeometry.AffineTransform? = nil,
    demand: Demand, asCommand: Bool = false
  ) throws -> Trial {
    let (cpu, clock) = (processorSeconds(), Date())
    let matcher = try PlanMatcher(file, venue: floor.venue)
    let match =
      if let rough { matcher.refine(rough, on: floor.level) } else { matcher.find(on: floor.level) }
    let taken = (processorSeconds() - cpu, Date().timeIntervalSince(clock))
    var warnings: [String] = []
    if asCommand {
      do {
        warnings = try matcher.place(on: floor.level).warnings.map(\.code.rawValue)
      } catch {
        warnings = ["refused"]
      }
    }
    let error =
      if let match, let truth { floor.error(of: match.pageToLocal, truth: truth) } else {
        Double.infinity
      }
    return Trial(
      kind: kind, floor: floor, demand: demand, match: match, error: error, cpu: taken.0,
      wall: taken.1, warnings: warnings)
  }
}
