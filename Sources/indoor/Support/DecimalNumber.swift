import ArgumentParser
import IndoorModel

/// An option's number, read as those in files are: ArgumentParser's own `Double` takes `0x10` too.
struct DecimalNumber: ExpressibleByArgument, ExpressibleByFloatLiteral {
  let value: Double

  init(_ value: Double) { self.value = value }

  init(floatLiteral value: Double) { self.value = value }

  init?(argument: String) {
    guard let value = Double(decimal: argument) else { return nil }
    self.value = value
  }

  var defaultValueDescription: String { "\(value)" }
}
