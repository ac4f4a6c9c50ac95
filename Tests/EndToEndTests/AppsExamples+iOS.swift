// What of docs/apps.md only iOS has: compared with the page, and not built where there is none.
#if os(iOS)
  import CoreLocation
  import CoreMotion
  import Foundation
  import IndoorKit
  import SwiftUI
  import UIKit

  extension AppsExamples {
    static func listen(
      _ motion: CMMotionManager, _ altimeter: CMAltimeter, _ locations: CLLocationManager,
      _ queue: OperationQueue, _ clock: BootClock, _ uuid: UUID,
      _ continuation: AsyncStream<Observation>.Continuation
    ) {
      motion.deviceMotionUpdateInterval = 0.02
      motion.startDeviceMotionUpdates(using: .xArbitraryCorrectedZVertical, to: queue) {
        sample, _ in
        guard let sample else { return }
        Observation.observations(of: sample, clock: clock).forEach { continuation.yield($0) }
      }
      altimeter.startRelativeAltitudeUpdates(to: queue) { sample, _ in
        guard let sample, let pressure = Observation(sample, clock: clock) else { return }
        continuation.yield(pressure)
      }
      locations.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: uuid))
    }

    static func range(
      _ beacons: [CLBeacon], _ continuation: AsyncStream<Observation>.Continuation
    ) {
      continuation.yield(Observation(beacons, at: Timestamp(seconds: Date().timeIntervalSince1970)))
    }

    @MainActor static func view(
      _ file: VenueFile, _ plan: Plan, _ observations: AsyncStream<Observation>
    ) throws -> FloorView {
      FloorView(
        plan: plan, updates: PositionUpdates(of: observations, map: try file.positioningMap()))
    }
  }

  struct FloorView: View {
    let plan: Plan
    let updates: PositionUpdates<AsyncStream<Observation>>
    @State private var position: Position?

    var body: some View {
      Image(uiImage: UIImage(data: Data(plan.preview)) ?? UIImage()).resizable().scaledToFit()
        .overlay {
          GeometryReader { area in
            if let position, let spot = dot(position, on: plan.placement) {
              let size = area.size.width * 2 * spot.radius
              ZStack {
                Circle().fill(.blue.opacity(0.15)).frame(width: size, height: size)
                Circle().fill(.blue).stroke(.white, lineWidth: 3).frame(width: 16, height: 16)
              }
              .position(x: area.size.width * spot.x, y: area.size.height * spot.y)
              .animation(.easeOut(duration: 0.5), value: position)
            }
          }
        }
        .task {
          do {
            for try await update in updates { position = update.position ?? position }
          } catch {
            position = nil
          }
        }
    }
  }
#endif
