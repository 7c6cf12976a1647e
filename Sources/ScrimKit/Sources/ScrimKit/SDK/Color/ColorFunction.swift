/// One of CSS's filter functions that change colours: an object with one key, such as `{"brightness": 1.2}`.
///
/// Amounts are those of Filter Effects §8, where 1 is 100 %.
public struct ColorFunction: ParameterRecord, Hashable {
  @Parameter("Factor of each component; 1 changes nothing, 0 is black", in: 0...100)
  public var brightness: Double? = nil
  @Parameter("Factor of each component's distance from the middle", in: 0...100)
  public var contrast: Double? = nil
  @Parameter("Share of grey; 1 leaves no colour", in: 0...1) public var grayscale: Double? = nil
  @Parameter("Share of sepia", in: 0...1) public var sepia: Double? = nil
  @Parameter("Factor of the saturation; 0 is grey", in: 0...100) public var saturate: Double? = nil
  @Parameter("Rotation of the hue", unit: .degrees, in: -36000...36000)
  public var hueRotate: Double? = nil
  @Parameter("Share of inversion; 0.5 is grey", in: 0...1) public var invert: Double? = nil

  /// Creates a function without a key, which changes nothing.
  public init() {}

  /// - Returns: An error unless exactly one function is given.
  public func validate() -> [ParameterDiagnostic] {
    let given = givenParameters
    if given.isEmpty {
      return [
        ParameterDiagnostic(
          .missingKey, "expected a function such as {\"brightness\": 1.2}, found an empty object.")
      ]
    }
    return given.dropFirst().map { name in
      ParameterDiagnostic(
        .conflict,
        "\"\(name)\" cannot be combined with \"\(given[0])\": each function is an object of its own.",
        at: name)
    }
  }

  private var givenParameters: [String] { ScrimKit.givenParameters(of: self) }
}
