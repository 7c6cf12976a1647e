/// What jobs name and configure by parameters: an ``Effect`` or a ``Content``.
public protocol Parameterized: Sendable {
  /// Its name, version and summary. Names are unique among effects, and among contents.
  static var manifest: Manifest { get }

  /// Files that the examples of parameters name, by name: `["lut.png": PackageResources.lut_png]`. By default none.
  /// Only checks use them.
  static var exampleFiles: [String: [UInt8]] { get }

  /// Creates it with default parameters.
  init()

  /// Checks constraints that involve several parameters; single ones are checked from their declarations. By default
  /// there are none.
  ///
  /// - Returns: The errors, each with a path that starts at the object of the parameters.
  func validate() -> [ParameterDiagnostic]

  /// The rectangles of other layers that it requests. By default the references among its parameters. Override it if it
  /// derives others from them, such as `#id/ink` from `#id`.
  func references() -> [Reference]

  /// Whether what it draws depends on the job's seed, through `random`. By default `false`: the random numbers are then
  /// the same in every job.
  var isRandom: Bool { get }
}

extension Parameterized {
  /// No files.
  public static var exampleFiles: [String: [UInt8]] { [:] }

  /// No errors.
  public func validate() -> [ParameterDiagnostic] { [] }

  /// The references among the parameters.
  public func references() -> [Reference] {
    Declarations.of(Self.self) { Self() }.haveReferences ? declaredReferences(of: self) : []
  }

  /// `false`.
  public var isRandom: Bool { false }

  /// The declared `@Parameter` properties, in order.
  public static var parameters: [ParameterDeclaration] {
    Declarations.of(Self.self) { Self() }.all
  }

  /// The names of the parameters that the job sets, in the order of their declaration. Use it in `validate()` if some
  /// parameters cannot be combined with others.
  public var givenParameters: [String] { ScrimKit.givenParameters(of: self) }

  /// Decodes the parameters from a layer of a job.
  ///
  /// - Parameters:
  ///   - json: An object with the parameters.
  ///   - ignored: Its other keys, which are no parameters.
  ///   - decoding: Collects the errors.
  /// - Returns: What the job describes; `nil` if there was an error.
  public static func decode(
    _ json: JSON, ignoring ignored: Set<String> = ["effect", "enabled"],
    _ decoding: inout ParameterDecoding
  ) -> Self? {
    let made = Self()
    let before = decoding.diagnostics.count
    decodeParameters(
      of: made, from: json, ignoring: ignored, validate: made.validate, &decoding)
    return decoding.diagnostics.count == before ? made : nil
  }
}
