// usage: SelfFit MUSEUM [--rows FILE] [--only KIND] [--starts N]
//        SelfFit --symmetric tuning|others [--rows -] [--only PAGE]
//
// Lays plans on walls by themselves, whole and spoilt, on the floors of $INDOORKIT_DATA's
// indoor-location-competition and of the sample museum in the folder MUSEUM, and prints what came
// of each kind. Ends with 1 where a placement that counts as sure is wrong.
//
// With --symmetric it lays plans of generated buildings that are nearly symmetric, and ends with 1
// where the rule of `SymmetricTrials` doesn't hold.
import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import IndoorSimulation

var arguments = Array(CommandLine.arguments.dropFirst())
@MainActor func option(_ name: String) -> String? {
  guard let i = arguments.firstIndex(of: name), i + 1 < arguments.count else { return nil }
  defer { arguments.removeSubrange(i...(i + 1)) }
  return arguments[i + 1]
}
let rowsFile = option("--rows")
let only = option("--only")
let starts = option("--starts").flatMap { Int($0) } ?? 3
if let set = option("--symmetric") {
  let seeds = set == "tuning" ? SymmetricTrials.tuning : SymmetricTrials.others
  let outcomes = try SymmetricTrials.run(seeds, only: only, isPrinting: rowsFile == "-")
  let summary = SymmetricTrials.summary(of: outcomes)
  print(summary.text)
  exit(summary.holds ? 0 : 1)
}
guard let museum = arguments.first, arguments.count == 1 else {
  print("usage: SelfFit MUSEUM [--rows FILE] [--only KIND] [--starts N]")
  exit(64)
}

var floors: [Floor] = []
if let data = ProcessInfo.processInfo.environment["INDOORKIT_DATA"] {
  for site in ["site1", "site2"] { floors += try Floor.competition(site, data: data) }
} else {
  print("SelfFit: without INDOORKIT_DATA the malls are left out")
}
floors += try Floor.museum(museum)

var trials: [Trial] = []
for floor in floors {
  for trial in try allTrials(of: floor, among: floors, starts: starts, only: only) {
    trials.append(trial)
    if rowsFile == "-" { print(trial.row) }
  }
}
if let rowsFile, rowsFile != "-" {
  let text = ([Trial.header] + trials.map(\.row)).joined(separator: "\n") + "\n"
  try text.write(toFile: rowsFile, atomically: true, encoding: .utf8)
}
print(summary(of: trials))
exit(trials.contains { $0.isSure && $0.isWrong } ? 1 : 0)
