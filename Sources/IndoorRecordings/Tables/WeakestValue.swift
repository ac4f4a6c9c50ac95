/// Finds the strength that is weaker than all others of a table and stands where a transmitter was
/// not heard, as -110 does in sets that have no empty field.
///
/// What is heard gets rarer towards what a receiver just hears, some -95 to -105 dBm; what stands
/// for not heard is in more fields than all of the ten dB above it together.
struct WeakestValue {
  /// The strongest that is looked at, in dBm.
  private static let strongest: Int8 = -99
  /// How many dB above it must have fewer fields together than it has.
  private static let margin = 10
  /// In how many fields it stands at least, and in which part of all.
  private static let leastFields = 3, part = 20

  /// How many fields have each strength, from -128 up.
  private var fields = [Int](repeating: 0, count: 129)
  private var weakest: Int8 = 0
  /// The first line and column that have the weakest, and whether another column has it, too.
  private var line = 0
  private var column = 0
  private var isInSeveral = false

  mutating func take(_ strength: Int8, column: Int, line: Int) {
    let index = Int(strength) + 128
    guard fields.indices.contains(index) else { return }
    fields[index] += 1
    if strength < weakest {
      (weakest, self.line, self.column, isInSeveral) = (strength, line, column, false)
    } else if strength == weakest, column != self.column {
      isInSeveral = true
    }
  }

  /// The value, where there is one.
  var found: UnheardValue? {
    let index = Int(weakest) + 128
    let (count, all) = (fields[index], fields.reduce(0, +))
    let above = fields[(index + 1)...].prefix(Self.margin).reduce(0, +)
    guard weakest <= Self.strongest, isInSeveral, count >= Self.leastFields,
      count * Self.part >= all, count > above, count < all
    else { return nil }
    return UnheardValue(strength: weakest, line: line, fields: count, all: all)
  }
}
