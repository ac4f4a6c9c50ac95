// usage: NeighbourSpeed ROWS QUERIES DISTANCE COUNT [OFFSET-PENALTY]
//
// ROWS and QUERIES hold rows of 520 strengths in dBm, a byte each in two's complement, 100 where
// nothing was heard, and of four little-endian doubles: x and y in metres, floor, building. Prints
// the index's size in bytes, and the microseconds of each query, the least of nine runs, with the
// rows found.
import Foundation
import IndoorGeometry
import IndoorModel
@_spi(Measuring) import IndoorPositioning

let transmitters = 520
let stride = transmitters + 32
let arguments = CommandLine.arguments
guard arguments.count >= 5, let distance = Matching.Distance(rawValue: arguments[3]),
  let count = Int(arguments[4]),
  let rowData = FileManager.default.contents(atPath: arguments[1]),
  let queryData = FileManager.default.contents(atPath: arguments[2])
else {
  print("usage: NeighbourSpeed ROWS QUERIES DISTANCE COUNT [OFFSET-PENALTY]")
  exit(64)
}

func heard(_ data: Data, _ row: Int) -> [(transmitter: UInt32, rssi: Int8)] {
  (0..<transmitters).compactMap { transmitter in
    let rssi = Int8(bitPattern: data[data.startIndex + row * stride + transmitter])
    return rssi == 100 ? nil : (UInt32(transmitter), rssi)
  }
}

var places: [LocalPoint] = []
var levels: [LevelKey] = []
var starts: [UInt32] = [0]
var indices: [UInt32] = []
var rssi: [Int8] = []
for row in 0..<(rowData.count / stride) {
  for entry in heard(rowData, row) {
    indices.append(entry.transmitter)
    rssi.append(entry.rssi)
  }
  starts.append(UInt32(rssi.count))
  let labels = (0..<4).map { label in
    rowData.withUnsafeBytes { bytes in
      bytes.loadUnaligned(fromByteOffset: row * stride + transmitters + 8 * label, as: Double.self)
    }
  }
  places.append(LocalPoint(x: labels[0], y: labels[1]))
  levels.append(LevelKey(building: "\(labels[3])", ordinal: Int(labels[2])))
}
let known = Set(levels).sorted()
let names = (0..<transmitters).map { Transmitter.wifi(UInt64($0)) }
let map = RadioMap(
  levels: known, transmitters: names, places: places,
  levelIndices: levels.map { UInt16(known.firstIndex(of: $0) ?? 0) },
  walks: [UInt32](repeating: 0, count: places.count), rowStarts: starts,
  transmitterIndices: indices, rssi: rssi,
  matching: Matching(
    representation: Matching.literature.representation, distance: distance, neighbours: count,
    offsetPenalty: arguments.count > 5 ? Double(arguments[5]) ?? 0 : 0))
guard let map else {
  print("NeighbourSpeed: \(arguments[1]) holds no radio map")
  exit(65)
}
let queries = (0..<(queryData.count / stride)).map { row in
  heard(queryData, row).map { Reading(transmitter: names[Int($0.transmitter)], rssi: $0.rssi) }
}
var search = NeighbourSearch(of: map)
var microseconds = [Double](repeating: .infinity, count: queries.count)
for _ in 0..<9 {
  for (number, query) in queries.enumerated() {
    let begin = ContinuousClock.now
    search.match(query)
    let took = (ContinuousClock.now - begin).components
    microseconds[number] = min(microseconds[number], Double(took.attoseconds) * 1e-12)
  }
}
print(search.byteCount)
for (number, query) in queries.enumerated() {
  search.match(query)
  let found = search.rows.map(String.init).joined(separator: " ")
  print("\(microseconds[number]) \(found)")
}
