/// What is wrong with a sample, or with the time between it and the one before.
package struct SampleFaults: OptionSet, Hashable, Sendable {
  /// One bit a fault.
  package var rawValue: UInt8
  /// Makes a set of its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A component is not a finite number: the sample was left out.
  package static let notFinite = SampleFaults(rawValue: 1)
  /// Its stamp is that of the sample before: left out.
  package static let repeatedStamp = SampleFaults(rawValue: 2)
  /// Its stamp is earlier than that of the sample before: left out.
  package static let backwardStamp = SampleFaults(rawValue: 4)
  /// Samples before it are missing for longer than can be bridged.
  package static let gap = SampleFaults(rawValue: 8)
  /// A component is at the end of the sensor's range: a gyroscope's is used and trusted less,
  /// another's is left out.
  package static let saturated = SampleFaults(rawValue: 16)
  /// The gyroscope says nothing while other sensors do: heading is the compass's alone.
  package static let gyroscopeMissing = SampleFaults(rawValue: 32)

  /// What is wrong, a sentence a fault, in a fixed order.
  package var sentences: [String] {
    var list: [String] = []
    if contains(.notFinite) { list.append("some samples are no numbers and were left out") }
    if contains(.repeatedStamp) {
      list.append("some samples have the time of another and count for nothing")
    }
    if contains(.backwardStamp) {
      list.append("some stamps run backwards; what came late was left out")
    }
    if contains(.gap) {
      list.append("samples are missing; the heading is less sure after each gap of the gyroscope's")
    }
    if contains(.saturated) {
      list.append("a sensor was at the end of its range; the heading is less sure for it")
    }
    if contains(.gyroscopeMissing) {
      list.append("the gyroscope is silent for a while; the heading is the compass's alone there")
    }
    return list
  }
}
