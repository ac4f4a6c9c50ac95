import Foundation
import IndoorAuthoring
import IndoorFiles
import IndoorStorage
import Synchronization
import Testing

/// Many at once, and power cuts: nothing that was acknowledged is lost.
@Suite struct ConcurrencyTests {
  private let scratch: Scratch
  private let venues: String
  private let file: String

  init() throws {
    scratch = try Scratch()
    venues = try scratch.folder("venues")
    file = "\(venues)/m.gpkg"
    _ = try ImportVenue(venue: file, sources: ["\(repository)/FloorPlans/museum/venue.geojson"])
      .run()
  }

  /// A short walk, other than all others: the beginning of one of the museum's, an hour later for
  /// each number.
  private static func walk(_ number: Int) throws -> [UInt8] {
    let path = try Museum.recordings("survey-ground-east")[0]
    var lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    lines = lines.filter { !$0.contains("\"dt\"") }
    let text = try lines.prefix(60).map { line -> String in
      guard let start = line.firstRange(of: "\"t\":") else { return String(line) }
      let digits = line[start.upperBound...].prefix { $0.isNumber }
      let time = try #require(Int(digits)) + number * 3_600_000
      return "\(line[..<start.upperBound])\(time)\(line[digits.endIndex...])"
    }
    return Array((text.joined(separator: "\n") + "\n").utf8)
  }

  /// What the threads share.
  private final class Counts: Sendable {
    /// The next walk to be sent.
    let next = Mutex(0)
    /// The walks that were acknowledged.
    let told = Mutex<[String]>([])
    /// How many radio maps were built.
    let built = Mutex(0)
  }

  private static func put(_ client: HTTPClient, _ walk: [UInt8]) throws -> HTTPClient.Reply {
    try client.send(
      "PUT", "/v1/venues/m/walks/\(SHA256.hexadecimal(SHA256.digest(of: walk)))", body: walk)
  }

  @Test func `of 200 uploads and 20 builds at once nothing is lost`() throws {
    let server = try ServerProcess(venues: venues, in: scratch)
    let client = server.client
    _ = try Self.put(client, try Self.walk(0))
    let counts = Counts()
    let file = file
    let threads = (0..<8).map { _ in
      Thread {
        while true {
          let number = counts.next.withLock { next in
            next += 1
            return next - 1
          }
          guard number < 200, let walk = try? Self.walk(number) else { return }
          // A writer that waited for too long says so; then it is sent again.
          while let answer = try? Self.put(client, walk) {
            if answer.status == 503 { continue }
            let walks = (try? answer.json())?["walks"] as? [String]
            if answer.status <= 201, let hash = walks?.first {
              counts.told.withLock { $0.append(hash) }
            }
            break
          }
        }
      }
    }
    let builders = (0..<20).map { _ in
      Thread {
        for _ in 0..<50 {
          do {
            _ = try BuildRadioMap(venue: file).run()
            counts.built.withLock { $0 += 1 }
            return
          } catch let error as StorageError where error.code == .busy { continue } catch { return }
        }
      }
    }
    for thread in threads + builders { thread.start() }
    let deadline = Date(timeIntervalSinceNow: 300)
    while !(threads + builders).allSatisfy(\.isFinished), Date() < deadline { usleep(50_000) }
    #expect(counts.built.withLock { $0 } == 20)
    let stored = try ListWalks(venue: file).run().walks
    let acknowledged = Set(counts.told.withLock { $0 })
    #expect(acknowledged.count == 200 && stored.count == 200)
    #expect(acknowledged == Set(stored.map(\.hash)))
    #expect(Set(stored.map(\.placed)).count == 1, "a walk is half there")
    #expect(try VenueFile.open(file, readOnly: true).radioMapVersions().count >= 1)
  }

  @Test func `what was acknowledged is there after 20 power cuts in mid-upload`() throws {
    var acknowledged: Set<String> = []
    for number in 0..<20 {
      let walk = try Self.walk(number)
      let server = try ServerProcess(venues: venues, in: scratch)
      let socket = try Socket(port: server.port)
      try socket.write(
        Array(
          "PUT /v1/venues/m/walks/\(SHA256.hexadecimal(SHA256.digest(of: walk))) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(walk.count)\r\nConnection: close\r\n\r\n"
            .utf8) + walk)
      usleep(UInt32(number) * 4000)
      server.kill()
      let answered = try socket.readAll()
      guard !answered.isEmpty else { continue }
      let answer = try HTTPClient.reply(answered)
      #expect(answer.status == 201, "\(answer)")
      acknowledged.formUnion(try #require(try answer.json()["walks"] as? [String]))
    }
    #expect(Set(try ListWalks(venue: file).run().walks.map(\.hash)).isSuperset(of: acknowledged))
    // Each is there whole or not at all, and goes in still.
    let server = try ServerProcess(venues: venues, in: scratch)
    for number in 0..<20 {
      #expect(try Self.put(server.client, try Self.walk(number)).status <= 201)
    }
    let stored = try ListWalks(venue: file).run().walks
    #expect(stored.count == 20 && Set(stored.map(\.placed)).count == 1)
  }
}
