/// Takes over the parameters of a record as if each were declared here: for an effect that can be
/// given one stroke by its own keys, or a list of strokes.
///
/// ```swift
/// @InlineParameters var stroke = OutlineStroke()
/// @Parameter("Several strokes in place of one") var strokes: [OutlineStroke] = []
/// ```
///
/// The record's own `validate()` is left to its owner's.
@propertyWrapper
public struct InlineParameters<Record: ParameterRecord>: Sendable {
  /// The record with what the job says.
  public var wrappedValue: Record

  /// The parameters of a record of defaults.
  public init(wrappedValue: Record) { self.wrappedValue = wrappedValue }
}

/// What reflection needs to see of `InlineParameters`, whatever the record.
protocol InlinedRecord {
  var record: Any { get }
}

extension InlineParameters: InlinedRecord {
  var record: Any { wrappedValue }
}
