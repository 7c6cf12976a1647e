/// A part of the layout, as far as it is known.
package enum Resolution<Value> {
  case resolved(Value)
  /// It depends on the height of the canvas, which follows from other boxes.
  case pending
  /// It depends on something that has an error, which is reported at its own place.
  case unavailable

  /// The value, if it is known.
  package var value: Value? {
    if case .resolved(let value) = self { value } else { nil }
  }

  package var isPending: Bool {
    if case .pending = self { true } else { false }
  }

  package func map<Other, Failure: Error>(
    _ transform: (Value) throws(Failure) -> Other
  ) throws(Failure) -> Resolution<Other> {
    try flatMap { (value) throws(Failure) in .resolved(try transform(value)) }
  }

  package func flatMap<Other, Failure: Error>(
    _ transform: (Value) throws(Failure) -> Resolution<Other>
  ) throws(Failure) -> Resolution<Other> {
    switch self {
    case .resolved(let value): try transform(value)
    case .pending: .pending
    case .unavailable: .unavailable
    }
  }
}

extension Resolution: Sendable where Value: Sendable {}
