/// An image file in the parameters of an effect: `{"source": "mask.png"}`.
///
/// The host opens and decodes the file; `EffectContext.image(_:)` returns its pixels.
public struct ImageSource: ParameterRecord {
  /// Creates a source without a file.
  public init() {}

  @Parameter("Path relative to the job's assets, or absolute below an asset root")
  public var source: String
}
