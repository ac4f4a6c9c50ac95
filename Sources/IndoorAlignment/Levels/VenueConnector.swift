public import IndoorGeometry
import IndoorLibc
public import IndoorModel

/// A lift or stairs of a venue: the units of several levels that stand above each other.
public struct VenueConnector: Hashable, Sendable {
  /// One level's part of it.
  public struct Part: Hashable, Sendable {
    /// The level.
    public var level: LevelKey
    /// The unit's id.
    public var unit: String
    /// The unit's own name.
    var name: String?
    /// Middle of the unit's area, in local metres.
    public var centre: LocalPoint
    /// From the mean of the parts' middles to this one, in local metres.
    public var offset: LocalPoint
    /// Half the diagonal of the unit's bounding box, in metres.
    var reach: Double
  }

  /// The unit's own name where all parts share it, else `lift 1`, `stairs 2` and so on.
  public var name: String
  /// IMDF's category: `elevator` or `stairs`.
  public var category: String
  /// Its parts, from the lowest level up; two or more.
  public var parts: [Part]

  /// Metres by which a lift's shaft may lean or be drawn beside itself, and stairs.
  private static let sigmas = ["elevator": 0.15, "stairs": 0.3]

  /// Standard deviation, in metres per axis, of a part's middle from straight above the others:
  /// more where the units' sizes differ, as a lobby drawn with the lift moves its middle.
  func sigma(of part: Part) -> Double {
    let sizes = parts.map(\.reach).sorted()
    let difference = part.reach - sizes[sizes.count / 2]
    return hypot(Self.sigmas[category] ?? 0.3, difference / 2)
  }

  /// The lifts and stairs of a building.
  ///
  /// Units of one category belong together where the middle of one lies within the other's bounding
  /// circle, or within 2 m: a chain from the lowest level up, the nearest pairs first. Where these
  /// don't stand above each other, as on a level that lies beside the others, the units of a bank
  /// whose names agree on how far come before them.
  public static func all(in venue: Venue, building: String) -> [VenueConnector] {
    var found: [VenueConnector] = []
    for (category, word) in [("elevator", "lift"), ("stairs", "stairs")] {
      let parts = parts(of: category, in: venue, building: building)
      let chains = chains(parts.prefix(maximumParts))
        .filter { $0.count > 1 }
        .sorted { ($0[0].centre.x, $0[0].centre.y) < ($1[0].centre.x, $1[0].centre.y) }
      for (i, chain) in chains.enumerated() {
        let names = Set(chain.map(\.name))
        let shared = names.count == 1 ? names.first.flatMap { $0 } : nil
        found.append(
          VenueConnector(
            name: shared ?? "\(word) \(i + 1)", category: category, parts: centred(chain)))
      }
    }
    // Two of one name would be tied to each other.
    let counts = Dictionary(grouping: found, by: \.name).mapValues(\.count)
    var names = Set(counts.keys)
    var numbers: [String: Int] = [:]
    return found.map { connector in
      guard counts[connector.name, default: 0] > 1 else { return connector }
      var numbered = connector
      repeat {
        numbers[connector.name, default: 0] += 1
        numbered.name = "\(connector.name) \(numbers[connector.name, default: 0])"
      } while !names.insert(numbered.name).inserted
      return numbered
    }
  }

  /// Lifts and stairs that are looked at: pairs are compared.
  private static let maximumParts = 2000

  private static func parts(of category: String, in venue: Venue, building: String) -> [Part] {
    let frame = venue.frame
    return venue.units.filter { $0.category == category && $0.level.building == building }
      .compactMap { unit in
        let ring = (unit.geometry.first?.exterior ?? []).map { frame.local(from: $0) }
        guard let box = BoundingBox(ring), let centre = middle(ring) else { return nil }
        return Part(
          level: unit.level, unit: unit.id, name: unit.name, centre: centre,
          offset: LocalPoint(x: 0, y: 0),
          reach: hypot(box.width, box.height) / 2)
      }.sorted { $0.level < $1.level }
  }

  private static func chains(_ parts: ArraySlice<Part>) -> [[Part]] {
    var chains: [[Part]] = []
    for level in Set(parts.map(\.level)).sorted() {
      let here = parts.filter { $0.level == level }
      var pairs: [Pair] = []
      for (p, part) in here.enumerated() {
        for (c, chain) in chains.enumerated() {
          guard let last = chain.last else { continue }
          let distance = last.centre.distance(to: part.centre)
          if distance < max(2, max(last.reach, part.reach)) { pairs.append((p, c, distance)) }
        }
      }
      let near = pairs.sorted { $0.distance < $1.distance }
      let nearest = matched(near)
      let isAbove = (median(nearest.map(\.distance)) ?? .infinity) < farthestAbove
      let found =
        isAbove ? nearest : matched(namesakes(here, chains.compactMap(\.last)) + near)
      for pair in found { chains[pair.chain].append(here[pair.part]) }
      let taken = Set(found.map(\.part))
      chains += here.indices.filter { !taken.contains($0) }.map { [here[$0]] }
    }
    return chains
  }

  /// Pairs, the first ones first, of which each has its own unit and chain.
  private static func matched(_ pairs: [Pair]) -> [Pair] {
    var (taken, grown): (Set<Int>, Set<Int>) = ([], [])
    return pairs.filter { pair in
      guard !taken.contains(pair.part), !grown.contains(pair.chain) else { return false }
      taken.insert(pair.part)
      grown.insert(pair.chain)
      return true
    }
  }

  private typealias Pair = (part: Int, chain: Int, distance: Double)

  /// Metres apart up to which units stand above each other, whatever their names are.
  private static let farthestAbove = 0.5
  /// Metres that a level may lie beside the others, and by which its units may differ in that.
  private static let farthestBeside = 10.0
  private static let besideSpread = 1.0

  /// Pairs of one name, which no other unit of either side has: two or more that are about as far
  /// apart in the same direction.
  private static func namesakes(
    _ parts: [Part], _ lasts: [Part]
  ) -> [Pair] {
    func named(_ parts: [Part]) -> [String: Int] {
      Dictionary(grouping: parts.indices) { parts[$0].name ?? "" }
        .filter { $0.key != "" && $0.value.count == 1 }.compactMapValues(\.first)
    }
    let others = named(lasts)
    let pairs = named(parts).compactMap { name, part in
      others[name].map { chain in
        (
          part: part, chain: chain, x: parts[part].centre.x - lasts[chain].centre.x,
          y: parts[part].centre.y - lasts[chain].centre.y
        )
      }
    }.filter { hypot($0.x, $0.y) < farthestBeside }
    guard let x = median(pairs.map(\.x)), let y = median(pairs.map(\.y)) else { return [] }
    let agreeing = pairs.filter { hypot($0.x - x, $0.y - y) < besideSpread }
    return agreeing.count > 1
      ? agreeing.map { (part: $0.part, chain: $0.chain, distance: hypot($0.x, $0.y)) } : []
  }

  private static func median(_ values: [Double]) -> Double? {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return nil }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  private static func centred(_ parts: [Part]) -> [Part] {
    let n = Double(parts.count)
    let x = parts.reduce(0) { $0 + $1.centre.x } / n
    let y = parts.reduce(0) { $0 + $1.centre.y } / n
    return parts.map { part in
      var part = part
      part.offset = LocalPoint(x: part.centre.x - x, y: part.centre.y - y)
      return part
    }
  }

  /// The centroid of a ring's area, or of its vertices where it has none.
  private static func middle(_ ring: [LocalPoint]) -> LocalPoint? {
    guard let first = ring.first else { return nil }
    var (area, x, y) = (0.0, 0.0, 0.0)
    for (p, q) in zip(ring, ring.dropFirst() + [first]) {
      // About the first vertex, so that large coordinates lose no digits.
      let (px, py, qx, qy) = (p.x - first.x, p.y - first.y, q.x - first.x, q.y - first.y)
      let cross = px * qy - qx * py
      area += cross
      x += (px + qx) * cross
      y += (py + qy) * cross
    }
    guard abs(area) > 1e-9 else {
      let n = Double(ring.count)
      return LocalPoint(
        x: ring.reduce(0) { $0 + $1.x } / n, y: ring.reduce(0) { $0 + $1.y } / n)
    }
    return LocalPoint(x: first.x + x / (3 * area), y: first.y + y / (3 * area))
  }
}
