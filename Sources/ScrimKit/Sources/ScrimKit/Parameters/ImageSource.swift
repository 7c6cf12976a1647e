/// A picture from a file, in the parameters of an effect: `{"source": "mask.png"}`. The host opens
/// the file; `EffectContext.image(_:)` gives its pixels.
public struct ImageSource: ParameterRecord {
  /// A source that names no file yet.
  public init() {}

  @Parameter("Path relative to the job's assets, or absolute below an asset root")
  public var source: String
}
