import IndoorFiles
import IndoorRecordings

/// What tells recordings apart that are located together: no two get one name.
///
/// A recording is called as its file without its ending, and of a table each row by its number.
/// Files of one name have as much of their folders before it as tells these apart, those of one
/// folder their endings behind it, and rows of several tables the tables' names before them.
struct RecordingNames {
  private var befores: [String: String] = [:]
  private var behinds: [String: String] = [:]
  /// How many got each name.
  private var counts: [String: Int] = [:]

  /// What files of one name have in common with each other, or not.
  private struct Slot: Hashable {
    var folder: [Substring]
    var isTable: Bool
  }

  init(_ files: [RecordingFiles.File] = []) {
    let tables = Set(files.filter(\.isTable).map(\.path))
    for alike in Dictionary(grouping: Set(files.map(\.path)), by: { PathParts($0).stem }).values
    where alike.count > 1 {
      tellApart(alike, tables)
    }
    let rows = Dictionary(grouping: tables, by: { befores[$0] ?? "" })
    for (before, alike) in rows where alike.count > 1 {
      for table in alike {
        befores[table] = "\(before)\(PathParts(table).stem)\(behinds[table] ?? "")/"
      }
    }
    for table in tables { behinds[table] = nil }
  }

  /// Tells files apart that are called alike but for their folders and endings.
  private mutating func tellApart(_ alike: [String], _ tables: Set<String>) {
    let slots = Dictionary(grouping: alike) { path in
      Slot(
        folder: path.split(separator: "/").dropLast().map(\.self), isTable: tables.contains(path))
    }
    let folders = Set(slots.keys.map(\.folder))
    let deepest = folders.map(\.count).max() ?? 0
    // Where nothing but endings differs, folders say nothing.
    if folders.count > 1 || slots.count == alike.count {
      // The same depth for all: names then read alike.
      let wanted = slots.count == alike.count ? alike.count : folders.count
      let depth =
        (1...max(1, deepest)).first { depth in
          Set(folders.map { $0.suffix(depth) }).count == wanted
        } ?? deepest
      for (slot, paths) in slots {
        for path in paths { befores[path] = slot.folder.suffix(depth).map { "\($0)/" }.joined() }
      }
    }
    for paths in slots.values where paths.count > 1 {
      for path in paths {
        let ending = PathParts(path).ending
        behinds[path] = ending.isEmpty ? "" : ".\(ending)"
      }
    }
  }

  /// What the next recording of a file is called, whatever else is called so.
  ///
  /// - Parameter name: what it is called in its file.
  mutating func next(_ name: String, in path: String) -> String {
    let name = "\(befores[path] ?? "")\(name)\(behinds[path] ?? "")"
    let count = counts[name, default: 0] + 1
    counts[name] = count
    guard count > 1 else { return name }
    // Files that are named twice, or whose names differ in line breaks alone.
    return next("\(name) (\(count))", in: "")
  }
}

extension RecordingFiles.File {
  /// Whether its recordings are rows that are called by their numbers.
  fileprivate var isTable: Bool { format == .csv || format == .ujiindoorloc }
}
