import IndoorGeometry

/// The holes of closed ways that are the outer rings of multipolygons which say nothing themselves.
///
/// Until 2016 editors put an area's tags on its outer way, and its relation has the type alone; the
/// wiki's page "Relation:multipolygon" has both ways, and many buildings are still drawn in the
/// former.
struct OSMHoles {
  /// By the way's number.
  private(set) var holes: [Int64: [[Coordinate]]] = [:]
  private(set) var faults: [(relation: OSMData.Element, fault: OSMData.Fault)] = []

  /// - Parameter relations: of `bare(in:)`.
  init(of relations: [OSMData.Element], in data: OSMData) {
    for relation in relations {
      // A way is a ring once, however often it is named.
      var named: Set<OSMData.Member> = []
      let members = relation.members.filter { named.insert($0).inserted }
      var rings = OSMRings(members, ways: data.ways) { data.places[$0] != nil }
      let polygons = rings.polygons { $0.compactMap { data.places[$0] } }
      let holed = Dictionary(
        polygons.lazy.filter { !$0.holes.isEmpty }.map { ($0.exterior, $0.holes) },
        uniquingKeysWith: +)
      for way in Set(members.lazy.filter { $0.role != "inner" }.map(\.way)) {
        let ring = (data.ways[way] ?? []).dropLast().compactMap { data.places[$0] }
        guard let inner = holed[ring] else { continue }
        var known = Set((holes[way] ?? []).map(Set.init) + [Set(ring)])
        holes[way, default: []] += inner.filter { known.insert(Set($0)).inserted }
      }
      faults += rings.faults.map { (relation, $0) }
    }
  }

  /// The relations with inner rings and without tags of what they are, around which a closed way
  /// that is read goes.
  static func bare(in data: OSMData) -> [OSMData.Element] {
    let relations = data.tagged.filter { element in
      element.kind == .relation && element.tags["type"] == "multipolygon"
        && silent.isSuperset(of: element.tags.keys)
        && element.members.contains { $0.role == "inner" }
    }
    guard !relations.isEmpty else { return [] }
    let closed = data.tagged.lazy.filter { element in
      element.kind == .way && OSMTags(element.tags).isRead && element.nodes.count > 3
        && element.nodes.first == element.nodes.last
        && element.nodes.allSatisfy { data.places[$0] != nil }
    }
    let read = Set(closed.map(\.id))
    return relations.filter { relation in
      relation.members.contains { $0.role != "inner" && read.contains($0.way) }
    }
  }

  /// Tags that don't tell what an area is.
  private static let silent: Set<String> = [
    "type", "name", "ref", "level", "source", "source:date", "created_by", "attribution", "note",
    "fixme", "FIXME",
  ]
}
