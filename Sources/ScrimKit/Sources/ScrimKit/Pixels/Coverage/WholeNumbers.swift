// Without a call each, as `rounded(_:)` has it where CPUs may lack the instruction.

extension Int {
  /// The greatest that is no more than a value.
  @inline(__always)
  init(down value: Double) {
    let whole = Int(value)
    self = whole &- (Double(whole) > value ? 1 : 0)
  }

  /// The least that is no less than a value.
  @inline(__always)
  init(up value: Double) {
    let whole = Int(value)
    self = whole &+ (Double(whole) < value ? 1 : 0)
  }

  /// The greatest that is no more than a value.
  @inline(__always)
  init(down value: Float) {
    let whole = Int(value)
    self = whole &- (Float(whole) > value ? 1 : 0)
  }

  /// The least that is no less than a value.
  @inline(__always)
  init(up value: Float) {
    let whole = Int(value)
    self = whole &+ (Float(whole) < value ? 1 : 0)
  }
}

extension Int32 {
  /// The nearest to a value.
  @inline(__always)
  init(nearest value: Float) { self.init(value < 0 ? value - 0.5 : value + 0.5) }
}
