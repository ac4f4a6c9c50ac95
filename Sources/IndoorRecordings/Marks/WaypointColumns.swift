import IndoorModel

extension WaypointFile {
  /// Where a line has the mark's number, its place and its level.
  struct Columns: Equatable {
    private enum Role: String, CaseIterable {
      case n, place, latitude, longitude, level, building

      init?(_ name: String) {
        switch name.seen.folded {
        case "lat": self = .latitude
        case "lon", "lng", "long": self = .longitude
        case "name", "unit": self = .place
        case "floor": self = .level
        case "building_id": self = .building
        case let name: self.init(rawValue: name)
        }
      }
    }

    /// `n,place,level`
    static let named = Columns([.n, .place, .level])
    /// `n,latitude,longitude,level`
    static let inDegrees = Columns([.n, .latitude, .longitude, .level])

    private let roles: [Role]

    private init(_ roles: [Role]) { self.roles = roles }

    /// Columns by their names; where none is the level's, it may follow the others.
    init(_ names: [String], _ path: String, line: Int) throws(RecordingError) {
      var roles: [Role] = []
      for name in names {
        guard let role = Role(name) else {
          throw .malformed(
            path, line: line, "has a column \"\(name.shown)\", which isn't read, \(Self.remedy)")
        }
        guard !roles.contains(role) else {
          throw .malformed(path, line: line, "has two columns for \(role.rawValue), \(Self.remedy)")
        }
        roles.append(role)
      }
      let places = roles.filter { ![.n, .level, .building].contains($0) }
      guard roles.contains(.n), places == [.place] || Set(places) == [.latitude, .longitude] else {
        throw .malformed(
          path, line: line, "doesn't name a number and one place, \(Self.remedy)")
      }
      self.init(roles.contains(.level) ? roles : roles + [.level])
    }

    private static let remedy = "write n,place,level or n,latitude,longitude,level"

    /// What a line should be.
    var text: String {
      let names = roles.map(\.rawValue)
      guard roles.last == .level else { return names.joined(separator: ",") }
      return "\(names.dropLast().joined(separator: ",")) or \(names.joined(separator: ","))"
    }

    /// A mark's number; as spreadsheets and data frames have it, 1.0 is 1.
    static func number(_ text: String) -> Int? {
      Int(text) ?? Field.with(text, { $0.whole }).flatMap { Int(exactly: $0) }
    }

    /// What a line says.
    typealias Line = (number: Int, place: String, level: String, building: String)

    /// What a line says; `nil` where it has other fields. A level and a building at its end may be
    /// missing.
    func entry(_ fields: [String]) -> Line? {
      let least = (roles.lastIndex { $0 != .level && $0 != .building } ?? roles.count - 1) + 1
      guard (least...roles.count).contains(fields.count) else { return nil }
      func field(_ role: Role) -> String {
        zip(roles, fields).first { $0.0 == role }?.1 ?? ""
      }
      guard let number = Self.number(field(.n)) else { return nil }
      if roles.contains(.place) {
        return field(.place).isEmpty
          ? nil : (number, field(.place), field(.level), field(.building))
      }
      guard !field(.latitude).isEmpty else { return nil }
      return (
        number, "\(field(.latitude)),\(field(.longitude))", field(.level), field(.building)
      )
    }
  }
}
