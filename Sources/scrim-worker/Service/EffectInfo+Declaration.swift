import ScrimJSON
import ScrimJob
import ScrimKit
import ScrimProtocol

extension EffectInfo {
  /// The declaration of an effect or a content.
  ///
  /// - Parameters:
  ///   - type: The effect or the content.
  ///   - plugin: The path of its plugin.
  ///   - example: A layer that shows how it is written.
  init(_ type: any Parameterized.Type, plugin: String?, example: JSON?) {
    let manifest = type.manifest
    self.init()
    name = manifest.name
    version = manifest.version
    summary = manifest.summary
    author = manifest.author
    licence = manifest.licence
    homepage = manifest.homepage
    category = manifest.category.rawValue
    self.plugin = plugin
    parameters = type.parameters.map(ParameterInfo.init)
    self.example = example
  }
}

extension ParameterInfo {
  init(_ parameter: ParameterDeclaration) {
    let unit = String(parameter.unit.suffix.filter { $0 != " " })
    self.init()
    name = parameter.name
    help = parameter.help
    shape = ShapeInfo(parameter.shape)
    self.unit = parameter.unit.suffix.isEmpty ? nil : unit
    minimum = Self.finite(parameter.range?.lowerBound)
    maximum = Self.finite(parameter.range?.upperBound)
    isRequired = parameter.defaultValue == nil
    defaultValue = Self.written(parameter)
  }

  /// A parameter whose default is null has none.
  private static func written(_ parameter: ParameterDeclaration) -> JSON? {
    guard let value = parameter.defaultValue, value != .null else { return nil }
    return value
  }

  private static func finite(_ bound: Double?) -> Double? {
    bound.flatMap { $0.isFinite ? $0 : nil }
  }
}

extension ShapeInfo {
  init(_ shape: ParameterShape) {
    switch shape {
    case .nonNegative(let inner):
      self.init(inner)
      minimum = 0
    case .positive(let inner):
      self.init(inner)
      exclusiveMinimum = 0
    default: self.init(Self.kind(of: shape), words: shape.words)
    }
  }

  private static func kind(of shape: ParameterShape) -> Kind {
    switch shape {
    case .boolean: .plain("boolean")
    case .number: .plain("number")
    case .integer: .plain("integer")
    case .string: .plain("string")
    case .color: .plain("color")
    case .paint: .plain("paint")
    case .length: .plain("length")
    case .measure: .plain("number")
    case .reference, .referencePoint: .plain("reference")
    case .choice(let names): .choice(names)
    case .nonNegative(let inner), .positive(let inner): kind(of: inner)
    case .tuple(let elements): .tuple(elements.map(ParameterInfo.init))
    case .list(let element, let count):
      .list(
        of: ShapeInfo(element), least: count.lowerBound,
        most: count.upperBound < Int.max ? count.upperBound : nil)
    case .record(let keys): .record(keys.map(ParameterInfo.init))
    case .map(let keys, let value): .map(keys: keys, of: ShapeInfo(value))
    case .union(let shapes): .union(shapes.map(ShapeInfo.init))
    }
  }
}
