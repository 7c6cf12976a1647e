/// A picture from a file, in the parameters of an effect: `{"source": "mask.png"}`. The host opens
/// the file; `EffectContext.image(_:)` gives its pixels.
public struct ImageSource: ParameterRecord {
  /// A source that names no file yet.
  public init() {}

  @Parameter("A path below the job's assets, or an absolute one below an allowed root")
  public var source: String
}
