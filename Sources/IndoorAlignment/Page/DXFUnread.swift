/// What a DXF shows that GDAL doesn't draw: other drawings that it only names (XREFs), blocks that
/// it doesn't have, pictures, and objects of kinds that are none of plain AutoCAD's lines.
struct DXFUnread {
  /// What the model space, or a block, has.
  private struct Part {
    var kinds: [String: Int] = [:]
    /// The blocks that are inserted, as they are spelled, by their names as they are compared.
    var inserts: [String: String] = [:]
    /// The block that each is of, by the insert's handle.
    var handles: [String: String] = [:]
    /// The other drawing that a block stands for.
    var file: String?
  }

  /// One entity, as its group codes come.
  private struct Entity {
    var kind = ""
    var layer = ""
    var name = ""
    /// The name as blocks' are compared.
    var key = ""
    var path = ""
    var flags = 0
    /// The line in which GDAL gave it up.
    var lineGivenUp: Int?
    var handle = ""
    /// The handle of what it belongs to.
    var owner = ""
    /// Whether it says that it has no vertex.
    var saysNone = false
    /// Whether it has one.
    var hasPoint = false
    /// On a sheet of paper, or not shown at all.
    var isElsewhere = false
  }

  private var space = Part()
  private var blocks: [String: Part] = [:]
  /// The block whose entities come, by its name as it is compared.
  private var block: String?
  private var section = ""
  private var clips = DXFClips()
  private let hidden: Set<String>

  /// Kinds that show something on a sheet and that GDAL passes over.
  private static let kinds: Set<String> = [
    "IMAGE", "PDFUNDERLAY", "DWFUNDERLAY", "DGNUNDERLAY", "OLEFRAME", "OLE2FRAME", "3DSOLID",
    "BODY", "REGION", "MESH", "ACAD_TABLE", "ACAD_PROXY_ENTITY",
  ]

  /// Looks through a drawing.
  ///
  /// - Parameters:
  ///   - hidden: layers that are off or frozen, in small letters.
  ///   - complaints: what GDAL says of objects that it passes over: "error at line 96 of plan.dxf".
  init(_ bytes: [UInt8], hidden: Set<String>, complaints: String) {
    self.hidden = hidden
    var givenUp = complaints.matches(of: #/error at line ([0-9]+) of/#).compactMap { Int($0.1) }
      .sorted(by: >)
    var line = -1
    var entity = Entity()
    func text(_ bytes: ArraySlice<UInt8>) -> String {
      String(decoding: bytes.prefix(300), as: UTF8.self)
    }
    for (code, value) in DXFGroups(bytes) {
      line += 2
      guard code.count <= 3, let first = code.first else { continue }
      switch (code.count, first) {
      case (1, UInt8(ascii: "0")):
        while let next = givenUp.last, next < line {
          entity.lineGivenUp = next
          givenUp.removeLast()
        }
        end(entity)
        entity = Entity(kind: text(value))
      case (1, UInt8(ascii: "1")) where entity.kind == "BLOCK": entity.path = text(value)
      case (1, UInt8(ascii: "2")) where entity.name.isEmpty:
        entity.name = text(value)
        if ["BLOCK", "INSERT"].contains(entity.kind) { entity.key = DXFBlockNames.key(value) }
      case (1, UInt8(ascii: "5")): entity.handle = text(value)
      case (3, _) where code.elementsEqual("330".utf8): entity.owner = text(value)
      case (1, UInt8(ascii: "8")): entity.layer = text(value)
      case (2, UInt8(ascii: "6")) where [UInt8(ascii: "0"), UInt8(ascii: "7")].contains(code.last):
        entity.isElsewhere = entity.isElsewhere || value.elementsEqual("1".utf8)
      case (2, UInt8(ascii: "7")) where code.last == UInt8(ascii: "0"):
        if ["BLOCK", "POLYLINE"].contains(entity.kind) { entity.flags = Int(text(value)) ?? 0 }
      case (2, UInt8(ascii: "1")) where code.last == UInt8(ascii: "0"): entity.hasPoint = true
      case (2, UInt8(ascii: "9")) where code.last == UInt8(ascii: "0"):
        entity.saysNone = value.elementsEqual("0".utf8)
      case (2, UInt8(ascii: "7")) where code.last == UInt8(ascii: "1"):
        // A clip that is switched off.
        if entity.kind == "SPATIAL_FILTER", value.elementsEqual("0".utf8) { entity.kind = "" }
      default: continue
      }
    }
    end(entity)
  }

  /// Takes an entity whose codes are all read.
  private mutating func end(_ entity: Entity) {
    switch entity.kind {
    case "SECTION": section = entity.name
    case "ENDSEC": section = ""
    case "BLOCK":
      block = entity.key
      // 4 is another drawing, 8 one that is laid over it.
      let isOther = entity.flags & 12 != 0
      blocks[entity.key, default: Part()].file =
        isOther ? (entity.path.isEmpty ? entity.name : entity.path) : nil
    case "ENDBLK": block = nil
    case "DICTIONARY" where section == "OBJECTS": clips.owners[entity.handle] = entity.owner
    case "SPATIAL_FILTER" where section == "OBJECTS":
      clips.filters.append(entity.owner)
    default:
      if entity.kind == "INSERT", !entity.handle.isEmpty { clips.inserts.insert(entity.handle) }
      let isSeen = !entity.isElsewhere && !hidden.contains(entity.layer.lowercased())
      guard isSeen, section == "ENTITIES" || section == "BLOCKS" && block != nil else { return }
      var kind = entity.kind
      // 16 is a mesh of rows and columns, 64 one of faces.
      if kind == "POLYLINE", entity.flags & 80 != 0 { kind = "POLYLINE (mesh)" }
      if kind == "LWPOLYLINE", entity.saysNone, entity.hasPoint {
        kind = "LWPOLYLINE (of 0 vertices)"
      }
      if let line = entity.lineGivenUp { kind += " (line \(line))" }
      let isKind = Self.kinds.contains(kind) || kind.hasPrefix("AEC_") || kind != entity.kind
      guard isKind || entity.kind == "INSERT" else { return }
      let key = section == "BLOCKS" ? block : nil
      var part = key.map { blocks[$0] ?? Part() } ?? space
      if isKind {
        part.kinds[kind, default: 0] += 1
      } else if !entity.key.isEmpty {
        part.inserts[entity.key] = entity.name
        if !entity.handle.isEmpty { part.handles[entity.handle] = entity.key }
      }
      if let key { blocks[key] = part } else { space = part }
    }
  }

  /// Whether it has a block of that name that is shown nowhere. Those of dimensions and tables,
  /// `*D1` and `*T1`, aren't inserted.
  func isIdle(_ name: Substring) -> Bool {
    let key = DXFBlockNames.key(Array(name.utf8)[...])
    guard blocks[key] != nil, !key.hasPrefix("*D"), !key.hasPrefix("*T") else { return false }
    var seen: Set<String> = []
    var parts = [space]
    while let part = parts.popLast() {
      for next in part.inserts.keys where seen.insert(next).inserted {
        if next == key { return false }
        if let block = blocks[next] { parts.append(block) }
      }
    }
    return true
  }

  /// What isn't drawn, and what to do about it; `nil` where all is.
  var sentence: String? {
    var (kinds, files, missing): ([String: Int], Set<String>, Set<String>) = ([:], [], [])
    var seen: Set<String> = []
    var drawn: Set<String> = []
    var parts = [space]
    while let part = parts.popLast() {
      for (handle, key) in part.handles where blocks[key].map({ $0.file == nil }) ?? false {
        drawn.insert(handle)
      }
      kinds.merge(part.kinds) { $0 + $1 }
      if let file = part.file {
        files.insert(String(file.split { $0 == "\\" || $0 == "/" }.last ?? file[...]))
      }
      for (key, name) in part.inserts.sorted(by: { $0.key < $1.key })
      where seen.insert(key).inserted {
        if let block = blocks[key] { parts.append(block) } else { missing.insert(name) }
      }
    }
    func list(_ words: [String]) -> String {
      words.prefix(3).joined(separator: ", ") + (words.count > 3 ? ", …" : "")
    }
    var clauses: [String] = []
    if !files.isEmpty {
      clauses.append(
        "only names other drawings (\(list(files.sorted()))), which aren't drawn; bind them in AutoCAD "
          + "(XREF, Bind)")
    }
    if !missing.isEmpty {
      clauses.append(
        "inserts blocks that it doesn't have (\(list(missing.sorted()))), which aren't drawn; export it "
          + "again with all of its blocks")
    }
    if !kinds.isEmpty {
      let worst = kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      clauses.append(
        "has objects that aren't drawn (\(list(worst.map { "\($0.value) × \($0.key)" }))); draw them "
          + "as lines (EXPLODE, or export to plain AutoCAD)")
    }
    let clipped = clips.count(among: drawn)
    if clipped > 0 {
      clauses.append(
        "clips \(clipped) of its blocks (XCLIP), which are drawn whole; cut them (EXPLODE, TRIM), or export the "
          + "plan as PDF")
    }
    return clauses.isEmpty ? nil : clauses.joined(separator: ", and ")
  }
}
