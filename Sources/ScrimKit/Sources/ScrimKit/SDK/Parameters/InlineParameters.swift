/// Adds the parameters of a record to those of its owner, as if they were declared there. An effect can then accept one
/// stroke by its own keys, or a list of strokes.
///
/// ```swift
/// @InlineParameters var stroke = OutlineStroke()
/// @Parameter("Several strokes in place of one") var strokes: [OutlineStroke] = []
/// ```
///
/// The owner's `validate()` must call that of the record.
@propertyWrapper
public struct InlineParameters<Record: ParameterRecord>: Sendable {
  /// The record with the job's values.
  public var wrappedValue: Record

  /// Creates the parameters of a record with default values.
  public init(wrappedValue: Record) { self.wrappedValue = wrappedValue }
}

/// Type-erased access to `InlineParameters` for reflection.
protocol InlinedRecord {
  var record: Any { get }
}

extension InlineParameters: InlinedRecord {
  var record: Any { wrappedValue }
}
