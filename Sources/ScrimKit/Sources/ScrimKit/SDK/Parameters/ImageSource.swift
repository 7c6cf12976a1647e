/// An image file in the parameters of an effect: `{"source": "mask.png"}`.
///
/// The host opens and decodes the file; `EffectContext.image(_:)` returns its pixels.
public struct ImageSource: ParameterRecord {
  /// Creates a source without a file.
  public init() {}

  /// Creates a source, such as one of the examples of a parameter.
  ///
  /// - Parameter source: The name of the file.
  public init(_ source: String) {
    self.source = source
  }

  @Parameter("Path relative to the job's assets, or absolute below an asset root")
  public var source: String
}
