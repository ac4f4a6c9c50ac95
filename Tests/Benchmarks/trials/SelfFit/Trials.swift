import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import IndoorSimulation

/// What is done to one floor's plan.
func allTrials(
  of floor: Floor, among floors: [Floor], starts: Int, only: String?
) throws -> [Trial] {
  func wants(_ kind: String) -> Bool { only.map { kind.hasPrefix($0) } ?? true }
  var trials: [Trial] = []
  var random = SimulationRandom(
    seed: UInt64(bitPattern: Int64(floor.level.ordinal)), for: floor.site)

  /// A drawing and its picture, by a fault each.
  func drawn(
    _ kind: String, _ change: (inout TrialPlan.Faults) -> Void, demand: Trial.Demand,
    asCommand: Bool = false, hasTruth: Bool = true
  ) throws {
    guard wants(kind) else { return }
    var faults = TrialPlan.Faults()
    change(&faults)
    let seed = random.next()
    guard let plan = TrialPlan(of: floor.level, in: floor.venue, faults: faults, seed: seed) else {
      return
    }
    let file = try PlanFile(bytes: plan.pdf, name: "\(kind).pdf")
    trials.append(
      try Trial.run(
        "\(kind) pdf", file, on: floor, truth: hasTruth ? plan.pageToLocal : nil, demand: demand,
        asCommand: asCommand))
    guard let png = try PlanPreview.png(of: file).png else { return }
    let image = try PlanFile(bytes: png, name: "\(kind).png")
    // The picture covers the page's visible box, its y axis points down.
    let box = file.page.box
    let toPage = AffineTransform(
      a: box.width / image.page.box.width, b: 0, c: 0, d: -box.height / image.page.box.height,
      tx: box.minimum.x, ty: box.maximum.y)
    trials.append(
      try Trial.run(
        "\(kind) png", image, on: floor,
        truth: hasTruth ? toPage.followed(by: plan.pageToLocal) : nil, demand: demand,
        asCommand: asCommand))
  }

  if let own = floor.own {
    if wants("own auto") {
      trials.append(
        try Trial.run(
          "own auto", own.file, on: floor, truth: own.truth, demand: .placed, asCommand: true))
    }
    if wants("own refine") {
      for _ in 0..<starts {
        trials.append(
          try Trial.run(
            "own refine", own.file, on: floor, truth: own.truth,
            rough: rough(own.truth, own.file, &random), demand: .placed))
      }
    }
    if wants("own, venue 30% out") {
      var thin = floor
      thin.venue.units.removeAll { _ in random.uniform() < 0.3 }
      trials.append(
        try Trial.run("own, venue 30% out", own.file, on: thin, truth: own.truth, demand: .placed))
    }
    if wants("other floor") {
      for other in floors where other.site == floor.site && other.level != floor.level {
        guard let their = other.own, abs(other.level.ordinal - floor.level.ordinal) == 1 else {
          continue
        }
        trials.append(
          try Trial.run(
            "other floor", their.file, on: floor, truth: their.truth, demand: .placedOrRefused,
            asCommand: true))
      }
    }
    if wants("other building") {
      for other in floors where other.site != floor.site {
        guard let their = other.own, (0...1).contains(other.level.ordinal) else { continue }
        trials.append(
          try Trial.run("other building", their.file, on: floor, truth: nil, demand: .refused))
      }
    }
    if wants("refine, scale 30% off") {
      var off = own.truth
      let middle: LocalPoint = off.apply(own.file.page.box.centre)
      off = off.followed(
        by: AffineTransform(
          a: 1.3, b: 0, c: 0, d: 1.3, tx: -0.3 * middle.x, ty: -0.3 * middle.y))
      trials.append(
        try Trial.run(
          "refine, scale 30% off", own.file, on: floor, truth: own.truth, rough: off,
          demand: .placedOrRefused))
    }
  }
  try drawn("drawn", { _ in }, demand: .placed, asCommand: true)
  try drawn(
    "hard",
    {
      $0.leftOut = 0.3
      $0.noise = 0.7
      $0.turnDegrees = 25
      $0.croppedLeft = 0.15
      $0.croppedBottom = 0.1
    }, demand: .placed)
  try drawn(
    "hard, half",
    {
      $0.leftOut = 0.3
      $0.noise = 0.7
      $0.turnDegrees = 25
      $0.croppedLeft = 0.5
    }, demand: .placedOrRefused)
  try drawn("half", { $0.croppedLeft = 0.5 }, demand: .placedOrRefused)
  try drawn("mirrored", { $0.isMirrored = true }, demand: .refused, hasTruth: false)
  try drawn(
    "mirrored, turned",
    {
      $0.isMirrored = true
      $0.turnDegrees = 70
    }, demand: .refused, hasTruth: false)
  try drawn(
    "hard, mirrored",
    {
      $0.leftOut = 0.3
      $0.noise = 0.7
      $0.turnDegrees = 25
      $0.isMirrored = true
    }, demand: .refused, hasTruth: false)
  try drawn("site plan, 3 times as wide", { $0.frame = 3 }, demand: .placedOrRefused)
  try drawn("stretched 1%", { $0.stretch = 0.01 }, demand: .placed, asCommand: true)
  return trials
}

/// The truth, off by 15 m, 10° and 5% about the page's middle.
private func rough(
  _ truth: IndoorGeometry.AffineTransform, _ file: PlanFile, _ random: inout SimulationRandom
) -> IndoorGeometry.AffineTransform {
  let turn = (random.uniform() < 0.5 ? -10.0 : 10) * .pi / 180
  let scale = random.uniform() < 0.5 ? 0.95 : 1.05
  let way = random.uniform(0, 2 * .pi)
  let (re, im) = (scale * cos(turn), scale * sin(turn))
  let middle: LocalPoint = truth.apply(file.page.box.centre)
  return truth.followed(
    by: AffineTransform(
      a: re, b: im, c: -im, d: re, tx: middle.x - re * middle.x + im * middle.y + 15 * cos(way),
      ty: middle.y - im * middle.x - re * middle.y + 15 * sin(way)))
}
