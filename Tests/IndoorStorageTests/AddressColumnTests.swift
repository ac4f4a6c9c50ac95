import Foundation
import IndoorGeometry
import IndoorModel
import IndoorStorage
import Testing

/// What was stored while addresses without colons were taken for names of columns.
struct AddressColumnTests {
  @Test func `a map's columns that are called by addresses are those Wi-Fi transmitters`() throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    try file.save(
      RadioMap.hearing([.column("0674.9c2e.9ef3"), .column("06749c2e9ef4"), .column("WAP001")]))
    let read = try #require(try file.radioMap())
    let known = try RadioMap.hearing([
      .wifi(0x0674_9C2E_9EF3), .wifi(0x0674_9C2E_9EF4), .column("WAP001"),
    ])
    #expect(read == known)
    // It can be stored again.
    try file.save(read)
    #expect(try file.radioMap() == read)
  }

  @Test func `a map that has an address both ways keeps them apart`() throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    let both = try RadioMap.hearing([.wifi(0x0674_9C2E_9EF3), .column("0674.9c2e.9ef3")])
    try file.save(both)
    #expect(try file.radioMap() == both)
  }

  @Test func `a walk's readings of such columns are of those transmitters`() throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    var samples = Samples(seed: 3)
    try file.save(samples.venue())
    var walk = samples.walk("a", fingerprints: 1)
    func hears(_ transmitter: Transmitter) {
      walk.fingerprints[0].scan.readings = [Reading(transmitter: transmitter, rssi: -50, age: 0)]
    }
    hears(.column("0674.9c2e.9ef3"))
    try file.append([walk])
    hears(.wifi(0x0674_9C2E_9EF3))
    var walks: [SurveyWalk] = []
    try VenueFile.open(folder.file(), readOnly: true).forEachWalk { walks.append($0) }
    #expect(walks == [walk])
  }
}

extension RadioMap {
  /// A map of one place, where transmitters are heard with -50 dBm.
  static func hearing(_ transmitters: [Transmitter]) throws -> RadioMap {
    try #require(
      RadioMap(
        levels: [LevelKey(ordinal: 0)], transmitters: transmitters,
        places: [LocalPoint(x: 0, y: 0)], levelIndices: [0], walks: [0],
        rowStarts: [0, UInt32(transmitters.count)],
        transmitterIndices: Array(0..<UInt32(transmitters.count)),
        rssi: transmitters.map { _ in -50 }))
  }
}
