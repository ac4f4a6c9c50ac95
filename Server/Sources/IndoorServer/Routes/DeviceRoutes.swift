import HTTPTypes
import Hummingbird

/// What is kept of devices that say which they are.
struct DeviceRoutes {
  let services: Services

  var routes: [Route] {
    [
      Route(
        method: .delete, path: "/v1/devices/{device}", scope: .locate, changesState: true,
        document: RouteDocument(
          summary: "Forgets what was learned of a device.",
          answers: [.init(status: 204, description: "It is forgotten.", type: nil)])
      ) { call in
        let device = try Self.checked(call.parameter("device"))
        guard try await Blocking.run({ services.devices.forget(device) }) else {
          throw Refusal(.notFound, .noDevice, "nothing is known of that device")
        }
        return Response(status: .noContent)
      }
    ]
  }

  /// - Throws: 422 for what is no device's id.
  static func checked(_ device: String) throws(Refusal) -> String {
    let isFit =
      (1...64).contains(device.utf8.count)
      && device.utf8.allSatisfy { byte in
        let scalar = Unicode.Scalar(byte)
        return scalar.isASCII
          && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || "-._~".unicodeScalars.contains(scalar))
      }
    guard isFit else {
      throw .parameter("device: is no id of 1 to 64 letters, digits, - . _ and ~")
    }
    return device
  }
}
